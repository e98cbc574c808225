"""How far the first documents of two systems agree, query by query."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from monosashi.results import Estimate
from monosashi.retrieval.estimating import estimate_means
from monosashi.retrieval.query_table import FloatArray
from monosashi.retrieval.units import Units

Lists = tuple[tuple[str, ...], ...]


def agreement(old: Lists, new: Lists) -> dict[str, FloatArray]:
    """Share of the old list that stays, and whether the first stays; NaN without an old list."""
    pairs = list(zip(old, new, strict=True))
    overlap = [len({*a} & {*b}) / len(a) if a else np.nan for a, b in pairs]
    first = [float(a[:1] == b[:1]) if a else np.nan for a, b in pairs]
    return {"overlap": np.array(overlap), "same_first": np.array(first)}


def shares(
    columns: Mapping[str, npt.NDArray[Any]],
    units: Units,
    *,
    confidence: float,
    rng: int | np.random.Generator | None,
) -> dict[str, Estimate]:
    """Means with intervals over units; a column without any value is absent."""
    held = {name: values.astype(np.float64) for name, values in columns.items()}
    known = {name: values for name, values in held.items() if not np.isnan(values).all()}
    return estimate_means(known, units, confidence=confidence, rng=rng) if known else {}
