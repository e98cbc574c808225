"""The units of every group, and those of a pair about the mean of the pair."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from monosashi.shape.configuration import Configuration, row_squares
from monosashi.shape.exchange import Exchange
from monosashi.shape.pair_kernel import Pair
from monosashi.shape.sums import IntArray, sum_rows

Places = tuple[int, int]
Kind = tuple[tuple[int, int], ...]


@dataclass(frozen=True, eq=False)
class UnitsByGroup:
    """For each group, unit by unit in order of the strata.

    Attributes
    ----------
    strata : for each group (m_g,) stratum of each unit
    objects : for each group (n_g,) rows of its objects, unit after unit
    owners : for each group (n_g,) which of its units each of these objects belongs to
    """

    strata: list[IntArray]
    objects: list[IntArray]
    owners: list[IntArray]

    @classmethod
    def of(cls, exchange: Exchange, groups: int) -> UnitsByGroup:
        """Sort units by group and stratum, objects by unit."""
        order = np.lexsort((exchange.strata, exchange.codes))
        units = np.bincount(exchange.codes, minlength=groups)
        starts = np.cumsum(units) - units
        rank = np.empty(len(order), dtype=np.int64)
        rank[order] = np.arange(len(order))
        rows = np.argsort(rank[exchange.unit_of], kind="stable")
        ranks = rank[exchange.unit_of][rows]
        codes = exchange.codes[exchange.unit_of[rows]]
        cuts = np.cumsum(np.bincount(codes, minlength=groups))[:-1]
        strata = np.split(exchange.strata[order], np.cumsum(units)[:-1])
        return cls(strata, np.split(rows, cuts), np.split(ranks - starts[codes], cuts))


def kind_of(units: UnitsByGroup, pair: Places) -> Kind:
    """How many units of each group stand in each stratum: all that arrangements depend on."""
    a, b = (units.strata[place] for place in pair)
    shared = np.unique(np.concatenate([a, b]))
    counts = [np.bincount(np.searchsorted(shared, side), minlength=len(shared)) for side in (a, b)]
    return tuple((int(x), int(y)) for x, y in zip(*counts, strict=True))


def pair_of(cloud: Configuration, units: UnitsByGroup, pair: Places) -> Pair:
    """Units of the first group, then of the second, summed about the mean of the pair."""
    a, b = pair
    rows = cloud.centred[np.concatenate([units.objects[a], units.objects[b]])]
    rows -= rows.mean(axis=0)
    squares = row_squares(rows)
    m_a, m_b = len(units.strata[a]), len(units.strata[b])
    n_a, n_b = len(units.objects[a]), len(units.objects[b])
    sizes = np.ones(m_a + m_b)
    if m_a + m_b < n_a + n_b:
        owners = np.concatenate([units.owners[a], m_a + units.owners[b]])
        rows = sum_rows(rows, owners, m_a + m_b)
        squares = np.bincount(owners, squares).astype(np.float64)
        sizes = np.bincount(owners).astype(np.float64)
    return Pair(rows, squares, n_a, n_b, m_a, sizes)
