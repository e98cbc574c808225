"""How much of a mean to subtract: chosen for each fold from queries and fits without it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from monosashi.language.choosing.folds import each_fold, each_pair
from monosashi.language.choosing.ground import Ground
from monosashi.language.choosing.trying import Tried, together, try_fold
from monosashi.language.choosing.ways import Way
from monosashi.language.layout import IntArray
from monosashi.language.scored import Space

STRENGTHS = (0.5, 0.75, 1.0, 1.25)


@dataclass(frozen=True, eq=False)
class Tuned:
    """A way with its strength chosen inside each fold, and the strength for use.

    Attributes
    ----------
    tried : Tried
    strengths : tuple of float
        Chosen for each fold.
    strength : float
        Chosen by all folds together: the one to deploy.
    """

    tried: Tried
    strengths: tuple[float, ...]
    strength: float


def tune(
    ground: Ground, folds: IntArray, way: Way, raw: Space, grid: Sequence[float] = STRENGTHS
) -> Tuned:
    """Nested cross-fitting: the mean average precision of other folds chooses, never the own.

    For fold f, each strength is judged on every other fold g with a fit without f and g.
    """
    count = int(folds.max()) + 1
    inner = np.zeros((len(grid), count))
    for a, strength in enumerate(grid):
        for first, second, fold in each_pair(ground, folds):
            numbers, judged, _ = try_fold(fold, at(way, strength), raw)
            of_fold = folds[ground.question.units[numbers]]
            for chooser, asker in ((first, second), (second, first)):
                inner[a, chooser] += np.nansum(judged.precision[of_fold == asker])
    chosen = [grid[_best(inner[:, fold], grid)] for fold in range(count)]
    parts = [try_fold(fold, at(way, chosen[number]), raw)
             for number, fold in enumerate(each_fold(ground, folds))]  # fmt: skip
    overall = grid[_best(inner.sum(axis=1), grid)]
    return Tuned(together(parts), tuple(chosen), overall)


def at(way: Way, strength: float) -> Way:
    """The way with a strength."""
    return replace(way, mend=f"{way.mend}:{strength:g}", tuned=False)


def _best(totals: np.ndarray, grid: Sequence[float]) -> int:
    """The highest; of equals the one nearest to 1, then the smaller."""
    best = totals.max()
    equal = [i for i in range(len(grid)) if totals[i] >= best - 1e-9 * max(1.0, abs(best))]
    return min(equal, key=lambda i: (abs(grid[i] - 1.0), grid[i]))
