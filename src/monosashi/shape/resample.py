"""Bootstrap over groups, by weights on the group sums."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from monosashi.results import Estimate
from monosashi.shape.configuration import Array, row_squares
from monosashi.shape.decomposition import Numbers, Parts, value_or_nan
from monosashi.shape.sums import GroupSums

DRAWS = 2_000
LEAST_GROUPS = 5


def group_weights(groups: int, rng: np.random.Generator) -> Array:
    """(2000, G) how often each group stands in each draw of G groups with replacement."""
    drawn = rng.multinomial(groups, np.full(groups, 1 / groups), size=DRAWS)
    return drawn.astype(np.float64)


def resampled(statistic: str, sums: GroupSums, ss_total: float, weights: Array) -> Numbers:
    """(R,) values of a statistic in the draws; NaN where a draw leaves it undefined.

    Copies of a group count as distinct groups, so G stays; R² and W-bar are the same either way.
    """
    sizes = sums.sizes.astype(np.float64)
    n = weights @ sizes
    total = weights @ sums.squares - row_squares(weights @ sums.vectors) / n
    total[total <= 1e-12 * ss_total] = 0.0
    within = np.minimum(weights @ sums.within, total)
    return value_or_nan(statistic, Parts.of(n, len(sizes), total, within, weights @ sizes**2))


def basic_interval(value: float, draws: Numbers, confidence: float) -> tuple[float, float]:
    """2θ minus the upper and the lower quantile of the draws.

    Draws of groups miss some of the spread between groups, so R² of a draw lies low; turning the
    quantiles round the value undoes that, taking them as they are (percentile) doubles it.
    """
    tail = (1 - confidence) / 2
    low, high = np.quantile(draws, [tail, 1 - tail])
    return 2 * value - float(high), 2 * value - float(low)


def bootstrap_estimate(
    value: float, draws: Numbers, confidence: float, possible: tuple[float, float], groups: int
) -> Estimate:
    """Estimate with the basic interval; undefined draws are left out and counted."""
    kept = draws[np.isfinite(draws)]
    ends = basic_interval(value, kept, confidence)
    low, high = (min(max(end, possible[0]), possible[1]) for end in ends)
    lost = f", {len(draws) - len(kept)} undefined" if len(kept) < len(draws) else ""
    method = f"cluster bootstrap, basic, {len(draws)} draws{lost}"
    return Estimate(value, low, high, float(kept.std(ddof=1)), method, groups,
                    2 * value - float(kept.mean()), clipped=(low, high) != ends)  # fmt: skip


def basic_p_value(difference: float, draws: Numbers) -> float:
    """Two-sided p that goes with the basic interval: where 0 lies among 2θ minus the draws."""
    turned = 2 * difference - draws
    return min(1.0, 2 * min(basic_tail(turned <= 0), basic_tail(turned >= 0)))


def basic_tail(reached: npt.NDArray[np.bool_]) -> float:
    """One-sided p of draws that reached a limit; never 0."""
    return (int(reached.sum()) + 1) / (len(reached) + 1)


def degenerate_draws(weights: Array) -> int:
    """Draws that hold one group only, so that nothing lies between groups."""
    return int(((weights > 0).sum(axis=1) == 1).sum())
