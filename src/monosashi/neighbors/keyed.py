"""Neighbours in an order other than that of plain distances."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from monosashi.embeddings import DataError, fault
from monosashi.embeddings.arrays import FloatArray
from monosashi.neighbors.checks import exclusion, k_faults
from monosashi.neighbors.exact import BLOCK, search_exact
from monosashi.neighbors.problem import Lists, Problem
from monosashi.neighbors.search import Neighbors


def search_keyed(
    queries: FloatArray,
    base: FloatArray,
    *,
    k: int,
    weights: npt.ArrayLike | None = None,
    offsets: npt.ArrayLike | None = None,
    exclude: npt.ArrayLike | None = None,
    n_jobs: int | None = None,
    block: tuple[int, int] = BLOCK,
) -> Neighbors:
    """The k base rows with the smallest ``w |x - y|``, or the smallest ``|x - y|² + o``.

    Parameters
    ----------
    queries, base : (m, d) and (n, d) arrays, checked before
    k : int
    weights : (n,) positive array, optional
    offsets : (n,) array, optional
        One of the two.
    exclude : (m,) whole numbers, optional
        The row of ``base`` that a query must not list, or -1.
    n_jobs : int, optional
    block : (queries, base rows) in one product
        Changes no byte.

    Returns
    -------
    Neighbors
        ``distances`` are those keys, final float64 sums.

    Raises
    ------
    DataError
        When ``k`` is not between 1 and the number of rows a query may list.
    """
    left_out = exclusion(exclude, len(queries), len(base), itself=False)
    others = len(base) - int((left_out >= 0).any())
    if faults := k_faults(k, len(base), others):
        raise DataError(*faults)
    factors, amounts = (
        None if one is None else np.asarray(one, np.float64) for one in (weights, offsets)
    )
    problem = Problem(queries, base, int(k), left_out, weights=factors, offsets=amounts)
    return found_by(search_exact(problem, n_jobs=n_jobs, block=block), len(base))


def found_by(lists: Lists, n_base: int) -> Neighbors:
    """An answer; refused where distances are beyond the largest number."""
    if len(rows := np.flatnonzero(np.isinf(lists.distances).any(axis=1))):
        raise DataError(
            fault("neighbors.errors.overflow", rows.tolist(), [str(row) for row in rows])
        )
    return Neighbors(lists.indices, lists.distances, lists.tied, n_base)
