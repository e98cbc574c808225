"""What one block of reals finds in a pass over real and generated points."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from monosashi.embeddings.arrays import FloatArray
from monosashi.fidelity.cross import Closest, Counts
from monosashi.fidelity.placing import Placed
from monosashi.fidelity.points import Floats
from monosashi.neighbors.problem import Rows

Positions = npt.NDArray[np.intp]
Flags = npt.NDArray[np.bool_]


@dataclass
class Part:
    """What one block of reals finds; ``row_*`` for its reals, ``column_*`` for all generated."""

    rows: slice
    held: Counts
    in_real: Counts
    own: Counts
    in_generated: Counts
    row_best: Closest
    column_best: Closest
    kept: list[tuple[Rows, Rows, Floats]] | None
    room: FloatArray
    size: int = 0

    def arrays(self) -> dict[str, npt.NDArray[Any]]:
        """What is found, for a file."""
        found: dict[str, npt.NDArray[Any]] = {
            name: getattr(self, name) for name in ("held", "in_real", "own", "in_generated")
        }
        for name in ("row_best", "column_best"):
            best: Closest = getattr(self, name)
            found |= {f"{name}_index": best.index, f"{name}_values": best.values}
        if self.kept is not None:
            none = np.empty(0, np.int64), np.empty(0, np.int64), np.empty(0)
            columns = zip(*(self.kept or [none]), strict=True)
            found |= {f"kept_{i}": np.concatenate(one) for i, one in enumerate(columns)}
        return found

    @classmethod
    def back(cls, rows: slice, held: Mapping[str, npt.NDArray[Any]]) -> Part:
        """From a file."""
        kept = [(held["kept_0"], held["kept_1"], held["kept_2"])] if "kept_0" in held else None
        best = [Closest(held[f"{name}_index"], held[f"{name}_values"])
                for name in ("row_best", "column_best")]  # fmt: skip
        return cls(rows, held["held"], held["in_real"], held["own"], held["in_generated"],
                   best[0], best[1], kept, np.empty(0, np.float32),
                   0 if kept is None else len(kept[0][0]))  # fmt: skip

    def product(self, left: Placed, right: Placed) -> FloatArray:
        """Scores of a tile; those in float32 in one place, which is not asked for anew."""
        if left.table.dtype != self.room.dtype:
            wide: FloatArray = left.table @ right.table.T
            return wide
        shape = len(left.table), len(right.table)
        scores = self.room[: shape[0] * shape[1]].reshape(shape)
        return np.matmul(left.table, right.table.T, out=scores)


@dataclass(frozen=True)
class Sure:
    """Scores from which pairs are inside, by family: (F, rows) and (G, columns)."""

    by_row: FloatArray
    by_column: FloatArray


@dataclass(frozen=True)
class Found:
    """Some pairs of a tile: ``i`` in the block, ``j`` among all generated, limits of the score."""

    i: Positions
    j: Positions
    start: int
    high: Floats
    low: Floats
    settled: tuple[npt.NDArray[np.bool_], npt.NDArray[np.bool_]] | None

    @property
    def rows(self) -> Positions:
        """Distinct reals."""
        return self.i + self.start

    def by_row(self, f: int) -> npt.NDArray[np.bool_] | np.bool_:
        """Pairs that were counted as sure in a family of the reals."""
        return np.False_ if self.settled is None else self.settled[0][f]

    def by_column(self, g: int) -> npt.NDArray[np.bool_] | np.bool_:
        """The same for the generated."""
        return np.False_ if self.settled is None else self.settled[1][g]


def hide_itself(scores: FloatArray, rows: slice, columns: slice) -> None:
    """No point of a set meets itself."""
    same = np.arange(max(rows.start, columns.start), min(rows.stop, columns.stop))
    scores[same - rows.start, same - columns.start] = -np.inf


def settled_pairs(
    score: FloatArray, i: Positions, j: Positions, sure: Sure | None
) -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.bool_]] | None:
    """Which pairs were counted as sure already, family by family."""
    if sure is None:
        return None
    return score >= sure.by_row[:, i], score >= sure.by_column[:, j]


def inside_ball(values: Floats, low: Floats, radii: Floats, bars: Floats) -> npt.NDArray[np.bool_]:
    """By the exact value where it is known, else by the score that is sure."""
    with np.errstate(invalid="ignore"):
        answer: npt.NDArray[np.bool_] = np.where(np.isnan(values), low >= bars, values <= radii)
    return answer


def weigh(where: Positions, weights: npt.NDArray[np.generic], size: int) -> Counts:
    """Weights summed by place."""
    return np.bincount(where, weights=weights, minlength=size).astype(np.float64, copy=False)


def nobody(n: int) -> Closest:
    """Nobody is near yet."""
    return Closest(np.full(n, -1, np.int64), np.full(n, np.inf))


def take_nearer(best: Closest, where: Positions, others: Rows, values: Floats) -> Closest:
    """Take pairs that are nearer, or as near and earlier; ``others`` of -1 are nobody."""
    order = np.lexsort((others, values, where))
    order = order[others[order] >= 0]
    first = order[np.unique(where[order], return_index=True)[1]]
    at, index, found = where[first], others[first], values[first]
    better = (found < best.values[at]) | ((found == best.values[at]) & (index < best.index[at]))
    best.index[at[better]] = index[better]
    best.values[at[better]] = found[better]
    return best
