"""What ``diagnose_input_output`` returns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from monosashi.results import Estimate, Finding, Result, Tables
from monosashi.shape.intervals import estimate_row

Pattern = Literal["high_high", "high_low", "low_high", "low_low"]
Statistic = Literal["icc", "r_squared"]


@dataclass(frozen=True, kw_only=True, repr=False)
class InputOutput(Result):
    """How much wordings of a question stay one question, going in and coming out.

    The two numbers live in different spaces: they stand side by side and are never subtracted.

    Attributes
    ----------
    statistic : "icc" or "r_squared"
        The same on both sides.
    n, n_groups : int
        Wordings with an outcome; questions.
    n_missing : int
        Wordings without an outcome, left out on both sides.
    n_single : int
        Questions with one wording only: they tell nothing about wording.
    input : Estimate
        Of the embeddings of the wordings.
    output : Estimate
        Of the outcomes; for 0/1 on the observed scale, not on a latent one.
    binary : bool
        Whether the outcomes are 0 and 1.
    threshold : float
        From which value on a side is called high.
    pattern : "high_high", "high_low", "low_high" or "low_low"
        In, then out.
    sure : bool
        Whether both intervals lie on one side of the threshold.
    """

    kind: ClassVar[str] = "input_output"
    statistic: str
    n: int
    n_groups: int
    n_missing: int
    n_single: int
    input: Estimate | None
    output: Estimate | None
    binary: bool
    threshold: float
    pattern: Pattern | None
    sure: bool
    confidence: float

    def tables(self) -> Tables:
        """``input_output``: one row a side."""
        return {
            "input_output": [
                estimate_row(name, getattr(self, name), self.reasons)
                | {"statistic": self.statistic}
                for name in ("input", "output")
            ]
        }

    def findings(self) -> list[Finding]:
        """One of four patterns, as a note."""
        if self.pattern is None or self.input is None or self.output is None:
            return []
        numbers = {
            "input_text": f"{self.input:.3f}", "output_text": f"{self.output:.3f}",
            "input": self.input.value, "output": self.output.value,
            "statistic": {"icc": "ICC", "r_squared": "R²"}[self.statistic],
            "threshold": self.threshold, "n": self.n, "n_groups": self.n_groups,
        }  # fmt: skip
        return [Finding(f"shape.{self.pattern}", "note", numbers)]

    def __repr__(self) -> str:
        return f"InputOutput({self.statistic}, {self.n_groups} groups, {self.pattern or '–'})"
