"""What repairs did, direction by direction."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from monosashi.language.corpus import QueryRole
from monosashi.language.pool_hubs import PoolHubs
from monosashi.results import Estimate, Result, Tables


@dataclass(frozen=True)
class RepairedDirection:
    """One direction before and after one repair, measured with the same queries.

    Attributes
    ----------
    source, target, repair : str
    before, after : Estimate
        recall@1 in the mixed pool.
    target_only, target_only_after : Estimate
        recall@1 among the target language's documents.
    gain : Estimate
        after - before, paired.
    recall_before, recall_after : mapping of k to Estimate
        The mixed pool at every cut-off.
    recovery : Estimate or None
        (after - before) / (target_only - before): what part of the loss came back; None when the
        interval of the part that language costs reaches 0 or fewer than 10 items changed.
    held_out : Estimate or None
        recall@1 of the mixed pool when the repair is fitted to the other half of the items
        (2-fold by key); None for vectors that came already repaired.
    gained, lost : int
        Items that are found at rank 1 more, or less, often than before.
    mcnemar_p : float
        Exact two-sided p of as many gained as lost.
    same_language_share_before, same_language_share_after : Estimate
        Of the 10 nearest.
    overlap : Estimate or None
        Share of the 10 nearest documents of the query's own language that stay: how much search
        inside the language changes.
    known_item_before, known_item_after : Estimate or None
        recall@1 of the document in the query's own language; independent queries only.
    """

    source: str
    target: str
    repair: str
    before: Estimate
    after: Estimate
    target_only: Estimate
    target_only_after: Estimate
    gain: Estimate
    recall_before: Mapping[int, Estimate]
    recall_after: Mapping[int, Estimate]
    recovery: Estimate | None
    held_out: Estimate | None
    gained: int
    lost: int
    mcnemar_p: float
    same_language_share_before: Estimate
    same_language_share_after: Estimate
    overlap: Estimate | None
    known_item_before: Estimate | None
    known_item_after: Estimate | None


@dataclass(frozen=True, kw_only=True)
class RepairEffect(Result):
    """Mixed-pool search before and after repairs, all directions.

    Attributes
    ----------
    repairs : mapping of name to code
        ``"centering"``, ``"query_centering"``, ``"global_mean"`` or ``"other"``.
    directions : mapping of (source, target) to mapping of repair to RepairedDirection
    query_role : str
    confidence : float
    signs : mapping of repair to tuple of str
        Signs that recall was won by putting other languages first (``judging.gamed``); a repair
        with any must not be taken.
    hubs_before : PoolHubs or None, and hubs : mapping of repair to PoolHubs or None
        How unevenly documents stand in the first ten of the mixed pool.
    map_before : Estimate, and map_after, map_gain : mapping of repair to Estimate
        Mean average precision in the mixed pool over all queries of all languages, the
        translations in every other language as gold.
    """

    kind: ClassVar[str] = "repair"
    repairs: Mapping[str, str]
    directions: Mapping[tuple[str, str], Mapping[str, RepairedDirection]]
    query_role: QueryRole
    confidence: float
    signs: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    hubs_before: PoolHubs | None = None
    hubs: Mapping[str, PoolHubs | None] = field(default_factory=dict)
    map_before: Estimate | None = None
    map_after: Mapping[str, Estimate] = field(default_factory=dict)
    map_gain: Mapping[str, Estimate] = field(default_factory=dict)

    def tables(self) -> Tables:
        """``repairs``: one row a direction and repair; ``repair_hubs`` and ``repair_signs``."""
        from monosashi.language.effect_tables import effect_tables

        return effect_tables(self)

    def best(self, source: str, target: str) -> str | None:
        """The repair with the highest recall@1 afterwards, if its gain is above 0 throughout.

        One with a sign of gaming is never it.
        """
        rows = self.directions.get((source, target), {})
        sure = {name: row for name, row in rows.items()
                if (row.gain.low or 0.0) > 0 and not self.signs.get(name)}  # fmt: skip
        return max(sure, key=lambda name: sure[name].after.value) if sure else None

    def __repr__(self) -> str:
        rows = [row for rows in self.directions.values() for row in rows.values()]
        lines = [f"  {row.source} -> {row.target}, {row.repair}: {row.before:.3f} -> "
                 f"{row.after:.3f}, gain {row.gain:.3f}" for row in rows]  # fmt: skip
        return "\n".join([f"RepairEffect ({self.query_role})", *lines])
