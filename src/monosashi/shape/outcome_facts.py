"""What outcomes say by themselves: how many are right, and how often two wordings agree."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from monosashi.shape.configuration import Array
from monosashi.shape.grouping import Grouping


@dataclass(frozen=True)
class OutcomeFacts:
    """Plain counts beside ICC, which is low too where hardly anything differs.

    Attributes
    ----------
    mean_outcome : float
    binary : bool
        Whether the outcomes are 0 and 1.
    agreeing_pairs : float or None
        Share of pairs of wordings of one question with the same outcome; of 0/1 only.
    chance_agreeing : float or None
        The same for pairs of different questions.
    rare_groups : int or None
        Questions in which the rarer of the two outcomes is found.
    """

    mean_outcome: float
    binary: bool
    agreeing_pairs: float | None
    chance_agreeing: float | None
    rare_groups: int | None


def outcome_facts(values: Array, grouping: Grouping, scale: float) -> OutcomeFacts:
    """Count; the mean is taken of values over ``scale``, so that nothing overflows."""
    mean = float((values / scale).mean()) * scale
    if not np.isin(values, (0.0, 1.0)).all():
        return OutcomeFacts(mean, False, None, None, None)
    sizes = grouping.sizes.astype(np.float64)
    ones = np.bincount(grouping.codes, values, minlength=grouping.n_groups)
    alike, within = float(_pairs(ones) + _pairs(sizes - ones)), float(_pairs(sizes))
    n, whole = sizes.sum(), ones.sum()
    everything = _pairs(np.array([whole, n - whole]))
    across = float(_pairs(np.array([n]))) - within
    rare = min(int((ones > 0).sum()), int((ones < sizes).sum()))
    return OutcomeFacts(mean, True, alike / within if within else None,
                        (float(everything) - alike) / across if across else None, rare)  # fmt: skip


def _pairs(counts: npt.NDArray[Any]) -> float:
    return float((counts * (counts - 1) / 2).sum())
