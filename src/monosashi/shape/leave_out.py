"""Every statistic without one group at a time, from the group sums alone."""

from __future__ import annotations

import numpy as np

from monosashi.shape.configuration import row_squares
from monosashi.shape.decomposition import Numbers, Parts, value_or_nan
from monosashi.shape.sums import GroupSums

LOST = 1e-12


def whole(sums: GroupSums, ss_total: float) -> Parts:
    """The sums of all groups."""
    sizes = sums.sizes
    return Parts.of(sizes.sum(), len(sizes), ss_total, sums.within.sum(), (sizes**2.0).sum())


def without_one(sums: GroupSums, ss_total: float) -> Parts:
    """(G,) sums without each group.

    With centred rows the total sum is 0, so SS_T(-g) = SS_T - q_g - ||s_g||² / (n - n_g); O(G d)
    for all G together.
    """
    sizes = sums.sizes.astype(np.float64)
    n = sizes.sum() - sizes
    # A sole group left has n - n_g > 0 still; only G = 1 would divide by 0, and is refused before.
    total = ss_total - sums.squares - row_squares(sums.vectors) / n
    total[total <= LOST * ss_total] = 0.0
    within = np.maximum(sums.within.sum() - sums.within, 0.0)
    within = np.minimum(within, total)
    return Parts.of(n, len(sizes) - 1, total, within, (sizes**2).sum() - sizes**2)


def leave_one_out(statistic: str, sums: GroupSums, ss_total: float) -> Numbers:
    """(G,) values of a statistic without each group; NaN where one is undefined.

    Where the remaining groups are all singletons, nothing about spread within groups is left:
    undefined for every statistic.
    """
    parts = without_one(sums, ss_total)
    values = value_or_nan(statistic, parts)
    return np.where(parts.n > parts.groups, values, np.nan)
