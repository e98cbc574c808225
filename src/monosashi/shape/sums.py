"""Group sums: all that a decomposition, a jackknife or a bootstrap needs to know."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from monosashi.neighbors.blocks import blocks_within, map_blocks, row_blocks
from monosashi.shape.configuration import BLOCK, Array, Configuration, row_squares
from monosashi.shape.grouping import Grouping

ROUNDS = 8
IntArray = npt.NDArray[np.integer[Any]]


@dataclass(frozen=True, eq=False)
class GroupSums:
    """Sums over groups of the centred objects.

    Attributes
    ----------
    sizes : (G,) objects
    vectors : (G, d) sum of centred rows
    squares : (G,) sum of their squared norms
    within : (G,) sum of squared distances to the group's own mean
    spread : (n,) squared distance of each object to its group's mean
    """

    sizes: IntArray
    vectors: Array
    squares: Array
    within: Array
    spread: Array

    @property
    def between(self) -> float:
        """SS_B = sum of n_g ||mean_g - mean||² over groups."""
        whole = self.vectors.sum(axis=0)
        about = float((row_squares(self.vectors) / self.sizes).sum())
        return about - float(whole @ whole) / float(self.sizes.sum())


def group_sums(configuration: Configuration, grouping: Grouping) -> GroupSums:
    """Sum once over the rows; O(n d) time, O(G d) memory."""
    codes, sizes = grouping.codes, grouping.sizes
    vectors = sum_cloud(configuration, codes, grouping.n_groups)
    means = vectors / sizes[:, None]
    spread = np.empty(configuration.n)

    def measure(block: slice) -> None:
        spread[block] = row_squares(configuration.rows(block) - means[codes[block]])

    map_blocks(measure, row_blocks(configuration.n, BLOCK))
    within: Array = np.bincount(codes, spread, minlength=len(sizes)).astype(np.float64)
    within[within <= sizes * configuration.rounding] = 0.0
    squares = np.bincount(codes, configuration.squares, minlength=len(sizes)).astype(np.float64)
    return GroupSums(sizes, vectors, squares, within, spread)


def sum_cloud(configuration: Configuration, codes: IntArray, n_groups: int) -> Array:
    """(G, d) sums of the centred rows of each group; a cloud that is not held comes in blocks."""
    if configuration.held:
        return sum_rows(configuration.centred, codes, n_groups)
    summed = np.zeros((n_groups, configuration.dimension))
    for several in row_blocks(configuration.n, ROUNDS * BLOCK):

        def one(block: slice) -> tuple[IntArray, Array]:
            present, local = np.unique(codes[block], return_inverse=True)
            return present, sum_rows(configuration.rows(block), local, len(present))

        for present, part in map_blocks(one, blocks_within(several, BLOCK)):
            summed[present] += part
    return summed


def sum_rows(rows: Array, codes: IntArray, n_groups: int, weights: Array | None = None) -> Array:
    """(G, c) sums of the rows of each group, perhaps weighted, added in row order."""
    from scipy.sparse import csr_array

    n = len(codes)
    order = np.argsort(codes, kind="stable")
    starts = np.concatenate([[0], np.cumsum(np.bincount(codes, minlength=n_groups))])
    held = np.ones(n) if weights is None else weights[order]
    member = csr_array((held, order, starts), shape=(n_groups, n))
    summed: Array = member @ rows
    return summed
