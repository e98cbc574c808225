"""What ``correlate_spread`` returns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from monosashi.embeddings import Fault
from monosashi.results import Estimate, Finding, PermutationTest, Result, Row, Tables
from monosashi.results.coherent import estimate_texts
from monosashi.shape.findings import p_text
from monosashi.shape.intervals import estimate_row

NAMES = ("spearman", "pearson")


@dataclass(frozen=True, kw_only=True, repr=False)
class SpreadCorrelation(Result):
    """How W~ of a group goes with its outcome, over groups.

    Attributes
    ----------
    n, n_groups : int
        Objects; groups with a W~ and an outcome.
    left_out : tuple of str
        Groups of one object, or without an outcome.
    held_fixed : str or None
        "size" when group size is held fixed (by a straight line; of ranks for Spearman).
    spearman, pearson : Estimate
    spearman_test, pearson_test : PermutationTest
        Two-sided.
    plain_spearman, plain_pearson : float
        Without anything held fixed.
    detectable : float
        The smallest absolute correlation that so many groups show with 80 % power.
    groups_for_this : int or None
        Groups that a correlation as large as Pearson's here would need for that.
    groups : rows ``group, n, w_tilde, outcome``
    """

    kind: ClassVar[str] = "spread_correlation"
    n: int
    n_groups: int
    left_out: tuple[str, ...]
    held_fixed: str | None
    spearman: Estimate | None
    pearson: Estimate | None
    spearman_test: PermutationTest | None
    pearson_test: PermutationTest | None
    plain_spearman: float | None
    plain_pearson: float | None
    detectable: float
    groups_for_this: int | None
    groups: tuple[Row, ...]
    confidence: float
    notices: tuple[Fault, ...] = ()

    def tables(self) -> Tables:
        """``spread_correlation`` (quantities) and ``spread_outcomes`` (groups)."""
        rows = [estimate_row(name, getattr(self, name), self.reasons) | {
            "p_value": test.p_value if (test := getattr(self, f"{name}_test")) else None}
            for name in NAMES]  # fmt: skip
        rows += [estimate_row(name, getattr(self, name), self.reasons) for name in (
            "plain_spearman", "plain_pearson", "detectable", "groups_for_this")]  # fmt: skip
        return {"spread_correlation": rows, "spread_outcomes": list(self.groups)}

    def findings(self) -> list[Finding]:
        """Spearman with its interval and the power of so many groups; a note."""
        if self.spearman is None or self.spearman_test is None:
            return []
        numbers = {
            "rho": self.spearman.value, "rho_low": self.spearman.low,
            "rho_high": self.spearman.high,
            **estimate_texts("rho", self.spearman, "+.2f",
                             why=self.reasons.get("spearman.interval")),
            "p_text": p_text(self.spearman_test), "n_groups": self.n_groups,
            "detectable": self.detectable,
        }  # fmt: skip
        found = [Finding("shape.spread_outcome", "note", numbers)]
        if self.held_fixed:
            found.append(Finding("shape.size_fixed", "note", {
                **estimate_texts("rho", self.spearman, "+.2f"), "n_groups": self.n_groups,
                "plain_text": "–" if self.plain_spearman is None
                else f"{self.plain_spearman:+.2f}"}))  # fmt: skip
        return found

    def __repr__(self) -> str:
        shown = "–" if self.spearman is None else f"{self.spearman:.3f}"
        return f"SpreadCorrelation({self.n_groups} groups, Spearman {shown})"
