"""Lists of neighbours, whatever they were made from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from monosashi.embeddings import DataError, EmbeddingSet, fault
from monosashi.hubs.deletion import Deletions
from monosashi.hubs.occurrence import Counts, count_occurrences
from monosashi.neighbors import Neighbors, nearest
from monosashi.neighbors.search import Metric

Source = Literal["self", "queries", "distances", "neighbours"]


@dataclass(frozen=True)
class Listing:
    """k-lists over an index.

    Attributes
    ----------
    lists : (m, k) int64 array
    following : (m,) int64 array or None
        The (k + 1)-th neighbour of each row, for a self-search that has one.
    n_indexed : int
    ties : int or None
        Lists that end in an exact tie; None when the lists came without distances.
    source : str
    """

    lists: Counts
    following: Counts | None
    n_indexed: int
    ties: int | None
    source: Source

    @property
    def k(self) -> int:
        """Length of a list."""
        return int(self.lists.shape[1])

    @property
    def n_queries(self) -> int:
        """Number of lists."""
        return len(self.lists)

    def counts(self) -> Counts:
        """``N_k`` of every indexed item."""
        return count_occurrences(self.lists, self.n_indexed)

    def deletions(self, counts: Counts) -> Deletions | None:
        """What leaving out one item (self-search) or one query would change."""
        if self.source in {"queries", "neighbours"}:
            return Deletions.of_queries(self.lists, counts)
        if self.following is None:
            return None
        return Deletions.of_items(self.lists, self.following, counts)


def self_listing(found: Neighbors, k: int, source: Source) -> Listing:
    """Split k + 1 neighbours into the list and the one that follows."""
    lists = found.indices[:, :k]
    if found.k == k:
        return Listing(lists, None, found.n_base, found.ties, source)
    tied = found.distances[:, k - 1] == found.distances[:, k]
    if (found.distances[:, 0] == found.distances[:, k]).all():
        raise DataError(fault("hubs.errors.all_tied", n=found.n_base, following=k + 1))
    return Listing(lists, found.indices[:, k], found.n_base, int(tied.sum()), source)


def search_listing(
    data: EmbeddingSet, queries: EmbeddingSet | None, k: int, metric: Metric
) -> Listing:
    """Search ``data`` in itself, or for ``queries``."""
    if queries is not None:
        found = nearest(queries, data, k=k, metric=metric)
        return Listing(found.indices, None, data.n, found.ties, "queries")
    return self_listing(nearest(data, k=_one_more(k, data.n), metric=metric), k, "self")


def _one_more(k: int, n: int) -> int:
    return k + 1 if isinstance(k, int) and k == n - 1 - 1 + 0 or k < n - 1 else k


def given_listing(
    given: Neighbors | npt.ArrayLike, k: int | None, n_indexed: int | None
) -> Listing:
    """Check lists that somebody else made."""
    ties = given.ties if isinstance(given, Neighbors) else None
    known = given.n_base if isinstance(given, Neighbors) else None
    lists = np.asarray(given.indices if isinstance(given, Neighbors) else given)
    size = n_indexed if n_indexed is not None else known
    if lists.ndim != 2 or lists.dtype.kind not in "iu" or 0 in lists.shape:
        raise DataError(fault("hubs.errors.lists_shape", shape=lists.shape, dtype=lists.dtype))
    if size is None:
        raise DataError(fault("hubs.errors.n_indexed"))
    width = lists.shape[1] if k is None else k
    if not 1 <= width <= lists.shape[1]:
        raise DataError(fault("hubs.errors.lists_short", k=width, width=lists.shape[1]))
    kept = np.ascontiguousarray(lists[:, :width], dtype=np.int64)
    _check_entries(kept, size)
    return Listing(kept, None, size, ties if width == lists.shape[1] else None, "neighbours")


def _check_entries(lists: Counts, n_indexed: int) -> None:
    outside = np.flatnonzero(((lists < 0) | (lists >= n_indexed)).any(axis=1))
    ordered = np.sort(lists, axis=1)
    repeated = np.flatnonzero((ordered[:, 1:] == ordered[:, :-1]).any(axis=1))
    own = (lists == np.arange(len(lists))[:, None]).any(axis=1)
    faults = []
    if len(outside):
        faults.append(fault("hubs.errors.lists_range", outside.tolist(), n=n_indexed))
    if len(repeated):
        faults.append(fault("hubs.errors.lists_repeat", repeated.tolist()))
    if len(lists) == n_indexed > lists.shape[1] and own.all():
        faults.append(fault("hubs.errors.lists_self", n=n_indexed))
    elif len(lists) > lists.shape[1] and (ordered == ordered[0]).all():
        faults.append(fault("hubs.errors.lists_same", n=len(lists), k=lists.shape[1]))
    if faults:
        raise DataError(*faults)


def as_matrix(values: Any) -> npt.NDArray[Any]:
    """Whatever was given as a table of distances, still unchecked."""
    return np.asarray(values)
