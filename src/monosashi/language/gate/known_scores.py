"""What known pages score in one direction: with their duplicate in the index, and without it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from monosashi.language.gate.pages import Float64Array
from monosashi.language.gate.threshold import Aim, Expected, lower_limit, upper_limit
from monosashi.language.layout import BoolArray, IntArray


@dataclass(frozen=True, eq=False)
class KnownScores:
    """Scores of pages that asked one language's index.

    Attributes
    ----------
    duplicate : (n,) float64
        Score with the known duplicate (the best, of several); NaN where none is known.
    other : (n,) float64
        Best score with any page that is no known duplicate: what a draft without a duplicate
        would meet.
    units : (n,) int
        Pages of one unit stay in one fold.
    """

    duplicate: Float64Array
    other: Float64Array
    units: IntArray

    @property
    def n(self) -> int:
        """Number of pages that asked."""
        return len(self.other)

    @property
    def n_known(self) -> int:
        """How many of them have a known duplicate."""
        return int((~np.isnan(self.duplicate)).sum())

    def take(self, which: BoolArray) -> KnownScores:
        """Some of the pages."""
        return KnownScores(self.duplicate[which], self.other[which], self.units[which])

    def candidates(self) -> Float64Array:
        """Every score, rising: the gate can only change its mind there."""
        return np.unique(np.concatenate([self.duplicate[~np.isnan(self.duplicate)], self.other]))

    def counts(self, thresholds: Float64Array) -> tuple[IntArray, IntArray]:
        """(right, wrong) at every threshold.

        Right: the known duplicate is flagged. Wrong: alarms without a duplicate in the index, and
        alarms for another page while the duplicate itself stays below.
        """
        known = ~np.isnan(self.duplicate)
        right = _reaching(self.duplicate[known], thresholds)
        alarms = _reaching(self.other, thresholds)
        both = _reaching(np.minimum(self.duplicate, self.other)[known], thresholds)
        strayed = _reaching(self.other[known], thresholds) - both
        return right, alarms + strayed

    def expected(self, thresholds: Float64Array, aim: Aim) -> Expected:
        """What one threshold a page (its own fold's) comes to.

        Infinite where a fold found none: nothing is flagged there.
        """
        known = ~np.isnan(self.duplicate)
        right = int((self.duplicate[known] >= thresholds[known]).sum())
        alarms = int((self.other >= thresholds).sum())
        strayed = int(((self.other >= thresholds) & (self.duplicate < thresholds))[known].sum())
        recall = _share(right, self.n_known, aim) if self.n_known else None
        precision = self._precision(right, alarms + strayed, aim) if right else None
        return Expected(self.n, self.n_known, recall, precision, _share(alarms, self.n, aim))

    def _precision(self, right: int, wrong: int, aim: Aim) -> tuple[float, float, float]:
        risk = (1 - aim.confidence) / 4
        share = aim.duplicate_share

        def precision(recall: float, alarms: float) -> float:
            return recall * share / (recall * share + alarms * (1 - share))

        value = precision(right / self.n_known, wrong / self.n)
        low = precision(float(lower_limit(right, self.n_known, risk)),
                        float(upper_limit(wrong, self.n, risk)))  # fmt: skip
        high = precision(float(upper_limit(right, self.n_known, risk)),
                         float(lower_limit(min(wrong, self.n), self.n, risk)))  # fmt: skip
        return value, low, high


def _reaching(scores: Float64Array, thresholds: Float64Array) -> IntArray:
    """How many scores reach each threshold."""
    rising = np.sort(scores)
    return len(rising) - np.searchsorted(rising, thresholds, side="left")


def _share(count: int, n: int, aim: Aim) -> tuple[float, float, float]:
    risk = (1 - aim.confidence) / 2
    return count / n, float(lower_limit(count, n, risk)), float(upper_limit(count, n, risk))
