"""What a search refuses: options and sets that do not go together."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from monosashi.embeddings import DataError, EmbeddingSet, Fault, fault
from monosashi.embeddings.mending import mending_fault
from monosashi.neighbors.problem import Rows

METRICS = ("euclidean", "cosine")


def exclusion(exclude: npt.ArrayLike | None, n: int, m: int, *, itself: bool) -> Rows:
    """The row that each query must not list, or -1."""
    if itself and exclude is None:
        return np.arange(n)
    if exclude is None:
        return np.full(n, -1)
    rows = np.asarray(exclude)
    if rows.shape != (n,) or rows.dtype.kind not in "iu":
        raise DataError(fault("neighbors.errors.exclude_shape", shape=rows.shape, dtype=rows.dtype,
                              n=n))  # fmt: skip
    if len(wrong := np.flatnonzero((rows < -1) | (rows >= m))):
        raise DataError(fault("neighbors.errors.exclude_range", wrong.tolist(), m=m))
    return rows.astype(np.int64)


def set_faults(ask: EmbeddingSet, searched: EmbeddingSet, metric: str) -> list[Fault]:
    """Unknown metric, different dimensions, different models, mended on one side only."""
    faults = []
    if metric not in METRICS:
        choices = ", ".join(METRICS)
        faults.append(fault("embeddings.errors.bad_choice", name="metric", given=metric,
                            choices=choices))  # fmt: skip
    if ask.dimension != searched.dimension:
        faults.append(fault("neighbors.errors.dimension", queries=ask.dimension,
                            base=searched.dimension))  # fmt: skip
    for name, (ours, theirs) in ask.model.differences(searched.model).items():
        if name == "mended":
            faults.append(mending_fault(("queries", "base"), ours, theirs))
        if name in {"name", "revision"}:
            faults.append(fault("neighbors.errors.model", field=name, queries=ours, base=theirs))
    return faults


def check_k(k: Any, n: int, others: int) -> None:
    """Refuse a ``k`` that is no whole number from 1 to ``others``."""
    if faults := k_faults(k, n, others):
        raise DataError(*faults)


def k_faults(k: Any, n: int, others: int) -> list[Fault]:
    """At most one fault: ``k`` is no whole number from 1 to ``others``."""
    if isinstance(k, bool) or not isinstance(k, int | np.integer) or k < 1:
        return [fault("neighbors.errors.k_not_positive", k=k)]
    if others < 1:
        return [fault("neighbors.errors.nobody", k=k, n=n)]
    return [fault("neighbors.errors.k_too_large", k=k, n=n, most=others)] if k > others else []
