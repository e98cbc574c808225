"""A score threshold: how many translations pass, and how many of what passes is right."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from monosashi.statistics.proportions import wilson

FloatArray = npt.NDArray[np.float64]
POINTS = 12


@dataclass(frozen=True)
class ThresholdPoint:
    """First answers with at least a score, in one direction of the mixed pool.

    Attributes
    ----------
    source, target : str
    threshold : float
    precision : float
        Of the first documents that reach it, the share that is the translation.
    found_share : float
        Of all queries, the share whose translation stands first and reaches it.
    precision_low, precision_high, found_low, found_high : float
        Intervals of Wilson, queries taken as independent; for the threshold as it stands, not for
        one chosen because its precision is high here.
    passed, n : int
        Queries whose first document reaches it, and all.
    """

    source: str
    target: str
    threshold: float
    precision: float
    found_share: float
    precision_low: float
    precision_high: float
    found_low: float
    found_high: float
    passed: int
    n: int


def threshold_curve(
    source: str,
    target: str,
    first: FloatArray,
    right: npt.NDArray[np.bool_],
    confidence: float = 0.95,
) -> Iterator[ThresholdPoint]:
    """Points at quantiles of the first documents' scores, from all of them down to few.

    A threshold cannot change the order: where the wrong document stands first with a high score,
    no threshold brings the right one up. ``found_share`` at the lowest is recall@1.

    Parameters
    ----------
    first : (n,) float64
        Score of the first document of every query, right or wrong.
    right : (n,) bool
        Whether it is the translation.
    confidence : float
    """
    levels = np.unique(np.quantile(first, np.linspace(0, 1, POINTS), method="lower"))
    for level in levels:
        passed = first >= level
        found, shown = int((right & passed).sum()), int(passed.sum())
        yield ThresholdPoint(source, target, float(level), found / shown, found / len(first),
                             *wilson(found, shown, confidence),
                             *wilson(found, len(first), confidence), shown, len(first))  # fmt: skip
