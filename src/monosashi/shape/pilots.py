"""Groups like those of a pilot, drawn at will."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from monosashi.embeddings import Column, DataError, EmbeddingSet, fault
from monosashi.shape.configuration import Array, configure
from monosashi.shape.decomposition import ms_between, ms_within
from monosashi.shape.grouping import check_grouping, read_grouping
from monosashi.shape.leave_out import whole
from monosashi.shape.sums import IntArray, group_sums


@dataclass(frozen=True, eq=False)
class Pilot:
    """What is drawn from: offsets of group means, and offsets of members from them.

    Attributes
    ----------
    centres : (G, d) shrunken by the noise in them
    members : (n, d) stretched by sqrt(n_g/(n_g - 1)); rows of groups of one object left out
    starts, sizes : (G',) where each group's rows begin, and how many they are
    kept : share of the variance of the means that is no noise
    largest : members of the largest group
    """

    centres: Array
    members: Array
    starts: IntArray
    sizes: IntArray
    kept: float
    largest: int

    def draw(self, groups: int, size: int, rng: np.random.Generator) -> Array:
        """(groups size, d) new objects, group by group."""
        place = rng.integers(0, len(self.centres), groups)
        source = rng.integers(0, len(self.starts), groups)
        rows = self.starts[source][:, None] + rng.integers(
            0, self.sizes[source][:, None], (groups, size))  # fmt: skip
        drawn: Array = (self.centres[place][:, None] + self.members[rows]).reshape(
            groups * size, -1)  # fmt: skip
        return drawn


def read_pilot(data: EmbeddingSet, column: Column, *, normalise: bool) -> Pilot:
    """Centres and deviations of a pilot, freed of what few members do to both."""
    grouping = read_grouping(data, column)
    check_grouping(grouping)
    cloud = configure(data, normalise=normalise)
    if cloud.ss_total == 0:
        raise DataError(fault("shape.errors.no_variation", n=cloud.n))
    sums = group_sums(cloud, grouping)
    parts = whole(sums, cloud.ss_total)
    between, within = float(ms_between(parts)), float(ms_within(parts))
    kept = max(0.0, 1 - within / between) if between > 0 else 0.0
    means = sums.vectors / sums.sizes[:, None]
    many = grouping.n_groups  # a draw from G means has (G - 1)/G of their variance
    order = np.argsort(grouping.codes, kind="stable")
    order = order[sums.sizes[grouping.codes[order]] > 1]
    codes = grouping.codes[order]
    stretch = np.sqrt(sums.sizes / np.maximum(sums.sizes - 1, 1))[codes, None]
    members = (cloud.centred[order] - means[codes]) * stretch
    plural = sums.sizes[sums.sizes > 1]
    both = _turned(np.concatenate([means * np.sqrt(kept * many / (many - 1)), members]))
    return Pilot(both[: len(means)], both[len(means) :], np.cumsum(plural) - plural, plural, kept,
                 int(plural.max()))  # fmt: skip


def _turned(rows: Array) -> Array:
    """The same distances in no more dimensions than there are rows."""
    if rows.shape[1] <= len(rows):
        return rows
    return np.asarray(np.linalg.qr(rows.T, mode="r"), dtype=np.float64).T
