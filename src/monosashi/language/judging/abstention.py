"""When a language's list holds nothing worth showing: a threshold for its best score."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from monosashi.embeddings import DataError, fault
from monosashi.language.judging.judged import Float64Array, Judged
from monosashi.language.layout import BoolArray


@dataclass(frozen=True, eq=False)
class Abstention:
    """Thresholds for the best score of a language's list.

    Attributes
    ----------
    thresholds : (L, L) float64
        For (language of the query, language of the list): lists whose best score lies below are
        left out. Infinite where no score reaches the precision; NaN where no query had a known
        answer, so nothing was calibrated and nothing is left out.
    precision : float
        Asked for: of the heads that are shown, so many are right.
    """

    thresholds: Float64Array
    precision: float

    @classmethod
    def calibrate(cls, heads: Float64Array, judged: Judged, *, precision: float) -> Abstention:
        """Take the lowest threshold at which the heads shown are right often enough.

        Parameters
        ----------
        heads : (n, L) float64
            Best score of every query and language (``head_scores``).
        judged : Judged
            Of the same scores: a head is right when the gold of that language is first in its
            own pool, ties against it.
        precision : float
            Between 0 and 1. It is met on these queries; measure it on others.

        Raises
        ------
        DataError
            A precision that is not between 0 and 1.
        """
        given: object = precision
        known = isinstance(given, int | float | np.number) and not isinstance(given, bool)
        if not known or not 0.0 < precision <= 1.0:
            raise DataError(fault("language.errors.bad_precision", given=precision))
        right = judged.ranks("pool")
        found = np.full((heads.shape[1],) * 2, np.nan)
        for source, target in np.ndindex(found.shape):
            known = (judged.own_pool == source) & (judged.state[:, target] > 0)
            if known.any():
                found[source, target] = lowest_threshold(
                    heads[known, target], right[known, target] <= 1.0, precision
                )
        return cls(found, precision)

    def abstains(self, heads: Float64Array, judged: Judged) -> BoolArray:
        """(n, L) whether a language's list is left out."""
        left_out: BoolArray = heads < self.thresholds[judged.own_pool]
        return left_out


def lowest_threshold(scores: Float64Array, right: BoolArray, precision: float) -> float:
    """The lowest score such that of all scores from it upwards the share ``precision`` is right.

    Examples
    --------
    >>> lowest_threshold(np.array([0.9, 0.8, 0.7]), np.array([True, True, False]), 0.9)
    0.8
    """
    levels = np.unique(scores)[::-1]
    order = np.argsort(-scores, kind="stable")
    hits = np.cumsum(right[order])
    last = np.searchsorted(-scores[order], -levels, side="right")
    good = np.flatnonzero(hits[last - 1] >= precision * last)
    return float(levels[good[-1]]) if len(good) else float("inf")
