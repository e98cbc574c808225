"""What ``diagnose_input_output`` returns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from monosashi.embeddings import Fault
from monosashi.results import Estimate, Finding, Result, Tables, worst_first
from monosashi.shape.findings import interval_numbers
from monosashi.shape.intervals import estimate_row

Pattern = Literal["high_high", "high_low", "low_high", "low_low"]
Statistic = Literal["icc", "r_squared"]
LEAST_RARE, ENOUGH_RARE, ENOUGH_GROUPS = 5, 10, 10
COUNTS = ("mean_outcome", "agreeing_pairs", "chance_agreeing", "rare_groups")


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
    mean_outcome : float
    binary : bool
        Whether the outcomes are 0 and 1.
    agreeing_pairs, chance_agreeing : float or None
        Share of pairs of wordings with the same outcome: of one question, of different ones.
    rare_groups : int or None
        Questions in which the rarer of two outcomes is found: the interval stands on them.
    threshold : float
        From which value on a side is called high.
    pattern : "high_high", "high_low", "low_high" or "low_low"
        In, then out.
    sure : bool
        Whether both intervals lie on one side of the threshold, and the rarer of two outcomes is
        found in 5 questions or more. Where it is false, the pattern is that of the values only.
    alike : bool
        Whether nearly all outcomes are equal (two wordings agree in 90 % of pairs, of one question
        and of different ones), so that a low ICC of the output says nothing about wording.
    """

    kind: ClassVar[str] = "input_output"
    statistic: str
    n: int
    n_groups: int
    n_missing: int
    n_single: int
    input: Estimate | None
    output: Estimate | None
    mean_outcome: float
    binary: bool
    agreeing_pairs: float | None
    chance_agreeing: float | None
    rare_groups: int | None
    threshold: float
    pattern: Pattern | None
    sure: bool
    confidence: float
    alike: bool
    notices: tuple[Fault, ...] = ()

    def tables(self) -> Tables:
        """``input_output``: one row a side."""
        sides = [estimate_row(name, getattr(self, name), self.reasons)
                 | {"statistic": self.statistic} for name in ("input", "output")]  # fmt: skip
        counts = [estimate_row(name, getattr(self, name), self.reasons) for name in COUNTS]
        return {"input_output": sides, "outcomes": counts}

    def findings(self) -> list[Finding]:
        """One of four patterns, or that none is sure; what the outcomes are; cautions."""
        found = [self._pattern(), self._pairs(), self._few_rare(), self._few_groups()]
        return worst_first([one for one in found if one is not None])

    def _pattern(self) -> Finding | None:
        if self.pattern is None or self.input is None or self.output is None:
            return None
        numbers = {
            **interval_numbers("input", self.input, self.reasons),
            **interval_numbers("output", self.output, self.reasons),
            "statistic": {"icc": "ICC", "r_squared": "R²"}[self.statistic],
            "threshold": self.threshold, "n": self.n, "n_groups": self.n_groups,
        }  # fmt: skip
        if self.alike:
            more = {"mean": self.mean_outcome, "agree": self.agreeing_pairs}
            return Finding("shape.results_alike", "note", {**numbers, **more})
        return Finding(f"shape.{self.pattern if self.sure else 'pattern_unsure'}", "note", numbers)

    def _pairs(self) -> Finding | None:
        if self.agreeing_pairs is None or self.chance_agreeing is None or self.output is None:
            return None
        return Finding("shape.outcome_pairs", "note", {
            "mean": self.mean_outcome, "agree": self.agreeing_pairs,
            "chance": self.chance_agreeing, "n": self.n, "n_groups": self.n_groups})  # fmt: skip

    def _few_rare(self) -> Finding | None:
        if self.rare_groups is None or self.output is None or self.rare_groups >= ENOUGH_RARE:
            return None
        return Finding("shape.few_rare", "warning", {
            "rare": self.rare_groups, "n_groups": self.n_groups, "enough": ENOUGH_RARE,
            "least": LEAST_RARE})  # fmt: skip

    def _few_groups(self) -> Finding | None:
        told = any(side is not None and side.low is not None for side in (self.input, self.output))
        few = told and self.n_groups < ENOUGH_GROUPS
        return Finding("shape.groups", "warning", {"n_groups": self.n_groups}) if few else None

    def __repr__(self) -> str:
        shown = "–" if self.pattern is None else self.pattern if self.sure else "not sure"
        return f"InputOutput({self.statistic}, {self.n_groups} groups, {shown})"
