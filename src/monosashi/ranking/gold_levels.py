"""Levels that gold documents set, several a query, one a turn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from monosashi.ranking.cosine import Float64Array, IntArray
from monosashi.ranking.rounding import limit_above, limit_below
from monosashi.ranking.top import ScoreBlock


@dataclass(frozen=True, eq=False)
class GoldLevels:
    """At most one gold document of every query of a block.

    Attributes
    ----------
    rows : (n,) int
        Queries of the block that have one in this turn.
    pool : (n,) int
        Its pool.
    level : (b,) float64
        Its score; infinite for the other queries of the block.
    above, doubtful : (b, 1) float32
        What lies surely above, and what may.
    """

    rows: IntArray
    pool: IntArray
    level: Float64Array
    above: ScoreBlock
    doubtful: ScoreBlock


def gold_levels(gold: IntArray, score: Float64Array, margin: float) -> Iterator[GoldLevels]:
    """First gold of every query, then the second ones, and so on.

    Parameters
    ----------
    gold : (b, p) int, -1 where there is none
    score : (b, p) float64
    margin : float
        The largest error of a float32 score plus the width of a tie.
    """
    known = gold >= 0
    turn = np.cumsum(known, axis=1) - 1
    for number in range(int(turn.max(initial=-1)) + 1):
        rows, pool = np.nonzero(known & (turn == number))
        level = np.full(len(gold), np.inf)
        level[rows] = score[rows, pool]
        yield GoldLevels(rows, pool, level, limit_above(level + margin),
                         limit_below(level - margin))  # fmt: skip
