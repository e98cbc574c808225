"""What the variance is shared out among: covariates, factors and their interactions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from monosashi.embeddings import Column, DataError, EmbeddingSet, fault
from monosashi.embeddings.checks import is_missing
from monosashi.embeddings.errors import Faults
from monosashi.shape.configuration import Array
from monosashi.shape.grouping import Grouping, read_grouping
from monosashi.shape.partition.naming import (
    Columns,
    as_mapping,
    check_columns,
    check_names,
    factors_and_crossings,
)
from monosashi.shape.sums import IntArray

Role = Literal["covariate", "factor", "interaction"]


@dataclass(frozen=True, eq=False)
class Term:
    """One term of the model.

    Attributes
    ----------
    name : str
    role : "covariate", "factor" or "interaction"
    parts : frozenset of str
        Names of the factors it is made of; a covariate has only its own.
    codes : (n,) whole numbers, or None for a numeric covariate
    numbers : (n,) float64, or None for labels
    """

    name: str
    role: Role
    parts: frozenset[str]
    codes: IntArray | None = None
    numbers: Array | None = None

    @property
    def values(self) -> IntArray | Array:
        """What distinguishes objects in this term."""
        held = self.numbers if self.codes is None else self.codes
        assert held is not None  # noqa: S101 - one of the two is always there
        return held

    def columns(self, rows: IntArray) -> Array:
        """(len(rows), k) columns of the model: a column a label, or the centred number."""
        if self.codes is None:
            numbers = np.asarray(self.values, dtype=np.float64)
            return np.asarray((numbers[rows] - numbers.mean())[:, None])
        levels, codes = np.unique(self.codes[rows], return_inverse=True)
        columns = np.zeros((len(rows), len(levels)))
        columns[np.arange(len(rows)), codes] = 1.0
        return columns


def read_terms(
    data: EmbeddingSet, factors: Columns, interactions: Sequence[str], covariates: Columns | None
) -> list[Term]:
    """Covariates, then factors, then interactions, each in the given order; all faults at once."""
    given, crossed = factors_and_crossings(data, factors)
    crossed += [interactions] if isinstance(interactions, str) else list(interactions)
    beside = {} if covariates is None else as_mapping(covariates)
    faults = Faults()
    check_columns(data, {"factors": given, "covariates": beside}, faults)
    check_names([*beside, *given, *crossed], given, crossed, faults)
    terms = [faults.attempt(_covariate, data, name, column) for name, column in beside.items()]
    mains = {name: faults.attempt(_factor, data, name, column) for name, column in given.items()}
    faults.raise_any()
    held = {name: term for name, term in mains.items() if term is not None}
    terms += [*held.values(), *(_crossing(name, held) for name in crossed)]
    return [term for term in terms if term is not None]


def _labels(data: EmbeddingSet, name: str, column: Column) -> Grouping:
    grouping = read_grouping(data, column, name)
    if grouping.n_groups == 1:
        raise DataError(fault("shape.errors.one_level", name=name, level=grouping.names[0]))
    return grouping


def _factor(data: EmbeddingSet, name: str, column: Column) -> Term:
    return Term(name, "factor", frozenset([name]), _labels(data, name, column).codes)


def _covariate(data: EmbeddingSet, name: str, column: Column) -> Term:
    """Numbers stay numbers; text and booleans are labels."""
    raw = data.values(column, name)
    if not _numeric(raw):
        codes = _labels(data, name, raw.tolist()).codes
        return Term(name, "covariate", frozenset([name]), codes)
    numbers = np.array([np.nan if is_missing(value) else value for value in raw.tolist()], float)
    if rows := np.flatnonzero(~np.isfinite(numbers)).tolist():
        raise DataError(fault("shape.errors.covariate_gaps", rows, list(data.ids[rows]),
                              name=name))  # fmt: skip
    if numbers.min() == numbers.max():
        raise DataError(fault("shape.errors.one_level", name=name, level=f"{numbers[0]:g}"))
    return Term(name, "covariate", frozenset([name]), numbers=numbers)


def _numeric(raw: npt.NDArray[Any]) -> bool:
    if raw.dtype.kind != "O":
        return raw.dtype.kind in "fiu"
    present = [value for value in raw.tolist() if not is_missing(value)]
    return bool(present) and all(isinstance(value, int | float) and not isinstance(value, bool)
                                 for value in present)  # fmt: skip


def _crossing(name: str, factors: Mapping[str, Term]) -> Term:
    """Every combination of labels that occurs is a label of the interaction."""
    parts = name.split(":")
    stacked = np.stack([factors[part].values for part in parts], axis=1)
    codes = np.unique(stacked, axis=0, return_inverse=True)[1].reshape(-1)
    return Term(name, "interaction", frozenset(parts), codes)
