"""Where each model may stand before and after rewriting, as far as datasets can tell."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import numpy.typing as npt

from monosashi.results import Row
from monosashi.robustness.grid import DECIMALS, Grid
from monosashi.robustness.means import comparable
from monosashi.statistics.holm_family import holm
from monosashi.statistics.rank_correlation import midranks
from monosashi.statistics.signed_rank import wilcoxon_signed_rank

FloatArray = npt.NDArray[np.float64]


def rank_ranges(grid: Grid, confidence: float = 0.95) -> list[Row]:
    """A row a group, axis, generator and model: its place, and the places that tests leave open.

    Models are told apart by Wilcoxon over the datasets in common, Holm over all pairs of one side,
    at 1 - confidence. A model may stand behind those that are surely better and before those that
    are surely worse. Where the test and the mean scores point different ways (a model that is
    better nearly everywhere and far worse once), the order stays open.
    """
    rows: list[Row] = []
    for group in grid.groups:
        for axis, generator in grid.axes:
            loss = grid.axis_loss(axis, generator)
            same = comparable(loss, grid.in_group(group))
            if len(same.models) < 2 or not same.datasets:
                continue
            chosen = np.ix_(same.models, same.datasets)
            before = grid.axis_original(axis, generator)[chosen]
            sides = {"original": before, "transformed": before - loss[chosen]}
            places = {name: _places(np.round(side, DECIMALS), 1 - confidence)
                      for name, side in sides.items()}  # fmt: skip
            for i, m in enumerate(same.models):
                row: Row = {"dataset_group": group, "axis": axis, "generator": generator,
                            "model": grid.models[m]}  # fmt: skip
                for name, held in places.items():
                    rank, low, high = (float(one[i]) for one in held)
                    row |= {f"rank_{name}": rank, f"rank_{name}_low": int(low),
                            f"rank_{name}_high": int(high)}  # fmt: skip
                rows.append(row)
    return rows


def _places(scores: FloatArray, level: float = 0.05) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Rank by mean score (1 is best), and the first and last place left open.

    >>> [one.tolist() for one in _places(np.array([[9.0, 8, 9], [1, 2, 1]]))]
    [[1.0, 2.0], [1.0, 1.0], [2.0, 2.0]]
    """
    models = len(scores)
    pairs = list(combinations(range(models), 2))
    tests = [wilcoxon_signed_rank(scores[a] - scores[b]) for a, b in pairs]
    better = np.zeros((models, models))
    for (a, b), test, p in zip(pairs, tests, holm([one.p_value for one in tests]), strict=True):
        ahead = float((scores[a] - scores[b]).mean())
        same_way = ahead * (test.rank_biserial or 0.0) > 0  # p is the test's, not the mean's
        if p is not None and p < level and same_way:
            better[(a, b) if ahead > 0 else (b, a)] = 1
    ranks = midranks(-np.round(scores.mean(axis=1), DECIMALS))
    return ranks, 1 + better.sum(axis=0), models - better.sum(axis=1)
