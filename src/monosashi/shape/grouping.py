"""Which object belongs to which group, checked once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from monosashi.embeddings import Column, DataError, EmbeddingSet, Fault, fault
from monosashi.embeddings.checks import is_missing

IntArray = npt.NDArray[np.integer[Any]]
Labels = Column | Mapping[Any, Any]


@dataclass(frozen=True, eq=False)
class Grouping:
    """Groups of n objects.

    Attributes
    ----------
    names : tuple of str
        In order of the text.
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


def read_grouping(data: EmbeddingSet, column: Labels, what: str = "groups") -> Grouping:
    """Labels as groups; a missing label is no group, and its object is named.

    Labels given as a mapping of id to label are joined by id.
    """
    if isinstance(column, Mapping):
        column = _joined_by_id(data, column, what)
    raw = data.values(column, what)
    gaps = [row for row, value in enumerate(raw) if is_missing(value)]
    faults: list[Fault] = []
    if gaps:
        faults.append(fault("shape.errors.missing_label", gaps, list(data.ids[gaps]), what=what))
    try:
        labels = data.column(column, what)
    except DataError as error:
        faults += [f for f in error.faults if f.code != "embeddings.errors.missing_text"]
        raise DataError(*faults) from None
    names, codes = np.unique(labels.astype(str), return_inverse=True)
    return Grouping(tuple(names.tolist()), codes)


def _joined_by_id(data: EmbeddingSet, labels: Mapping[Any, Any], what: str) -> list[Any]:
    by_name = {str(name): label for name, label in labels.items()}
    if strange := sorted(set(by_name) - set(data.ids)):
        raise DataError(fault("shape.errors.unknown_labels", ids=strange, what=what))
    return [by_name.get(name) for name in data.ids]


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
