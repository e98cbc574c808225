"""Clustering: do the clusters of vectors follow the labels."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from monosashi.embeddings import fault
from monosashi.robustness.tasks.scored import FloatArray, IntArray, Scored
from monosashi.robustness.tasks.task import Task
from monosashi.robustness.tasks.vectors import Keep, Vectors

BATCH, SEED = 500, 42


def score_clusters(task: Task, vectors: Vectors, keep: Keep) -> Scored:
    """V-measure of a mini-batch k-means with as many clusters as labels; mean over parts.

    A draw keeps the clusters that were found: its interval does not cover another start of k-means.
    """
    units = np.flatnonzero(keep["text"])
    _, gold = np.unique(np.array(task.gold["labels"])[units], return_inverse=True)
    given = task.gold.get("groups") or [""] * task.n
    _, parts = np.unique(np.array(given)[units], return_inverse=True)
    found = np.zeros(len(units), dtype=np.intp)
    for part in range(parts.max() + 1):
        rows = np.flatnonzero(parts == part)
        found[rows] = _clusters(vectors["text"][units[rows]], len(set(gold[rows].tolist())))

    def again(rows: IntArray) -> float:
        scores = [v_measure(gold[held], found[held]) for part in np.unique(parts[rows])
                  if len(held := rows[parts[rows] == part])]  # fmt: skip
        return float(np.mean(scores)) if scores else float("nan")

    value = again(np.arange(len(units)))
    if len(set(gold.tolist())) < 2:
        return Scored(None, units, reason=fault("robustness_run.reasons.one_label"))
    return Scored(value, units, again=again)


def _clusters(vectors: npt.NDArray[np.floating], k: int) -> IntArray:
    import warnings

    from sklearn.cluster import MiniBatchKMeans
    from sklearn.exceptions import ConvergenceWarning
    from threadpoolctl import threadpool_limits

    with warnings.catch_warnings(), threadpool_limits(limits=1):
        warnings.simplefilter("ignore", ConvergenceWarning)  # fewer different points than clusters
        model = MiniBatchKMeans(n_clusters=k, batch_size=BATCH, n_init="auto", random_state=SEED)
        found: IntArray = model.fit(vectors).labels_.astype(np.intp)
    return found


def v_measure(gold: IntArray, found: IntArray) -> float:
    """Harmonic mean of homogeneity and completeness, 1 where both sides are one group.

    >>> round(v_measure(np.array([0, 0, 1, 1]), np.array([0, 0, 1, 2])), 4)
    0.8
    """
    table = np.zeros((gold.max() + 1, found.max() + 1))
    np.add.at(table, (gold, found), 1.0)
    of_gold, of_found = _entropy(table.sum(axis=1)), _entropy(table.sum(axis=0))
    shared = of_gold + of_found - _entropy(table.ravel())
    homogeneity = shared / of_gold if of_gold else 1.0
    completeness = shared / of_found if of_found else 1.0
    total = homogeneity + completeness
    return float(2 * homogeneity * completeness / total) if total > 0 else 0.0


def _entropy(counts: FloatArray) -> float:
    shares = counts[counts > 0] / counts.sum()
    return float(-(shares * np.log(shares)).sum()) + 0.0
