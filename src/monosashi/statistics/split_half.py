"""Whether other units of the same kind would rank the models alike."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from math import comb

import numpy as np
import numpy.typing as npt

from monosashi.statistics.bootstrap import percentile_interval
from monosashi.statistics.generators import as_generator
from monosashi.statistics.rank_correlation import spearman_brown, spearman_rows

FloatArray = npt.NDArray[np.float64]
MOST_HALVES, RANDOM_HALVES = 5_000, 1_000


@dataclass(frozen=True)
class SplitHalf:
    """Agreement of two halves of the units about the models.

    Attributes
    ----------
    value : float or None
        Mean Spearman correlation of the halves, over models. None where it is never defined.
    low, high : float or None
        Where 95 % of the splits lie; not a confidence interval.
    spearman_brown : float or None
        What the whole would give, 2r/(1 + r), of the mean.
    splits : int
        Splits in which both halves tell models apart.
    exhaustive : bool
        Whether these are all splits, or 1,000 random ones.
    n_units, n_models : int
    """

    value: float | None
    low: float | None
    high: float | None
    spearman_brown: float | None
    splits: int
    exhaustive: bool
    n_units: int
    n_models: int


def split_half(values: FloatArray, *, rng: int | np.random.Generator | None = None) -> SplitHalf:
    """Correlate models between halves of the units, over all splits or many.

    All distinct splits are taken where there are at most 5,000, else 1,000 random ones. Of an odd
    number of units one half has one more.

    Parameters
    ----------
    values : (models, units) array without gaps
        E.g. the loss of each model on each dataset.
    rng : seed or Generator of the random splits

    Examples
    --------
    >>> loss = np.array([[1.0, 1, 2, 1], [2, 3, 3, 2], [5, 4, 6, 5]])
    >>> found = split_half(loss)
    >>> found.value, found.splits, found.exhaustive
    (1.0, 3, True)
    """
    models, units = values.shape
    if units < 2 or models < 2:
        return SplitHalf(None, None, None, None, 0, exhaustive=True, n_units=units,
                         n_models=models)  # fmt: skip
    exhaustive = number_of_splits(units) <= MOST_HALVES
    halves = _all(units) if exhaustive else _some(units, as_generator(rng))
    first = np.array(list(halves), dtype=np.float64)
    sums = first @ values.T
    size = first.sum(axis=1, keepdims=True)
    rest = (values.sum(axis=1) - sums) / (units - size)
    found = spearman_rows(sums / size, rest)
    found = found[~np.isnan(found)]
    if not len(found):
        return SplitHalf(None, None, None, None, 0, exhaustive=exhaustive, n_units=units,
                         n_models=models)  # fmt: skip
    mean, (low, high) = float(found.mean()), percentile_interval(found)
    return SplitHalf(mean, low, high, spearman_brown(mean), len(found), exhaustive=exhaustive,
                     n_units=units, n_models=models)  # fmt: skip


def number_of_splits(units: int) -> int:
    """Distinct splits into halves.

    >>> number_of_splits(4), number_of_splits(5)
    (3, 10)
    """
    return comb(units, units // 2) // (1 if units % 2 else 2)


def _all(units: int) -> Iterator[npt.NDArray[np.bool_]]:
    """The half without the last unit where both are of one size, so that no split comes twice."""
    among = units if units % 2 else units - 1
    for chosen in combinations(range(among), units // 2):
        half = np.zeros(units, dtype=np.bool_)
        half[list(chosen)] = True
        yield half


def _some(units: int, generator: np.random.Generator) -> Iterator[npt.NDArray[np.bool_]]:
    for _ in range(RANDOM_HALVES):
        yield generator.permutation(units) < units // 2
