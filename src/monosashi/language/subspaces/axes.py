"""Leading directions of a table of outer products, always with the same signs."""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Any

import numpy as np

from monosashi.embeddings import DataError, fault
from monosashi.language.centroids import Float64Array

ROUNDING = 1e-10  # of the largest eigenvalue; below it a direction is only rounding


def leading_axes(gram: Float64Array, rank: int, what: str) -> Float64Array:
    """(rank, d) eigenvectors of the largest eigenvalues, as rows.

    For the outer products of rows X (``X'X``) these are the top right singular vectors of X. Their
    largest entry is positive. Fewer directions than ``rank`` are refused, naming ``what``.
    """
    with one_order():
        values, vectors = np.linalg.eigh((gram + gram.T) / 2)
    found = int((values > ROUNDING * values[-1]).sum()) if values[-1] > 0 else 0
    if found < rank:
        raise DataError(fault("language.errors.rank_too_high", language=what, rank=rank,
                              found=found))  # fmt: skip
    return same_signs(vectors[:, ::-1][:, :rank].T)


def one_order() -> AbstractContextManager[Any]:
    """BLAS on one thread: sums in one order, so the same bytes on any number of threads."""
    from threadpoolctl import threadpool_limits

    limits: AbstractContextManager[Any] = threadpool_limits(limits=1, user_api="blas")
    return limits


def same_signs(axes: Float64Array) -> Float64Array:
    """Turn every row so that its largest entry is positive."""
    largest = np.abs(axes).argmax(axis=1)[:, None]
    signs = np.where(np.take_along_axis(axes, largest, axis=1) < 0, -1.0, 1.0)
    return np.ascontiguousarray(axes * signs)


def check_rank(rank: Any, most: int, why: str) -> int:
    """A whole number from 1 to ``most``."""
    whole = isinstance(rank, int | np.integer) and not isinstance(rank, bool)
    if not whole or not 1 <= rank <= most:
        raise DataError(fault(f"language.errors.{why}", given=rank, most=most))
    return int(rank)
