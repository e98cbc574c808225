"""Classification: a logistic regression learns from few examples, and reads the others."""

from __future__ import annotations

import hashlib
import warnings
from collections import defaultdict
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from monosashi.robustness.tasks.scored import FloatArray, IntArray, Scored
from monosashi.robustness.tasks.task import Task
from monosashi.robustness.tasks.vectors import Keep, Vectors

EXPERIMENTS, PER_LABEL, SEED, STEPS = 10, 8, 42, 100


class ClassReader:
    """Learns once from a training split, however many versions of the test split it reads.

    Parameters
    ----------
    full : bool
        The whole training split once (HTEB), instead of the mean of 10 draws of 8 examples a label
        (mteb, with its seed).
    """

    def __init__(self, task: Task, *, full: bool) -> None:
        self._task, self._full = task, full
        self._learnt: dict[str, list[Any]] = {}

    def __call__(self, vectors: Vectors, keep: Keep) -> Scored:
        """Accuracy over test texts."""
        units = np.flatnonzero(keep["text"])
        rows = np.flatnonzero(keep["train"])
        gold = np.array(self._task.gold["labels"], dtype=object)[units]
        test = vectors["text"][units]
        right = [one.predict(test) == gold for one in self._models(vectors["train"], rows)]
        per_unit: FloatArray = np.mean(right, axis=0, dtype=np.float64)
        return Scored.mean(per_unit, units)

    def _models(self, train: npt.NDArray[np.floating], rows: IntArray) -> list[Any]:
        key = hashlib.sha256(
            np.ascontiguousarray(train[rows]).tobytes() + rows.tobytes()
        ).hexdigest()
        if key not in self._learnt:
            labels = [self._task.gold["train_labels"][row] for row in rows]
            draws = [list(range(len(rows)))] if self._full else draws_of(labels)
            self._learnt[key] = [_fitted(train[rows[drawn]], [labels[i] for i in drawn])
                                 for drawn in draws]  # fmt: skip
        return self._learnt[key]


def draws_of(labels: Sequence[str]) -> list[list[int]]:
    """Ten draws of 8 rows a label, as mteb's: one list, shuffled on and on by the same generator.

    >>> [len(draw) for draw in draws_of(["a"] * 20 + ["b"] * 3)][:2]
    [11, 11]
    """
    order = list(range(len(labels)))
    draws = []
    for _ in range(EXPERIMENTS):
        np.random.RandomState(SEED).shuffle(order)  # mteb's own draws
        counted: dict[str, int] = defaultdict(int)
        chosen = []
        for row in order:
            if counted[labels[row]] < PER_LABEL:
                chosen.append(row)
                counted[labels[row]] += 1
        draws.append(chosen)
    return draws


def _fitted(vectors: npt.NDArray[np.floating], labels: Sequence[str]) -> Any:
    from sklearn.exceptions import ConvergenceWarning
    from sklearn.linear_model import LogisticRegression
    from threadpoolctl import threadpool_limits

    with warnings.catch_warnings(), threadpool_limits(limits=1):
        warnings.simplefilter("ignore", ConvergenceWarning)  # 100 steps are part of the metric
        return LogisticRegression(max_iter=STEPS, random_state=SEED).fit(vectors, list(labels))
