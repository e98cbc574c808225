"""Neighbours by distances that every base row multiplies with a factor of its own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from monosashi.embeddings.arrays import FloatArray
from monosashi.neighbors import Neighbors, search_keyed, search_several

Floats = npt.NDArray[np.float64]


def scaled_neighbours(
    queries: FloatArray,
    base: FloatArray,
    factors: npt.ArrayLike,
    k: int,
    *,
    exclude_self: bool = False,
    exclude: Any = None,
    n_jobs: int | None = None,
) -> Neighbors:
    """The k base rows with the smallest ``factors[j] * |query - base[j]|``, exactly.

    Parameters
    ----------
    queries : (m, d) array
    base : (n, d) array
    factors : (n,) positive array
    k : int
    exclude_self : bool
        Queries are the rows of ``base`` themselves; a row never lists itself.
    exclude : (m,) whole numbers, optional
        The row of ``base`` that a query must not list, or -1.
    n_jobs : int, optional

    Returns
    -------
    Neighbors
        ``distances`` are the scaled ones (without any factor of the query); equal ones stand in
        the order of their rows. The same bytes for any batch, block size or number of threads.

    Raises
    ------
    DataError
        When ``k`` is not between 1 and the number of rows a query may list.

    Examples
    --------
    >>> base = np.array([[0.0], [1.0], [3.0]])
    >>> found = scaled_neighbours(np.array([[1.5]]), base, [1.0, 4.0, 1.0], 2)
    >>> found.indices.tolist(), found.distances.tolist()
    ([[0, 2]], [[1.5, 1.5]])
    """
    return search_keyed(queries, base, k=k, weights=factors, n_jobs=n_jobs,
                        exclude=np.arange(len(base)) if exclude_self else exclude)  # fmt: skip


def scaled_neighbours_of(
    queries: FloatArray,
    base: FloatArray,
    factors: Sequence[npt.ArrayLike],
    ks: Sequence[int],
    *,
    n_jobs: int | None = None,
) -> list[Neighbors]:
    """``scaled_neighbours`` under each of several sets of factors: the same bytes, one product."""
    return search_several(queries, base, ks=ks, weights=factors, n_jobs=n_jobs)
