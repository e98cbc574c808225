"""Whether groups of datasets, or languages of the same texts, lose differently."""

from __future__ import annotations

from collections import defaultdict
from itertools import combinations

import numpy as np
import numpy.typing as npt

from monosashi.embeddings import fault
from monosashi.results import Row
from monosashi.robustness.grid import Grid
from monosashi.robustness.means import ENOUGH, comparable
from monosashi.statistics.hodges_lehmann import hodges_lehmann
from monosashi.statistics.holm_family import holm
from monosashi.statistics.signed_rank import wilcoxon_signed_rank

FloatArray = npt.NDArray[np.float64]
FEWEST = 3


def group_contrasts(grid: Grid, confidence: float) -> list[Row]:
    """Losses of two groups of datasets on each axis: Welch's t over datasets, Holm over all.

    Of both groups the same models count (those with at least half of the datasets of each), on the
    datasets that all of them have: other models would differ, too. Other datasets, other languages
    and other starting scores differ at once: the difference is not one of language alone.
    """
    rows: list[Row] = []
    for a, b in combinations(grid.groups, 2):
        for axis, generator in grid.axes:
            loss = grid.axis_loss(axis, generator)
            models, (x, y) = _same_models(loss, [grid.in_group(group) for group in (a, b)])
            about = {"dataset_group_a": a, "dataset_group_b": b, "axis": axis,
                     "generator": generator, "n_models": models}  # fmt: skip
            rows.append({**about, **_welch(x, y, confidence)})
    return _adjusted(rows)


def _same_models(loss: FloatArray, groups: list[list[int]]) -> tuple[int, list[FloatArray]]:
    """How many models have enough of every group, and their mean loss on each common dataset."""
    held = [~np.isnan(loss[:, places]) for places in groups]
    some = [part[:, part.any(axis=0)] for part in held]
    enough = np.logical_and.reduce([part.mean(axis=1) >= ENOUGH if part.size
                                    else np.zeros(len(loss), bool) for part in some])  # fmt: skip
    if not enough.any():
        return 0, [np.zeros(0) for _ in groups]
    means = [loss[enough][:, places].mean(axis=0) for places in groups]
    return int(enough.sum()), [one[~np.isnan(one)] for one in means]


def _welch(a: FloatArray, b: FloatArray, confidence: float) -> Row:
    from scipy.special import stdtr, stdtrit

    row: Row = {"n_a": len(a), "n_b": len(b), "difference": None, "low": None, "high": None,
                "p_value": None}  # fmt: skip
    if not len(a) or not len(b):
        return {**row, "reason": fault("robustness.reasons.no_units")}
    row["difference"] = difference = float(a.mean() - b.mean())
    if min(len(a), len(b)) < FEWEST:
        return {**row, "reason": fault("robustness.reasons.few_datasets", n=FEWEST)}
    parts = np.array([x.var(ddof=1) / len(x) for x in (a, b)])
    error = float(np.sqrt(parts.sum()))
    if not error:
        return {**row, "reason": fault("robustness.reasons.no_spread")}
    df = float(parts.sum() ** 2 / (parts**2 / [len(a) - 1, len(b) - 1]).sum())
    reach = float(stdtrit(df, (1 + confidence) / 2)) * error
    return {**row, "low": difference - reach, "high": difference + reach,
            "p_value": 2 * float(stdtr(df, -abs(difference) / error))}  # fmt: skip


def language_contrasts(grid: Grid, confidence: float) -> list[Row]:
    """Losses of the same dataset in two languages, which is the direct test of language.

    Where several datasets come in both languages, they are the units; of a single one the models
    are, which share its texts, so that the result is about this dataset only.
    """
    languages: dict[tuple[str, str], list[tuple[int, int]]] = defaultdict(list)
    for i, j in combinations(range(len(grid.datasets)), 2):
        a, b = grid.datasets[i], grid.datasets[j]
        if a.name == b.name and a.language != b.language:
            first, second = sorted(((a.language, i), (b.language, j)))
            languages[first[0], second[0]].append((first[1], second[1]))
    rows = [
        {"language_a": a, "language_b": b, "axis": axis, "generator": generator,
         **_paired(grid.axis_loss(axis, generator), pairs, confidence)}
        for (a, b), pairs in languages.items()
        for axis, generator in grid.axes
    ]  # fmt: skip
    return _adjusted(rows)


def _paired(loss: FloatArray, pairs: list[tuple[int, int]], confidence: float) -> Row:
    apart = np.stack([loss[:, i] - loss[:, j] for i, j in pairs], axis=1)
    one = len(pairs) == 1
    same = comparable(apart, list(range(len(pairs))))
    x = apart[list(same.models)][:, list(same.datasets)]
    x = x[:, 0] if one and x.size else x.mean(axis=0) if x.size else np.zeros(0)
    row: Row = {"unit": "model" if one else "dataset", "n": len(x)}
    if not len(x):
        gaps = dict.fromkeys(("difference", "low", "high", "level", "p_value"))
        return {**row, **gaps, "reason": fault("robustness.reasons.no_units")}
    centre = hodges_lehmann(x, confidence=confidence)
    row |= {"difference": centre.value, "low": centre.low, "high": centre.high,
            "level": centre.level, "p_value": wilcoxon_signed_rank(x).p_value}  # fmt: skip
    return {**row, "reason": fault("robustness.reasons.one_unit")} if centre.low is None else row


def _adjusted(rows: list[Row]) -> list[Row]:
    adjusted = holm([row["p_value"] for row in rows])
    return [{**row, "p_adjusted": p} for row, p in zip(rows, adjusted, strict=True)]
