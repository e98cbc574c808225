"""The door of those statistics that people call with a plain list of numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from monosashi.embeddings import DataError, fault


def finite_vector(given: Sequence[Any] | npt.NDArray[Any], name: str) -> npt.NDArray[np.float64]:
    """A list of finite numbers; all rows that are not are named.

    >>> finite_vector([1, 2.5], "x").tolist()
    [1.0, 2.5]
    """
    try:
        values = np.asarray(given, dtype=np.float64)
    except (TypeError, ValueError):
        raise DataError(fault("statistics.errors.numbers", name=name)) from None
    if values.ndim != 1 or not len(values):
        raise DataError(fault("statistics.errors.list", name=name, shape=values.shape))
    odd = np.flatnonzero(~np.isfinite(values)).tolist()
    if odd:
        raise DataError(fault("statistics.errors.finite", odd, name=name))
    return values
