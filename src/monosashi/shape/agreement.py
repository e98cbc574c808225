"""Whether two models name the same neighbours."""

from __future__ import annotations

from itertools import combinations

import numpy as np

from monosashi.embeddings import Fault, fault
from monosashi.embeddings.panel import Panel
from monosashi.results import Row
from monosashi.shape.sums import IntArray

K = 10
MOST = 20_000


def neighbour_overlap(panel: Panel, k: int = K) -> tuple[tuple[Row, ...], dict[str, Fault]]:
    """Rows ``model_a, model_b, k, knn_overlap, chance, knn_overlap_adjusted``.

    Mean share of the k nearest neighbours by cosine (self left out, ties by row number) that two
    models have in common; chance is k/(n-1), adjusted (a - c)/(1 - c). It sees what R² does not:
    the order of near objects. Left out, with the reason, above 20,000 objects.
    """
    from monosashi.neighbors import nearest

    n = panel.sets[0].n
    k = min(k, n - 2)
    if k < 1 or n > MOST:
        return (), {"agreement": fault("shape.reasons.no_agreement", n=n, most=MOST)}
    lists = {name: np.asarray(nearest(data, k=k, metric="cosine").indices)
             for name, data in zip(panel.names, panel.sets, strict=True)}  # fmt: skip
    chance = k / (n - 1)
    rows = []
    for a, b in combinations(panel.names, 2):
        share = common_share(lists[a], lists[b])
        rows.append({"model_a": a, "model_b": b, "k": k, "knn_overlap": share, "chance": chance,
                     "knn_overlap_adjusted": (share - chance) / (1 - chance)})  # fmt: skip
    return tuple(rows), {}


def common_share(a: IntArray, b: IntArray) -> float:
    """Mean over rows of |a_i ∩ b_i| / k.

    >>> common_share(np.array([[1, 2]]), np.array([[2, 3]]))
    0.5
    """
    n, k = a.shape
    apart = np.arange(n)[:, None] * (int(max(a.max(), b.max())) + 1)
    return float(len(np.intersect1d(a + apart, b + apart)) / (n * k))
