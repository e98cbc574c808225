"""Order statistics of all pairwise means, without keeping them all."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

FloatArray = npt.NDArray[np.float64]
MOST_KEPT = 1000  # values whose pairwise means are simply sorted
BITS = 64


@dataclass
class WalshAverages:
    """The means (x_i + x_j)/2, i <= j, of sorted values.

    Few are sorted. Of many, the k-th is searched by halving the numbers between the smallest and
    the largest and counting the means below, so that memory grows with n only.

    >>> WalshAverages(np.array([1.0, 2.0, 5.0])).median()
    2.5
    """

    values: FloatArray

    def __post_init__(self) -> None:
        n = len(self.values)
        self.count = n * (n + 1) // 2
        self._sorted: FloatArray | None = None
        if n <= MOST_KEPT:
            i, j = np.triu_indices(n)
            self._sorted = np.sort(_mean(self.values[i], self.values[j]))

    def at(self, place: int) -> float:
        """The mean number ``place`` of all, counted from 1."""
        if self._sorted is not None:
            return float(self._sorted[place - 1])
        low, high = _key(self.values[0]), _key(self.values[-1])
        while low < high:
            middle = (low + high) // 2
            if self._at_most(_number(middle)) >= place:
                high = middle
            else:
                low = middle + 1
        return _number(low)

    def median(self) -> float:
        """The middle one, or the mean of both middle ones."""
        first, last = (self.count + 1) // 2, self.count // 2 + 1
        return self.at(first) / 2 + self.at(last) / 2

    def _at_most(self, limit: float) -> int:
        """How many means are at most ``limit``; for each i the j are found by halving."""
        n = len(self.values)
        first, last = np.arange(n), np.full(n, n)
        while (open_ := first < last).any():
            middle = np.minimum((first + last) // 2, n - 1)
            fits = open_ & (_mean(self.values, self.values[middle]) <= limit)
            first = np.where(fits, middle + 1, first)
            last = np.where(open_ & ~fits, middle, last)
        return int((first - np.arange(n)).sum())


def _mean(a: FloatArray, b: FloatArray) -> FloatArray:
    return a / 2 + b / 2  # two large numbers have no sum


def _key(value: float) -> int:
    """Whole numbers in the order of the floats."""
    bits = int(np.float64(value + 0.0).view(np.int64))
    return bits if bits >= 0 else -(bits & ((1 << (BITS - 1)) - 1))


def _number(key: int) -> float:
    return float(np.int64(abs(key)).view(np.float64)) * (1 if key >= 0 else -1)
