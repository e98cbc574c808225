"""Vectors of a task to its score."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from monosashi.embeddings import DataError, fault
from monosashi.robustness.tasks.bitext import score_bitext
from monosashi.robustness.tasks.classes import ClassReader
from monosashi.robustness.tasks.clusters import score_clusters
from monosashi.robustness.tasks.correlations import score_sts, score_summaries
from monosashi.robustness.tasks.pair_labels import score_pair_labels
from monosashi.robustness.tasks.ranked import score_reranking, score_retrieval
from monosashi.robustness.tasks.scored import Scored
from monosashi.robustness.tasks.task import Task
from monosashi.robustness.tasks.vectors import Keep, Vectors, with_direction

Score = Callable[[Vectors, Keep], Scored]


class Scorer:
    """Scores one task for one model; what is learnt from the same texts is learnt once.

    Parameters
    ----------
    task : Task
    like : "mteb" or "hteb"
        Whose metric, where the two differ.
    """

    def __init__(self, task: Task, like: str = "mteb") -> None:
        if like not in {"mteb", "hteb"}:
            raise DataError(fault("robustness_run.errors.like", given=like))
        self.task = task
        self.metric = task.kind.metrics[-1 if like == "hteb" else 0]
        self._score = _made(task, hteb=like == "hteb")

    def __call__(self, vectors: Vectors, keep: Keep | None = None) -> Scored:
        """The score over the kept records of every field; vectors of a kept row point somewhere."""
        held = dict(keep or self.task.everything())
        for name in self.task.kind.fields:
            held[name] = held[name] & with_direction(vectors[name])
        if self.task.kind.paired:
            held = dict.fromkeys(held, held["left"] & held["right"])
        return self._score(vectors, held)


def score_task(task: Task, vectors: Any, *, like: str = "mteb") -> float | None:
    """The main score of a task, between 0 and 1 (a correlation: -1 and 1).

    Parameters
    ----------
    vectors : mapping of field to (n, d) array
        In the order of the texts. A zero vector points nowhere: its record is left out.
    like : "mteb" or "hteb"

    Returns
    -------
    float or None
        None where it is undefined, as for a constant similarity.

    Examples
    --------
    >>> pairs = Task.of("toy", "sts", {"left": list("abc"), "right": list("def")},
    ...                 {"scores": [0, 1, 2]})
    >>> import numpy as np
    >>> score_task(pairs, {"left": np.eye(3), "right": np.array([[0, 0, 1], [1, 1, 0], [0, 0, 1]])})
    1.0
    """
    return Scorer(task, like)(vectors).value


def _made(task: Task, *, hteb: bool) -> Score:
    made: dict[str, Score] = {
        "sts": lambda v, k: score_sts(task, v, k),
        "pair_classification": lambda v, k: score_pair_labels(task, v, k, best=not hteb),
        "classification": ClassReader(task, full=hteb),
        "clustering": lambda v, k: score_clusters(task, v, k),
        "retrieval": lambda v, k: score_retrieval(task, v, k),
        "reranking": lambda v, k: score_reranking(task, v, k),
        "bitext": lambda v, k: score_bitext(task, v, k),
        "summarisation": lambda v, k: score_summaries(task, v, k, pooled=hteb),
    }
    return made[task.kind.name]
