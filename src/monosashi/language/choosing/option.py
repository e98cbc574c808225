"""One way to mend in numbers: what it gains, what it loses, what it takes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from monosashi.language.choosing.costs import Costs
from monosashi.language.choosing.ways import Kind
from monosashi.language.judging.gamed import Sign
from monosashi.results import Estimate

# why a way may not be chosen, or "eligible"
Standing = Literal[
    "eligible", "gamed", "over_cap", "cap_not_shown", "own_language_reshuffled", "too_slow",
    "latency_unknown", "not_measured", "ties_decide",
    "contrast",
]  # fmt: skip
Direction = tuple[str, str]


@dataclass(frozen=True)
class Change:
    """Items found at rank 1 in another language, more or less often than without repair.

    Attributes
    ----------
    gained, lost : int
    p_value : float
        Exact McNemar, two-sided.
    """

    gained: int
    lost: int
    p_value: float


@dataclass(frozen=True)
class RepairOption:
    """One row of a comparison; every query judged by a fit that has not seen its item.

    Attributes
    ----------
    name, kind : str
    map : Estimate or None
        Mean average precision over the answers of all languages, all languages in one pool, ties
        against them. None where the way could not be measured; then everything is.
    map_optimistic : Estimate or None
        The same, ties for them.
    gain : Estimate or None
        Of ``map`` over "none", paired. Its interval holds for all ways together (Bonferroni).
    over_blind : Estimate or None
        ``map`` minus that of ``contrast``, paired, holding for all ways together. None for "none"
        and for ways that know no languages themselves.
    contrast : str or None
        What knows no languages and does best of what it is held against: one mean removed from
        all languages alike, or the same correction for hubs without languages.
    recall, recall_optimistic, alone : mapping of (source, target) to Estimate
        recall@1 of the best answer in another language: in the mixed pool, ties against it and
        for it; and among documents of that language only.
    change : mapping of (source, target) to Change
    drop : Estimate or None
        ``alone - recall`` over all directions: what language still costs.
    recovery : Estimate or None
        Part of the drop without repair that came back.
    same_language, same_language_optimistic : Estimate or None
        recall@1 of the best answer in the query's own language in the mixed pool.
    loss : Estimate or None
        Of ``same_language`` against "none", paired; negative where it gains.
    gain_optimistic, loss_optimistic : Estimate or None
        ``gain`` and ``loss``, where all ties are won on both sides.
    overlap : Estimate or None
        Share of the first 10 documents of the query's own language that stay.
    share : Estimate or None
        Own language in the first 10 of the mixed pool.
    tied : float or None
        Share of queries whose first 10 end in a tie.
    gamed : tuple of str
        Signs that recall of translations was won by ruining search.
    costs : Costs or None
        None where the way cannot be fitted to these data.
    method : str or None
        What ``repair fit --method`` takes; None where vectors stay as they are.
    standing : str
        ``"eligible"``, or why not.
    behind : Estimate or None
        ``map`` of the best open way minus this one's, paired, holding for all ways together.
    wins : float or None
        Share of resamples of items in which it has the highest ``map`` of all open ways.
    queries_to_decide : int or None
        Where the loss is not shown to lie within the cap: about how many queries would decide it;
        None where a million would not.
    strengths : tuple of float
        Chosen in each fold, where a strength was tuned.
    """

    name: str
    kind: Kind
    map: Estimate | None
    standing: Standing
    costs: Costs | None = None
    method: str | None = None
    map_optimistic: Estimate | None = None
    gain: Estimate | None = None
    recall: Mapping[Direction, Estimate] = field(default_factory=dict)
    recall_optimistic: Mapping[Direction, Estimate] = field(default_factory=dict)
    alone: Mapping[Direction, Estimate] = field(default_factory=dict)
    change: Mapping[Direction, Change] = field(default_factory=dict)
    drop: Estimate | None = None
    recovery: Estimate | None = None
    same_language: Estimate | None = None
    same_language_optimistic: Estimate | None = None
    loss: Estimate | None = None
    overlap: Estimate | None = None
    share: Estimate | None = None
    tied: float | None = None
    gamed: tuple[Sign, ...] = ()
    behind: Estimate | None = None
    wins: float | None = None
    strengths: tuple[float, ...] = ()
    gain_optimistic: Estimate | None = None
    loss_optimistic: Estimate | None = None
    over_blind: Estimate | None = None
    contrast: str | None = None
    queries_to_decide: int | None = None
