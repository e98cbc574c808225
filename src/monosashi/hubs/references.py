"""What the same statistics are without any structure: two references."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from monosashi.embeddings import EmbeddingSet, Fault, fault, unit_rows
from monosashi.embeddings.arrays import FloatArray
from monosashi.hubs.estimates import summarise
from monosashi.hubs.listing import Listing, Source
from monosashi.neighbors import nearest
from monosashi.neighbors.search import Metric
from monosashi.results import Estimate

MOST = 10_000
NAMES = ("random_directions", "shuffled_coordinates")


@dataclass(frozen=True, kw_only=True)
class HubReference:
    """Hub statistics of reference data with the same dimension and k.

    Attributes
    ----------
    n, n_queries : int
        Rows used: those of the data, at most 10,000.
    others
        As in ``Hubs``.
    """

    n: int
    n_queries: int
    antihub_share: Estimate
    top_share_ratio: Estimate
    robin_hood: Estimate
    hub_occurrence: Estimate
    gini: Estimate
    skewness: Estimate | None
    antihubs: int
    max_occurrence: int
    curve: list[dict[str, float]] = field(repr=False)


@dataclass(frozen=True)
class Rolled:
    """References that could be made, and why others could not."""

    made: Mapping[str, HubReference]
    reasons: Mapping[str, Fault]


def make_references(
    data: EmbeddingSet,
    queries: EmbeddingSet | None,
    k: int,
    metric: Metric,
    rng: np.random.Generator,
    *,
    unit: bool,
) -> Rolled:
    """Random directions on the sphere, and the same coordinates shuffled column by column.

    Shuffling keeps what each coordinate looks like and breaks how they go together; rows are
    scaled to length 1 again when those measured have it.
    """
    made: dict[str, HubReference] = {}
    reasons: dict[str, Fault] = {}
    for name in NAMES:
        draw = _directions if name == NAMES[0] else _shuffled
        base = draw(data.vectors, rng, unit)
        asked = None if queries is None else draw(queries.vectors, rng, unit)
        if data.dimension < 2 or len(base) < k + 2 or (asked is not None and len(asked) < 1):
            reasons[name] = fault("hubs.reasons.reference", d=data.dimension, n=len(base), k=k)
            continue
        made[name] = _measure(base, asked, k, metric)
    return Rolled(made, reasons)
