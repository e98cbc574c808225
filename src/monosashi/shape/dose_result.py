"""What ``measure_dose`` returns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from monosashi.results import Estimate, Finding, Result, Row, Tables
from monosashi.shape.findings import p_words
from monosashi.shape.intervals import estimate_row


@dataclass(frozen=True, kw_only=True, repr=False)
class Dose(Result):
    """Whether wordings spread more from stage to stage.

    Attributes
    ----------
    n, n_groups, n_stages : int
        Wordings; questions with two wordings at every stage; stages.
    left_out : tuple of str
        Questions without two wordings at every stage.
    stages : rows ``stage, mean_w_tilde, low, high, median_w_tilde, groups``
    strictly_increasing : Estimate
        Share of questions whose W~ rises at every step.
    page_l, page_p_value, page_method : float, float, "exact" or "asymptotic"
        Page's test of an increase over three stages or more.
    kendall_tau : Estimate
        Mean over questions of tau-b between W~ and stage.
    groups : rows ``group, w_tilde, kendall_tau, strictly_increasing``
    """

    kind: ClassVar[str] = "dose"
    n: int
    n_groups: int
    n_stages: int
    left_out: tuple[str, ...]
    stages: tuple[Row, ...]
    strictly_increasing: Estimate
    page_l: float | None
    page_p_value: float | None
    page_method: str | None
    kendall_tau: Estimate | None
    groups: tuple[Row, ...]
    confidence: float

    def tables(self) -> Tables:
        """``dose_stages``, ``dose_trend`` and ``dose_groups`` (one row a question and stage)."""
        names = ("strictly_increasing", "kendall_tau", "page_l", "page_p_value")
        cells = [{"group": row["group"], "stage": stage, "w_tilde": value}
                 for row in self.groups for stage, value in row["w_tilde"].items()]  # fmt: skip
        trend = [estimate_row(name, getattr(self, name), self.reasons) for name in names]
        return {"dose_stages": list(self.stages), "dose_trend": trend, "dose_groups": cells}

    def findings(self) -> list[Finding]:
        """First and last stage, and the trend; a note."""
        first, last = self.stages[0], self.stages[-1]
        numbers = {
            "first": first["stage"], "last": last["stage"],
            "first_w": first["mean_w_tilde"], "last_w": last["mean_w_tilde"],
            "rising": round(self.strictly_increasing.value * self.n_groups),
            "n_groups": self.n_groups,
            "tau_text": "–" if self.kendall_tau is None else f"{self.kendall_tau:.2f}",
            "p_text": "–" if self.page_p_value is None else p_words(self.page_p_value),
        }  # fmt: skip
        return [Finding("shape.dose", "note", numbers)]

    def __repr__(self) -> str:
        means = ", ".join(f"{row['mean_w_tilde']:.3f}" for row in self.stages)
        return f"Dose({self.n_groups} groups, W~ by stage {means})"
