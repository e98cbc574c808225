"""The mean distance of two objects: of all pairs, or of many drawn at random."""

from __future__ import annotations

from statistics import NormalDist

import numpy as np

from monosashi.neighbors.blocks import map_blocks, row_blocks
from monosashi.results import Estimate
from monosashi.shape.configuration import Array, Configuration, row_squares
from monosashi.words import say

MOST = 5_000
PAIRS = 200_000
SIDE = 1_024
NEAR = 1e-9


def mean_pair_distance(
    cloud: Configuration, confidence: float, rng: np.random.Generator
) -> Estimate:
    """Mean Euclidean distance over pairs of different objects.

    Exact up to 5,000 objects. Above, 200,000 pairs drawn with replacement; the interval is then
    the sampling error of the pairs, for these objects alone.
    """
    n = cloud.n
    if n <= MOST:
        pairs = n * (n - 1) // 2
        return Estimate(_total(cloud) / pairs, None, None, None,
                        say("shape.methods.all_pairs", "en", pairs=pairs), n)  # fmt: skip
    drawn = _drawn(cloud, rng)
    value, error = float(drawn.mean()), float(drawn.std(ddof=1)) / PAIRS**0.5
    half = NormalDist().inv_cdf(0.5 + confidence / 2) * error
    return Estimate(value, max(0.0, value - half), value + half, error,
                    say("shape.methods.random_pairs", "en", pairs=PAIRS), n)  # fmt: skip


def _total(cloud: Configuration) -> float:
    """Sum over pairs, by square blocks of the upper half."""
    if cloud.ss_total == 0:
        return 0.0
    blocks = row_blocks(cloud.n, SIDE)

    def strip(place: slice) -> float:
        first = blocks[place.start]
        own = _distances(cloud, first, first)
        np.fill_diagonal(own, 0.0)
        rest = (float(_distances(cloud, first, other).sum()) for other in blocks[place.stop :])
        return float(own.sum()) / 2 + sum(rest)

    return float(sum(map_blocks(strip, row_blocks(len(blocks), 1))))


def _distances(cloud: Configuration, first: slice, second: slice) -> Array:
    """By the product of the blocks; pairs so near that it loses digits are taken by differences."""
    a, b = cloud.rows(first), cloud.rows(second)
    reach = cloud.squares[first][:, None] + cloud.squares[second]
    squares = a @ b.T
    squares *= -2
    squares += reach
    rows, columns = np.nonzero(squares <= NEAR * reach)
    for part in row_blocks(len(rows), SIDE):
        apart = a[rows[part]] - b[columns[part]]
        squares[rows[part], columns[part]] = row_squares(apart)
    return np.sqrt(squares, out=squares)


def _drawn(cloud: Configuration, rng: np.random.Generator) -> Array:
    first = rng.integers(0, cloud.n, PAIRS)
    second = rng.integers(0, cloud.n - 1, PAIRS)
    second += second >= first
    parts = (np.sqrt(row_squares(cloud.rows(first[part]) - cloud.rows(second[part])))
             for part in row_blocks(PAIRS, SIDE))  # fmt: skip
    return np.concatenate(list(parts))
