"""The language of the first documents, with ties that no order can decide."""

from __future__ import annotations

import numpy as np

from monosashi.language.judging.judged import Float64Array
from monosashi.language.layout import BoolArray
from monosashi.ranking import TIE


def own_shares(scores: Float64Array, pool: slice, k: int) -> tuple[Float64Array, BoolArray]:
    """(rows,) share of ``pool`` among the k highest of a row, and whether a tie ends them.

    What ties with the k-th counts in proportion: the mean over all orders of the tied. Hidden
    columns hold -inf; NaN where nothing else is there.

    Examples
    --------
    >>> own_shares(np.array([[3.0, 1.0, 1.0, 1.0]]), slice(0, 2), 2)
    (array([0.66666667]), array([ True]))
    """
    listed = np.minimum(np.isfinite(scores).sum(axis=1), k)
    size = min(k, scores.shape[1])
    highest = -np.sort(np.partition(-scores, size - 1, axis=1)[:, :size], axis=1)
    last = highest[np.arange(len(scores)), np.maximum(listed - 1, 0)]
    level = np.where(listed > 0, last, np.inf)[:, None]
    above, reached = scores > level + TIE, scores >= level - TIE
    n_above, n_reached = above.sum(axis=1), reached.sum(axis=1)
    left, tied = listed - n_above, np.maximum(n_reached - n_above, 1)
    own_above = above[:, pool].sum(axis=1)
    own_tied = reached[:, pool].sum(axis=1) - own_above
    share = (own_above + left * own_tied / tied) / np.maximum(listed, 1)
    return np.where(listed > 0, share, np.nan), (n_reached > listed) & (listed > 0)
