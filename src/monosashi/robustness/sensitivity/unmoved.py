"""The share of changes that move nothing, with its interval."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from monosashi.results import Row
from monosashi.robustness.sensitivity.reach import UNMOVED
from monosashi.statistics.proportions import clopper_pearson

NAMES = ("share_unmoved", "share_unmoved_low", "share_unmoved_high")


def unmoved_share(moved: npt.NDArray[np.float64], confidence: float) -> Row:
    """Exact (Clopper and Pearson) over changes; None of each where there are none.

    >>> row = unmoved_share(np.array([0.0, 0.0, 0.3, 0.2]), 0.95)
    >>> [round(value, 3) for value in row.values()]
    [0.5, 0.068, 0.932]
    """
    if not len(moved):
        return dict.fromkeys(NAMES)
    count = int((moved < UNMOVED).sum())
    return dict(zip(NAMES, (count / len(moved), *clopper_pearson(count, len(moved), confidence)),
                    strict=True))  # fmt: skip
