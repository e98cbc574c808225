"""Scores whose interval ends below the lowest split of reals against reals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from monosashi.results import Estimate

if TYPE_CHECKING:
    from monosashi.fidelity.result import Fidelity

AT_LEAST_ONE = "[≥ 1]"
OTHER_WAY = ("memorisation", "frechet", "kernel_distance")  # these are good when low
LOOKS_REAL = ("precision", "density", "clipped_density", "precision_cover")
SPREAD = (
    "recall",
    "symmetric_recall",
    "symmetric_precision",
    "recall_cover",
    "alpha_precision",
    "beta_recall",
)  # low where generated points are drawn together
BY_REALS = ("symmetric_precision", "precision_cover")
"""Lower the fewer reals there are for each generated point, which splits cannot copy there."""
WORST = 3  # named in a headline; the others stand in the table


@dataclass(frozen=True)
class Below:
    """One plain score beside the lowest split."""

    metric: str
    score: Estimate
    lowest: float

    @property
    def name(self) -> str:
        """The metric inside a sentence."""
        return spoken(self.metric)

    @property
    def short(self) -> str:
        """``recall 0.480 [0.350, 0.610]``."""
        return told(self.metric, self.score)

    @property
    def text(self) -> str:
        """``recall 0.480 [0.350, 0.610] < 0.956``."""
        return f"{self.short} < {self.lowest:.3f}"


def surely_below(found: Fidelity) -> list[Below]:
    """Lowest first; plain scores only: the splits of the reals are measured without correction."""
    control = found.control
    if control is None:
        return []
    apart = (*OTHER_WAY, *(BY_REALS if found.n_generated > found.n_real else ()))
    held = [
        Below(name, score, control.lowest[name])
        for name, score in found.scores.items()
        if name in control.lowest and name not in apart
        and score is not None and score.high is not None and score.high < control.lowest[name]
    ]  # fmt: skip
    return sorted(held, key=lambda one: one.score.value)


def lost_spread(below: Sequence[Below]) -> bool:
    """Whether points look real and show only a part: low in spread, and not in looking real.

    Clipped scores may be 1 all the same: points drawn together fill many balls.
    """
    names = {one.metric for one in below}
    return bool(names & set(SPREAD)) and not names & set(LOOKS_REAL)


def worst(texts: Sequence[str]) -> str:
    """The first three, and a sign that there are more.

    >>> worst(["a", "b", "c"]), worst(["a", "b", "c", "d"])
    ('a, b, c', 'a, b, c, …')
    """
    return ", ".join([*texts[:WORST], *(["…"] if len(texts) > WORST else [])])


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
