"""Ranks in bins that widen, for a figure."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

FloatArray = npt.NDArray[np.float64]


def rank_histogram(mixed: FloatArray, alone: FloatArray) -> Mapping[str, tuple[int, ...]]:
    """Counts of ranks in bins 1, 2, 3-5, 6-10, 11-20, 21-50, 51-100, ... for both pools."""
    edges = _edges(int(max(mixed.max(), alone.max())))
    return {
        "from": tuple(edges[:-1]),
        "to": tuple(edge - 1 for edge in edges[1:]),
        "mixed": tuple(np.histogram(mixed, edges)[0].tolist()),
        "target_only": tuple(np.histogram(alone, edges)[0].tolist()),
    }


def _edges(highest: int) -> list[int]:
    """Lower ends of the bins, and one past the last; numpy closes the last bin on the right."""
    edges, size = [1, 2, 3], 1
    while edges[-1] <= highest:
        edges += [5 * size + 1, 10 * size + 1, 20 * size + 1]
        size *= 10
    last = next(i for i, edge in enumerate(edges) if edge > highest)
    return edges[: last + 1]
