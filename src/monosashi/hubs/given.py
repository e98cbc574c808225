"""Neighbour lists that somebody else made, checked before anything is counted."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from monosashi.embeddings import DataError, Fault, fault
from monosashi.hubs.listing import Listing
from monosashi.hubs.occurrence import Counts
from monosashi.neighbors import Neighbors


def given_listing(
    given: Neighbors | npt.ArrayLike, k: int | None, n_indexed: int | None
) -> Listing:
    """Check lists; ``k`` may cut them shorter."""
    found = given if isinstance(given, Neighbors) else None
    lists = _as_table(given.indices if isinstance(given, Neighbors) else given)
    size = found.n_base if found is not None and n_indexed is None else n_indexed
    if size is None:
        raise DataError(fault("hubs.errors.n_indexed"))
    width = lists.shape[1] if k is None else k
    if not 1 <= width <= lists.shape[1]:
        raise DataError(fault("hubs.errors.lists_short", k=width, width=lists.shape[1]))
    kept = np.ascontiguousarray(lists[:, :width], dtype=np.int64)
    if faults := [*_entry_faults(kept, size), *_pattern_faults(kept, size)]:
        raise DataError(*faults)
    known = found is not None and width == found.k
    return Listing(kept, None, size, found.ties if found and known else None, "neighbours")


def _as_table(given: Any) -> npt.NDArray[Any]:
    try:
        lists = np.asarray(given)
    except ValueError:
        lengths = sorted({len(row) for row in given})
        raise DataError(fault("hubs.errors.lists_ragged", lengths=lengths)) from None
    if lists.ndim != 2 or lists.dtype.kind not in "iu" or 0 in lists.shape:
        raise DataError(fault("hubs.errors.lists_shape", shape=lists.shape, dtype=lists.dtype))
    return lists


def _entry_faults(lists: Counts, n_indexed: int) -> list[Fault]:
    outside = np.flatnonzero(((lists < 0) | (lists >= n_indexed)).any(axis=1))
    ordered = np.sort(lists, axis=1)
    repeated = np.flatnonzero((ordered[:, 1:] == ordered[:, :-1]).any(axis=1))
    faults = []
    if len(outside):
        faults.append(fault("hubs.errors.lists_range", outside.tolist(), n=n_indexed))
    if len(repeated):
        faults.append(fault("hubs.errors.lists_repeat", repeated.tolist()))
    return faults


def _pattern_faults(lists: Counts, n_indexed: int) -> list[Fault]:
    """Lists that no search gives: everybody lists itself, or everybody lists the same."""
    m, k = lists.shape
    own = (lists == np.arange(m)[:, None]).any(axis=1)
    if m == n_indexed > k and own.all():
        return [fault("hubs.errors.lists_self", n=n_indexed)]
    ordered = np.sort(lists, axis=1)
    if m > k and n_indexed > k and (ordered == ordered[0]).all():
        return [fault("hubs.errors.lists_same", n=m, k=k)]
    return []
