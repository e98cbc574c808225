"""Which object belongs to which group, checked once."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from monosashi.embeddings import Column, DataError, EmbeddingSet, fault

IntArray = npt.NDArray[np.integer[Any]]


@dataclass(frozen=True, eq=False)
class Grouping:
    """Groups of n objects.

    Attributes
    ----------
    names : tuple of str
        Whole numbers by size, then text in order.
    codes : (n,) whole numbers
        Position in ``names``.
    """

    names: tuple[str, ...]
    codes: IntArray

    @cached_property
    def sizes(self) -> IntArray:
        """(G,) objects in each group."""
        return np.bincount(self.codes, minlength=len(self.names))

    @property
    def n_groups(self) -> int:
        """Number of groups."""
        return len(self.names)

    @cached_property
    def singletons(self) -> IntArray:
        """Rows of objects that are alone in their group."""
        return np.flatnonzero(self.sizes[self.codes] == 1)

    @property
    def balanced(self) -> bool:
        """Whether all groups have one size."""
        return bool((self.sizes == self.sizes[0]).all())

    def take(self, rows: IntArray) -> Grouping:
        """Keep some objects; groups that become empty go."""
        kept, codes = np.unique(self.codes[rows], return_inverse=True)
        return Grouping(tuple(self.names[code] for code in kept), codes)


def read_grouping(data: EmbeddingSet, column: Column, what: str = "groups") -> Grouping:
    """Labels as groups; a missing label is no group, and its object is named."""
    labels = data.column(column, what)
    names = sorted(set(labels.tolist()), key=_in_reading_order)
    codes = {name: code for code, name in enumerate(names)}
    return Grouping(tuple(names), np.array([codes[label] for label in labels], dtype=np.int64))


def _in_reading_order(name: str) -> tuple[bool, int, str, str]:
    """Whole numbers by size, then text."""
    number = name.isascii() and name.isdecimal()
    digits = name.lstrip("0") if number else ""  # no int(): it refuses very long numerals
    return not number, len(digits), digits, name


def check_grouping(grouping: Grouping) -> None:
    """Refuse what has no variation between or within groups to compare."""
    if grouping.n_groups == 1:
        raise DataError(fault("shape.errors.one_group", name=grouping.names[0],
                              n=len(grouping.codes)))  # fmt: skip
    if grouping.n_groups == len(grouping.codes):
        raise DataError(fault("shape.errors.all_singletons", n=grouping.n_groups))


def drop_singletons(data: EmbeddingSet, grouping: Grouping) -> tuple[EmbeddingSet, Grouping]:
    """Leave out objects that are alone in their group, and say so in the notices."""
    alone = grouping.singletons
    if not len(alone):
        return data, grouping
    rows = np.setdiff1d(np.arange(data.n), alone)
    if not len(rows):
        raise DataError(fault("shape.errors.all_singletons", n=grouping.n_groups))
    note = fault("shape.notices.dropped_singletons", alone.tolist(), list(data.ids[alone]))
    kept = data.take(rows)
    return replace(kept, notices=(*kept.notices, note)), grouping.take(rows)
