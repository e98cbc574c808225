"""Lists of neighbours in two spaces, whole and without one group at a time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from monosashi.embeddings import EmbeddingSet
from monosashi.neighbors import Metric, nearest, row_blocks

Ints = npt.NDArray[np.integer[Any]]
Floats = npt.NDArray[np.float64]
Mask = npt.NDArray[np.bool_]
CHUNK = 50_000
LONGEST = 256


@dataclass(frozen=True, eq=False)
class Lists:
    """Neighbours of the same anchors in one space.

    Attributes
    ----------
    indices : (m, at least k) rows of the whole set, nearest first
    ties : int
        Lists whose place k was settled by row number.
    """

    indices: Ints
    ties: int


def lists_of(data: EmbeddingSet, rows: Ints, k: int, length: int, metric: Metric) -> Lists:
    """The ``length`` nearest others of each anchor; ties are counted at place k."""
    whole = len(rows) == data.n
    found = nearest(data, k=length, metric=metric) if whole else nearest(
        data.take(rows), data, k=length, metric=metric, exclude=rows)  # fmt: skip
    if length == k:
        return Lists(found.indices, found.ties)
    tied = found.distances[:, k] == found.distances[:, k - 1]
    return Lists(found.indices, int(tied.sum()))


def common_counts(a: Ints, b: Ints) -> Ints:
    """(m,) how many entries row i of ``a`` shares with row i of ``b``; no row repeats an entry.

    >>> common_counts(np.array([[1, 2]]), np.array([[2, 3]])).tolist()
    [1]
    """
    counts = np.empty(len(a), dtype=np.int64)
    for part in row_blocks(len(a), CHUNK):
        both = np.sort(np.concatenate([a[part], b[part]], axis=1), axis=1)
        counts[part] = (both[:, 1:] == both[:, :-1]).sum(axis=1)
    return counts


def overlap(a: Lists, b: Lists, k: int) -> float:
    """Mean share of the k nearest that both spaces name."""
    return float(common_counts(a.indices[:, :k], b.indices[:, :k]).mean() / k)


@dataclass(frozen=True, eq=False)
class Pair:
    """Two spaces of the same objects, with the anchors and the groups.

    Attributes
    ----------
    a, b : EmbeddingSet
    rows : (m,) anchors
    codes : (n,) group of every object
    """

    a: EmbeddingSet
    b: EmbeddingSet
    rows: Ints
    codes: Ints | None
    k: int
    metric: Metric

    @property
    def sizes(self) -> Ints:
        """(G,) objects of each group."""
        return np.bincount(self.codes) if self.codes is not None else np.empty(0, np.int64)

    def lists(self) -> tuple[Lists, Lists]:
        """Lists long enough to lose any group of at most 256 objects."""
        small = self.sizes[self.sizes <= LONGEST]
        length = min(self.k + int(small.max(initial=0)), self.a.n - 1)
        return (lists_of(self.a, self.rows, self.k, length, self.metric),
                lists_of(self.b, self.rows, self.k, length, self.metric))  # fmt: skip

    def without_each(self, a: Lists, b: Lists) -> Floats:
        """(G,) overlap with one group gone from both spaces; NaN where k others do not remain.

        Only anchors that list a member of the group get a new list; its own anchors leave.
        """
        if self.codes is None:
            return np.empty(0)
        sizes = self.sizes
        full = common_counts(a.indices[:, : self.k], b.indices[:, : self.k])
        own = np.bincount(self.codes[self.rows], full, minlength=len(sizes))
        total, left = full.sum() - own, len(self.rows) - np.bincount(
            self.codes[self.rows], minlength=len(sizes))  # fmt: skip
        fits = (self.a.n - sizes - 1 >= self.k) & (left > 0)
        easy = fits & (sizes <= LONGEST)
        self._relist(a.indices, b.indices, full, easy, total)
        values: Floats = np.divide(
            total, self.k * left, out=np.full(len(sizes), np.nan), where=easy
        )
        for group in np.flatnonzero(fits & ~easy):
            values[group] = self._again(int(group))
        return values

    def _relist(self, a: Ints, b: Ints, full: Ints, easy: Mask, total: Ints) -> None:
        """Add what the lists of anchors near a group gain and lose without it."""
        assert self.codes is not None  # noqa: S101 - narrows the type
        groups = len(easy)
        near = self.codes[np.concatenate([a[:, : self.k], b[:, : self.k]], axis=1)]
        keys = np.unique((np.arange(len(a))[:, None] * groups + near).ravel())
        anchors, group = np.divmod(keys, groups)
        touched = easy[group] & (group != self.codes[self.rows[anchors]])
        anchors, group = anchors[touched], group[touched]
        for part in row_blocks(len(anchors), CHUNK):
            i, g = anchors[part], group[part]
            new = common_counts(self._first(a[i], g), self._first(b[i], g))
            np.add.at(total, g, new - full[i])

    def _first(self, lists: Ints, group: Ints) -> Ints:
        """(p, k) the first k entries of each list that lie outside its group."""
        assert self.codes is not None  # noqa: S101 - narrows the type
        kept = self.codes[lists] != group[:, None]
        kept &= np.cumsum(kept, axis=1) <= self.k
        first: Ints = lists[kept].reshape(-1, self.k)
        return first

    def _again(self, group: int) -> float:
        """A group too large for spare places in the lists: search again without it."""
        assert self.codes is not None  # noqa: S101 - narrows the type
        rest = np.flatnonzero(self.codes != group)
        anchors = np.flatnonzero(np.isin(rest, self.rows))
        a, b = (lists_of(data.take(rest), anchors, self.k, self.k, self.metric)
                for data in (self.a, self.b))  # fmt: skip
        return overlap(a, b, self.k)
