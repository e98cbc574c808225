"""What each model loses on each axis, with an interval over texts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from monosashi.embeddings import fault
from monosashi.results import Row
from monosashi.robustness.means import ENOUGH
from monosashi.robustness.runs.cells import POINTS, Cell
from monosashi.robustness.runs.records import Records, Term, records_interval, records_of
from monosashi.robustness.tasks.scored import FloatArray
from monosashi.statistics.bootstrap import percentile_interval

FEWEST_DRAWS, FEWEST_RECORDS, ROUNDED = 20, 30, 9


@dataclass(frozen=True, eq=False)
class Level:
    """Scores of one model on one axis, in points, with their draws.

    Attributes
    ----------
    original, transformed : float
    original_draws, transformed_draws : (k,) float64
    n_texts, fewest_texts : int
        Texts behind the score of the transformation that has most of them, and fewest: they fail
        on different texts.
    records : one Records a dataset
        None where the score is no mean of records.
    """

    original: float
    transformed: float
    original_draws: FloatArray
    transformed_draws: FloatArray
    datasets: tuple[str, ...]
    n_texts: int
    fewest_texts: int
    records: tuple[Records | None, ...] = (None,)

    @property
    def gap(self) -> float:
        """What is lost."""
        return self.original - self.transformed

    @property
    def gap_draws(self) -> FloatArray:
        """The same in each draw."""
        return self.original_draws - self.transformed_draws


Axis = tuple[str, str]
Levels = dict[tuple[str, Axis], Level]
Datasets = dict[str, dict[str, list[Cell]]]


def levels_of(cells: Sequence[Cell]) -> Levels:
    """Means over seeds, over the transformations of an axis, over the datasets all models have.

    A model that lacks more than half of the datasets has no level, and takes none from the others
    (``unscored_rows`` names it).
    """
    held = by_model_and_axis(cells)
    levels: Levels = {}
    for (model, axis), datasets in held.items():
        mine = {name: whole_datasets(one) for (name, other), one in held.items() if other == axis}
        common = _common(mine)
        names = tuple(name for name in datasets if name in common)
        if names and common <= set(mine[model]):
            levels[model, axis] = _level([datasets[name] for name in names], names)
    return levels


def by_model_and_axis(cells: Sequence[Cell]) -> dict[tuple[str, Axis], Datasets]:
    """Cells of each model and axis, by dataset and transformation."""
    held: dict[tuple[str, Axis], Datasets] = defaultdict(dict)
    for cell in cells:
        wording = cell.wording
        place = held[cell.model, (wording.axis, wording.generator)]
        place.setdefault(cell.task.name, {}).setdefault(wording.transformation, []).append(cell)
    return held


def whole_datasets(datasets: Datasets) -> list[str]:
    """Those of which no cell is missing."""
    return [name for name, one in datasets.items()
            if all(cell.whole for group in one.values() for cell in group)]  # fmt: skip


def _common(whole: Mapping[str, Sequence[str]]) -> set[str]:
    """Datasets of all models that have at least half of those that some model has.

    >>> sorted(_common({"a": ["x", "y", "z"], "b": ["y", "z"], "broken": []}))
    ['y', 'z']
    """
    some = {name for names in whole.values() for name in names}
    deciding = [set(names) for names in whole.values() if len(names) >= ENOUGH * len(some)]
    return some.intersection(*deciding)


def _level(datasets: Sequence[dict[str, list[Cell]]], names: tuple[str, ...]) -> Level:
    def mean(what: str) -> FloatArray:
        per_dataset = [
            np.mean(
                [np.mean([_value(cell, what) for cell in group], axis=0) for group in one.values()],
                axis=0,
            )
            for one in datasets
        ]
        made: FloatArray = np.mean(per_dataset, axis=0)
        return made

    counts = [[len(cell.original.units) for group in one.values() for cell in group]
              for one in datasets]  # fmt: skip
    return Level(float(mean("original")), float(mean("transformed")), mean("original_draws"),
                 mean("transformed_draws"), names,
                 sum(map(max, counts)), sum(map(min, counts)),
                 tuple(records_of(list(one.values())) for one in datasets))  # fmt: skip


def _value(cell: Cell, what: str) -> FloatArray:
    held = getattr(cell, what)
    if what.endswith("_draws"):
        draws: FloatArray = held
        return draws
    return np.asarray(POINTS * held.value)


def profile_rows(levels: Levels, confidence: float) -> list[Row]:
    """Rows ``model, axis, generator, original, transformed, gap, low, high``.

    The interval is for other texts of these datasets; what other datasets would say is not in it.
    See ``ends_of``.
    """
    rows: list[Row] = []
    for (model, (axis, generator)), level in levels.items():
        row: Row = {"model": model, "axis": axis, "generator": generator,
                    "original": level.original, "transformed": level.transformed,
                    "gap": level.gap, "low": None, "high": None,
                    "n_datasets": len(level.datasets), "n_texts": level.n_texts,
                    "fewest_texts": level.fewest_texts}  # fmt: skip
        terms: list[Term] = [(1.0, level.records, "original"), (-1.0, level.records, "transformed")]
        ends = ends_of(terms, level.gap_draws, level.fewest_texts, confidence)
        rows.append(row | ends)
    return rows


def ends_of(terms: Sequence[Term], draws: FloatArray, n_texts: int, confidence: float) -> Row:
    """Interval of a weighted sum of scores: ``low, high``, or these as None and ``reason``.

    Where all scores are means of records, from their bounds (``records_interval``): a bootstrap of
    few records, or of few that changed, is too short or has no width at all. Of other scores
    (correlations, V-measure) it is a percentile bootstrap of records, from 30 records on, if the
    draws differ.
    """
    exact = records_interval(terms, confidence)
    if exact is not None:
        return {"low": exact[0], "high": exact[1]}
    known = draws[~np.isnan(draws)]
    why = None
    if len(known) < FEWEST_DRAWS:
        why = fault("robustness_run.reasons.no_draws")
    elif n_texts < FEWEST_RECORDS:
        why = fault("robustness_run.reasons.few_records", n=FEWEST_RECORDS)
    elif not np.ptp(np.round(known, ROUNDED)):
        why = fault("robustness_run.reasons.draws_alike")
    if why is not None:
        return {"low": None, "high": None, "reason": why}
    low, high = percentile_interval(known, confidence)
    return {"low": low, "high": high}
