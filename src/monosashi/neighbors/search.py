"""``nearest``: the one call for neighbours, whatever the engine."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from monosashi.embeddings import DataError, EmbeddingSet, as_set, fault, unit_rows
from monosashi.neighbors.checks import exclusion, k_faults, set_faults
from monosashi.neighbors.engines import find_engine
from monosashi.neighbors.problem import Distances, Problem, Rows

Metric = Literal["euclidean", "cosine"]


@dataclass(frozen=True)
class Neighbors:
    """The k nearest rows of a base for each query.

    Attributes
    ----------
    indices : (n, k) int64 array
        Rows of the base, nearest first; equal distances in the order of their row numbers.
    distances : (n, k) float64 array
        Euclidean, or 1 - cosine.
    tied : (n,) bool array
        Queries for which the (k + 1)-th row is exactly as far as the k-th: which of them is in
        the list was settled by row number.
    n_base : int
        How many rows were searched.
    """

    indices: Rows
    distances: Distances
    tied: npt.NDArray[np.bool_]
    n_base: int

    @property
    def ties(self) -> int:
        """How many lists end in an exact tie."""
        return int(self.tied.sum())

    @property
    def k(self) -> int:
        """Length of a list."""
        return int(self.indices.shape[1])

    def __repr__(self) -> str:
        return (
            f"Neighbors(n={len(self.indices)}, k={self.k}, n_base={self.n_base}, ties={self.ties})"
        )


def nearest(
    queries: EmbeddingSet | Any,
    base: EmbeddingSet | Any | None = None,
    *,
    k: int,
    metric: Metric = "euclidean",
    engine: str = "exact",
    exclude: npt.ArrayLike | None = None,
    n_jobs: int | None = None,
) -> Neighbors:
    r"""Find the k nearest rows of ``base`` for each query, exactly.

    Without ``base`` the queries are searched among themselves and a row never lists itself; it is
    left out by its row, not by its distance, so exact copies of it stay. Between two sets nothing
    is left out unless ``exclude`` says so.

    Distances are final float64 sums of squared differences, so points at 1000 ± 1e-5 come out
    right and copies are exactly 0 apart. The same data give the same bytes for any number of
    workers.

    Parameters
    ----------
    queries : EmbeddingSet or (n, d) array
    base : EmbeddingSet or (m, d) array, optional
    k : int
        At most the number of rows a query may list.
    metric : "euclidean" or "cosine"
        Cosine scales every row to length 1 in float64 and gives ``|x - y|² / 2``, which is
        ``1 - cos`` without its cancellation: never negative.
    engine : str
        "exact": float32 products with a proven error limit, decided in float64.
    exclude : (n,) whole numbers, optional
        The row of ``base`` that a query must not list, or -1.
    n_jobs : int, optional
        Threads; by default every core this process may use.

    Returns
    -------
    Neighbors

    Raises
    ------
    DataError
        Unknown metric or engine, different dimensions or models, a ``k`` that is too large, zero
        vectors with cosine, ``exclude`` of the wrong length or outside ``base``.

    Examples
    --------
    >>> found = nearest([[1, 0], [1, 0], [0, 1]], k=1)
    >>> found.indices.ravel().tolist(), found.distances[0, 0]
    ([1, 0, 0], np.float64(0.0))
    """
    solve = find_engine(engine)
    ask = as_set(queries)
    searched = ask if base is None else as_set(base)
    left_out = exclusion(exclude, ask.n, searched.n, itself=base is None)
    others = searched.n - int((left_out >= 0).any()) if len(left_out) else searched.n
    faults = [*set_faults(ask, searched, metric), *k_faults(k, searched.n, others)]
    if faults:
        raise DataError(*faults)
    problem = _problem(ask, searched, int(k), metric, left_out)
    lists = solve(problem, n_jobs=n_jobs)
    if len(rows := np.flatnonzero(np.isinf(lists.distances).any(axis=1))):
        raise DataError(fault("neighbors.errors.overflow", rows.tolist(), list(ask.ids[rows])))
    return Neighbors(lists.indices, lists.distances, lists.tied, searched.n)


def _problem(
    ask: EmbeddingSet, searched: EmbeddingSet, k: int, metric: Metric, left_out: Rows
) -> Problem:
    if metric == "euclidean":
        return Problem(ask.vectors, searched.vectors, k, left_out)
    unit = unit_rows(np.asarray(ask.vectors, dtype=np.float64), ask.ids)
    same = searched is ask
    other = unit if same else unit_rows(np.asarray(searched.vectors, np.float64), searched.ids)
    return Problem(unit, other, k, left_out, halved_squares=True)
