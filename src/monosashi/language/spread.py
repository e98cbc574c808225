"""How documents of a language lie around their mean: three numbers that give a noise band."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from monosashi.embeddings.arrays import FloatArray, TextArray
from monosashi.language.centroids import Centroids, Float64Array
from monosashi.language.unit_sums import MOST_UNITS, LanguageUnits, UnitSums

LEAST_UNITS = 20  # for a shape of the spread, and for a sample that is held against it


@dataclass(frozen=True)
class Spread:
    """Moments of the covariance S of units around their language's mean.

    A mean of u units is off by a vector of squared length tr(S) / u on average.

    Attributes
    ----------
    units : int
        Documents; with a key, keys (all chunks of a page are one unit).
    first : float
        tr(S).
    second, third : float or None
        tr(S^2), tr(S^3): how many directions the spread really has. None below 20 units.
    """

    units: int
    first: float
    second: float | None = None
    third: float | None = None

    @property
    def error(self) -> float:
        """Expected squared length of the error of the mean."""
        return self.first / self.units


def pooled_shape(*sides: Spread) -> tuple[float, float] | None:
    """tr(S^2) / tr(S)^2 and tr(S^3) / tr(S)^3 of all samples, inside the bounds that any S keeps.

    Each counts by the units that were kept; None where no side knows its shape. One small sample
    alone takes its widest direction now for too wide and now for too narrow, and the latter gives
    more false alarms than the former saves.
    """
    known = [(one.first, one.second, one.third, min(one.units, MOST_UNITS) - 1) for one in sides
             if one.second is not None and one.third is not None and one.first > 0]  # fmt: skip
    total = sum(weight for *_, weight in known)
    if not total:
        return None
    first, second, third = (
        sum(one[moment] * one[-1] for one in known) / total for moment in range(3)
    )
    two = min(max(second / first**2, 1e-9), 1.0)
    three = min(max(third / first**3, two**2), two**1.5)
    return two, three


def spread_by_language(units: UnitSums, held: Centroids) -> Mapping[str, Spread]:
    """The spread of every language that has two units or more."""
    counted = {name: units.languages[name] for name in held.means}
    return {name: spread_of(found, held.means[name], held.counts[name])
            for name, found in counted.items() if len(found.seen) > 1}  # fmt: skip


def spread_of(units: LanguageUnits, mean: Float64Array, rows: int) -> Spread:
    """Moments from the units that were kept, without bias from the mean being their own."""
    n, moved = len(units.seen), units.deviations(mean)
    if n == rows:  # all rows count: for unit vectors the mean says it exactly
        first = max(0.0, 1.0 - float(np.add.reduce(mean * mean))) * n / (n - 1)
    else:
        first = float(np.add.reduce(moved * moved, axis=None)) / len(moved) * n / (n - 1)
    if n < LEAST_UNITS:
        return Spread(n, first)
    return Spread(n, first, *_higher_moments(moved))


def _higher_moments(moved: Float64Array) -> tuple[float, float]:
    """Means over pairs of (e_i . e_j)^2, over triples of (e_i . e_j)(e_j . e_k)(e_k . e_i)."""
    from threadpoolctl import threadpool_limits

    m = len(moved)
    with threadpool_limits(limits=1, user_api="blas"):  # one order of summation everywhere
        gram = moved @ moved.T
        np.fill_diagonal(gram, 0.0)
        triples = gram @ gram
    second = float(np.add.reduce(gram * gram, axis=None)) / (m * (m - 1))
    third = float(np.add.reduce(gram * triples, axis=None)) / (m * (m - 1) * (m - 2))
    return second, third


def measure_spread(
    vectors: FloatArray, labels: TextArray, names: TextArray, held: Centroids
) -> Mapping[str, Spread]:
    """The spread of one set; ``names`` say which rows are one unit."""
    units = UnitSums()
    units.add(vectors, labels, names)
    return spread_by_language(units, held)


def spread_rows(held: Mapping[str, Spread] | None) -> dict[str, dict[str, Any]] | None:
    """Ready for JSON."""
    return None if held is None else {name: asdict(one) for name, one in held.items()}


def read_spread(
    rows: Mapping[str, Mapping[str, Any]] | None, counts: Mapping[str, int]
) -> Mapping[str, Spread] | None:
    """What ``spread_rows`` gave; what cannot be one raises ValueError, TypeError or KeyError."""
    if rows is None:
        return None
    if odd := sorted(set(rows) - set(counts)):
        raise ValueError(f"spread of unknown languages {odd}")
    return {name: _checked(Spread(**rows[name]), counts[name]) for name in rows}


def _checked(one: Spread, rows: int) -> Spread:
    numbers = [one.first, *(value for value in (one.second, one.third) if value is not None)]
    if not 1 < one.units <= rows or not all(np.isfinite(numbers)) or one.first < 0:
        raise ValueError(f"{one} of {rows} rows")
    return one
