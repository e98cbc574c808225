"""What float32 scores can and cannot decide about a float64 level."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from monosashi.ranking.cosine import Float64Array, IntArray
from monosashi.ranking.top import ScoreBlock, places


def above_and_doubtful(
    scores: ScoreBlock, level: Float64Array, margin: float
) -> tuple[npt.NDArray[np.bool_], tuple[IntArray, IntArray]]:
    """What lies surely above each row's level, and the places too close to it to tell.

    ``margin`` is the largest error of a score plus the width of a tie.
    """
    above = scores > limit_above(level + margin)
    doubtful = places((scores >= limit_below(level - margin)) ^ above)
    return above, doubtful


def count_rows(mask: npt.NDArray[np.bool_]) -> IntArray:
    """How many are true in every row."""
    return np.array([np.count_nonzero(row) for row in mask], dtype=np.intp)


def limit_below(values: Float64Array) -> ScoreBlock:
    """Column of float32 limits, never above the float64 ones."""
    return np.nextafter(values.astype(np.float32), np.float32(-np.inf))[:, None]


def limit_above(values: Float64Array) -> ScoreBlock:
    """Column of float32 limits, never below the float64 ones."""
    return np.nextafter(values.astype(np.float32), np.float32(np.inf))[:, None]
