"""AUC of shuffled labels."""

from __future__ import annotations

from functools import partial

import numpy as np

from monosashi.neighbors.blocks import map_blocks, row_blocks
from monosashi.results import PermutationTest
from monosashi.shape.configuration import Array
from monosashi.shape.exchange import Exchange
from monosashi.shape.ordering.ranks import Sides
from monosashi.shape.sums import IntArray
from monosashi.statistics.permutation import Arrangements, conclude

DENSE_GROUPS = 5  # measured: products cost G - 1, members 1/G of n² entries
CHUNK = 32
ENTRIES = 2_000_000


def shuffled_auc(
    sides: Sides, exchange: Exchange, permutations: int, rng: np.random.Generator
) -> PermutationTest:
    """Test the AUC against arrangements of the labels over the units of the exchange."""
    plan = exchange.arrangements(permutations, rng)
    table = exchange.sum_units(exchange.sum_units(sides.ranks.table).T)
    read = _by_products if len(plan.units) <= DENSE_GROUPS else _by_members
    total = partial(read, table, plan)
    parts = map_blocks(total, row_blocks(plan.total, CHUNK))
    values = sides.auc(np.concatenate(parts) / 2)
    observed = float(sides.auc(sides.within_sum))
    return conclude(plan, values, observed, observed)


def _by_members(table: Array, plan: Arrangements, part: slice) -> Array:
    """(P,) twice the sum of the ranks within, from the entries inside groups; exact."""
    listed = plan.members(part)
    starts = np.cumsum(plan.units) - plan.units
    totals = np.zeros(len(listed))
    for size in np.unique(plan.units):
        places = starts[plan.units == size][:, None] + np.arange(size)
        step = max(1, ENTRIES // (places.size * int(size)))
        for some in row_blocks(len(listed), step):
            members: IntArray = listed[some][:, places]
            totals[some] += table[members[..., None], members[..., None, :]].sum(axis=(1, 2, 3))
    return totals


def _by_products(table: Array, plan: Arrangements, part: slice) -> Array:
    """The same for few groups: products of the table with indicators of all groups but the last.

    With h the sum of those indicators, the last group has 1'R1 - 2 h'R1 + h'Rh. All sums are of
    halves below 2^53, so nothing is rounded.
    """
    listed = plan.members(part)
    label = np.repeat(np.arange(len(plan.units)), plan.units)
    codes = np.empty(listed.shape, dtype=np.int64)
    np.put_along_axis(codes, listed.astype(np.int64), np.broadcast_to(label, listed.shape), 1)
    totals = np.zeros(len(listed))
    rest = np.zeros((len(table), len(listed)))
    for group in range(len(plan.units) - 1):
        held = (codes == group).T.astype(np.float64)
        summed = table @ held
        totals += np.einsum("ij,ij->j", held, summed)
        rest += summed
    others = (codes < len(plan.units) - 1).T
    rows = table.sum(axis=1)
    last: Array = rows.sum() - 2 * (rows @ others) + np.einsum("ij,ij->j", others, rest)
    return totals + last
