r"""Nearness under changing factors without searching again, and the proof that nothing was missed.

Every row keeps a list of others by one float32 product, with proven lower bounds ``l_ij <= d_ij``,
chosen so that it serves the factors of now and those that are foreseen (see ``listed``). Under
factors delta

1. listed others with the smallest ``l_ij delta_j`` are measured, and whoever may lie below the
   largest of them; t_i is then the k-th smallest ``d_ij delta_j`` of the list;
2. others that are not listed have ``d_ij f_j >= b_i`` for each foreseen f, so that they can enter
   only if ``b_i delta_j / f_j < t_i``: those with ratios below ``t_i / b_i``. These columns, at
   most all, are screened for the rows that need them, with t_i for a bar, and measured where they
   may clear it. Of all f the one is taken that leaves the fewest.

Bounds and products are rounded alike, so the proof holds in floating point too, and the k smallest
values are those of a full search, bit by bit.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from monosashi.embeddings.arrays import FloatArray
from monosashi.hubs.reductions.few import Few
from monosashi.hubs.reductions.foreseen import Foreseen
from monosashi.hubs.reductions.listed import Listed, merge_smallest
from monosashi.neighbors import Rows, map_blocks, row_blocks
from monosashi.neighbors.screen import Frame

Floats = npt.NDArray[np.float64]
BLOCK, SCREENED = 128, 256


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
    def of(
        cls, rows: FloatArray, lengths: tuple[int, ...], n_jobs: int | None = None
    ) -> Candidates:  # fmt: skip
        """Lists of several lengths by plain distance, from one pass through all pairs."""
        frame = Frame.of(rows, rows)
        return cls(
            rows, Listed.of(rows, lengths, Foreseen.nothing(len(rows)), frame, n_jobs), n_jobs
        )

    @classmethod
    def foreseeing(
        cls, rows: FloatArray, lengths: tuple[int, ...], k: int, exponent: float,
        n_jobs: int | None = None,
    ) -> Candidates:  # fmt: skip
        """Lists that serve the factors of an iteration with k neighbours, as a sample tells."""
        frame = Frame.of(rows, rows)
        ahead = Foreseen.of(rows, frame, k, exponent, n_jobs)
        return cls(rows, Listed.of(rows, lengths, ahead, frame, n_jobs), n_jobs)

    @property
    def columns(self) -> int:
        """Pairs screened beyond the lists, in products of one row with all rows."""
        return -(-self.pairs // len(self.rows))

    def nearness(self, factors: Floats, k: int, length: int | None = None) -> Floats:
        """Mean of the k smallest ``d_ij delta_j`` of every row: the value of a full search.

        ``length`` takes the first of the list only, which is enough for a smaller k.
        """
        return np.asarray(self.step(factors, k, length).best().mean(axis=1))

    def step(self, factors: Floats, k: int, length: int | None = None) -> Step:
        """The lists, or the first of them, under some factors."""
        return Step(self, factors, k, self.listed.length if length is None else length)


@dataclass(frozen=True)
class Needed:
    """Columns that no list proves to be too far: the first ``counts`` of ``order`` for each row."""

    order: Rows
    counts: Rows

    @property
    def open_rows(self) -> Rows:
        """Rows that need any, those together that need about as many."""
        rows = np.flatnonzero(self.counts)
        return rows[np.argsort(self.counts[rows], kind="stable")]

    @property
    def most(self) -> int:
        """Columns of the row that needs most."""
        return int(self.counts.max(initial=0))


@dataclass
class Step:
    """One set of factors."""

    held: Candidates
    factors: Floats
    k: int
    length: int

    def best(self) -> Floats:
        """``(n, k)`` smallest ``d_ij delta_j``: from lists, then with columns of small factors."""
        n = len(self.held.rows)
        best = np.empty((n, self.k))

        def solve(part: slice) -> None:
            best[part] = self._best(part)

        map_blocks(solve, row_blocks(n, BLOCK), self.held.n_jobs)
        needed = self.needed(best[:, -1])
        self._with_columns(needed, best)
        self.held.recomputed += len(needed.open_rows)
        return best

    def needed(self, bars: Floats) -> Needed:
        """Columns that may come below the bar of each row without being listed.

        Nobody is 0 away from another distinct row; the bar is wider than its own rounding, so
        that a row too many is looked at and none is missed.
        """
        listed = self.held.listed
        found = []
        for foreseen, reach in zip(listed.foreseen.factors, listed.reach(self.length), strict=True):
            ratios = self.factors / foreseen
            order = np.argsort(ratios, kind="stable")
            with np.errstate(divide="ignore", invalid="ignore"):
                least = bars / reach * (1 + 1e-12)
            found.append(Needed(order, np.searchsorted(ratios[order], least)))
        return min(found, key=lambda one: int(one.counts.sum()))

    def _best(self, part: slice) -> Floats:
        """The k smallest scaled distances within the lists, ascending."""
        listed = self.held.listed
        columns = listed.indices[part, : self.length]
        values = listed.values[part, : self.length] * self.factors[columns]
        best = _smallest(values, self.k)
        open_ones = ~listed.known[part, : self.length]
        inside = values <= best[:, -1:]
        touched = np.flatnonzero((inside & open_ones).any(axis=1))
        if not len(touched):
            return best
        self._measure(part, values, columns, inside & open_ones)
        bars = np.max(values[touched], axis=1, where=inside[touched], initial=0)
        limits = np.full(len(values), -np.inf)
        limits[touched] = bars
        self._measure(part, values, columns, (values <= limits[:, None]) & open_ones & ~inside)
        best[touched] = _smallest(values[touched], self.k)
        return best

    def _measure(
        self, part: slice, values: Floats, columns: npt.NDArray[np.int32],
        asked: npt.NDArray[np.bool_],
    ) -> None:  # fmt: skip
        """Put scaled distances where bounds stand in ``values``."""
        local, place = np.nonzero(asked)
        found = self.held.listed.measure(self.held.rows, part.start, local, place)
        values[local, place] = found * self.factors[columns[local, place]]

    def _with_columns(self, needed: Needed, best: Floats) -> None:
        rows = needed.open_rows
        if not len(rows):
            return
        few = self.few(needed)

        def solve(part: slice) -> int:
            mine = rows[part]
            count = int(needed.counts[mine[-1]])
            local, _, values = few.entering(mine, best[mine, -1], count, self.listed_for(mine))
            best[mine] = merge_smallest(best[mine], local, values)
            return count * len(mine)

        self.held.pairs += sum(map_blocks(solve, row_blocks(len(rows), SCREENED), self.held.n_jobs))

    def few(self, needed: Needed) -> Few:
        """The columns that any row needs, ready for a screening product."""
        chosen = needed.order[: needed.most]
        return Few.of(self.held.rows, chosen, self.factors, self.held.listed.frame)

    def listed_for(self, rows: Rows) -> npt.NDArray[np.int32]:
        """What the lists of some rows hold."""
        return self.held.listed.indices[rows, : self.length]


def _smallest(values: Floats, k: int) -> Floats:
    return np.sort(np.partition(values, k - 1, axis=1)[:, :k], axis=1)
