"""How many queries are answered within each rank."""

from __future__ import annotations

import numpy as np

from monosashi.results import Row
from monosashi.retrieval.query_table import FloatArray

EACH, POINTS = 20, 120


def rank_curve(ranks: FloatArray) -> list[Row]:
    """Share of all queries whose best gold document stands within a rank.

    Every rank up to 20, then about 120 ranks evenly spaced on a logarithmic scale up to the
    deepest one found. Queries whose answer was never found (NaN) keep the last share below 1.

    Parameters
    ----------
    ranks : (n,) float64
        Rank of each query's best gold document, NaN where there is none.

    Returns
    -------
    rows ``rank, share``

    Examples
    --------
    >>> [row["share"] for row in rank_curve(np.array([1.0, 3.0, 1.0, np.nan]))]
    [0.5, 0.5, 0.75]
    """
    found = np.sort(ranks[~np.isnan(ranks)])
    if not len(found):
        return [{"rank": 1, "share": 0.0}]
    points = _points(int(np.ceil(found[-1])))
    within = np.searchsorted(found, points, side="right")
    return [{"rank": int(rank), "share": float(count) / len(ranks)}
            for rank, count in zip(points, within, strict=True)]  # fmt: skip


def _points(last: int) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    spread = np.geomspace(EACH, last, POINTS) if last > EACH else np.empty(0)
    each = np.arange(1, min(EACH, last) + 1)
    return np.unique(np.concatenate([each, np.round(spread).astype(np.int64), [last]]))
