"""A score threshold: how many translations pass, and how many of what passes is right."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

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
    """

    source: str
    target: str
    threshold: float
    precision: float
    found_share: float


def threshold_curve(
    source: str, target: str, first: FloatArray, right: npt.NDArray[np.bool_]
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
    """
    levels = np.unique(np.quantile(first, np.linspace(0, 1, POINTS), method="lower"))
    for level in levels:
        passed = first >= level
        yield ThresholdPoint(source, target, float(level), float(right[passed].mean()),
                             float((right & passed).mean()))  # fmt: skip
