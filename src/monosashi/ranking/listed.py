"""Gold documents in a ranked list: what stands before them and level with them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from monosashi.ranking.cosine import Float64Array, IntArray


def golds_in_list(
    documents: Sequence[str], scores: Sequence[float] | None, golds: Sequence[str]
) -> tuple[Float64Array, IntArray, IntArray]:
    """Level, documents that are no gold above it, and level with it, for every gold.

    Levels fall by 1 from one score of the list to the next lower one, so that only equal scores
    tie; without scores nothing does. NaN where the list does not hold the gold.

    Examples
    --------
    >>> level, above, ties = golds_in_list(["a", "b", "c"], [0.9, 0.4, 0.4], ["c", "x"])
    >>> level.tolist(), above.tolist(), ties.tolist()
    ([-1.0, nan], [1, 0], [1, 0])
    """
    place = {name: i for i, name in enumerate(documents)}
    at = np.array([place.get(name, -1) for name in golds], dtype=np.intp)
    step = np.ones(len(documents), dtype=bool)
    if scores is not None:
        held = np.asarray(scores, dtype=np.float64)
        step[1:] = held[1:] != held[:-1]
    level, found = np.cumsum(step) - 1, at >= 0
    wrong = np.ones(len(documents), dtype=bool)
    wrong[at[found]] = False
    per_level = np.bincount(level[wrong], minlength=len(documents) + 1)
    before = np.cumsum(per_level) - per_level
    mine = level[at[found]]
    out = np.full(len(golds), np.nan), np.zeros(len(golds), int), np.zeros(len(golds), int)
    for table, values in zip(out, (-mine, before[mine], per_level[mine]), strict=True):
        table[found] = values
    return out
