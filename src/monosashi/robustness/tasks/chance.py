"""What a model that knows nothing reaches on a task."""

from __future__ import annotations

import numpy as np

from monosashi.robustness.tasks.clusters import v_measure
from monosashi.robustness.tasks.ranked import DEPTH, relevant
from monosashi.robustness.tasks.task import Task

SHUFFLES = 20


def chance_level(task: Task) -> float:
    """Expected score of vectors that have nothing to do with the texts, between 0 and 1.

    Correlations 0; classes evenly; average precision and nDCG over random orders; V-measure of
    shuffled labels; of bitext one in n.
    """
    kind = task.kind.name
    if kind in {"sts", "summarisation"}:
        return 0.0
    if kind == "classification":
        return 1 / len(set(task.gold["labels"]) | set(task.gold["train_labels"]))
    if kind == "pair_classification":
        return expected_precision(task.n, int(sum(task.gold["labels"])))
    if kind == "clustering":
        return _shuffled(task)
    if kind == "bitext":
        return 1 / task.n
    return _of_orders(task)


def expected_precision(n: int, right: int) -> float:
    """Mean average precision of ``right`` among ``n`` in random order.

    >>> round(expected_precision(2, 1), 4)
    0.75
    """
    if not right:
        return 0.0
    harmonic = float((1 / np.arange(1, n + 1)).sum())
    rest = (right - 1) / (n - 1) * (n - harmonic) if n > 1 else 0.0
    return (harmonic + rest) / n


def _of_orders(task: Task) -> float:
    held = relevant(task, task.everything())
    if task.kind.name == "reranking":
        sizes = task.gold["candidates"]
        return float(
            np.mean(
                [
                    expected_precision(len(sizes[query]), len(right))
                    for query, right in held.items()
                    if query in sizes
                ]
                or [0.0]
            )
        )
    discount = 1 / np.log2(np.arange(2, DEPTH + 2))
    n = task.fields["document"].n
    reach = float(discount[: min(DEPTH, n)].sum())
    shares = []
    for right in held.values():
        best = np.sort(list(right.values()))[::-1][:DEPTH]
        shares.append(reach * sum(right.values()) / n / float((best * discount[: len(best)]).sum()))
    return float(np.mean(shares or [0.0]))


def _shuffled(task: Task) -> float:
    rng = np.random.default_rng(0)
    _, gold = np.unique(task.gold["labels"], return_inverse=True)
    _, parts = np.unique(task.gold.get("groups") or [""] * task.n, return_inverse=True)
    scores = [np.mean([v_measure(gold[parts == part], rng.permutation(gold[parts == part]))
                       for part in np.unique(parts)]) for _ in range(SHUFFLES)]  # fmt: skip
    return float(np.mean(scores))
