"""The sums of all groups in many arrangements of the labels: the kernel of every permutation test.

One sparse matrix, whose rows are (arrangement, group), times the columns to be summed. It is stored
unit by unit: a unit's row is read once and added to one group of every arrangement while it lies
in the nearest cache, which takes half the time of adding up the members of one group after the
other. A few columns at a time keep the sums themselves close by.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from monosashi.shape.configuration import Array
from monosashi.shape.sums import IntArray


def sum_groups(
    tiles: Sequence[npt.NDArray[Any]], members: IntArray, units: IntArray
) -> tuple[npt.NDArray[Any], ...]:
    """(P, G, t) sums of every tile."""
    many, n = members.shape
    label = np.repeat(np.arange(len(units), dtype=np.int32), units)
    codes = np.empty((n, many), dtype=np.int32)
    codes[members, np.arange(many)[:, None]] = label
    return add_to_groups(tiles, codes.T, len(units))


def add_to_groups(
    tiles: Sequence[npt.NDArray[Any]], codes: IntArray, groups: int
) -> tuple[npt.NDArray[Any], ...]:
    """(P, G, t) sums of every tile for (P, n) groups of the units.

    Each unit is added to its group in all arrangements at once.
    """
    from scipy.sparse import csc_array

    many, n = codes.shape
    places = codes.T + groups * np.arange(many, dtype=np.int32)
    starts = np.arange(0, n * many + 1, many, dtype=np.int32)
    ones = np.ones(n * many, dtype=tiles[0].dtype)
    member = csc_array((ones, places.ravel(), starts), shape=(many * groups, n))
    return tuple((member @ tile).reshape(many, groups, -1) for tile in tiles)


def sum_few_groups(
    matrix: npt.NDArray[Any], members: IntArray, units: IntArray, totals: Array
) -> Array:
    """(P, G, c) the same for few groups: a product; the largest gets what the others leave."""
    largest = int(units.argmax())
    ends = np.cumsum(units)
    listed = np.delete(members, np.s_[ends[largest] - units[largest] : ends[largest]], axis=1)
    others = np.delete(units, largest)
    held = np.zeros((len(members) * len(others), len(matrix)), dtype=matrix.dtype)
    held[np.repeat(np.arange(len(held)), np.tile(others, len(members))), listed.ravel()] = 1
    summed = (held @ matrix).reshape(len(members), len(others), -1)
    left = totals - summed.sum(axis=1, dtype=np.float64)
    return np.insert(summed.astype(np.float64), largest, left, axis=1)
