"""Whether two models name the same neighbours."""

from __future__ import annotations

from itertools import combinations

import numpy as np

from monosashi.embeddings import Fault, fault
from monosashi.embeddings.panel import Panel
from monosashi.results import Row
from monosashi.shape.similarity.neighbours import lists_of, overlap

K = 10
MOST, ANCHORS = 20_000, 5_000


def neighbour_overlap(
    panel: Panel, rng: np.random.Generator, k: int = K
) -> tuple[tuple[Row, ...], dict[str, Fault]]:
    """Rows ``model_a, model_b, k, n_anchors, knn_overlap, chance, knn_overlap_adjusted``.

    Mean share of the k nearest neighbours by cosine (self left out, ties by row number) that two
    models have in common; chance is k/(n-1), adjusted (a - c)/(1 - c). It sees what R² does not:
    the order of near objects. Above 20,000 objects from 5,000 of them at random, the same for all
    models. Each model is searched once; ``measure_agreement`` gives intervals.
    """
    n = panel.n
    k = min(k, n - 2)
    if k < 1:
        return (), {"agreement": fault("shape.reasons.no_agreement", n=n)}
    anchors = np.arange(n) if n <= MOST else np.sort(rng.choice(n, ANCHORS, replace=False))
    lists = {name: lists_of(data, anchors, k, k, "cosine")
             for name, data in zip(panel.names, panel.sets, strict=True)}  # fmt: skip
    chance = k / (n - 1)
    rows = []
    for a, b in combinations(panel.names, 2):
        share = overlap(lists[a], lists[b], k)
        rows.append({"model_a": a, "model_b": b, "k": k, "n_anchors": len(anchors),
                     "knn_overlap": share, "chance": chance,
                     "knn_overlap_adjusted": (share - chance) / (1 - chance)})  # fmt: skip
    return tuple(rows), {}
