"""Reductions beside each other."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from monosashi.embeddings import Fault
from monosashi.hubs.change import HubsChange
from monosashi.hubs.harm import harm_finding, harms, loses_answers
from monosashi.hubs.hubs import Hubs
from monosashi.results import Estimate, Finding, Result, Row, Tables, hidden

COMPARED = ("robin_hood", "antihub_share", "top_share_ratio", "skewness")
NONE = "none"


@dataclass(frozen=True, kw_only=True)
class ReductionEffect:
    """What one reduction did.

    Attributes
    ----------
    after : Hubs
        Statistics of the corrected lists.
    change : HubsChange
        Differences from plain distances, paired, with intervals.
    levels : mapping of name to Estimate
        Antihubs, busiest share and Robin Hood index of the corrected lists, each with its own
        interval. Whether a correction changes them is told by ``change``, not by these.
    skewness : float or None
        Of the corrected counts; ``skewness_reason`` says why there is none (in the result's
        ``reasons`` it is ``effects.<method>.skewness``).
    kept : float
        Share of list places that hold an item they held before.
    moved : list of rows ``index, id, text, before, after, kept, lost, gained, lost_by, gained_by``
        The worst hubs of plain distances.
    recall, recall_difference : Estimate or None
        Of the lists' known answers, and after less before, paired by query.
    notices : tuple of Fault
        What the fit had to say.
    """

    after: Hubs = hidden(repr=False)
    change: HubsChange
    levels: Mapping[str, Estimate]
    skewness: float | None
    skewness_reason: Fault | None = hidden()
    kept: float
    moved: list[Row] = field(repr=False)
    recall: Estimate | None = None
    recall_difference: Estimate | None = None
    notices: tuple[Fault, ...] = ()


@dataclass(frozen=True, kw_only=True)
class ReductionComparison(Result):
    """Hub reductions on the same data, each against plain distances.

    Attributes
    ----------
    n, n_queries, k : int
    metric : str
    before : Hubs
        Of plain distances.
    recall_before : Estimate or None
    effects : mapping of method to ReductionEffect
        Methods that the data do not allow are in ``reasons``.
    """

    kind: ClassVar[str] = "reductions"
    n: int
    n_queries: int
    k: int
    metric: str
    before: Hubs
    recall_before: Estimate | None
    effects: Mapping[str, ReductionEffect]

    def tables(self) -> Tables:
        """``reductions``, ``reduction_changes``, ``moved_hubs``."""
        moved = [{"method": name, **_flat(row)} for name, one in self.effects.items()
                 for row in one.moved]  # fmt: skip
        return {"reductions": self._levels(), "reduction_changes": self._changes(),
                "moved_hubs": moved}  # fmt: skip

    def ordered(self) -> list[str]:
        """Methods, the most even lists first."""
        return sorted(self.effects, key=lambda name: self.effects[name].after.robin_hood.value)

    def findings(self) -> list[Finding]:
        """``hubs.reduction``: the most even lists among the methods that surely harm nothing.

        ``hubs.reduction_answers`` when answers are known. First stand the methods that surely harm:
        ``hubs.reduction_harms``, or ``hubs.reduction_harms_answers`` when recall falls.
        """
        harmful = [harm_finding(name, self) for name in self.harmful()]
        tried = len(self.effects)
        kept = [name for name in self.ordered() if not loses_answers(self.effects[name])
                and not harms(self.effects[name], tried)]  # fmt: skip
        if not kept or self.effects[kept[0]].change.robin_hood.difference.low is None:
            return harmful  # nothing helps, or every item lists every other
        return [*harmful, self._finding(kept[0])]

    def harmful(self) -> list[str]:
        """Methods that surely make answers or hubs worse, the greatest loss of recall first."""
        tried = len(self.effects)
        found = [name for name in self.ordered() if harms(self.effects[name], tried)]
        lost = {name: self.effects[name].recall_difference for name in found}
        return sorted(found, key=lambda name: one.value if (one := lost[name]) else 0.0)

    def _finding(self, name: str) -> Finding:
        effect = self.effects[name]
        numbers: dict[str, Any] = {
            "method": name, "n": self.n, "k": self.k, "tried": len(self.effects),
            "kept": effect.kept, **effect.change.numbers(),
        }  # fmt: skip
        told = effect.recall_difference
        if told is None or effect.recall is None or self.recall_before is None:
            return Finding("hubs.reduction", "note", numbers)
        numbers |= {"recall_before": self.recall_before.value, "recall_after": effect.recall.value,
                    "recall_difference": told.value, "recall_low": told.low,
                    "recall_high": told.high, "judged": told.n}  # fmt: skip
        gains = told.low is not None and told.low > 0
        return Finding("hubs.reduction_answers", "good" if gains else "note", numbers)

    def _levels(self) -> list[Row]:
        rows = [self._level(NONE, self.before, self.recall_before, 1.0)]
        for name in self.ordered():
            one = self.effects[name]
            rows.append(self._level(name, one.after, one.recall, one.kept))
        return rows

    def _level(self, name: str, hubs: Hubs, recall: Estimate | None, kept: float) -> Row:
        row: Row = {"method": name}
        for statistic in COMPARED:
            estimate: Estimate | None = getattr(hubs, statistic)
            row[statistic] = estimate and estimate.value
        row |= {"max_occurrence": hubs.max_occurrence, "kept": kept}
        for statistic in COMPARED[:3]:
            row |= ends_beside(statistic, getattr(hubs, statistic))
        told = f"recall@{self.k}"
        return row if recall is None else {
            **row, told: recall.value, **ends_beside(told, recall)}  # fmt: skip

    def _changes(self) -> list[Row]:
        rows = []
        for name in self.ordered():
            one = self.effects[name]
            parts = {key: getattr(one.change, key).difference for key in COMPARED[:3]}
            if one.recall_difference is not None:
                parts[f"recall@{self.k}"] = one.recall_difference
            rows += [
                {"method": name, "statistic": key, "difference": part.value, "low": part.low,
                 "high": part.high} for key, part in parts.items()
            ]  # fmt: skip
        return rows


def ends_beside(name: str, estimate: Estimate) -> Row:
    """The ends of an interval as columns beside ``name``."""
    return {f"{name}_low": estimate.low, f"{name}_high": estimate.high}


def _flat(row: Row) -> Row:
    return {name: ", ".join(value) if isinstance(value, list) else value
            for name, value in row.items()}  # fmt: skip
