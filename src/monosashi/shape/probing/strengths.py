"""How strong a change is, and along which direction: checked once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from monosashi.embeddings import DataError, fault
from monosashi.shape.configuration import Array
from monosashi.shape.probing import transforms
from monosashi.shape.probing.cloud import Cloud

Direction = Literal["random", "between", "mean"] | npt.NDArray[Any] | Sequence[float]


def checked_strengths(transform: str, values: Sequence[float] | None, start: str) -> list[float]:
    """Checked numbers, or the usual ones."""
    if values is None:
        raw = transform == "common_direction" and start == "raw"
        return list(transforms.RAW_DIRECTION if raw else transforms.USUAL[transform])
    given = [float(value) for value in np.atleast_1d(np.asarray(values, dtype=np.float64))]
    low, high, rule = transforms.RANGES.get(transform, transforms.OTHERS)
    bad = [value for value in given if not (np.isfinite(value) and low < value <= high)]
    if bad or not given:
        raise DataError(fault("shape.errors.strengths", transform=transform, rule=rule,
                              given=", ".join(f"{value:g}" for value in bad) or "-"))  # fmt: skip
    return given


def unit_direction(cloud: Cloud, given: Direction, generator: np.random.Generator) -> Array:
    """Of length 1."""
    d = cloud.rows.shape[1]
    if isinstance(given, str):
        if given == "between":
            return cloud.between_direction()
        found: Array = cloud.configuration.mean
        found = found if given == "mean" else np.asarray(generator.standard_normal(d))
    else:
        found = np.asarray(given, dtype=np.float64)
        if found.shape != (d,) or not np.isfinite(found).all():
            raise DataError(fault("shape.errors.direction", shape=found.shape, d=d))
    length = float(np.linalg.norm(found))
    if not length:
        raise DataError(fault("shape.errors.zero_direction"))
    axis: Array = found / length
    return axis


def share_along_mean(cloud: Cloud) -> float | None:
    """Share of the deviations along the mean; None where the mean is zero."""
    mean = cloud.configuration.mean
    length = float(np.linalg.norm(mean))
    return cloud.share_along(mean / length) if length else None
