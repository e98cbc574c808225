"""What shuffled labels give, from distances: exact mean of R², exact deviation, permutation p."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from monosashi.embeddings import Fault, fault
from monosashi.results import PermutationTest
from monosashi.shape.configuration import Array
from monosashi.shape.exchange import Exchange
from monosashi.shape.from_distances.permuting import observed_within, permuted_within
from monosashi.shape.from_distances.sums import sum_table
from monosashi.statistics.arrangements import count_units
from monosashi.statistics.moments import Traces, permutation_moments
from monosashi.statistics.permutation import conclude


def permutation_of_f(
    exchange: Exchange, table: Array, sizes: Array, *, total: float,
    f: float | None, permutations: int, rng: np.random.Generator,
) -> tuple[PermutationTest, Array]:  # fmt: skip
    """The test of F, and R² of every arrangement; with n and G fixed, R² orders as F does.

    R² + 1 is counted, so that what is a tie goes by the total, also where R² is near 0 or below.
    """
    plan = exchange.arrangements(permutations, rng)
    values = 2 - permuted_within(plan, table, sizes) / total
    observed = 2 - observed_within(table, plan, sizes) / total
    return conclude(plan, values, observed, f), values - 1


def against_chance(
    exchange: Exchange, table: Array, gram: Array, sizes: Array, *, total: float, r_squared: float,
) -> tuple[dict[str, Any], dict[str, Fault]]:  # fmt: skip
    """``expected_r_squared`` and ``standardised_effect``."""
    names = ("expected_r_squared", "standardised_effect")
    if exchange.scheme != "free":
        expected = _mean_r_squared(exchange, table, sizes, total)
        return dict(zip(names, (expected, None), strict=True)), {
            names[1]: fault("shape.reasons.restricted")}  # fmt: skip
    expected = (len(sizes) - 1) / (len(gram) - 1)
    if not (deviation := _deviation(gram, sizes, total)):
        return dict(zip(names, (expected, None), strict=True)), {
            names[1]: fault("shape.reasons.no_null_spread")}  # fmt: skip
    return {names[0]: expected, names[1]: (r_squared - expected) / deviation}, {}


def _deviation(gram: Array, sizes: Array, total: float) -> float | None:
    n, groups = len(gram), len(sizes)
    kernel = Traces(1.0, float(np.einsum("ij,ij->", gram, gram)) / total**2,
                    float(((np.diagonal(gram) / total) ** 2).sum()))  # fmt: skip
    diagonal = float((sizes * (1 / sizes - 1 / n) ** 2).sum())
    variance = permutation_moments(kernel, Traces(groups - 1, groups - 1, diagonal), n)[1]
    return None if variance is None else math.sqrt(variance)


def _mean_r_squared(exchange: Exchange, table: Array, sizes: Array, total: float) -> float:
    """Exact mean over a restricted scheme.

    A group draws a_gs of the M_s units of stratum s: a unit belongs to it with chance a/M, two
    units of one stratum both with a(a - 1)/(M(M - 1)), of two strata with the product.
    """
    dealt = count_units(exchange.codes, exchange.strata).T.astype(np.float64)
    many = dealt.sum(axis=0)
    alone = dealt / many
    both = alone * (dealt - 1) / np.maximum(many - 1, 1)
    own = np.bincount(exchange.strata, np.diagonal(table))
    between = sum_table(table, exchange.strata, len(many))
    apart = between - np.diag(np.diagonal(between))
    inside = np.einsum("gs,st,gt->g", alone, apart, alone)
    inside += alone @ own + both @ (np.diagonal(between) - own)
    return 1 - float((inside / (2 * sizes)).sum()) / total
