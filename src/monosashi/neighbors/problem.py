"""What every engine is given, and what it gives back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt

from monosashi.embeddings.arrays import FloatArray

Rows = npt.NDArray[np.int64]
Distances = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Problem:
    """A checked search: find the ``k`` rows of ``base`` nearest to each row of ``queries``.

    Attributes
    ----------
    queries : (n, d) array
    base : (m, d) array
        For cosine, both hold unit rows in float64.
    k : int
        At most the number of rows of ``base`` that every query may list.
    exclude : (n,) int64 array
        The row of ``base`` that a query must not list, or -1.
    halved_squares : bool
        Give half the squared Euclidean distance (1 - cosine, for unit rows).
    weights : (m,) positive array, optional
        Order and give Euclidean distances times the factor of the base row.
    offsets : (m,) array, optional
        Order and give squared distances (or half of them) plus the amount of the base row.
    """

    queries: FloatArray
    base: FloatArray
    k: int
    exclude: Rows
    halved_squares: bool = False
    weights: Distances | None = None
    offsets: Distances | None = None

    @property
    def is_plain(self) -> bool:
        """Whether distances stand for themselves."""
        return self.weights is None and self.offsets is None


@dataclass(frozen=True)
class Lists:
    """The answer of an engine, row by row.

    Attributes
    ----------
    indices : (n, k) int64 array
        Nearest first; equal distances in the order of their row numbers.
    distances : (n, k) float64 array
    tied : (n,) bool array
        Whether the next row of ``base`` is exactly as far as the k-th.
    """

    indices: Rows
    distances: Distances
    tied: npt.NDArray[np.bool_]


class Engine(Protocol):
    """Any engine: exact lists, the same bytes for any number of workers."""

    def __call__(self, problem: Problem, *, n_jobs: int | None = None) -> Lists:
        """Solve ``problem``."""
        ...
