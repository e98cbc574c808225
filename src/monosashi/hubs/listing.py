"""Lists of neighbours, whatever they were made from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from monosashi.embeddings import DataError, EmbeddingSet, fault
from monosashi.hubs.deletion import Deletions
from monosashi.hubs.occurrence import Counts, count_occurrences
from monosashi.neighbors import Metric, Neighbors, check_k, nearest

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
    found : Neighbors or None
        The search behind a self-search, for those who want it too.
    """

    lists: Counts
    following: Counts | None
    n_indexed: int
    ties: int | None
    source: Source
    found: Neighbors | None = None

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
        """What leaving out one item (self-search) or one list would change."""
        if self.source in {"queries", "neighbours"}:
            return Deletions.of_queries(self.lists, counts)
        if self.following is None:
            return None
        return Deletions.of_items(self.lists, self.following, counts)


def search_listing(
    data: EmbeddingSet, queries: EmbeddingSet | None, k: int, metric: Metric
) -> Listing:
    """Search ``data`` in itself, or for ``queries``."""
    if queries is not None:
        found = nearest(queries, data, k=k, metric=metric)
        return Listing(found.indices, None, data.n, found.ties, "queries")
    return self_listing(nearest(data, k=with_next(k, data.n), metric=metric), k, "self")


def with_next(k: int, n: int) -> int:
    """One neighbour more than the list, when there is one."""
    check_k(k, n, others=n - 1)
    return k + int(k < n - 1)


def self_listing(found: Neighbors, k: int, source: Source) -> Listing:
    """Split the neighbours of a self-search into the list and the one that follows.

    Refused when in every row all of them are equally far: then only row numbers decide.
    """
    lists = found.indices[:, :k]
    if found.k == k:
        return Listing(lists, None, found.n_base, found.ties, source, found)
    if (found.distances[:, 0] == found.distances[:, k]).all():
        raise DataError(fault("hubs.errors.all_tied", n=found.n_base, following=k + 1))
    ties = int((found.distances[:, k - 1] == found.distances[:, k]).sum())
    return Listing(lists, found.indices[:, k], found.n_base, ties, source, found)
