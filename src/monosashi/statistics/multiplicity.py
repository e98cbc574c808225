"""Adjust p values when several are looked at together."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt


def holm(p_values: Sequence[float] | npt.NDArray[Any]) -> npt.NDArray[np.float64]:
    """Holm's step-down adjusted p values, in the given order.

    Sorted p(1) ≤ … ≤ p(M) become the running maximum of (M - j + 1) p(j), cut at 1: the chance of
    any false alarm stays below the level, whatever the dependence (Holm 1979).

    >>> holm([0.01, 0.04, 0.03]).round(3).tolist()
    [0.03, 0.06, 0.06]
    """
    p = np.asarray(p_values, dtype=np.float64)
    order = np.argsort(p, kind="stable")
    steps = np.maximum.accumulate(p[order] * np.arange(len(p), 0, -1))
    adjusted = np.empty_like(p)
    adjusted[order] = np.minimum(steps, 1.0)
    return adjusted


def benjamini_hochberg(p_values: Sequence[float] | npt.NDArray[Any]) -> npt.NDArray[np.float64]:
    """P values adjusted for the share of false alarms among all alarms, in the given order.

    Sorted p(1) ≤ … ≤ p(M) become the running minimum, from the largest down, of M p(j) / j
    (Benjamini and Hochberg 1995): for independent or positively dependent tests.

    >>> benjamini_hochberg([0.01, 0.04, 0.03]).round(3).tolist()
    [0.03, 0.04, 0.04]
    """
    p = np.asarray(p_values, dtype=np.float64)
    order = np.argsort(p, kind="stable")
    steps = p[order] * len(p) / np.arange(1, len(p) + 1)
    adjusted = np.empty_like(p)
    adjusted[order] = np.minimum(np.minimum.accumulate(steps[::-1])[::-1], 1.0)
    return adjusted


def bonferroni(p_values: Sequence[float] | npt.NDArray[Any]) -> npt.NDArray[np.float64]:
    """Multiply p values by their number, cut at 1.

    >>> bonferroni([0.01, 0.6]).tolist()
    [0.02, 1.0]
    """
    p = np.asarray(p_values, dtype=np.float64)
    return np.minimum(p * len(p), 1.0)


def adjust_some(
    p_values: Sequence[float | None], adjust: Callable[[Sequence[float]], npt.NDArray[np.float64]]
) -> list[float | None]:
    """Adjust what was tested; None stays None and does not count."""
    tested = iter(adjust([p for p in p_values if p is not None]).tolist())
    return [None if p is None else next(tested) for p in p_values]


ADJUSTMENTS: dict[str, Callable[[Sequence[float]], npt.NDArray[np.float64]]] = {
    "holm": holm,
    "bonferroni": bonferroni,
}
