"""What a downdate needs to know of a cluster: the cells it meets, and its sums in them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from monosashi.neighbors.blocks import row_blocks
from monosashi.shape.configuration import BLOCK, Array, row_squares
from monosashi.shape.grouping import Grouping
from monosashi.shape.partition.fit import Fit
from monosashi.shape.sums import IntArray, sum_cloud


@dataclass(frozen=True, eq=False)
class Met:
    """Clusters in cells, cluster after cluster.

    Attributes
    ----------
    cells : (m,) cell of each meeting of a cluster and a cell
    counts : (m,) objects of the cluster in the cell
    sums : (m, c) their sum
    starts : (G + 1,) where each cluster begins
    inner : (G,)
        Squares about the means of the meetings: no model tells these objects apart.
    """

    cells: IntArray
    counts: Array
    sums: Array
    starts: IntArray
    inner: Array

    def of(self, cluster: int) -> tuple[IntArray, Array, Array, float]:
        """Cells, counts, sums and inner squares of one cluster."""
        part = slice(int(self.starts[cluster]), int(self.starts[cluster + 1]))
        return self.cells[part], self.counts[part], self.sums[part], float(self.inner[cluster])


def meet(fit: Fit, clusters: Grouping) -> Met:
    """Sort the objects into meetings of a cluster and a cell."""
    width = len(fit.cells.firsts)
    pairs, of_row = np.unique(clusters.codes.astype(np.int64) * width + fit.cells.cell_of,
                              return_inverse=True)  # fmt: skip
    of_row = of_row.reshape(-1)
    counts = np.bincount(of_row).astype(np.float64)
    sums = sum_cloud(fit.cloud, of_row, len(pairs))
    means = sums / counts[:, None]
    inner = np.zeros(clusters.n_groups)
    for block in row_blocks(len(of_row), BLOCK):
        apart = row_squares(fit.cloud.rows(block) - means[of_row[block]])
        inner += np.bincount(clusters.codes[block], apart, minlength=clusters.n_groups)
    starts = np.searchsorted(pairs // width, np.arange(clusters.n_groups + 1))
    return Met(pairs % width, counts, sums, starts, inner)
