"""Counts of points in balls, from blocks of pairs."""

from __future__ import annotations

from dataclasses import dataclass
from threading import Lock

import numpy as np
import numpy.typing as npt

from monosashi.embeddings.arrays import FloatArray
from monosashi.fidelity.gicdm.filtering import Flags
from monosashi.fidelity.gicdm.looks import Floats
from monosashi.fidelity.gicdm.spheres import Balls, Inside, Scan
from monosashi.neighbors import Rows

Counts = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Asked:
    """Balls, the factors of the points in them, and which points count for the reals.

    With ``groups``, a number from 0 for each point, the reals' points are counted by group too.
    """

    balls: Balls
    factors: Floats
    counted: Flags
    groups: Rows | None = None


@dataclass(frozen=True)
class BallCounts:
    """How often points and reals meet.

    Attributes
    ----------
    held, held_clipped : (m,) int64 arrays
        Balls that hold each point: full ones, clipped ones.
    found : (n,) int64 array
        Points that count in each real's ball.
    pairs : (points, reals) or None
        Every pair, flagged points too, when asked for.
    found_by : (groups, n) int64 array or None
        ``found``, by group of points.
    """

    held: Counts
    held_clipped: Counts
    found: Counts
    pairs: tuple[Rows, Rows] | None = None
    found_by: Counts | None = None

    def without(self, group: int, groups: Rows) -> BallCounts:
        """The counts if a group of points were not there; none depends on another."""
        if self.found_by is None:
            raise ValueError("not counted by group")
        kept = groups != group
        return BallCounts(self.held[kept], self.held_clipped[kept],
                          self.found - self.found_by[group])  # fmt: skip


class _Counter:
    """Counts of one kind of balls over all points; threads add to it."""

    def __init__(self, asked: Asked, m: int, n: int, *, pairs: bool) -> None:
        self.asked, self.n, self.pairs = asked, n, pairs
        self.held, self.clipped = np.zeros(m, np.int64), np.zeros(m, np.int64)
        groups = asked.groups
        self.by = None if groups is None else np.zeros((int(groups.max()) + 1, n), np.int64)
        self.found = np.zeros(n, np.int64)
        self.lock = Lock()

    def add(self, block: slice, inside: Inside) -> tuple[Rows, Rows] | None:
        """Points of a block are its own; reals are shared. Whole numbers: order changes nothing."""
        m = block.stop - block.start
        self.held[block] = np.bincount(inside.points, minlength=m)
        self.clipped[block] = np.bincount(inside.points[inside.clipped], minlength=m)
        kept = self.asked.counted[block][inside.points]
        found = np.bincount(inside.reals[kept], minlength=self.n)
        with self.lock:
            self.found += found
            if self.by is not None and self.asked.groups is not None:
                mine = self.asked.groups[block][inside.points[kept]]
                np.add.at(self.by, (mine, inside.reals[kept]), 1)
        return (inside.points + block.start, inside.reals) if self.pairs else None

    def counts(self, kept: list[tuple[Rows, Rows] | None]) -> BallCounts:
        """All of it, the pairs of the blocks behind each other."""
        pairs = [one for one in kept if one is not None]
        joined = tuple(np.concatenate(side) for side in zip(*pairs, strict=True))
        return BallCounts(self.held, self.clipped, self.found,
                          (joined[0], joined[1]) if pairs else None, self.by)  # fmt: skip


def count_balls(
    points: FloatArray,
    reals: FloatArray,
    asked: list[Asked],
    *,
    leave_out_own: bool = False,
    pairs: bool = False,
    n_jobs: int | None = None,
) -> list[BallCounts]:
    """One scan of points against several kinds of balls."""
    counters = [_Counter(one, len(points), len(reals), pairs=pairs) for one in asked]

    def use(block: slice, found: list[Inside]) -> list[tuple[Rows, Rows] | None]:
        return [counter.add(block, one) for counter, one in zip(counters, found, strict=True)]

    kinds = [(one.balls, one.factors) for one in asked]
    blocks = Scan(points, reals).each(kinds, use, leave_out_own=leave_out_own, n_jobs=n_jobs)
    return [counter.counts([block[i] for block in blocks]) for i, counter in enumerate(counters)]
