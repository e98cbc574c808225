"""Rows that are copies of each other need one exact score only."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

IntArray = npt.NDArray[np.intp]
BLOCK = 4_096


def first_equal(vectors: npt.NDArray[np.floating], rows: IntArray) -> IntArray:
    """Position in ``rows`` of the first row with exactly the same vector.

    Digests find the copies and the vectors themselves confirm them, so that a collision costs
    time and nothing else.

    Examples
    --------
    >>> first_equal(np.array([[1.0], [2.0], [1.0]]), np.array([2, 1, 0])).tolist()
    [0, 1, 0]
    """
    seen: dict[int, int] = {}
    first = np.array([seen.setdefault(hash(vectors[row].tobytes()), i)
                      for i, row in enumerate(rows)], dtype=np.intp)  # fmt: skip
    for start in range(0, len(rows), BLOCK):
        part = slice(start, start + BLOCK)
        same = (vectors[rows[part]] == vectors[rows[first[part]]]).all(axis=1)
        first[part] = np.where(same, first[part], np.arange(start, start + len(same)))
    return first
