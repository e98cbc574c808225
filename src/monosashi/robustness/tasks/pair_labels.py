"""Pair classification: do similarities put equal pairs before others."""

from __future__ import annotations

import numpy as np

from monosashi.embeddings import fault
from monosashi.robustness.drift import unit_rows
from monosashi.robustness.tasks.scored import FloatArray, IntArray, Scored
from monosashi.robustness.tasks.task import Task
from monosashi.robustness.tasks.vectors import Keep, Vectors, settled


def score_pair_labels(task: Task, vectors: Vectors, keep: Keep, *, best: bool) -> Scored:
    """Average precision of the cosine, or the largest one over four similarities (mteb).

    The four are cosine, dot product, and minus the Euclidean and the Manhattan distance.
    """
    units = np.flatnonzero(keep["left"])
    gold = np.array(task.gold["labels"])[units].astype(np.intp)
    if len(set(gold.tolist())) < 2:
        return Scored(None, units, reason=fault("robustness_run.reasons.one_label"))
    a, b = (np.asarray(vectors[side][units], dtype=np.float64) for side in ("left", "right"))
    near = similarities(a, b) if best else [_cosines(a, b)]

    def again(rows: IntArray) -> float:
        drawn = gold[rows]
        if not 0 < drawn.sum() < len(drawn):
            return float("nan")
        return max(average_precision(drawn, one[rows]) for one in near)

    return Scored(again(np.arange(len(units))), units, again=again)


def similarities(a: FloatArray, b: FloatArray) -> list[FloatArray]:
    """Cosine, dot product, minus Euclidean and minus Manhattan distance of each pair."""
    apart = a - b
    return [
        _cosines(a, b),
        settled((a * b).sum(axis=1)),
        settled(-np.sqrt((apart**2).sum(axis=1))),
        settled(-np.abs(apart).sum(axis=1)),
    ]


def _cosines(a: FloatArray, b: FloatArray) -> FloatArray:
    return settled((unit_rows(a) * unit_rows(b)).sum(axis=1))


def average_precision(gold: IntArray, near: FloatArray) -> float:
    """Sum of precision times the rise in recall over thresholds; equal scores share one.

    >>> average_precision(np.array([0, 0, 1, 1]), np.array([0.1, 0.4, 0.35, 0.8]))
    0.8333333333333333
    """
    order = np.argsort(-near, kind="stable")
    scores, hits = near[order], np.cumsum(gold[order])
    ends = np.append(np.flatnonzero(np.diff(scores)), len(scores) - 1)
    precision = hits[ends] / (ends + 1)
    return float((precision * np.diff(hits[ends], prepend=0)).sum() / hits[-1])
