"""Directions and similarities of the vectors of a task."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from monosashi.robustness.drift import unit_rows

FloatArray = npt.NDArray[np.float64]
BoolArray = npt.NDArray[np.bool_]
Vectors = Mapping[str, npt.NDArray[np.floating]]
Keep = Mapping[str, BoolArray]
DECIMALS = 12  # below this, similarities differ by rounding only


def with_direction(vectors: npt.NDArray[np.floating]) -> BoolArray:
    """Which rows are not zero; a row of zeros points nowhere."""
    found: BoolArray = (vectors != 0).any(axis=1)
    return found


def pair_cosines(left: npt.NDArray[np.floating], right: npt.NDArray[np.floating]) -> FloatArray:
    """Cosine of each pair of rows, freed of rounding."""
    return settled((unit_rows(left) * unit_rows(right)).sum(axis=1))


def settled(values: FloatArray) -> FloatArray:
    """Equal where values differ by rounding only, so that a constant encoder ties."""
    rounded: FloatArray = np.round(values, DECIMALS) + 0.0
    return rounded
