"""SS_W of thousands of arrangements, from the squared distances alone.

Few groups: a product with the table of memberships. Many groups: only entries inside the groups
are looked up, n²/(2G) of them an arrangement.
"""

from __future__ import annotations

import numpy as np

from monosashi.neighbors.blocks import map_blocks, row_blocks
from monosashi.shape.configuration import Array
from monosashi.shape.sums import IntArray
from monosashi.statistics.permutation import Arrangements

DENSE_GROUPS = 6
CHUNK = 32
LOOKED_UP = 2**19


def permuted_within(
    arrangements: Arrangements, table: Array, sizes: Array, n_jobs: int | None = None
) -> Array:
    """(N,) SS_W of all arrangements.

    Parameters
    ----------
    table : (m, m) sums of d² between units
    sizes : (G,) objects of each group
    """
    units = arrangements.units
    sums = _by_product if len(units) <= DENSE_GROUPS else _by_lists
    if arrangements.exact:
        arrangements.members(slice(0, 1))  # list them once, before the threads start

    def part(rows: slice) -> Array:
        held: Array = sums(table, arrangements.members(rows), units) @ (0.5 / sizes)
        return held

    return np.concatenate(map_blocks(part, row_blocks(arrangements.total, CHUNK), n_jobs))


def observed_within(table: Array, arrangements: Arrangements, sizes: Array) -> float:
    """SS_W of the labels as they are, summed in the same way."""
    sums = _by_product if len(sizes) <= DENSE_GROUPS else _by_lists
    return float((sums(table, arrangements.observed, arrangements.units) @ (0.5 / sizes))[0])


def _by_product(table: Array, members: IntArray, units: IntArray) -> Array:
    """(P, G) sums inside each group."""
    p, groups, m = len(members), len(units), len(table)
    held = np.zeros((p, groups, m))
    group = np.repeat(np.arange(groups), units)
    held[np.arange(p)[:, None], group, members] = 1.0
    seen = (held.reshape(-1, m) @ table).reshape(held.shape)
    return np.asarray(np.einsum("pgm,pgm->pg", seen, held))


def _by_lists(table: Array, members: IntArray, units: IntArray) -> Array:
    p, m = len(members), len(table)
    flat, ends = table.ravel(), np.cumsum(units)
    wide = members.astype(np.int64)
    own = np.diagonal(table)[wide]
    sums = np.empty((p, len(units)))
    for group, (start, end) in enumerate(zip(ends - units, ends, strict=True)):
        listed = wide[:, start:end]
        first, second = np.triu_indices(int(end - start), 1)
        inside = own[:, start:end].sum(axis=1)
        for pairs in row_blocks(len(first), max(1, LOOKED_UP // p)):
            places = (listed * m)[:, first[pairs]] + listed[:, second[pairs]]
            inside += 2 * flat[places].sum(axis=1)
        sums[:, group] = inside
    return sums
