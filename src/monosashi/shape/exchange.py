"""Who may exchange labels: objects freely, inside blocks, whole units, or along an order."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from monosashi.embeddings import Column, DataError, EmbeddingSet, fault
from monosashi.shape.configuration import Array
from monosashi.shape.grouping import Grouping, read_grouping
from monosashi.shape.order import read_order
from monosashi.shape.sums import IntArray, sum_rows
from monosashi.statistics.cyclic import plan_rotations
from monosashi.statistics.permutation import Arrangements, plan_arrangements


@dataclass(frozen=True, eq=False)
class Exchange:
    """Units that carry one label each.

    Attributes
    ----------
    unit_of : (n,) unit of every object
    codes : (m,) group of every unit
    strata : (m,) units may exchange labels inside a stratum only
    scheme : "free", "within", "whole", "whole within", "cyclic" or "cyclic within"
    order : (m,) place of every unit, or None
        With it labels only rotate along the places of a stratum.
    """

    unit_of: IntArray
    codes: IntArray
    strata: IntArray
    scheme: str
    order: IntArray | None = None

    def arrangements(self, permutations: int, rng: np.random.Generator) -> Arrangements:
        """Plan which arrangements to look at; refuse a design that has only one."""
        plan = self._plan(permutations, rng)
        if plan.distinct == 1:
            raise DataError(fault(f"shape.errors.fixed_{self.scheme.replace(' ', '_')}"))
        return plan

    def _plan(self, permutations: int, rng: np.random.Generator) -> Arrangements:
        if self.order is not None:
            return plan_rotations(self.codes, self.order, self.strata, permutations=permutations,
                                  rng=rng, scheme=self.scheme)  # fmt: skip
        return plan_arrangements(self.codes, self.strata, permutations=permutations, rng=rng,
                                 scheme=self.scheme)  # fmt: skip

    def sum_units(self, rows: Array) -> Array:
        """(m, c) sums over the objects of each unit."""
        if len(self.codes) == len(self.unit_of):
            return rows
        return sum_rows(rows, self.unit_of, len(self.codes))

    def take(self, rows: IntArray) -> Exchange:
        """Keep some objects (whole units of them)."""
        kept, unit_of = np.unique(self.unit_of[rows], return_inverse=True)
        codes = np.unique(self.codes[kept], return_inverse=True)[1]
        strata = np.unique(self.strata[kept], return_inverse=True)[1]
        order = None if self.order is None else self.order[kept]
        return Exchange(unit_of, codes, strata, self.scheme, order)


def plan_exchange(
    data: EmbeddingSet,
    grouping: Grouping,
    within: Column | None,
    whole: Column | None,
    order: Column | None = None,
) -> Exchange:
    """Turn the named columns into units and strata, after checking that they fit the groups."""
    n = len(grouping.codes)
    blocks = None if within is None else read_grouping(data, within, "within")
    if order is not None and whole is not None:
        raise DataError(fault("shape.errors.order_whole"))
    if whole is None:
        places = None if order is None else read_order(
            data, order, None if blocks is None else blocks.codes)  # fmt: skip
        strata = np.zeros(n, dtype=np.int64) if blocks is None else blocks.codes
        kinds = ("free", "within") if order is None else ("cyclic", "cyclic within")
        return Exchange(np.arange(n), grouping.codes, strata, kinds[blocks is not None], places)
    units = read_grouping(data, whole, "whole")
    codes = _label_of_units(units, grouping.codes, "shape.errors.mixed_units")
    keys = units.sizes.copy()
    if blocks is not None:
        places = _label_of_units(units, blocks.codes, "shape.errors.split_units")
        keys = places * (int(keys.max()) + 1) + keys
    strata = np.unique(keys, return_inverse=True)[1]
    return Exchange(units.codes, codes, strata, "whole" if blocks is None else "whole within")


def _label_of_units(units: Grouping, codes: IntArray, error: str) -> IntArray:
    """The one label of each unit; units with several are refused by name."""
    low = np.full(units.n_groups, codes.max())
    high = np.zeros(units.n_groups, dtype=low.dtype)
    np.minimum.at(low, units.codes, codes)
    np.maximum.at(high, units.codes, codes)
    if mixed := np.flatnonzero(low != high).tolist():
        raise DataError(fault(error, ids=[units.names[unit] for unit in mixed]))
    return low
