"""Whether two models name the same neighbours."""

from __future__ import annotations

from itertools import combinations

import numpy as np

from monosashi.embeddings import Fault, fault
from monosashi.embeddings.panel import Panel
from monosashi.results import Row
from monosashi.shape.grouping import Grouping
from monosashi.shape.similarity.neighbours import LONGEST, Lists, Pair, lists_of, overlap
from monosashi.statistics.jackknife import jackknife, refusal

K = 10
MOST, ANCHORS = 20_000, 5_000
MOST_AGAIN = 4_000  # objects up to which the lists are made anew without each large group


def neighbour_overlap(
    panel: Panel, grouping: Grouping, rng: np.random.Generator, k: int = K, confidence: float = 0.95
) -> tuple[tuple[Row, ...], dict[str, Fault]]:
    """Share of common neighbours of every two models.

    Rows ``model_a, model_b, k, n_anchors, knn_overlap, low, high, standard_error, chance,
    knn_overlap_adjusted``: mean share of the k nearest neighbours by cosine (self left out, ties
    by row number) that two models have in common; chance is k/(n-1), adjusted (a - c)/(1 - c). It
    sees what R² does not:
    the order of near objects. Above 20,000 objects from 5,000 of them at random, the same for all
    models. Each model is searched once. The interval leaves out one group at a time in both models
    (jackknife, t(G - 1)); it is not moved by the bias correction, since what is aimed at depends on
    n. With a group above 256 objects it is given for at most 4,000 objects.
    """
    n = panel.n
    k = min(k, n - 2)
    if k < 1:
        return (), {"agreement": fault("shape.reasons.no_agreement", n=n)}
    anchors = np.arange(n) if n <= MOST else np.sort(rng.choice(n, ANCHORS, replace=False))
    told = int(grouping.sizes.max()) <= LONGEST or n <= MOST_AGAIN
    spare = int(grouping.sizes[grouping.sizes <= LONGEST].max(initial=0)) if told else 0
    length = min(k + spare, n - 1)
    lists = {name: lists_of(data, anchors, k, length, "cosine")
             for name, data in zip(panel.names, panel.sets, strict=True)}  # fmt: skip
    codes = grouping.codes if told else None
    rows = []
    for a, b in combinations(panel.names, 2):
        pair = Pair(panel[a], panel[b], anchors, codes, k, "cosine")
        rows.append({"model_a": a, "model_b": b, **_row(pair, lists[a], lists[b], confidence)})
    if all(row["low"] is not None for row in rows):
        return tuple(rows), {}
    code = "no_agreement_interval" if told else "large_groups"
    return tuple(rows), {"agreement.interval": fault(f"shape.reasons.{code}", most=MOST_AGAIN)}


def _row(pair: Pair, a: Lists, b: Lists, confidence: float) -> Row:
    """One pair of models."""
    k = pair.k
    share, chance = overlap(a, b, k), k / (pair.a.n - 1)
    without = pair.without_each(a, b)
    ends: Row = {"low": None, "high": None, "standard_error": None}
    if not refusal(without) and (found := jackknife(share, without)).standard_error > 0:
        half = found.half_width(confidence)
        ends = {"low": max(share - half, 0.0), "high": min(share + half, 1.0),
                "standard_error": found.standard_error}  # fmt: skip
    return {"k": k, "n_anchors": len(pair.rows), "knn_overlap": share, **ends, "chance": chance,
            "knn_overlap_adjusted": (share - chance) / (1 - chance)}  # fmt: skip
