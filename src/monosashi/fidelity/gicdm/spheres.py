r"""Which points lie in which balls, exactly, by one product and few exact distances.

A point y lies in the ball of real i when ``(d(x_i, y) f_i) g_y <= R_i``. A float32 product gives
``s = x·y - |x|²/2 - |y|²/2``, off by at most ``a_y + b_i`` (see ``neighbors.screen``); whatever the
product cannot decide is measured in float64 by one fixed sum a pair. So the answer for a point
never depends on what else is asked with it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from monosashi.embeddings.arrays import FloatArray
from monosashi.fidelity.gicdm.looks import Floats
from monosashi.neighbors import Rows, map_blocks, row_blocks
from monosashi.neighbors.problem import Problem
from monosashi.neighbors.screen import Frame, Screen
from monosashi.neighbors.selection import pair_distances

T = TypeVar("T")
Flags = npt.NDArray[np.bool_]
PAIRS_AT_ONCE = 1 << 22
MOST = 1e18
ROOM = 1 + 1e-5
"""The screen compares squares in float32; their own rounding is far below this."""


@dataclass(frozen=True)
class Balls:
    """Balls about the reals, and the factors of distances to them.

    Attributes
    ----------
    radii : (n,) array
        R: distance of the k-th nearest other real.
    clipped : (n,) array
        ``min(R, median R)``.
    factors : (n,) array
        f: 1 for plain distances.
    """

    radii: Floats
    clipped: Floats
    factors: Floats

    @classmethod
    def of(cls, radii: Floats, factors: Floats) -> Balls:
        """Clip at the median."""
        return cls(radii, np.minimum(radii, np.median(radii)), factors)


@dataclass(frozen=True)
class Inside:
    """The pairs of one block of points in balls.

    Attributes
    ----------
    points, reals : (p,) int64 arrays
        Points are counted from the start of the block.
    clipped : (p,) bool array
        Whether the distance is at most the clipped radius too.
    """

    points: Rows
    reals: Rows
    clipped: Flags

    def take(self, kept: Flags) -> Inside:
        """Some of the pairs."""
        return Inside(self.points[kept], self.reals[kept], self.clipped[kept])


class Scan:
    """Points against reals, prepared once for several kinds of balls."""

    def __init__(self, points: FloatArray, reals: FloatArray) -> None:
        self.points, self.reals = points, reals
        n = len(reals)
        self._frame = Frame.of(points, reals)
        self._screen = Screen.of(reals, np.arange(n), self._frame, np.float32)
        self._problem = Problem(points, reals, 1, np.full(len(points), -1))

    def each(
        self,
        balls: list[tuple[Balls, Floats]],
        use: Callable[[slice, list[Inside]], T],
        *,
        leave_out_own: bool = False,
        n_jobs: int | None = None,
    ) -> list[T]:
        """``use(block, one Inside for each kind of balls)``, block by block.

        ``balls`` comes with the factors g of the points. ``leave_out_own`` drops the pair of a
        point with the real of the same row.
        """
        size = max(1, min(256, PAIRS_AT_ONCE // len(self.reals)))

        def solve(block: slice) -> T:
            seen = self._screened(block)
            own = np.arange(block.start, block.stop) if leave_out_own else None
            return use(block, [self._inside(block, seen, kind, g, own) for kind, g in balls])

        return map_blocks(solve, row_blocks(len(self.points), size), n_jobs)

    def _screened(self, block: slice) -> Screened:
        """Squared distances by one product, with what they may be off by."""
        table, slack = self._screen.table, self._screen.slack
        placed = self._frame.place(self.points[block])
        length = np.einsum("ij,ij->i", placed, placed)
        entered, allowance = self._screen.enter(self.points[block])
        squares = entered @ table.T
        squares *= -2
        squares += length.astype(np.float32)[:, None]
        squares += slack.astype(np.float32)
        unit = float(np.finfo(np.float32).eps) / 2
        return Screened(squares, allowance + 8 * unit * length, 1.5 * slack)

    def _inside(
        self, block: slice, seen: Screened, balls: Balls, factors: Floats, own: Rows | None
    ) -> Inside:
        """Pairs in balls: sure ones from the screen, the others measured."""
        wide, tight = (radii * self._frame.scale / balls.factors
                       for radii in (balls.radii, balls.clipped))  # fmt: skip
        away = 1 / factors[block]
        point, real = seen.candidates(wide, away)
        if own is not None:
            kept = own[point] != real
            point, real = point[kept], real[kept]
        with np.errstate(over="ignore"):
            outer, inner = ((side[real] * away[point]) ** 2 for side in (wide, tight))
        low, high = seen.limits(point, real)
        found = Inside(point, real, high < inner / ROOM)
        within = high < outer / ROOM
        doubt = np.flatnonzero(~within | (~found.clipped & (low <= inner * ROOM)))
        far = self._measured(real[doubt], point[doubt] + block.start, balls, factors)
        within[doubt] = far <= balls.radii[real[doubt]]
        found.clipped[doubt] = far <= balls.clipped[real[doubt]]
        return found.take(within)

    def _measured(self, reals: Rows, points: Rows, balls: Balls, factors: Floats) -> Floats:
        """``(d f_i) g_y`` of single pairs."""
        far = pair_distances(self._problem, points, reals, self._frame.scale)
        return far * balls.factors[reals] * factors[points]


@dataclass(frozen=True)
class Screened:
    """``|squares - d²| <= row + column``, all in the frame of the screen."""

    squares: FloatArray
    row: Floats
    column: Floats

    def candidates(self, wide: Floats, away: Floats) -> tuple[Rows, Rows]:
        """Pairs that may have ``d <= wide_i away_j``, and perhaps more."""
        exponent = int(np.frexp(wide.max(initial=0))[1])
        near = np.ldexp(wide, -exponent)  # at most 1
        with np.errstate(over="ignore"):
            far = np.ldexp(away, exponent)
        # Float32 keeps squares of numbers between these; whatever is beyond is a candidate.
        squares = np.where(near > 0, np.maximum(near, 1 / MOST) ** 2, 0)
        limit = np.multiply.outer(
            (np.minimum(far, MOST) ** 2).astype(np.float32), squares.astype(np.float32)
        )
        limit *= np.float32(ROOM)
        doubt = np.where(far > MOST, np.inf, self.row * ROOM)
        limit += doubt.astype(np.float32)[:, None]
        limit += self.column.astype(np.float32) * np.float32(ROOM)
        point, real = np.nonzero(self.squares <= limit)
        return point.astype(np.int64), real.astype(np.int64)

    def limits(self, point: Rows, real: Rows) -> tuple[Floats, Floats]:
        """Lowest and highest square of each pair."""
        middle = self.squares[point, real].astype(np.float64)
        doubt = self.row[point] + self.column[real]
        return middle - doubt, middle + doubt
