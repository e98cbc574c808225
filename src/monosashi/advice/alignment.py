"""How queries lie to their answers: one common shift, and margins at fixed numbers of documents."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from monosashi.advice.systems import Systems
from monosashi.results import Estimate, Finding, Result, Row, Tables, hidden

QUANTITIES = ("offset", "offset_share", "margin")


@dataclass(frozen=True, kw_only=True, repr=False)
class Alignment(Result):
    """Queries beside their answers, of one system.

    Attributes
    ----------
    name : str
    n_judged, n_documents : int
        Queries with an answer among the documents; documents searched.
    offset : Estimate or None
        Length of the mean of q - d+ (unit vectors, d+ the nearest right document), in units of
        the spread of the answers.
    offset_share : Estimate or None
        Part of the mean squared distance of q and d+ that this one shift is, from 0 to 1.
    margin : Estimate or None
        Mean M among all documents.
    at_pool_sizes : mapping of number of documents to Estimate
        Mean M among so many random documents beside the answers: comparable between collections.
    """

    kind: ClassVar[str] = "alignment"
    name: str
    n_judged: int
    n_documents: int
    offset: Estimate | None
    offset_share: Estimate | None
    margin: Estimate | None
    at_pool_sizes: Mapping[int, Estimate] = field(default_factory=dict)
    found: tuple[Finding, ...] = hidden(default=())

    def tables(self) -> Tables:
        """``alignment`` (quantities), and ``margin_pools`` where sizes were asked for."""
        rows = [self._row({"quantity": name}, getattr(self, name), name) for name in QUANTITIES]
        sizes = dict(self.at_pool_sizes)
        if sizes and self.margin is not None:
            sizes[self.n_documents] = self.margin
        pools = [self._row({"documents": size}, found) for size, found in sorted(sizes.items())]
        return {"alignment": rows, **({"margin_pools": pools} if pools else {})}

    def findings(self) -> list[Finding]:
        """A note where one shift is much of the way to the answers, with what undoing it does."""
        return list(self.found)

    def _row(self, named: Row, held: Estimate | None, name: str = "") -> Row:
        reason = self.reasons.get(name)
        ends = {"value": None, "low": None, "high": None} if held is None else {
            "value": held.value, "low": held.low, "high": held.high}  # fmt: skip
        return {**named, **ends, **({"reason": str(reason)} if reason else {})}

    def __repr__(self) -> str:
        return f"Alignment({self.name or 'unnamed'}, {self.n_judged} queries)"


@dataclass(frozen=True, kw_only=True)
class AlignmentSystems(Systems):
    """How queries lie to their answers in several systems."""

    kind: ClassVar[str] = "alignment_systems"
