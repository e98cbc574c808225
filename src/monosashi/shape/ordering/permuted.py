"""AUC of shuffled labels."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np

from monosashi.neighbors.blocks import map_blocks, row_blocks
from monosashi.results import PermutationTest
from monosashi.shape.adding import add_to_groups
from monosashi.shape.configuration import Array
from monosashi.shape.exchange import Exchange
from monosashi.shape.ordering.ranks import Sides
from monosashi.shape.sums import IntArray
from monosashi.statistics.permutation import Arrangements, conclude

# Measured: products cost G - 1, one walk over the table the same for every G, members 1/G of it.
DENSE_GROUPS, WALKED_GROUPS = 3, 100
CHUNK = 32
COLUMNS = 128
ENTRIES = 2_000_000


def shuffled_auc(
    sides: Sides, exchange: Exchange, permutations: int, rng: np.random.Generator
) -> PermutationTest:
    """Test the AUC against arrangements of the labels over the units of the exchange."""
    plan = exchange.arrangements(permutations, rng)
    table = exchange.sum_units(exchange.sum_units(sides.ranks.table).T)
    total = partial(_reader(len(plan.units)), table, plan)
    parts = map_blocks(total, row_blocks(plan.total, CHUNK))
    values = sides.auc(np.concatenate(parts) / 2)
    observed = float(sides.auc(sides.within_sum))
    return conclude(plan, values, observed, observed)


def _reader(groups: int) -> Callable[[Array, Arrangements, slice], Array]:
    """The cheapest of three exact ways to the same sums."""
    if groups <= DENSE_GROUPS:
        return _by_products
    return _by_walking if groups <= WALKED_GROUPS else _by_members


def _by_walking(table: Array, plan: Arrangements, part: slice) -> Array:
    """(P,) twice the sum of the ranks within, by the sums of all groups over some columns.

    Of the group sums of a column only that of its own group counts. The table is symmetric: below
    the diagonal blocks it is read once, and the blocks count by half. Quarters below 2^53: exact.
    """
    listed = plan.members(part)
    groups = len(plan.units)
    codes = np.empty(listed.shape, dtype=np.int32)
    label = np.repeat(np.arange(groups, dtype=np.int32), plan.units)
    np.put_along_axis(codes, listed.astype(np.int64), np.broadcast_to(label, listed.shape), 1)
    totals = np.zeros(len(listed))
    for columns in row_blocks(len(table), COLUMNS):
        below = table[columns.start :, columns].copy()
        below[: columns.stop - columns.start] /= 2
        sums = add_to_groups([below], codes[:, columns.start :], groups)[0]
        own = np.take_along_axis(sums, codes[:, None, columns].astype(np.int64), axis=1)
        totals += own.sum(axis=(1, 2))
    return 2 * totals


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
