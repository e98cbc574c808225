"""Criteria of search: nDCG@10 and recall@10 of the known answers, by queries or their groups."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from monosashi.advice.choosing.criterion import Criterion
from monosashi.advice.choosing.scales import SHARE, FloatArray
from monosashi.results import Row
from monosashi.retrieval import Retrieval, RetrievalComparison
from monosashi.retrieval.estimating import unit_sums
from monosashi.retrieval.pairing import Paired

METRICS = {"ndcg@10": "retrieval", "recall@10": "recall"}


def search_criteria(
    compared: RetrievalComparison, measured: Sequence[Retrieval]
) -> list[Criterion]:
    """Levels and paired differences of the retrieval room, and what every unit adds."""
    paired = Paired.of({one.name or "": one for one in measured})
    return [_criterion(name, weight, compared, paired) for name, weight in METRICS.items()
            if name in compared.metrics]  # fmt: skip


def _criterion(name: str, weight: str, compared: RetrievalComparison, paired: Paired) -> Criterion:
    scores = np.stack([paired.scores(model, name) for model in paired.names], axis=1)
    sums, counts = unit_sums(scores, paired.units)
    levels = {model: compared.levels[model][name] for model in compared.systems}
    moved = {model: influence_of(sums[:, i], counts[:, i]) for i, model in enumerate(paired.names)}
    rows = [_row(row, compared.n_queries) for row in compared.differences if row["metric"] == name]
    return Criterion(name, weight, SHARE, "queries", levels, moved, rows)


def influence_of(sums: FloatArray, counts: FloatArray) -> FloatArray:
    """What every unit adds to a mean over rows: their mean is that mean.

    >>> influence_of(np.array([3.0, 0.0]), np.array([3.0, 1.0])).tolist()  # 3 of 4 rows
    [1.125, 0.375]
    """
    mean = sums.sum() / counts.sum()
    moved: FloatArray = mean + (sums - mean * counts) / counts.mean()
    return moved


def _row(row: Mapping[str, object], n: int) -> Row:
    names = ("model_a", "model_b", "difference", "low", "high", "p_value", "p_adjusted", "method")
    return {**{name: row[name] for name in names}, "identical": row["equal"] == n, "exact": False}
