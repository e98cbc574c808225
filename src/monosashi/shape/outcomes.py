"""Outcomes beside vectors: one number an object, or one a group; gaps are left out and counted."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from monosashi.embeddings import Column, DataError, EmbeddingSet, Fault, fault
from monosashi.embeddings.checks import is_missing
from monosashi.shape.configuration import Array
from monosashi.shape.grouping import Grouping
from monosashi.shape.magnitude import scale_of


def object_outcomes(data: EmbeddingSet, outcomes: Column) -> Array:
    """(n,) numbers, NaN for gaps; true and false are 1 and 0. A mapping may lack ids."""
    if isinstance(outcomes, Mapping):
        named = {str(key): value for key, value in outcomes.items()}
        if not set(named) & set(data.ids):
            raise DataError(fault("shape.errors.no_outcome_fits", ids=sorted(named),
                                  expected=", ".join(list(data.ids[:3]))))  # fmt: skip
        raw = [named.get(name) for name in data.ids]
    else:
        raw = list(data.values(outcomes, "outcomes"))
    return _numbers(raw, list(data.ids))


def group_outcomes(
    data: EmbeddingSet, grouping: Grouping, outcome: Column
) -> tuple[Array, tuple[Fault, ...]]:
    """(G,) numbers: as a mapping names them, or the mean of each group's objects; NaN for none.

    A mapping is of group names when any of its keys is one, else of ids. Objects without a number
    are told.
    """
    if isinstance(outcome, Mapping):
        named = {str(key): value for key, value in outcome.items()}
        if set(named) & set(grouping.names):
            return _numbers([named.get(name) for name in grouping.names],
                            list(grouping.names)), ()  # fmt: skip
    values = object_outcomes(data, outcome)
    known = ~np.isnan(values)
    many = grouping.n_groups
    counts = np.bincount(grouping.codes[known], minlength=many).astype(np.float64)
    scale = scale_of(values[known])
    totals = np.bincount(grouping.codes[known], values[known] / scale, minlength=many)
    means: Array = np.divide(totals, counts, out=np.full(many, np.nan), where=counts > 0)
    return means * scale, gaps(data, values)


def gaps(data: EmbeddingSet, values: Array) -> tuple[Fault, ...]:
    """The notice of objects without an outcome, which count in the spread; none where all have."""
    rows = np.flatnonzero(np.isnan(values)).tolist()
    return (fault("shape.notices.without_outcome", rows, list(data.ids[rows])),) if rows else ()


def _numbers(raw: list[Any], names: list[str]) -> Array:
    """Floats, NaN for gaps; what is neither is refused by name."""
    values, odd = np.full(len(raw), np.nan), []
    for i, value in enumerate(raw):
        if is_missing(value):
            continue
        try:
            values[i] = float(value)
        except (TypeError, ValueError):
            odd.append(i)
    odd += np.flatnonzero(np.isinf(values)).tolist()
    if odd:
        raise DataError(fault("shape.errors.odd_outcomes", odd, [names[i] for i in odd],
                              example=repr(raw[odd[0]])[:60]))  # fmt: skip
    return values
