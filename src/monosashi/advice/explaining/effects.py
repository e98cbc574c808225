"""What each mend does to all queries: a mend of misses may break hits."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from monosashi.advice.explaining.search import Floats, Rows, Search
from monosashi.results import Estimate
from monosashi.retrieval.estimating import estimate_means

LAYER_OF = {
    "own_language_pool": "language",
    "centering": "language",
    "query_centering": "language",
    "shift_back": "displaced",
    "set_duplicates_aside": "crowding",
    "without_hubs": "hub",
    "csls": "hub",
    "fuse_wordings": "wording",
}


@dataclass(frozen=True)
class Mend:
    """One mend, measured on all queries.

    Attributes
    ----------
    mend, layer : str
    after : float
        Share of all judged queries with an answer among the first k.
    difference : Estimate
        That share, with the mend minus without, paired.
    gained, lost : int
        Misses that are found, and hits that are lost.
    mended : int
        Misses labelled with the layer that are found.
    """

    mend: str
    layer: str
    after: float
    difference: Estimate
    gained: int
    lost: int
    mended: int


def measure_mends(
    search: Search, mends: Mapping[str, Rows], labels: tuple[str, ...], confidence: float
) -> tuple[Mend, ...]:
    """Every mend, the largest surely gained first; the interval is over independent units.

    Queries without a vector, or whose answers are not here, count as not found before and after.
    """
    hit = (search.before < search.k).astype(np.float64)
    gaps = {name: (after < search.k) - hit for name, after in mends.items()}
    if not gaps:
        return ()
    units = search.asking.units
    padded = {name: _padded(gap, len(units.codes)) for name, gap in gaps.items()}
    means = estimate_means(padded, units, confidence=confidence, rng=search.seed,
                           bounds=dict.fromkeys(padded, (-1.0, 1.0)))  # fmt: skip
    layer = np.array(labels, dtype=object)
    found = [
        Mend(
            mend=name,
            layer=LAYER_OF[name],
            after=float(hit.sum() + gap.sum()) / len(units.codes),
            difference=means[name],
            gained=int((gap > 0).sum()),
            lost=int((gap < 0).sum()),
            mended=int(((gap[search.missed] > 0) & (layer == LAYER_OF[name])).sum()),
        )
        for name, gap in gaps.items()
    ]
    return tuple(sorted(found, key=lambda one: -(one.difference.low or 0.0)))


def _padded(gap: Floats, n: int) -> Floats:
    return np.concatenate([gap, np.zeros(n - len(gap))])
