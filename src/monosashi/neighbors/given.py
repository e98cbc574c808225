"""Neighbours from a table of distances that somebody else computed."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from monosashi.neighbors.blocks import row_blocks
from monosashi.neighbors.checks import check_k
from monosashi.neighbors.search import Neighbors
from monosashi.neighbors.selection import select

ROWS = 256


def nearest_from_distances(distances: npt.NDArray[np.floating[Any]], *, k: int) -> Neighbors:
    """The k nearest others of each row of a square table of distances.

    The diagonal is left out by position; equal distances stand in the order of their columns.

    Parameters
    ----------
    distances : (n, n) array of finite numbers
        Used as it is; whether it is symmetric is for the caller to check.
    k : int, at most n - 1

    Raises
    ------
    DataError
        When ``k`` is not between 1 and n - 1.

    Examples
    --------
    >>> nearest_from_distances(np.array([[0.0, 1, 2], [1, 0, 3], [2, 3, 0]]), k=1).indices.tolist()
    [[1], [0], [0]]
    """
    n = len(distances)
    check_k(k, n, others=n - 1)
    parts = []
    for rows in row_blocks(n, ROWS):
        block = distances[rows].astype(np.float64)
        own = np.arange(len(block))
        block[own, own + rows.start] = np.inf
        following = min(k, n - 2)
        last = np.partition(block, following, axis=1)[:, following]
        row, column = np.nonzero((block <= last[:, None]) & np.isfinite(block))
        parts.append(select(row, column, block[row, column], len(block), k))
    return Neighbors(
        indices=np.concatenate([part.indices for part in parts]),
        distances=np.concatenate([part.distances for part in parts]),
        tied=np.concatenate([part.tied for part in parts]),
        n_base=n,
    )
