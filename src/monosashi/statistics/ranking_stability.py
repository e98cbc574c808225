"""Whether models keep their order when something changes, and which pairs turn round."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from monosashi.statistics.bootstrap import RESAMPLES, percentile_interval
from monosashi.statistics.generators import as_generator
from monosashi.statistics.rank_correlation import tau_b

FloatArray = npt.NDArray[np.float64]
FEWEST = 2


@dataclass(frozen=True)
class RankingStability:
    """Tau-b between the scores before and after, over datasets.

    Attributes
    ----------
    per_dataset : tuple of float or None
        Tau-b of each dataset; None where one side does not tell models apart.
    value : float or None
        Their mean.
    low, high : float or None
        Percentile bootstrap over datasets; None with fewer than two.
    of_means : float or None
        Tau-b of the scores averaged over datasets: another number, usually higher.
    inverted : tuple of (a, b, share)
        Pairs of models (places), a ahead of b on average before and behind it after, and the
        share of resampled sets of datasets in which they change places.
    draws : int
    """

    per_dataset: tuple[float | None, ...]
    value: float | None
    low: float | None
    high: float | None
    of_means: float | None
    inverted: tuple[tuple[int, int, float], ...]
    draws: int


def ranking_stability(
    before: FloatArray,
    after: FloatArray,
    *,
    confidence: float = 0.95,
    draws: int = RESAMPLES,
    rng: int | np.random.Generator | None = None,
) -> RankingStability:
    """Compare the order of models before and after, dataset by dataset.

    Parameters
    ----------
    before, after : (models, datasets) arrays of scores without gaps
    confidence : float
    draws : int
    rng : seed or Generator of the resampled datasets

    Examples
    --------
    >>> before = np.array([[70.0, 80, 60], [60, 70, 50]])
    >>> after = np.array([[65.0, 50, 50], [55, 65, 55]])
    >>> found = ranking_stability(before, after)
    >>> found.per_dataset, round(found.value, 3), found.of_means, len(found.inverted)
    ((1.0, -1.0, -1.0), -0.333, -1.0, 1)
    """
    models, datasets = before.shape
    each = tuple(tau_b(before[:, d], after[:, d]) for d in range(datasets))
    known = np.array([tau for tau in each if tau is not None])
    weights = as_generator(rng).multinomial(
        datasets, np.full(datasets, 1 / datasets), size=draws
    ) / max(datasets, 1)  # fmt: skip
    low, high = _interval(each, weights, confidence)
    return RankingStability(
        per_dataset=each,
        value=float(known.mean()) if len(known) else None,
        low=low,
        high=high,
        of_means=tau_b(before.mean(axis=1), after.mean(axis=1)) if models > 1 else None,
        inverted=_inverted(before, after, weights),
        draws=draws,
    )


def _interval(
    each: tuple[float | None, ...], weights: FloatArray, confidence: float
) -> tuple[float | None, float | None]:
    """Resampled means of the taus that are defined."""
    held = np.array([tau is not None for tau in each])
    if held.sum() < FEWEST:
        return None, None
    taus = np.array([0.0 if tau is None else tau for tau in each])
    room = weights @ held.astype(np.float64)
    drawn = np.divide(weights @ taus, room, out=np.full(len(room), np.nan), where=room > 0)
    return percentile_interval(drawn, confidence)


def _inverted(
    before: FloatArray, after: FloatArray, weights: FloatArray
) -> tuple[tuple[int, int, float], ...]:
    """Pairs that change places on average, with how surely they do."""
    found = []
    means = before.mean(axis=1)
    for a in np.argsort(-means, kind="stable").tolist():
        for b in range(len(means)):
            ahead, kept = before[a] - before[b], after[a] - after[b]
            if ahead.mean() <= 0 or kept.mean() >= 0:
                continue
            turned = ((weights @ ahead) > 0) & ((weights @ kept) < 0)
            found.append((a, b, float(turned.mean())))
    return tuple(sorted(found, key=lambda pair: (-pair[2], pair[0], pair[1])))
