"""The paired permutation test: under the null each unit's difference is as likely negative."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
from threadpoolctl import threadpool_limits

from monosashi.statistics.generators import as_generator

FloatArray = npt.NDArray[np.float64]
ENUMERATE = 14  # units that differ: 16,384 arrangements
COUNTABLE = 100_000_000  # steps of counting sums of whole numbers
BLOCK = 200
TIE = 1e-10
LEAST = sys.float_info.min  # no p is 0; below this a float has no digits left


@dataclass(frozen=True)
class SignFlips:
    """Two-sided p of the sum of differences.

    Attributes
    ----------
    p_value : float
        Never 0: what is smaller than floats can hold is the smallest normal one.
    smallest_p : float
        The smallest p these units could give.
    exact : bool
        Whether all 2^m arrangements counted, rather than random ones.
    """

    p_value: float
    smallest_p: float
    exact: bool


def sign_flips(
    differences: npt.NDArray[Any],
    *,
    permutations: int = 9999,
    rng: int | np.random.Generator | None = None,
) -> list[SignFlips]:
    """Test, column by column, whether differences of independent units have a centre at 0.

    Each unit's difference (a minus b, summed over its rows) keeps its size and takes either sign
    with equal chance (Fisher 1935). Exact when at most 14 units differ, by counting all sums when
    the differences are whole numbers (numbers of queries won and lost), else
    p = (b + 1) / (B + 1) from B random arrangements, the same ones for all columns.

    Parameters
    ----------
    differences : (units, columns) array
    permutations : int
    rng : int or Generator, optional

    Examples
    --------
    >>> sign_flips(np.ones((5, 1)))[0].p_value
    0.0625
    """
    values = np.asarray(differences, dtype=np.float64)
    entropy = int(as_generator(rng).integers(2**63))
    found = [_exactly(column[column != 0]) for column in values.T]
    if rest := [i for i, test in enumerate(found) if test is None]:
        for i, test in zip(rest, _at_random(values[:, rest], permutations, entropy), strict=True):
            found[i] = test
    return [test for test in found if test is not None]


def _exactly(moved: FloatArray) -> SignFlips | None:
    """None where the arrangements are too many."""
    m, sizes = len(moved), np.abs(moved)
    if not m:
        return SignFlips(1.0, 1.0, exact=True)
    if (sizes == np.round(sizes)).all() and m * sizes.sum() <= COUNTABLE:
        return _count_sums(sizes.astype(np.intp), abs(int(moved.sum())))
    if m > ENUMERATE:
        return None
    signs = 1 - 2 * ((np.arange(2**m)[:, None] >> np.arange(m)) & 1)
    sums = np.abs((signs * moved).sum(axis=1))
    least = 2.0 ** (1 - m)
    return SignFlips(float((sums >= _reached(moved)).mean()), least, exact=True)


def _count_sums(sizes: npt.NDArray[np.intp], observed: int) -> SignFlips:
    """Distribution of a sum of whole numbers with random signs, one unit after the other."""
    total = int(sizes.sum())
    chance = np.zeros(2 * total + 1)
    chance[total] = 1.0
    for size in sizes:
        half = chance / 2
        chance = np.zeros_like(half)
        chance[size:] += half[: len(half) - size]
        chance[: len(half) - size] += half[size:]
    at_least = np.abs(np.arange(-total, total + 1)) >= observed
    p = min(1.0, float(chance[at_least].sum()))
    return SignFlips(max(p, LEAST), max(2.0 ** (1 - len(sizes)), LEAST), exact=True)


def _at_random(values: FloatArray, permutations: int, entropy: int) -> list[SignFlips]:
    limits = np.array([_reached(column) for column in values.T])
    reached = np.zeros(len(limits), dtype=np.intp)
    with threadpool_limits(limits=1, user_api="blas"):  # one order of summation everywhere
        for start in range(0, permutations, BLOCK):
            generator = np.random.default_rng([entropy, start])
            shape = (min(BLOCK, permutations - start), len(values))
            signs = generator.integers(0, 2, shape, dtype=np.int8) * 2.0 - 1.0
            reached += (np.abs(signs @ values) >= limits).sum(axis=0)
    least = 1 / (permutations + 1)
    return [SignFlips(float((b + 1) * least), least, exact=False) for b in reached]


def _reached(values: FloatArray) -> float:
    """What a sum must reach to count as at least as extreme; rounding counts as a tie."""
    return float(abs(values.sum()) - TIE * np.abs(values).sum())
