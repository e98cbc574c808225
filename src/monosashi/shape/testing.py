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
from monosashi.shape.streamed_permuting import RowBlocks, streamed_values
from monosashi.shape.welch import welch
from monosashi.shape.width import read_unevenness, residual_cloud, unevenness_of
from monosashi.statistics.permutation import Arrangements, conclude


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

    def with_(self, more: Asked) -> Asked:
        """Join what is asked of the same objects."""
        residuals = self.residuals if more.residuals is None else more.residuals
        return Asked(self.asks | more.asks, self.reasons | more.reasons, residuals)


def ask_about_welch(sample: Sample) -> Asked:
    """W*d: location, unequal spread allowed. All groups have at least two members."""
    if len(sample.sizes) < 2:
        why = fault("shape.reasons.one_plural_group")
        return Asked(reasons=dict.fromkeys(("welch", "welch_permutation"), why))
    if (statistic := welch(sample.sums)) is None:
        why = fault("shape.reasons.flat_group")
        return Asked(reasons=dict.fromkeys(("welch", "welch_permutation"), why))
    return Asked({"welch_permutation": Ask(read_welch(sample.sizes), statistic)})


def ask_about_dispersion(sample: Sample, center: str) -> Asked:
    """PERMDISP: F of the distances to the own centre."""
    if len(sample.sizes) < 2:
        return Asked(reasons={"dispersion": fault("shape.reasons.one_plural_group")})
    distances = own_distances(sample.configuration, sample.grouping, sample.sums, center)
    spread = dispersion(distances, sample.grouping.codes, sample.grouping.sizes)
    if spread.f is None:
        return Asked(reasons={"dispersion": fault("shape.reasons.equal_distances")})
    ask = Ask(read_dispersion(sample.sizes), spread.f, spread.f)
    return Asked({"dispersion": ask}, residuals=spread.residuals)


def ask_about_width(sample: Sample) -> Asked:
    """Spread of the groups, with residual vectors to be shuffled."""
    if len(sample.sizes) < 2:
        return Asked(reasons={"width_permutation": fault("shape.reasons.one_plural_group")})
    if (statistic := unevenness_of(sample.sums)) is None:
        return Asked(reasons={"width_permutation": fault("shape.reasons.no_width")})
    ask = Ask(read_unevenness(sample.sizes), statistic, statistic)
    return Asked({"width_permutation": ask})


def run_tests(
    sample: Sample,
    asks: dict[str, Ask],
    residuals: Array | None,
    permutations: int,
    rng: np.random.Generator,
) -> tuple[dict[str, PermutationTest], Array]:
    """One round of shuffling serves all tests; also returns the (N, k) permuted values."""
    plan = sample.exchange.arrangements(permutations, rng)
    reads = tuple(ask.read for ask in asks.values())
    if not sample.configuration.held:
        given = [ask.observed for ask in asks.values()]
        values, observed = streamed_values(plan, RowBlocks(sample, residuals, reads), given)
        return _concluded(plan, values, observed, asks), values
    matrix = observable_columns(sample.configuration, residuals, sample.exchange)
    columns = Columns(matrix, reads)
    observed = _observed(columns.values(plan.observed, plan.units)[0], asks)
    values = permuted_values(plan, columns, observed)
    return _concluded(plan, values, observed, asks), values


def _concluded(
    plan: Arrangements, values: Array, observed: Array, asks: dict[str, Ask]
) -> dict[str, PermutationTest]:
    return {
        name: conclude(plan, values[:, place], float(observed[place]), ask.shown)
        for place, (name, ask) in enumerate(asks.items())
    }


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

    One round of shuffling serves all tests that look at the same objects. Singletons have no
    spread, and objects that move together count as one where spread is judged.
    """
    plural, units = sample.plural, sample.by_unit.plural
    first, *rounds = _joined([
        (sample, Asked({"permutation": location_ask(sample, f)})),
        (plural, ask_about_welch(plural)),
        (units, ask_about_dispersion(units, center)),
    ])  # fmt: skip
    width = ask_about_width(units)
    rounds.append((residual_cloud(units) if width.asks else units, width))
    tests, values = run_tests(sample, first[1].asks, first[1].residuals, permutations, rng)
    reasons = dict(first[1].reasons)
    for part, asked in rounds:
        more, why = _tests_or_reasons(part, asked, permutations, rng)
        tests, reasons = tests | more, reasons | asked.reasons | why
    return tests, reasons, values[:, 0] / sample.configuration.n


def _joined(rounds: list[tuple[Sample, Asked]]) -> list[tuple[Sample, Asked]]:
    """What is asked of the same objects, together."""
    joined: list[tuple[Sample, Asked]] = []
    for part, asked in rounds:
        place = next((i for i, (held, _) in enumerate(joined) if held is part), None)
        if place is None:
            joined.append((part, asked))
        else:
            joined[place] = part, joined[place][1].with_(asked)
    return joined


def _tests_or_reasons(
    plural: Sample, asked: Asked, permutations: int, rng: np.random.Generator
) -> tuple[dict[str, PermutationTest], dict[str, Fault]]:
    if not asked.asks:
        return {}, {}
    try:
        return run_tests(plural, asked.asks, asked.residuals, permutations, rng)[0], {}
    except DataError as error:  # without the singletons no label can move any more
        return {}, dict.fromkeys(asked.asks, error.faults[0])
