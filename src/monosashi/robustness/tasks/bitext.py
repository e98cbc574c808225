"""Bitext mining: does each text find its translation first."""

from __future__ import annotations

import numpy as np

from monosashi.robustness.drift import unit_rows
from monosashi.robustness.tasks.scored import IntArray, Scored
from monosashi.robustness.tasks.task import Task
from monosashi.robustness.tasks.vectors import Keep, Vectors, settled

BLOCK = 256


def score_bitext(task: Task, vectors: Vectors, keep: Keep) -> Scored:
    """F1 of the nearest text of the other side, weighted over texts, as mteb's.

    F1 of a text is 2 hit/(1 + times it was chosen); the weighted mean is that over all texts.
    """
    del task
    units = np.flatnonzero(keep["left"])
    left, right = unit_rows(vectors["left"][units]), unit_rows(vectors["right"][units])
    nearest: IntArray = np.empty(len(units), dtype=np.intp)
    for start in range(0, len(units), BLOCK):
        near = settled(left[start : start + BLOCK] @ right.T)
        nearest[start : start + BLOCK] = near.argmax(axis=1)
    chosen = np.bincount(nearest, minlength=len(units))
    hit = nearest == np.arange(len(units))
    return Scored.mean(2.0 * hit / (1 + chosen), units)
