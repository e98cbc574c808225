"""Mutual proximity: how surely two rows are nearer to each other than to others."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal, Self

import numpy as np

from monosashi.embeddings import DataError, EmbeddingSet, fault
from monosashi.embeddings.arrays import FloatArray
from monosashi.hubs.reductions.ground import Ground
from monosashi.hubs.reductions.mutual_blocks import (
    Moments,
    distance_rows,
    empirical_block,
    gaussian_block,
    moments,
)
from monosashi.hubs.reductions.reduction import Floats, Reduction
from monosashi.hubs.reductions.reranking import Pairs
from monosashi.hubs.reductions.sphere import needed_queries
from monosashi.neighbors import Metric, Neighbors, Rows, check_k, map_blocks, row_blocks, select

Kind = Literal["gaussian", "empirical"]
MOST_EMPIRICAL = 5_000
BLOCK_NUMBERS = 4_000_000


@dataclass(frozen=True, kw_only=True, eq=False)
class MutualProximity(Reduction):
    r"""``1 - P(both are farther from others than from each other)``.

    Gaussian: ``1 - (1 - F_i(d_ij)) (1 - F_j(d_ij))`` with F_i the normal distribution whose mean
    and standard deviation (divisor n - 1) are those of the distances of row i to all others.
    Empirical: ``1 - #{l: d_il > d_ij and d_jl > d_ij} / n``.

    Every pair is measured by itself in float64: O(n² d), for the empirical form O(n³), which is
    refused above 5,000 rows. ``k`` plays no part.

    Attributes
    ----------
    kind_of_fit : "gaussian" or "empirical"
    means, deviations : (n,) float64 arrays
        Of the distances of each row to all others.

    References
    ----------
    Schnitzer, Flexer, Schedl & Widmer (2012), Local and global scaling reduce hubs in space,
    JMLR 13.

    Examples
    --------
    >>> x = np.random.default_rng(0).normal(size=(60, 20))
    >>> MutualProximity.fit(x).neighbours(k=3).indices.shape
    (60, 3)
    """

    kind = "mutual-proximity"
    numbers_kept = ("kind_of_fit",)
    arrays_kept = ("means", "deviations")
    kind_of_fit: Kind
    means: Floats = field(repr=False)
    deviations: Floats = field(repr=False)

    @classmethod
    def fit(
        cls, data: EmbeddingSet | Any, *, k: int = 10, metric: Metric = "euclidean",
        kind: Kind = "gaussian", n_jobs: int | None = None,
    ) -> Self:  # fmt: skip
        """Measure the distances of every row to all others.

        Raises
        ------
        DataError
            Unknown metric or kind, fewer than 3 rows, rows equally far from all others, more than
            5,000 rows for the empirical form.
        """
        ground = Ground.of(data, metric)
        _check(ground, kind)
        found = moments(ground.rows, ground.rows, ground.data.ids, own=True, n_jobs=n_jobs)
        return cls(ground=ground, k=k, kind_of_fit=kind, means=found.means,
                   deviations=found.deviations)  # fmt: skip

    def neighbours(self, k: int, *, n_jobs: int | None = None) -> Neighbors:
        """The k nearest others of every fitted row by mutual proximity."""
        check_k(k, self.n, others=self.n - 1)
        own = Moments(self.means, self.deviations)
        return self._lists(self.ground.rows, own, np.arange(self.n), k, n_jobs)

    def query_neighbours(
        self, queries: EmbeddingSet | Any, k: int, *, n_jobs: int | None = None
    ) -> Neighbors:
        """The k nearest fitted rows of outside queries by mutual proximity."""
        check_k(k, self.n, others=self.n)
        rows = self.ground.queries(queries)
        found = moments(rows, self.ground.rows, None, own=False, n_jobs=n_jobs)
        return self._lists(rows, found, np.full(len(rows), -1), k, n_jobs)

    def _lists(
        self, rows: FloatArray, terms: Moments, hidden: Rows, k: int, n_jobs: int | None
    ) -> Neighbors:
        def solve(part: slice) -> Any:
            values = self._block(rows[part], terms.part(part), hidden[part])
            own = np.flatnonzero(hidden[part] >= 0)
            values[own, hidden[part][own]] = np.inf
            last = np.partition(values, k - 1, axis=1)[:, k - 1]
            after = np.where(values > last[:, None], values, np.inf).min(axis=1)
            edge = np.where(np.isfinite(after), after, last)  # one more, to see a tie or none
            local, columns = np.nonzero((values <= edge[:, None]) & np.isfinite(values))
            return select(local, columns, values[local, columns], len(values), k)

        size = max(1, BLOCK_NUMBERS // self.n)
        parts = map_blocks(solve, row_blocks(len(rows), size), n_jobs)
        return Neighbors(np.concatenate([part.indices for part in parts]),
                         np.concatenate([part.distances for part in parts]),
                         np.concatenate([part.tied for part in parts]), self.n)  # fmt: skip

    def _block(self, rows: FloatArray, terms: Moments, hidden: Rows) -> Floats:
        """Dissimilarities of a block of rows to all fitted rows."""
        distances = distance_rows(rows, self.ground.rows)
        if self.kind_of_fit == "gaussian":
            return gaussian_block(distances, terms, Moments(self.means, self.deviations))
        return empirical_block(distances, self._table(), hidden)

    def _table(self) -> Floats:
        """All distances between fitted rows (at most 5,000 of them), kept once computed."""
        kept: Floats | None = self.__dict__.get("_distances")
        if kept is None:
            kept = distance_rows(self.ground.rows, self.ground.rows)
            self.__dict__["_distances"] = kept
        return kept

    def _pair_keys(self, pairs: Pairs) -> Floats:
        rows = needed_queries(pairs, self.kind)
        found = moments(rows, self.ground.rows, None, own=False)
        out = np.full(pairs.rows.shape, np.inf)
        for part in row_blocks(len(rows), max(1, BLOCK_NUMBERS // self.n)):
            hidden = np.full(part.stop - part.start, -1)
            values = self._block(rows[part], found.part(part), hidden)
            out[part] = np.take_along_axis(values, np.maximum(pairs.rows[part], 0), axis=1)
        return out


def _check(ground: Ground, kind: str) -> None:
    if kind not in {"gaussian", "empirical"}:
        raise DataError(fault("embeddings.errors.bad_choice", name="kind", given=kind,
                              choices="gaussian, empirical"))  # fmt: skip
    if ground.n < 3:
        raise DataError(fault("hubs.errors.mutual_few", n=ground.n))
    if kind == "empirical" and ground.n > MOST_EMPIRICAL:
        raise DataError(fault("hubs.errors.mutual_many", n=ground.n, most=MOST_EMPIRICAL))
