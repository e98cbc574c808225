"""What a check of a repair found."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, ClassVar

from monosashi.language.freshness.canary import Canary
from monosashi.language.freshness.cards import CardDifference
from monosashi.language.freshness.drift import Drift
from monosashi.language.freshness.growth import Growth
from monosashi.results import Finding, Result, Tables

STATES = (
    "model_mismatch", "dimension_mismatch", "role_mismatch", "canary_changed", "unknown_language",
    "drifted", "grown", "too_few", "ok",
)  # fmt: skip
HARMLESS = frozenset({"ok", "too_few", "grown"})


@dataclass(frozen=True, kw_only=True)
class RepairCheck(Result):
    """Whether a repair still fits the vectors of today.

    Attributes
    ----------
    states : tuple of str
        All that hold, worst first: ``model_mismatch`` (name, revision, cut of texts or
        compression), ``dimension_mismatch``, ``role_mismatch`` (role, prefix or task),
        ``canary_changed``, ``unknown_language``, ``drifted``, ``grown``, ``too_few``; ``ok``
        alone when none does.
    method, model, built_at : str
        Name of the repair on a command line, name of its model, day it was fitted.
    documents : mapping of language to int
        Documents it was fitted to.
    drift : tuple of Drift
        One a language; empty when the dimension or the model is another one.
    query_drift : tuple of Drift
        The same of queries; empty without means of queries, or without queries of today.
    growth : tuple of Growth
        Empty without the size of the index, unless the sample alone shows that it has grown.
    differences : tuple of CardDifference
    canary : Canary or None
    unknown : mapping of language to int
        Rows of the sample in languages that the repair does not know; of a language that only the
        index has, its documents there.
    few : mapping of language to int
        Languages fitted to fewer than 200 documents.
    """

    kind: ClassVar[str] = "repair_check"
    states: tuple[str, ...]
    method: str
    model: str
    built_at: str
    documents: Mapping[str, int]
    drift: tuple[Drift, ...]
    growth: tuple[Growth, ...]
    differences: tuple[CardDifference, ...]
    canary: Canary | None
    unknown: Mapping[str, int]
    few: Mapping[str, int]
    query_drift: tuple[Drift, ...] = ()

    @property
    def passed(self) -> bool:
        """Whether the repair may go on being used: no state but ok, too_few and grown."""
        return set(self.states) <= HARMLESS

    @property
    def is_whole(self) -> bool:
        """Whether the sample is as large as the index, as far as that is known."""
        known = self.growth[0].now if self.growth else sum(self.documents.values())
        return self.provenance.n >= 0.8 * known

    @property
    def notice_codes(self) -> set[str]:
        """Codes of what it remarked."""
        return {one.code for one in self.provenance.notices}

    @property
    def own(self) -> bool:
        """Whether the sample is what the repair was fitted to, so that it cannot but agree."""
        return is_own(self.drift)

    def findings(self) -> list[Finding]:
        """One for every state, and each language that drifted; worst first."""
        from monosashi.language.freshness.findings import check_findings

        return check_findings(self)

    def to_dict(self) -> dict[str, Any]:
        """Everything, and whether it passed."""
        sides = {name: [{**asdict(one), "judged": one.judged, "drifted": one.drifted,
                         "fitted_to_sample": one.own}
                        for one in getattr(self, name)]
                 for name in ("drift", "query_drift")}  # fmt: skip
        return {**super().to_dict(), "passed": self.passed, "fitted_to_sample": self.own, **sides}

    def tables(self) -> Tables:
        """States; drift by language; growth; differing fields of cards."""
        found: Tables = {"states": [{"state": name, "holds": name in self.states}
                                    for name in STATES]}  # fmt: skip
        for name in ("drift", "query_drift"):
            found[name] = [{**asdict(one), "drifted": one.drifted if one.judged else None}
                           for one in getattr(self, name)]  # fmt: skip
        found["growth"] = [{**asdict(one), "much": one.much} for one in self.growth]
        found["differences"] = [asdict(one) for one in self.differences]
        return {name: rows for name, rows in found.items() if rows}


def is_own(drift: Sequence[Drift]) -> bool:
    """Whether every mean of the sample is the stored one, but for rounding."""
    return bool(drift) and all(one.own for one in drift)
