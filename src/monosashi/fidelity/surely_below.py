"""Scores whose interval ends below the lowest split of reals against reals."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from monosashi.fidelity.control import Control
from monosashi.results import Estimate

FORMS = ("filtered", "corrected")
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
        return f"{self.name} {self.score:.3f}"

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


def spoken(name: str) -> str:
    """The name of a metric inside a sentence."""
    return name.replace("_", " ")
