"""The independent units behind the intervals: groups of queries, or every query alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from monosashi.embeddings import DataError, EmbeddingSet, fault
from monosashi.embeddings.checks import is_missing


@dataclass(frozen=True, eq=False)
class Units:
    """Name and number of the unit of every judged query.

    Attributes
    ----------
    names : tuple of str
    codes : (n,) int
    n : int
    """

    names: tuple[str, ...]
    codes: npt.NDArray[np.intp]
    n: int

    @classmethod
    def of(cls, ids: Sequence[str], labels: Mapping[str, str] | None) -> Units:
        """One unit a label; a query without a label (a missing one) is a unit of its own.

        Units are numbered by label: what is resampled must not depend on the order of rows.
        """
        keys = [(name in labels, labels.get(name, name)) if labels else (False, name)
                for name in ids]  # fmt: skip
        known = {key: code for code, key in enumerate(sorted(set(keys)))}
        codes = np.array([known[key] for key in keys], dtype=np.intp)
        return cls(tuple(name for _, name in keys), codes, len(known))


def labels_of(queries: EmbeddingSet, groups: Any) -> dict[str, str] | None:
    """Group of every query of a set; a mapping may name queries that the set lacks."""
    if groups is None:
        return None
    labels = queries.column(groups, "groups")
    named = {str(name): str(label) for name, label in groups.items() if not is_missing(label)} \
        if isinstance(groups, Mapping) else {}  # fmt: skip
    return {**named, **dict(zip(queries.ids, labels, strict=True))}


def labels_of_mapping(
    groups: Mapping[Any, Any] | None, asked: Sequence[str]
) -> dict[str, str] | None:
    """Group of every query of ranked lists, from a mapping of query id to label."""
    if groups is None:
        return None
    if not isinstance(groups, Mapping):
        raise DataError(fault("retrieval.errors.groups_kind", kind=type(groups).__name__))
    labels = {str(name): str(label) for name, label in groups.items() if not is_missing(label)}
    if lacking := [name for name in asked if name not in labels]:
        raise DataError(fault("retrieval.errors.no_group", ids=lacking))
    return labels
