"""What ``measure_dose`` returns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from monosashi.embeddings import Fault
from monosashi.results import Estimate, Finding, Result, Row, Tables
from monosashi.results.coherent import estimate_texts, interval_text
from monosashi.shape.findings import p_words
from monosashi.shape.intervals import estimate_row

ALPHA = 0.05


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
    chance_increasing : float
        The share that alike stages would give, 1/k!.
    order_assumed : bool
        Whether stages stand in order of the alphabet, since nothing said which is stronger.
    stages_left_out : tuple of str
        Stages that the order did not name.
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
    chance_increasing: float
    page_l: float | None
    page_p_value: float | None
    page_method: str | None
    kendall_tau: Estimate | None
    groups: tuple[Row, ...]
    confidence: float
    order_assumed: bool = False
    stages_left_out: tuple[str, ...] = ()
    notices: tuple[Fault, ...] = ()

    def tables(self) -> Tables:
        """``dose_stages``, ``dose_trend`` and ``dose_groups`` (one row a question and stage)."""
        names = ("strictly_increasing", "kendall_tau", "page_l", "page_p_value")
        cells = [{"group": row["group"], "stage": stage, "w_tilde": value}
                 for row in self.groups for stage, value in row["w_tilde"].items()]  # fmt: skip
        trend = [estimate_row(name, getattr(self, name), self.reasons) for name in names]
        trend.append(estimate_row("chance_increasing", self.chance_increasing, self.reasons))
        return {"dose_stages": list(self.stages), "dose_trend": trend, "dose_groups": cells}

    def findings(self) -> list[Finding]:
        """First and last stage, and the trend; a warning where the order was merely assumed."""
        first, last = self.stages[0], self.stages[-1]
        numbers = {
            **stage_numbers("first", first), **stage_numbers("last", last),
            "rising": round(self.strictly_increasing.value * self.n_groups),
            "n_groups": self.n_groups, "chance": self.chance_increasing,
            "expected": self.chance_increasing * self.n_groups,
            **estimate_texts("tau", self.kendall_tau, ".2f",
                             why=self.reasons.get("kendall_tau.interval")),
            "p_text": "–" if self.page_p_value is None else p_words(self.page_p_value),
        }  # fmt: skip
        code = "dose" if self.shown else "dose_not_shown"
        found = [Finding(f"shape.{code}", "note", numbers)]
        if self.order_assumed:
            order = ", ".join(row["stage"] for row in self.stages)
            found.insert(0, Finding("shape.stage_order", "warning", {"order": order}))
        return found

    @property
    def shown(self) -> bool:
        """Whether Page's test shows a rise; true too where there is no such test."""
        return self.page_p_value is None or self.page_p_value < ALPHA

    def __repr__(self) -> str:
        means = ", ".join(f"{row['mean_w_tilde']:.3f}" for row in self.stages)
        return f"Dose({self.n_groups} groups, W~ by stage {means})"


def stage_numbers(end: str, row: Row) -> Row:
    """Name and mean W~ of the first or last stage, with its interval over questions."""
    mean = row["mean_w_tilde"]
    return {end: row["stage"], f"{end}_w": mean,
            f"{end}_w_text": interval_text(mean, row["low"], row["high"], ".3f")}  # fmt: skip
