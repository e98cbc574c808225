r"""Nearness under changing factors without searching again, and the proof that nothing was missed.

Every row keeps a list of others by one float32 product: the nearest of them with exact distances,
the rest with a proven lower bound ``l_ij <= d_ij``; whoever is not listed is at least ``l_i`` away.
Under factors delta let t_i be the k-th smallest ``d_ij delta_j`` found so far for row i. Then

1. listed others with ``l_ij delta_j < t_i`` are measured, which lowers t_i;
2. others that are not listed can enter only if ``l_i delta_j < t_i``: those with factors below
   ``t_i / l_i``. These columns, at most all, are screened for the rows that need them, with t_i
   for a bar, and measured where they may clear it.

Bounds and products are rounded alike, so the proof holds in floating point too, and the k smallest
values are those of a full search, bit by bit.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
import numpy.typing as npt

from monosashi.embeddings.arrays import FloatArray
from monosashi.hubs.reductions.few import Few
from monosashi.hubs.reductions.listed import Listed, merge_smallest
from monosashi.neighbors import Rows, map_blocks, row_blocks

Floats = npt.NDArray[np.float64]
BLOCK = 512


@dataclass
class Candidates:
    """Lists of others of each row, used for one k or several.

    Attributes
    ----------
    rows : (n, d) array of distinct rows
    listed : Listed
    recomputed : int
        Rows that their lists alone did not prove.
    pairs : int
        Pairs that were screened beyond the lists.
    """

    rows: FloatArray
    listed: Listed
    n_jobs: int | None = None
    recomputed: int = field(default=0, init=False)
    pairs: int = field(default=0, init=False)

    @classmethod
    def of(cls, rows: FloatArray, exact: int, length: int, n_jobs: int | None = None) -> Candidates:
        """Go through all pairs once; ``exact`` of ``length`` others get their distance."""
        return cls(rows, Listed.of(rows, exact, length, n_jobs), n_jobs)

    @property
    def columns(self) -> int:
        """Pairs screened beyond the lists, in products of one row with all rows."""
        return -(-self.pairs // len(self.rows))

    def nearness(self, factors: Floats, k: int, length: int | None = None) -> Floats:
        """Mean of the k smallest ``d_ij delta_j`` of every row: the value of a full search.

        ``length`` takes the first of the list only, which is enough for a smaller k.
        """
        used = self.listed.length if length is None else min(length, self.listed.length)
        return np.asarray(Step(self, factors, k, used).best().mean(axis=1))

    def step(self, factors: Floats, k: int) -> Step:
        """The whole lists under some factors."""
        return Step(self, factors, k, self.listed.length)


@dataclass
class Step:
    """One set of factors."""

    held: Candidates
    factors: Floats
    k: int
    length: int

    @cached_property
    def order(self) -> Rows:
        """Rows by their factors, the smallest first."""
        return np.argsort(self.factors, kind="stable")

    def best(self) -> Floats:
        """``(n, k)`` smallest ``d_ij delta_j``: from lists, then with columns of small factors."""
        n = len(self.held.rows)
        best = np.empty((n, self.k))

        def solve(part: slice) -> None:
            best[part] = self._best(np.arange(part.start, part.stop))

        map_blocks(solve, row_blocks(n, BLOCK), self.held.n_jobs)
        needed = self.columns_for(best[:, -1])
        open_rows = np.flatnonzero(needed)
        self._with_columns(open_rows, needed, best)
        self.held.recomputed += len(open_rows)
        return best

    def columns_for(self, bars: Floats) -> Rows:
        """How many rows of ``order`` may come below the bar of each row without being listed.

        Nobody is 0 away from another distinct row; the bar is wider than its own rounding, so
        that a row too many is looked at and none is missed.
        """
        reach = self.held.listed.reach(self.length)
        with np.errstate(divide="ignore", invalid="ignore"):
            least = bars / reach * (1 + 1e-12)
        return np.searchsorted(self.factors[self.order], least)

    def _best(self, rows: Rows) -> Floats:
        """The k smallest scaled distances within the lists, ascending."""
        listed = self.held.listed
        near = listed.indices[rows, : listed.exact]
        values = listed.distances[rows] * self.factors[near]
        best = np.sort(np.partition(values, self.k - 1, axis=1)[:, : self.k], axis=1)
        rest = listed.indices[rows, listed.exact : self.length]
        low = listed.low[rows, : rest.shape[1]] * self.factors[rest]
        local, place = np.nonzero(low < best[:, -1:])
        measured = listed.measure(self.held.rows, rows[local], place)
        entering = measured * self.factors[rest[local, place]]
        return merge_smallest(np.ascontiguousarray(best), local, entering)

    def _with_columns(self, rows: Rows, needed: Rows, best: Floats) -> None:
        """Rows that need about as many columns go together."""
        if not len(rows):
            return
        rows = rows[np.argsort(needed[rows], kind="stable")]
        few = self.few(int(needed[rows[-1]]))

        def solve(part: slice) -> int:
            mine = rows[part]
            count = int(needed[mine[-1]])
            local, _, values = self.unlisted(few, mine, best[mine, -1], count)
            best[mine] = merge_smallest(best[mine], local, values)
            return count * len(mine)

        counts = map_blocks(solve, row_blocks(len(rows), BLOCK // 2), self.held.n_jobs)
        self.held.pairs += sum(counts)

    def few(self, count: int) -> Few:
        """The rows with the smallest factors, ready for a screening product."""
        frame = self.held.listed.frame
        return Few.of(self.held.rows, self.order[:count], self.factors, frame)

    def unlisted(
        self, few: Few, rows: Rows, bars: Floats, count: int
    ) -> tuple[Rows, Rows, Floats]:  # fmt: skip
        """Others below the bars that no list holds: place in ``rows``, column, scaled distance."""
        local, columns, plain = few.entering(rows, bars, count)
        fresh = ~self.held.listed.holds(rows[local], columns, plain, self.length)
        values = plain[fresh] * self.factors[columns[fresh]]
        return local[fresh], columns[fresh], values
