"""How a sum of ranks with random signs is distributed."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import numpy.typing as npt

FloatArray = npt.NDArray[np.float64]


def chances(ranks: npt.NDArray[np.int64]) -> FloatArray:
    """Chance of every sum of those ranks whose sign is plus; each sign is a fair coin.

    >>> chances(np.array([1, 2, 3])).tolist()
    [0.125, 0.125, 0.125, 0.25, 0.125, 0.125, 0.125]
    """
    held = np.zeros(int(ranks.sum()) + 1)
    held[0] = 1.0
    reached = 0
    for rank in np.sort(ranks).tolist():
        with_it = held[: reached + 1].copy()
        held[: reached + 1] *= 0.5
        held[rank : rank + reached + 1] += 0.5 * with_it
        reached += rank
    return held


def upper_tail(ranks: npt.NDArray[np.int64], at_least: int) -> float:
    """Chance of a sum of at least so much.

    >>> upper_tail(np.array([2, 4, 6]), 12)
    0.125
    """
    return float(chances(ranks)[at_least:].sum())


@lru_cache(maxsize=64)
def tail_of_signed_ranks(n: int) -> FloatArray:
    """P(T+ <= t) for t = 0, 1, … of n differences without ties (Wilcoxon's table).

    >>> tail_of_signed_ranks(3)[:3].tolist()
    [0.125, 0.25, 0.375]
    """
    found = np.cumsum(chances(np.arange(1, n + 1)))
    found.flags.writeable = False
    return found
