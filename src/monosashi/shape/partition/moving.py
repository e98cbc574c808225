"""Which residuals may stand in for which when the rows of a design are rearranged."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from monosashi.embeddings import Column, DataError, EmbeddingSet, fault
from monosashi.shape.configuration import Array, row_squares
from monosashi.shape.grouping import read_grouping
from monosashi.shape.partition.design import Cells
from monosashi.shape.partition.terms import Term
from monosashi.shape.sums import IntArray
from monosashi.statistics.arrangements import count_units, count_up_to, every_arrangement
from monosashi.statistics.permutation import ENUMERATE, HELD, Arrangements

FIXED = 1e-10


@dataclass(frozen=True, eq=False)
class Moves(Arrangements):
    """Arrangements of the rows of a design.

    A unit (an object, or a block that moves as a whole) carries the cells of its rows; places of
    equal size are told apart, since two cells of a design are not alike.

    Attributes
    ----------
    slots : (m, K) rows of each unit, filled up with -1
    cell_of : (n,) cell of each row
    """

    slots: IntArray
    cell_of: IntArray

    @cached_property
    def _places(self) -> tuple[IntArray, IntArray]:
        """Unit and slot of every place, places listed cell by cell."""
        listed = self.slots[self.observed[0]]
        unit, slot = np.nonzero(listed >= 0)
        order = np.argsort(self.cell_of[listed[unit, slot]], kind="stable")
        return unit[order], slot[order]

    @cached_property
    def units(self) -> IntArray:
        """Rows of each cell."""
        return np.bincount(self.cell_of)

    @cached_property
    def _listed(self) -> IntArray:
        labels = every_arrangement(self.codes, self.strata, named=True)
        return np.argsort(labels, axis=1, kind="stable").astype(np.int32)

    def members(self, part: slice) -> IntArray:
        """(P, n) rows listed cell by cell, for the arrangements ``part`` of ``range(total)``."""
        unit, slot = self._places
        placed: IntArray = self.slots[super().members(part)[:, unit], slot]
        return placed

    @cached_property
    def in_place(self) -> IntArray:
        """(1, n) rows listed cell by cell, as they really are."""
        unit, slot = self._places
        placed: IntArray = self.slots[self.observed[0]][unit, slot][None]
        return placed

    @cached_property
    def unit_of(self) -> IntArray:
        """(n,) unit of every row."""
        unit, slot = np.nonzero(self.slots >= 0)
        units = np.empty(len(self.cell_of), dtype=np.int64)
        units[self.slots[unit, slot]] = unit
        return units

    @cached_property
    def _classes(self) -> IntArray:
        """(n,) rows that can stand in one another's place have one number."""
        unit, slot = np.nonzero(self.slots >= 0)
        classes = np.empty(len(self.cell_of), dtype=np.int64)
        classes[self.slots[unit, slot]] = self.strata[unit] * self.slots.shape[1] + slot
        return np.unique(classes, return_inverse=True)[1]

    def fixes(self, directions: Array) -> bool:
        """Whether directions are the same in every arrangement.

        They are given on cells, (C, df), orthonormal over the rows; what their means over rows
        that can stand in one another's place leave of their squares is what can move.
        """
        from scipy.sparse import coo_array

        if not (freedom := directions.shape[1]):
            return True
        sizes = np.bincount(self._classes)
        places = (np.ones(len(self.cell_of)), (self._classes, self.cell_of))
        counts = coo_array(places, shape=(len(sizes), len(directions))).tocsr()
        sums: Array = np.asarray(counts @ directions, dtype=np.float64)
        kept = float((row_squares(sums) / sizes).sum())
        return bool(freedom - kept <= FIXED * freedom)


def plan_moves(
    data: EmbeddingSet, terms: Sequence[Term], cells: Cells, within: Column | None,
    whole: Column | None, *, permutations: int, rng: np.random.Generator,
) -> Moves:  # fmt: skip
    """Turn the named columns into units and strata; refuse a design with one arrangement only."""
    n = data.n
    blocks: IntArray = np.zeros(n, dtype=np.int64)
    if within is not None:
        blocks = read_grouping(data, within, "within").codes
    scheme = {(False, False): "free", (True, False): "within", (False, True): "whole",
              (True, True): "whole within"}[within is not None, whole is not None]  # fmt: skip
    if whole is None:
        slots: IntArray = np.arange(n)[:, None]
        strata, codes = blocks, cells.cell_of
    else:
        slots, strata = _units(data, terms, cells, blocks, whole)
        held = np.where(slots >= 0, cells.cell_of[slots], -1)
        codes = np.unique(held, axis=0, return_inverse=True)[1].reshape(-1)
    distinct = count_up_to(count_units(codes, strata), max(ENUMERATE, permutations), named=True)
    if distinct == 1:
        raise DataError(fault(f"shape.errors.fixed_{scheme.replace(' ', '_')}"))
    exact = distinct is not None and distinct * n <= HELD
    total = distinct if exact and distinct is not None else permutations
    return Moves(codes, strata, total, exact, distinct, int(rng.integers(2**63)), scheme, slots,
                 cells.cell_of)  # fmt: skip


def _units(
    data: EmbeddingSet, terms: Sequence[Term], cells: Cells, blocks: IntArray, whole: Column
) -> tuple[IntArray, IntArray]:
    """Rows of each unit, sorted by the labels that vary inside units, and strata of units.

    Units may change places when they hold the same such labels: the row in English then stands in
    for the row in English.
    """
    units = read_grouping(data, whole, "whole")
    inner = [np.asarray(term.codes) for term in terms
             if term.role != "interaction" and varies(term, units.codes)]  # fmt: skip
    pattern = np.stack([blocks, *inner], axis=1)
    pattern = np.unique(pattern, axis=0, return_inverse=True)[1].reshape(-1)
    order = np.lexsort((cells.cell_of, pattern, units.codes))
    slot = np.arange(len(order)) - np.repeat(np.cumsum(units.sizes) - units.sizes, units.sizes)
    slots = np.full((units.n_groups, int(units.sizes.max())), -1)
    slots[units.codes[order], slot] = order
    if split := _split(units.codes, blocks):
        raise DataError(fault("shape.errors.split_units", ids=[units.names[u] for u in split]))
    profile = np.where(slots >= 0, pattern[slots], -1)
    return slots, np.unique(profile, axis=0, return_inverse=True)[1].reshape(-1)


def _split(units: IntArray, codes: IntArray) -> list[int]:
    """Units that hold more than one label."""
    pairs = np.unique(np.stack([units, codes], axis=1), axis=0)
    return np.flatnonzero(np.bincount(pairs[:, 0]) > 1).tolist()


def varies(term: Term, units: IntArray) -> bool:
    """Whether the labels of a term vary inside a unit; numbers never decide who may move."""
    return term.codes is not None and bool(_split(units, term.codes))
