"""The permutation tests of a grouped configuration: location, and spread."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from monosashi.embeddings import DataError, Fault, fault
from monosashi.results import PermutationTest
from monosashi.shape.configuration import Array
from monosashi.shape.dispersion import dispersion, own_distances
from monosashi.shape.observables import (
    observable_columns,
    read_between,
    read_dispersion,
    read_welch,
)
from monosashi.shape.permuting import Columns, Statistic, permuted_values
from monosashi.shape.sample import Sample
from monosashi.shape.welch import welch
from monosashi.statistics.permutation import conclude


@dataclass(frozen=True, eq=False)
class Ask:
    """One permutation test to run.

    Attributes
    ----------
    read : what turns summed columns into values
    shown : the statistic as reported; None when infinite
    observed : what the values are compared with; None for the value of the observed labels
    """

    read: Statistic
    shown: float | None
    observed: float | None = None


@dataclass(frozen=True, eq=False)
class Asked:
    """Tests of spread that make sense, the residuals they need, reasons for the others."""

    asks: dict[str, Ask] = field(default_factory=dict)
    reasons: dict[str, Fault] = field(default_factory=dict)
    residuals: Array | None = None


def ask_about_spread(sample: Sample, center: str) -> Asked:
    """W*d (location, unequal spread allowed) and PERMDISP (spread itself)."""
    sizes = sample.sizes
    if len(sizes) < 2:
        why = fault("shape.reasons.one_plural_group")
        return Asked(reasons=dict.fromkeys(("welch", "welch_permutation", "dispersion"), why))
    asks, reasons = {}, {}
    if (statistic := welch(sample.sums)) is not None:
        asks["welch_permutation"] = Ask(read_welch(sizes), statistic)
    else:
        why = fault("shape.reasons.flat_group")
        reasons = dict.fromkeys(("welch", "welch_permutation"), why)
    distances = own_distances(sample.configuration, sample.grouping, sample.sums, center)
    spread = dispersion(distances, sample.grouping.codes, sample.grouping.sizes)
    if spread.f is not None:
        asks["dispersion"] = Ask(read_dispersion(sizes), spread.f, spread.f)
    else:
        reasons["dispersion"] = fault("shape.reasons.equal_distances")
    return Asked(asks, reasons, spread.residuals)


def run_tests(
    sample: Sample,
    asks: dict[str, Ask],
    residuals: Array | None,
    permutations: int,
    rng: np.random.Generator,
) -> tuple[dict[str, PermutationTest], Array]:
    """One round of shuffling serves all tests; also returns the (N, k) permuted values."""
    plan = sample.exchange.arrangements(permutations, rng)
    matrix = observable_columns(sample.configuration, residuals, sample.exchange)
    columns = Columns(matrix, tuple(ask.read for ask in asks.values()))
    observed = _observed(columns.values(plan.observed, plan.units)[0], asks)
    values = permuted_values(plan, columns, observed)
    tests = {
        name: conclude(plan, values[:, place], float(observed[place]), ask.shown)
        for place, (name, ask) in enumerate(asks.items())
    }
    return tests, values


def _observed(seen: npt.NDArray[Any], asks: dict[str, Ask]) -> Array:
    given = [ask.observed for ask in asks.values()]
    return np.array([a if b is None else b for a, b in zip(seen, given, strict=True)])


def location_ask(sample: Sample, f: float | None) -> Ask:
    """The test of F: with n and G fixed, counting SS_B is counting F."""
    return Ask(read_between(sample.sizes), f)


def permutation_tests(
    sample: Sample, f: float | None, *, permutations: int, center: str, rng: np.random.Generator
) -> tuple[dict[str, PermutationTest], dict[str, Fault], Array]:
    """Tests by field name, reasons for those left out, and R² of every arrangement.

    Without singletons one round of shuffling serves all; otherwise the tests of spread get their
    own, without them.
    """
    location = {"permutation": location_ask(sample, f)}
    plural = sample.plural
    asked = ask_about_spread(plural, center)
    if plural is sample:
        tests, values = run_tests(sample, location | asked.asks, asked.residuals, permutations,
                                  rng)  # fmt: skip
    else:
        tests, values = run_tests(sample, location, None, permutations, rng)
        more, reasons = _tests_or_reasons(plural, asked, permutations, rng)
        tests, asked = tests | more, Asked(reasons=asked.reasons | reasons)
    return tests, asked.reasons, values[:, 0] / sample.configuration.n


def _tests_or_reasons(
    plural: Sample, asked: Asked, permutations: int, rng: np.random.Generator
) -> tuple[dict[str, PermutationTest], dict[str, Fault]]:
    if not asked.asks:
        return {}, {}
    try:
        return run_tests(plural, asked.asks, asked.residuals, permutations, rng)[0], {}
    except DataError as error:  # without the singletons no label can move any more
        return {}, dict.fromkeys(asked.asks, error.faults[0])
