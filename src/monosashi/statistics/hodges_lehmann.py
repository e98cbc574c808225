"""The Hodges-Lehmann estimate and its distribution-free interval."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from monosashi.statistics.options import check_confidence
from monosashi.statistics.signed_rank_null import tail_of_signed_ranks
from monosashi.statistics.vectors import finite_vector
from monosashi.statistics.walsh import WalshAverages

MOST_EXACT = 500


@dataclass(frozen=True)
class HodgesLehmann:
    """Median of the Walsh averages, with the interval that the signed-rank test gives.

    Attributes
    ----------
    value : float
    low, high : float or None
        None for a single difference.
    level : float or None
        What the interval attains: it moves in steps, and is rarely the level asked for.
    confidence : float
        What was asked for.
    reached : bool
        Whether ``level`` is at least ``confidence``; with few differences no interval can be.
    n : int
    order : int
        C: the interval runs from the C-th smallest to the C-th largest Walsh average.
    exact : bool
    """

    value: float
    low: float | None
    high: float | None
    level: float | None
    confidence: float
    reached: bool
    n: int
    order: int
    exact: bool


def hodges_lehmann(
    x: Sequence[float] | npt.NDArray[Any], *, confidence: float = 0.95
) -> HodgesLehmann:
    """Estimate the centre of differences by the median of all pairwise means.

    The n(n+1)/2 Walsh averages (x_i + x_j)/2, i <= j, are taken with zeros kept (R drops them
    first). C is the largest c with P(T+ <= c - 1) <= (1 - confidence)/2, T+ of the signed-rank
    table, and at least 1: the interval is [w(C), w(M + 1 - C)], of level 1 - 2 P(T+ <= C - 1).
    With 5 differences or fewer 95 % cannot be reached, and ``level`` says what is (Hollander, Wolfe
    and Chicken 2014, section 3.3). Ties make the level at least what it says.

    Parameters
    ----------
    x : (n,) differences
    confidence : float between 0 and 1

    Raises
    ------
    DataError
        Nothing given, NaN or infinity; a confidence outside 0 to 1.

    Examples
    --------
    >>> found = hodges_lehmann([1.1, 2.3, 0.7, 3.2, 1.9])
    >>> found.value, found.low, found.high, found.level, found.reached
    (1.9, 0.7, 3.2, 0.9375, False)
    """
    check_confidence(confidence)
    values = np.sort(finite_vector(x, "x"))
    n = len(values)
    exact = n <= MOST_EXACT
    order, level = exact_order(n, confidence) if exact else _normal_order(n, confidence)
    walsh = WalshAverages(values)
    alone = n == 1
    return HodgesLehmann(
        value=walsh.median(),
        low=None if alone else walsh.at(order),
        high=None if alone else walsh.at(walsh.count + 1 - order),
        level=None if alone else level,
        confidence=confidence,
        reached=not alone and level >= confidence,
        n=n,
        order=order,
        exact=exact,
    )


def exact_order(n: int, confidence: float) -> tuple[int, float]:
    """C, and the level that it attains.

    >>> [exact_order(n, 0.95)[0] for n in (5, 6, 8, 10, 13, 16, 19)]
    [1, 1, 4, 9, 18, 30, 47]
    """
    tail = tail_of_signed_ranks(n)
    # a level that is exactly reached must not be missed by the last bit of 1 - confidence
    order = max(1, int(np.searchsorted(tail, (1 - confidence) / 2 + 1e-12, side="right")))
    return order, max(0.0, 1 - 2 * float(tail[order - 1]))


def _normal_order(n: int, confidence: float) -> tuple[int, float]:
    from scipy.special import ndtr, ndtri

    centre, spread = n * (n + 1) / 4, (n * (n + 1) * (2 * n + 1) / 24) ** 0.5
    order = max(1, int(np.floor(centre + ndtri((1 - confidence) / 2) * spread + 0.5)))
    level = 1 - 2 * float(ndtr((order - 0.5 - centre) / spread))
    return order, level
