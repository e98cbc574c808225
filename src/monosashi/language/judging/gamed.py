"""Repairs that win recall of translations by ruining search: told from honest ones."""

from __future__ import annotations

from typing import Literal

import numpy as np

from monosashi.language.judging.judged import Float64Array, Judged, share_at_1
from monosashi.language.layout import IntArray

Sign = Literal["known_items_lost", "precision_lost", "own_language_pushed_out"]
COLLAPSE, PUSHED_OUT, SURE = 0.5, 0.5, 2.0


def gamed(before: Judged, after: Judged) -> tuple[Sign, ...]:
    """Signs that a repair has won recall of translations by putting other languages first.

    Any sign means that the repair must not be chosen, however high its recall.

    - ``known_items_lost``: documents of the query's own language that answer it are first less
      than half as often as before (ties of ``after`` read in its favour). Needs independent
      queries.
    - ``precision_lost``: average precision over the answers of all languages falls while
      cross-language recall@1 rises, both beyond two standard errors of the paired difference
      over units.
    - ``own_language_pushed_out``: of the first 10 documents, those in the query's own language are
      fewer than half of what chance would put there (and of what they were, where that was
      less), in some language. Where queries are whole documents no other sign can show.

    Parameters
    ----------
    before, after : Judged
        The same question, before and after the repair.

    Notes
    -----
    Recall of the translation in the mixed pool alone cannot tell: with every foreign document
    first it equals the recall among foreign documents, the best value there is.
    """
    signs: list[Sign] = []
    if _known_items_lost(before, after):
        signs.append("known_items_lost")
    if _precision_lost(before, after):
        signs.append("precision_lost")
    if _own_language_pushed_out(before, after):
        signs.append("own_language_pushed_out")
    return tuple(signs)


def _known_items_lost(before: Judged, after: Judged) -> bool:
    for language in np.unique(before.own_pool):
        mine = before.own_pool == language
        was = share_at_1(before.own_ranks())[mine]
        now = share_at_1(after.own_ranks("optimistic"))[mine]
        known = ~np.isnan(was)
        if known.any() and was[known].sum() > 0 and (
            now[known].sum() < COLLAPSE * was[known].sum()
        ):  # fmt: skip
            return True
    return False


def _precision_lost(before: Judged, after: Judged) -> bool:
    lost = before.precision - after.optimistic_precision
    won = share_at_1(after.cross_ranks("optimistic")) - share_at_1(before.cross_ranks())
    for language in np.unique(before.own_pool):
        mine = before.own_pool == language
        units = before.units[mine]
        if surely_positive(lost[mine], units) and surely_positive(won[mine], units):
            return True
    return False


def _own_language_pushed_out(before: Judged, after: Judged) -> bool:
    for language in np.unique(before.own_pool):
        mine = before.own_pool == language
        was, now = before.own_share[mine], after.own_share[mine]
        known = ~(np.isnan(was) | np.isnan(now))
        if not known.any():
            continue
        fair = min(was[known].mean(), after.neutral_share[mine][known].mean())
        if now[known].mean() < PUSHED_OUT * fair:
            return True
    return False


def surely_positive(values: Float64Array, units: IntArray) -> bool:
    """Whether a mean lies more than two standard errors above 0; values of a unit belong together.

    Examples
    --------
    >>> values = np.array([1.0, 1.0, 1.0, -1.0])
    >>> surely_positive(np.tile(values, 4), np.arange(16))
    True
    >>> surely_positive(np.tile(values, 4), np.tile(np.arange(4), 4))
    False
    """
    known = ~np.isnan(values)
    _, unit = np.unique(units[known], return_inverse=True)
    sums, counts = np.bincount(unit, weights=values[known]), np.bincount(unit)
    if len(sums) < 2:
        return False
    mean = sums.sum() / counts.sum()
    residual = sums - mean * counts
    error = np.sqrt((residual**2).sum() * len(sums) / (len(sums) - 1)) / counts.sum()
    return bool(mean > SURE * error)
