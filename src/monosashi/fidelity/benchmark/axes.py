"""Axes of the checks, and what they share."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from monosashi.fidelity.benchmark.samplers import Floats

N = 1_000
DIMENSIONS = (1, 8, 64)


def dimension(variant: str) -> int:
    """Of a case that is named by it."""
    return int(variant.rsplit("d=", 1)[1])


def named(dimensions: Sequence[int]) -> list[str]:
    """Cases, one a dimension."""
    return [f"d={d}" for d in dimensions]


def spread(length: int, count: int) -> tuple[int, ...]:
    """``count`` places from the first to the last, evenly."""
    return tuple(int(i) for i in np.round(np.linspace(0, length - 1, count)))


def sizes() -> Floats:
    """From 100 to 10,000 points."""
    return np.logspace(2, 4, 20).astype(int).astype(np.float64)
