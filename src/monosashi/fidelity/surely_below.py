"""Scores whose interval ends below the lowest split of reals against reals."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from monosashi.fidelity.control import Control
from monosashi.results import Estimate

FORMS = ("filtered", "corrected")
AT_LEAST_ONE = "[≥ 1]"
OTHER_WAY = ("memorisation", "frechet", "kernel_distance")  # these are good when low


@dataclass(frozen=True)
class Below:
    """One score, plain or in another form, beside the lowest split."""

    name: str
    score: Estimate
    lowest: float

    @property
    def short(self) -> str:
        """``recall 0.480 [0.350, 0.610]``."""
        return told(self.name, self.score)

    @property
    def text(self) -> str:
        """``recall 0.480 [0.350, 0.610] < 0.956``."""
        return f"{self.short} < {self.lowest:.3f}"


def surely_below(
    scores: Mapping[str, Estimate | None],
    intervals: Mapping[str, Estimate],
    control: Control | None,
) -> list[Below]:
    """Lowest first; plain scores, and filtered and corrected ones that have an interval."""
    if control is None:
        return []
    held = [(name, spoken(name), score) for name, score in scores.items()]
    held += [(name, f"{form} {spoken(name)}", intervals.get(f"{form}.{name}"))
             for form in FORMS for name in scores]  # fmt: skip
    found = [
        Below(said, score, control.lowest[name])
        for name, said, score in held
        if name in control.lowest and name not in OTHER_WAY
        and score is not None and score.high is not None and score.high < control.lowest[name]
    ]  # fmt: skip
    return sorted(found, key=lambda one: one.score.value)


def told(name: str, score: Estimate) -> str:
    """``recall 0.480 [0.350, 0.610]``; an interval of no width would claim too much."""
    if cut_at_one(score.low, score.high):
        return f"{spoken(name)} {score.value:.3f} {AT_LEAST_ONE}"
    return f"{spoken(name)} {score:.3f}"


def cut_at_one(low: float | None, high: float | None) -> bool:
    """Whether the whole interval lay above 1 before both ends were cut there.

    >>> cut_at_one(1.0, 1.0), cut_at_one(0.9, 1.0), cut_at_one(None, None)
    (True, False, False)
    """
    return low is not None and low == high == 1.0


def spoken(name: str) -> str:
    """The name of a metric inside a sentence."""
    return name.replace("_", " ")
