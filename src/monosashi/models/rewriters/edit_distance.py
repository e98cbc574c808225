"""How far a text was changed, in single signs."""

from __future__ import annotations

import numpy as np


def edit_distance(one: str, other: str) -> float:
    """Levenshtein distance over the length of the longer text: 0 for equal, 1 for nothing shared.

    >>> edit_distance("kitten", "sitting")
    0.42857142857142855
    """
    if one == other:
        return 0.0
    a = np.fromiter(map(ord, one), dtype=np.int64, count=len(one))
    b = np.fromiter(map(ord, other), dtype=np.int64, count=len(other))
    row = np.arange(len(b) + 1)
    steps = np.arange(len(b) + 1)
    for i, sign in enumerate(a, start=1):
        kept = row[:-1] + (b != sign)
        best = np.concatenate(([i], np.minimum(kept, row[1:] + 1)))
        row = np.minimum.accumulate(best - steps) + steps  # insertions run along the row
    return float(row[-1] / max(len(a), len(b)))
