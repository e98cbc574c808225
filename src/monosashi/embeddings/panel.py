"""Several models on the same items."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from monosashi.embeddings.alignment import column_differences, common_ids, join_faults
from monosashi.embeddings.arrays import TextArray
from monosashi.embeddings.errors import DataError, Fault, fault
from monosashi.embeddings.sets import EmbeddingSet, as_set


@dataclass(frozen=True, eq=False)
class Panel:
    """Sets of several models, aligned by id: row i is the same item in each.

    Attributes
    ----------
    sets : tuple of EmbeddingSet
        All in the row order of the first set given, restricted to the ids that all have.
    names : tuple of str
        One unique name a set: the model's, or as given.
    notices : tuple of Fault
        Ids that a model lacks, and columns that differ between the sets, each named.
    """

    sets: tuple[EmbeddingSet, ...]
    names: tuple[str, ...]
    notices: tuple[Fault, ...] = ()

    @classmethod
    def of(cls, *sets: EmbeddingSet, names: Sequence[str] | None = None) -> Panel:
        """Align two or more sets by id.

        Parameters
        ----------
        *sets : EmbeddingSet
            Any dimensions, any row orders.
        names : sequence of str, default the models' names

        Raises
        ------
        DataError
            Fewer than two sets; no id in common; ids that are equal only after Unicode
            normalisation; names that are missing or repeated.

        Examples
        --------
        >>> a = EmbeddingSet.from_arrays([[1, 0], [0, 1]], ids=["x", "y"])
        >>> b = EmbeddingSet.from_arrays([[3], [2], [1]], ids=["z", "y", "x"])
        >>> panel = Panel.of(a, b, names=["A", "B"])
        >>> panel["B"].vectors.ravel().tolist(), [notice.values["ids"] for notice in panel.notices]
        ([1.0, 2.0], ['"z"'])
        """
        sets = tuple(as_set(data) for data in sets)
        labels = _names(sets, names)
        if faults := join_faults(sets, labels):
            raise DataError(*faults)
        shared, notices = common_ids(sets, labels)
        aligned = tuple(_aligned(data, shared) for data in sets)
        return cls(aligned, labels, (*notices, *column_differences(aligned, labels)))

    @property
    def n(self) -> int:
        """Number of items that every model has."""
        return self.sets[0].n

    @property
    def ids(self) -> TextArray:
        """Ids of the items, in row order."""
        return self.sets[0].ids

    @property
    def columns(self) -> dict[str, Any]:
        """Columns of all sets; where two have the same name, the first set's."""
        return {name: values for data in reversed(self.sets) for name, values in
                data.columns.items()}  # fmt: skip

    def __getitem__(self, name: str) -> EmbeddingSet:
        if name not in self.names:
            known = ", ".join(self.names)
            raise DataError(fault("embeddings.errors.no_model", name=name, known=known))
        return self.sets[self.names.index(name)]

    def __iter__(self) -> Iterator[tuple[str, EmbeddingSet]]:
        return iter(zip(self.names, self.sets, strict=True))

    def __len__(self) -> int:
        return len(self.sets)


def _aligned(data: EmbeddingSet, ids: TextArray) -> EmbeddingSet:
    places = {name: row for row, name in enumerate(data.ids)}
    rows = np.fromiter((places[name] for name in ids), dtype=np.intp, count=len(ids))
    same = len(rows) == data.n and bool((rows == np.arange(data.n)).all())
    return data if same else data.take(rows)


def _names(sets: Sequence[EmbeddingSet], given: Sequence[str] | None) -> tuple[str, ...]:
    """Names as given, or the models'; a repeated model gets a number."""
    if len(sets) < 2:
        raise DataError(fault("embeddings.errors.one_set", given=len(sets)))
    if given is not None:
        repeated = sorted({name for name in given if list(given).count(name) > 1})
        if repeated or len(given) != len(sets):
            raise DataError(fault("embeddings.errors.panel_names", ids=repeated, n=len(sets),
                                  given=len(given)))  # fmt: skip
        return tuple(given)
    own = [data.model.name or f"model {i}" for i, data in enumerate(sets, 1)]
    labels: list[str] = []
    for name in own:
        number = 1 + sum(label == name or label.startswith(f"{name} (") for label in labels)
        labels.append(name if number == 1 else f"{name} ({number})")
    return tuple(labels)
