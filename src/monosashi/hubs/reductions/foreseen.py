r"""Factors as a sample foresees them, so that lists hold what later steps will ask for.

Lists by plain distance miss rows whose small factors bring them near later on. The same iteration
on a sample of columns, where the mean of the ``K m / n`` smallest of m distances stands for that of
the K smallest, ends near the factors of the fit. Nothing rests on how near: a list proves itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, log
from typing import Self

import numpy as np
import numpy.typing as npt

from monosashi.embeddings.arrays import FloatArray
from monosashi.hubs.reductions.scaling import Floats
from monosashi.neighbors import Rows, map_blocks, row_blocks
from monosashi.neighbors.screen import Frame, Screen

Singles = npt.NDArray[np.float32]
SAMPLE, NUMBERS, LEAST = 4_096, 200_000_000, 8
"""Columns, at most so many numbers in their table, and smallest distances to average."""
BLOCK = 256
LEFT, MOST = (1 / 2, 1 / 8, 1 / 128), 60
"""Lists serve the factors from which these shares of the way (in logarithms) remain."""
WIDEST = 1e9
"""Weights lie between 1 over this and this: their products neither overflow nor vanish."""


@dataclass(frozen=True)
class Foreseen:
    """Some sets of factors on the way, and how near the K-th row will be under each.

    Attributes
    ----------
    weights : (p, n) float32 array
        Squares of factors; those before the first step are 1.
    closeness : (p, n) float32 array
        One over the square of the expected K-th smallest scaled distance, in the frame.
    """

    weights: Singles
    closeness: Singles

    @classmethod
    def nothing(cls, n: int) -> Self:
        """Plain distances alone."""
        return cls(np.ones((1, n), np.float32), np.ones((1, n), np.float32))

    @classmethod
    def of(
        cls, rows: FloatArray, frame: Frame, k: int, exponent: float, n_jobs: int | None = None
    ) -> Self:  # fmt: skip
        """Iterate on a sample of the columns."""
        n = len(rows)
        m = max(1, min(SAMPLE, n // 2, NUMBERS // n))
        chosen = np.sort(np.random.default_rng(0).choice(n, m, replace=False))
        sample = _Sample(_squares(rows, frame, chosen, n_jobs), chosen,
                         min(m - 1, max(LEAST, round(k * m / n))), n_jobs)  # fmt: skip
        wanted, kept = steps_kept(exponent), []
        factors = np.ones(n)
        for step in range(wanted[-1] + 1):
            near, last = sample.nearest(factors)
            if step in wanted:
                kept.append((factors**2, 1 / last))
            scaled = factors * near
            factors = factors * (scaled.mean() / scaled) ** exponent
            factors /= np.exp(np.log(factors).mean())
        weights, closeness = (_within(np.stack(side)) for side in zip(*kept, strict=True))
        return cls(weights, closeness)

    @property
    def factors(self) -> Floats:
        """``(p, n)``, exactly those of the weights as they are stored."""
        return np.sqrt(self.weights.astype(np.float64))


def steps_kept(exponent: float) -> tuple[int, ...]:
    """Steps after which the shares of the way remain: 0, 1, 3 and 7 for one half."""
    each = 1 - min(exponent, 0.999)
    steps = [min(MOST, max(i + 1, ceil(log(left) / log(each)))) for i, left in enumerate(LEFT)]
    return tuple(sorted({0, *steps}))


def _within(squares: Floats) -> Singles:
    return np.clip(squares, 1 / WIDEST, WIDEST).astype(np.float32)


def _squares(rows: FloatArray, frame: Frame, chosen: Rows, n_jobs: int | None) -> Singles:
    """Squared distances to the sample, about; infinite to itself."""
    screen = Screen.of(rows, chosen, frame, np.float32)
    out = np.empty((len(rows), len(chosen)), np.float32)

    def solve(part: slice) -> None:
        entered, _ = screen.enter(rows[part])
        placed = entered[:, :-1]
        mine = np.matmul(entered, screen.table.T, out=out[part])
        mine *= -2
        mine += np.einsum("ij,ij->i", placed, placed)[:, None]
        np.maximum(mine, np.finfo(np.float32).tiny, out=mine)

    map_blocks(solve, row_blocks(len(rows), BLOCK), n_jobs)
    out[chosen, np.arange(len(chosen))] = np.inf
    return out


@dataclass(frozen=True)
class _Sample:
    squares: Singles
    chosen: Rows
    rank: int
    n_jobs: int | None

    def nearest(self, factors: Floats) -> tuple[Floats, Floats]:
        """Mean of the smallest scaled distances of every row, and the square of their last."""
        weights = (factors[self.chosen] ** 2).astype(np.float32)
        near, last = np.empty(len(self.squares)), np.empty(len(self.squares))

        def solve(part: slice) -> None:
            scaled = self.squares[part] * weights
            scaled.partition(self.rank - 1, axis=1)
            first = np.maximum(scaled[:, : self.rank], np.finfo(np.float32).tiny)
            near[part] = np.sqrt(first).mean(axis=1, dtype=np.float64)
            last[part] = first[:, -1]

        map_blocks(solve, row_blocks(len(self.squares), BLOCK), self.n_jobs)
        return near, last
