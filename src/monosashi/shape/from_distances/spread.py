"""W~ of every group from squared distances, with the jackknife over what moves as a whole."""

from __future__ import annotations

import numpy as np

from monosashi.shape.configuration import Array
from monosashi.shape.exchange import Exchange
from monosashi.shape.group_rows import Spread
from monosashi.shape.sums import sum_rows


def spread_from(exchange: Exchange, table: Array, groups: int) -> Spread:
    """(G,) half the mean of d² over pairs of objects from different units of a group.

    With P the sum over such pairs (both orders) and c their number, leaving out unit u takes away
    twice its row of sums and twice n_u (n_g - n_u) pairs.
    """
    codes = exchange.codes
    sizes = np.bincount(exchange.unit_of).astype(np.float64)
    n = np.bincount(codes, sizes, minlength=groups)
    count = n**2 - np.bincount(codes, sizes**2, minlength=groups)
    into = sum_rows(table, codes, groups)
    row = into[codes, np.arange(len(codes))] - np.diagonal(table)
    pairs = np.bincount(codes, row, minlength=groups)
    units = np.bincount(codes, minlength=groups)
    with np.errstate(divide="ignore", invalid="ignore"):
        value = np.where(count > 0, pairs / (2 * count), np.nan)
        left_count = count[codes] - 2 * sizes * (n[codes] - sizes)
        left = (pairs[codes] - 2 * row) / (2 * left_count)
        middle = np.bincount(codes, left, minlength=groups) / units
        scatter = np.bincount(codes, (left - middle[codes]) ** 2, minlength=groups)
        error = np.where(units > 2, np.sqrt((units - 1) / units * scatter), np.nan)
    return Spread(units, value, error)
