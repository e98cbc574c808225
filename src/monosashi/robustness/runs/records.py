"""Intervals over records, of scores that are means of records and of their differences."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from monosashi.robustness.runs.cells import POINTS, Cell
from monosashi.statistics.mean_interval import mean_interval

FloatArray = npt.NDArray[np.float64]
DIGITS, DECIMALS = 12, 9


@dataclass(frozen=True, eq=False)
class Records:
    """What each record of a dataset adds to a score before and after rewriting.

    Attributes
    ----------
    dataset : str
    original, transformed : (n,) float64
        They sum to the scores, 0 to 1.
    shares : (n,) float64
        How much each record counts; they sum to 1.
    """

    dataset: str
    original: FloatArray
    transformed: FloatArray
    shares: FloatArray


def records_of(groups: Sequence[Sequence[Cell]]) -> Records | None:
    """Of one model, dataset and axis, cells by transformation; None where no mean is behind it."""
    task = groups[0][0].task
    parts = np.zeros((3, task.n))
    for cells in groups:
        for cell in cells:
            a, b = cell.original.per_unit, cell.transformed.per_unit
            if a is None or b is None:
                return None
            share = 1 / (len(groups) * len(cells) * len(a))
            parts[:, cell.original.units] += share * np.stack([a, b, np.ones(len(a))])
    return Records(task.name, *parts)


@dataclass(eq=False)
class _Sum:
    """A weighted sum of scores on one dataset."""

    sums: FloatArray
    shares: FloatArray
    weights: list[float] = field(default_factory=list)

    def add(self, weight: float, records: Records, what: str) -> None:
        self.sums += weight * getattr(records, what)
        self.shares += abs(weight) * records.shares
        self.weights.append(weight)

    def ends(self, confidence: float) -> tuple[float, float, float]:
        """The sum and its interval."""
        there = self.shares > 0
        most = sum(abs(one) for one in self.weights)
        rows = np.round(self.shares[there] / most * there.sum(), DIGITS)
        sums = self.sums[there] * there.sum()
        low, high = (sum(min(w, 0.0) for w in self.weights), sum(max(w, 0.0) for w in self.weights))
        means = sums / rows
        if means.min() < low - 1e-9 or means.max() > high + 1e-9:  # some records on one side only
            low, high = -most, most
        found = mean_interval(sums, rows, confidence=confidence, bounds=(low, high))
        return float(self.sums.sum()), found.low, found.high


Term = tuple[float, Sequence[Records | None], str]


def records_interval(terms: Iterable[Term], confidence: float) -> tuple[float, float] | None:
    """Interval, in points, of a weighted sum of scores, each a mean over datasets.

    Of every dataset the records are independent units with bounded values
    (``statistics.mean_interval``), so that also scores near 0 or 1 and a few changed records are
    covered; datasets are put together by MOVER. None where a score is no mean of records.

    Parameters
    ----------
    terms : (weight, records of each dataset, "original" or "transformed")
    confidence : float
    """
    held: dict[str, _Sum] = {}
    for weight, datasets, what in terms:
        for one in datasets:
            if one is None:
                return None
            empty = _Sum(np.zeros(len(one.shares)), np.zeros(len(one.shares)))
            held.setdefault(one.dataset, empty).add(weight / len(datasets), one, what)
    parts = np.array([one.ends(confidence) for one in held.values()])
    value = parts[:, 0].sum()
    below, above = (np.sqrt(((parts[:, i] - parts[:, 0]) ** 2).sum()) for i in (1, 2))
    ends = np.round((POINTS * (value - below), POINTS * (value + above)), DECIMALS)
    return float(ends[0]), float(ends[1])
