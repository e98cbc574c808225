"""The AUC of more objects than all pairs can be ranked for: random pairs of both kinds."""

from __future__ import annotations

from statistics import NormalDist

import numpy as np

from monosashi.embeddings import EmbeddingSet, unit_rows
from monosashi.neighbors.blocks import map_blocks, row_blocks
from monosashi.results import Estimate
from monosashi.shape.configuration import Array
from monosashi.shape.grouping import Grouping
from monosashi.shape.sums import IntArray
from monosashi.words import say

BLOCK = 4_096


def sampled_auc(
    data: EmbeddingSet,
    grouping: Grouping,
    pairs: int,
    *,
    normalise: bool,
    confidence: float,
    rng: np.random.Generator,
) -> Estimate:
    """AUC from ``pairs`` random pairs within and as many between, drawn with replacement.

    The interval is for the AUC of these objects (sampling error of the pairs alone; DeLong's
    variance for independent draws), not for groups like these.
    """
    within = _distances(data, *_within(grouping, pairs, rng), normalise=normalise)
    between = _distances(data, *_between(grouping, pairs, rng), normalise=normalise)
    wins = 1 - _places(np.sort(between), within)
    losses = _places(np.sort(within), between)
    value = float(wins.mean())
    error = float(np.sqrt((wins.var(ddof=1) + losses.var(ddof=1)) / pairs))
    half = NormalDist().inv_cdf(0.5 + confidence / 2) * error
    return Estimate(value, max(0.0, value - half), min(1.0, value + half), error,
                    say("shape.methods.sampled_pairs", "en", pairs=pairs), pairs)  # fmt: skip


def _within(grouping: Grouping, pairs: int, rng: np.random.Generator) -> tuple[IntArray, IntArray]:
    sizes = grouping.sizes
    order = np.argsort(grouping.codes, kind="stable")
    weight = sizes * (sizes - 1.0)
    group = rng.choice(len(sizes), pairs, p=weight / weight.sum())
    first = rng.integers(0, sizes[group])
    second = rng.integers(0, sizes[group] - 1)
    second += second >= first
    start = (np.cumsum(sizes) - sizes)[group]
    return order[start + first], order[start + second]


def _between(grouping: Grouping, pairs: int, rng: np.random.Generator) -> tuple[IntArray, IntArray]:
    """Objects drawn by n_g (n - n_g), then a second from any other group."""
    sizes, n = grouping.sizes, len(grouping.codes)
    order = np.argsort(grouping.codes, kind="stable")
    weight = sizes * (n - sizes).astype(np.float64)
    group = rng.choice(len(sizes), pairs, p=weight / weight.sum())
    start = (np.cumsum(sizes) - sizes)[group]
    first = start + rng.integers(0, sizes[group])
    second = rng.integers(0, n - sizes[group])
    second += np.where(second >= start, sizes[group], 0)
    return order[first], order[second]


def _distances(data: EmbeddingSet, i: IntArray, j: IntArray, *, normalise: bool) -> Array:
    def rows(picked: IntArray) -> Array:
        wide: Array = np.asarray(data.vectors[picked], dtype=np.float64)
        return np.asarray(unit_rows(wide), dtype=np.float64) if normalise else wide

    def solve(part: slice) -> Array:
        gap = rows(i[part]) - rows(j[part])
        squares: Array = (gap * gap).sum(axis=1)
        return squares

    return np.concatenate(map_blocks(solve, row_blocks(len(i), BLOCK)))


def _places(ordered: Array, values: Array) -> Array:
    """Share of sorted numbers below each value, equal ones by half."""
    below = np.searchsorted(ordered, values, side="left")
    upto = np.searchsorted(ordered, values, side="right")
    places: Array = (below + upto) / (2 * len(ordered))
    return places
