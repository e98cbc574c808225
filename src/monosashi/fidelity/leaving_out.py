"""Intervals by leaving out groups of reals and groups of generated points.

The score of one pair of sets is unbiased for what it is on average at these N and M, so that only
its variance is wanted. Both samples are cut into groups at random; each group is left out in turn
and everything is counted again from the pairs that were kept. By the inequality of Efron and Stein
the two jackknife variances together are on average not too small. Nothing is drawn with
replacement: the copies a bootstrap makes would fill balls that are empty.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np

from monosashi.fidelity.balls import Balls
from monosashi.fidelity.counted import COUNTED, UNCAPPED
from monosashi.fidelity.crowded import Crowded
from monosashi.fidelity.points import Floats, Points
from monosashi.neighbors.problem import Rows
from monosashi.results import Estimate
from monosashi.statistics.proportions import unanimous_bound

GROUPS = 20
FEWEST, NO_SPREAD = 3, 1e-12
ALIKE = "no interval: all points alike"
SHARES = frozenset(COUNTED) - {"density"}


@dataclass(frozen=True)
class Groups:
    """A random partition of the rows of one side.

    >>> Groups.of(5, np.random.default_rng(0)).count
    5
    """

    label: Rows
    count: int

    @classmethod
    def of(cls, n: int, rng: np.random.Generator, most: int = GROUPS) -> Groups:
        """As equal as can be."""
        count = min(n, most)
        return cls(rng.permutation(np.arange(n) % count), count)

    def without(self, group: int, points: Points) -> Floats:
        """How often each distinct point stands in the rest."""
        return points.sums((self.label != group).astype(np.float64))


@dataclass(frozen=True)
class Spread:
    """A score with each group of reals, and of generated points, left out."""

    value: float
    without_reals: Floats
    without_generated: Floats

    def variances(self) -> tuple[float, float]:
        """What each side adds to the variance."""
        return _variance(self.without_reals), _variance(self.without_generated)

    def cut(self) -> Spread:
        """At most 1, whatever is left out."""
        return Spread(min(self.value, 1.0), np.minimum(self.without_reals, 1),
                      np.minimum(self.without_generated, 1))  # fmt: skip

    def minus(self, other: Spread) -> Spread:
        """The difference of two scores on the same reals: what they share cancels."""
        shared = self.without_reals - other.without_reals
        independent = np.concatenate(
            [_centred(self.without_generated), -_centred(other.without_generated)]
        )
        return Spread(self.value - other.value, shared, independent)


def spreads(
    balls: Balls, names: Sequence[str], k: int, real: Groups, generated: Groups, *,
    n_jobs: int | None = None,
) -> dict[str, Spread]:  # fmt: skip
    """Every counted metric with each group left out; metrics cut at 1 before the cut."""
    ours = balls.real.points.weights.astype(np.float64)
    theirs = balls.generated.weights.astype(np.float64)
    rows = [(real.without(g, balls.real.points), theirs) for g in range(real.count)]
    rows += [(ours, generated.without(g, balls.generated)) for g in range(generated.count)]
    if balls.cross.pairs is None and Crowded.possible(balls):
        counted = Crowded(balls, k, real.label, generated.label, n_jobs).counts()
    else:
        counted = [balls.counts_left(k, *weights) for weights in rows]
    whole = balls.counts(k)
    found = {}
    for name in names:
        measure: Callable[..., float | None] = UNCAPPED.get(name, COUNTED[name])
        values = [measure(one) for one in counted]
        value = measure(whole)
        if value is not None and None not in values:
            held = np.array(values, np.float64)
            found[name] = Spread(value, held[: real.count], held[real.count :])
    return found


def estimate(
    spread: Spread, *, confidence: float, possible: tuple[float, float | None], units: int,
    share: bool = False,
) -> Estimate:  # fmt: skip
    """The score with its t interval; a share at its end gets an exact bound.

    ``units`` is the smaller of N and M. Degrees of freedom are those of Welch and Satterthwaite.
    """
    low_end, high_end = possible
    value = spread.value if high_end is None else min(spread.value, high_end)
    if min(len(spread.without_reals), len(spread.without_generated)) < FEWEST:
        return Estimate(value, None, None, None, "no interval: too few points", units)
    parts = spread.variances()
    error = sqrt(sum(parts))
    if error <= NO_SPREAD:
        return _unmoved(value, units, confidence, share=share)
    degrees = satterthwaite(spread)
    reach = t_quantile(degrees, confidence) * error
    ends = spread.value - reach, spread.value + reach
    high = ends[1] if high_end is None else min(max(ends[1], low_end), high_end)
    low = max(ends[0], low_end) if high_end is None else min(max(ends[0], low_end), high_end)
    return Estimate(value, low, high, error, f"delete-a-group jackknife over both sides, "
                    f"t({degrees:.0f})", units, clipped=(low, high) != ends)  # fmt: skip


def _unmoved(value: float, units: int, confidence: float, *, share: bool) -> Estimate:
    """Nothing changes whatever is left out: an interval of no width would claim too much."""
    if share and value in {0.0, 1.0}:
        bound = unanimous_bound(units, confidence)
        ends = (0.0, bound) if value == 0 else (1 - bound, 1.0)
        return Estimate(value, *ends, 0.0, "exact bound, all points alike", units)
    return Estimate(value, None, None, 0.0, ALIKE, units)


def difference(spread: Spread, *, confidence: float, units: int) -> Estimate:
    """A difference with its t interval."""
    error = sqrt(sum(spread.variances()))
    if error <= NO_SPREAD:
        return Estimate(spread.value, None, None, 0.0, ALIKE, units)
    degrees = satterthwaite(spread)
    reach = t_quantile(degrees, confidence) * error
    return Estimate(spread.value, spread.value - reach, spread.value + reach, error,
                    f"paired delete-a-group jackknife, t({degrees:.0f})", units)  # fmt: skip


def satterthwaite(spread: Spread) -> float:
    """Degrees of freedom of the sum of both variances."""
    parts = np.array(spread.variances())
    sizes = np.array([len(spread.without_reals), len(spread.without_generated)]) - 1
    below = float((parts**2 / np.maximum(sizes, 1)).sum())
    return float(parts.sum() ** 2 / below) if below else float(sizes.min())


def t_quantile(degrees: float, confidence: float) -> float:
    """Two-sided point of Student's t."""
    from scipy.special import stdtrit

    return float(stdtrit(degrees, (1 + confidence) / 2))


def _variance(values: Floats) -> float:
    g = len(values)
    return float((g - 1) / g * ((values - values.mean()) ** 2).sum())


def _centred(values: Floats) -> Floats:
    centred: Floats = values - values.mean()
    return centred


def possible_range(name: str) -> tuple[float, float | None]:
    """Where the metric can lie."""
    return (0.0, None) if name in {"density", "frechet"} else (0.0, 1.0)
