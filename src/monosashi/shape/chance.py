"""What chance alone gives: exact mean and deviation of R² when labels are shuffled."""

from __future__ import annotations

import math

import numpy as np

from monosashi.embeddings import Fault, fault
from monosashi.neighbors.blocks import blocks_within, map_blocks, row_blocks
from monosashi.results import Row
from monosashi.shape.configuration import BLOCK, Array, Configuration, row_squares
from monosashi.shape.sample import Sample
from monosashi.shape.sums import sum_cloud
from monosashi.statistics.arrangements import count_units
from monosashi.statistics.moments import Traces, permutation_moments

BINS = 40
STRIPS, HELD = 8, 2**25


def against_chance(
    sample: Sample, r_squared: float
) -> tuple[dict[str, float | None], dict[str, Fault]]:
    """Exact permutation mean of R², and the distance to it in exact standard deviations."""
    names = ("expected_r_squared", "standardised_effect")
    if sample.exchange.scheme != "free":
        why = fault("shape.reasons.restricted")
        return {names[0]: mean_r_squared(sample), names[1]: None}, {names[1]: why}
    n, groups = sample.configuration.n, sample.grouping.n_groups
    expected = (groups - 1) / (n - 1)
    deviation = permutation_deviation(sample.configuration, sample.sizes)
    if not deviation:
        why = fault("shape.reasons.no_null_spread")
        return {names[0]: expected, names[1]: None}, {names[1]: why}
    return {names[0]: expected, names[1]: (r_squared - expected) / deviation}, {}


def mean_r_squared(sample: Sample) -> float:
    """Exact mean of R² over all arrangements that a restricted scheme allows.

    A group draws a_gs of the M_s units of stratum s without replacement, strata apart, so with
    unit sums u, T_s = sum u and Q_s = sum ||u||² its sum S_g has E ||S_g||² = ||sum_s (a_gs/M_s)
    T_s||² + sum_s a_gs (M_s - a_gs) (M_s Q_s - ||T_s||²) / (M_s² (M_s - 1)).
    """
    exchange = sample.exchange
    dealt = count_units(exchange.codes, exchange.strata).astype(np.float64)
    many = dealt.sum(axis=1)
    cloud, whole = sample.configuration, len(exchange.codes) < sample.configuration.n
    totals = sum_cloud(cloud, exchange.strata[exchange.unit_of], len(many))
    own = row_squares(sum_cloud(cloud, exchange.unit_of, len(exchange.codes))) if whole else (
        cloud.squares)  # fmt: skip
    squares = np.bincount(exchange.strata, own)
    spread = np.maximum(many * squares - row_squares(totals), 0.0)
    spread /= many**2 * np.maximum(many - 1, 1)
    fixed = row_squares((dealt / many[:, None]).T @ totals)
    moving = (dealt * (many[:, None] - dealt)).T @ spread
    return float(((fixed + moving) / sample.sizes).sum() / sample.configuration.ss_total)


def permutation_deviation(cloud: Configuration, sizes: Array) -> float | None:
    """Exact standard deviation of R² over all permutations of the labels; None below n = 4."""
    n, groups = cloud.n, len(sizes)
    scale = cloud.ss_total
    kernel = Traces(1.0, _gram_square(cloud) / scale**2,
                    float(((cloud.squares / scale) ** 2).sum()))  # fmt: skip
    diagonal = float((sizes * (1 / sizes - 1 / n) ** 2).sum())
    projection = Traces(groups - 1, groups - 1, diagonal)
    variance = permutation_moments(kernel, projection, n)[1]
    return None if variance is None else math.sqrt(variance)


def _gram_square(cloud: Configuration) -> float:
    """Trace of (X X')² by the smaller of the two Gram matrices, in fixed blocks."""
    if cloud.held and cloud.n < cloud.dimension:
        return float(((cloud.centred @ cloud.centred.T) ** 2).sum())

    def strip(part: slice) -> Array:
        gram = np.zeros((cloud.dimension, cloud.dimension))
        for block in blocks_within(part, BLOCK):
            rows = cloud.rows(block)
            gram += rows.T @ rows
        return gram

    strips = max(1, min(STRIPS, HELD // cloud.dimension**2))
    parts = row_blocks(cloud.n, max(BLOCK, -(-cloud.n // strips)))
    return float((sum(map_blocks(strip, parts), np.zeros(())) ** 2).sum())


def histogram(values: Array) -> Row:
    """Counts in equal bins between the lowest and the highest value.

    Values that differ by rounding only (all vectors equally far apart) get a range of length 1
    around them, as equal values do.
    """
    low, high = float(values.min()), float(values.max())
    if high - low <= 4 * BINS * np.spacing(max(abs(low), abs(high))):
        low, high = low - 0.5, high + 0.5
    counts, edges = np.histogram(values, bins=BINS, range=(low, high))
    return {"low": float(edges[0]), "high": float(edges[-1]), "counts": counts.tolist()}
