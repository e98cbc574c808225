"""Group sums in one pass over rows that need not fit into memory.

Rows of length 1 are summed as they are, others about one pilot, the first row; a group's spread is
its sum of squares less the part of its mean. Where so little is left that digits were lost (a tight
group far from the pilot), the rows of that group are read once more, about the first of them.
Memory is O(G d).
"""

from __future__ import annotations

import numpy as np

from monosashi.embeddings import EmbeddingSet
from monosashi.shape.configuration import ROUNDING, Array, row_squares
from monosashi.shape.grouping import Grouping
from monosashi.shape.row_passes import Found, Reader, RowPass, about, as_read
from monosashi.shape.scaled_rows import ScaledRows
from monosashi.shape.sums import GroupSums, IntArray

LOST = 1e-3
"""Share of a sum of squares that must be left as spread, for twelve digits of it to be right."""


def streamed_sums(
    data: EmbeddingSet, grouping: Grouping, *, normalise: bool = True, n_jobs: int | None = None
) -> tuple[GroupSums, float]:
    """Sums of the groups about the mean of all, and SS_T; ``spread`` of the objects stays empty.

    The same for any number of workers. Zero vectors are refused by row with ``normalise``.
    """
    rows, shape = ScaledRows(data, normalise), (grouping.n_groups, data.dimension)
    origin = np.zeros(data.dimension) if normalise else rows.read(slice(0, 1))[0]
    read: Reader = as_read(rows) if normalise else about(rows, lambda _: origin)
    found = RowPass(grouping.codes, shape, read).found(n_jobs)
    reach = 1.0 if normalise else float(np.sqrt(found.largest) + np.sqrt(origin @ origin))
    pilots = np.tile(origin, (grouping.n_groups, 1))
    _read_tight_groups_again(rows, grouping, pilots, found, n_jobs)
    return _about_the_mean(grouping.sizes, pilots, found, ROUNDING * reach**2)


def _read_tight_groups_again(
    rows: ScaledRows, grouping: Grouping, pilots: Array, found: Found, n_jobs: int | None
) -> None:
    """Where digits were lost, sums about the first row of the group, which becomes its pilot."""
    lost = np.flatnonzero(found.spread(grouping.sizes) <= LOST * found.squares)
    if not len(lost):
        return
    pilots[lost] = rows.read(np.unique(grouping.codes, return_index=True)[1][lost])
    chosen = np.flatnonzero(np.isin(grouping.codes, lost))
    read = about(rows, lambda which: pilots[grouping.codes[which]])
    again = RowPass(grouping.codes[chosen], pilots.shape, read, chosen).found(n_jobs)
    found.sums[lost], found.squares[lost] = again.sums[lost], again.squares[lost]


def _about_the_mean(
    sizes: IntArray, pilots: Array, found: Found, rounding: float
) -> tuple[GroupSums, float]:
    """Spread within groups from their pilots; means are compared from the first pilot."""
    counts = sizes.astype(np.float64)
    within = found.spread(sizes)
    within[within <= counts * rounding] = 0.0
    means = (pilots - pilots[0]) + found.sums / counts[:, None]
    means -= counts @ means / counts.sum()
    spread = within + counts * row_squares(means)
    total = float(spread.sum())
    held = GroupSums(sizes, means * counts[:, None], spread, within, np.empty(0))
    return held, total if total > counts.sum() * rounding else 0.0
