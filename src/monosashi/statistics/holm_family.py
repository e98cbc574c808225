"""Holm's adjustment of a family of tests in which some may be missing."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy.typing as npt

from monosashi.embeddings import DataError, fault
from monosashi.statistics import multiplicity


def holm(p_values: Sequence[float | None] | npt.NDArray[Any]) -> list[float | None]:
    """Holm's step-down adjusted p values; what was not tested is left out of the family.

    Sorted p(1) <= … <= p(m) become the running maximum of (m - j + 1) p(j), cut at 1, where m
    counts the tests that were done (Holm 1979; R's ``p.adjust`` treats missing values so). The
    chance of any false alarm among them stays below the level, whatever the dependence.

    Parameters
    ----------
    p_values : p values between 0 and 1; None or NaN for a test that was not done

    Returns
    -------
    list
        In the given order; None where nothing was tested.

    Raises
    ------
    DataError
        A p value outside 0 to 1.

    Examples
    --------
    >>> holm([0.01, None, 0.04])
    [0.02, None, 0.04]
    """
    held = [None if p is None or math.isnan(p) else float(p) for p in p_values]
    odd = [row for row, p in enumerate(held) if p is not None and not 0 <= p <= 1]
    if odd:
        raise DataError(fault("statistics.errors.p_values", odd))
    return multiplicity.adjust_some(held, multiplicity.holm)
