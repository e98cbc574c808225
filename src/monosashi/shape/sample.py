"""A cloud together with its groups."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from monosashi.shape.configuration import Array, Configuration
from monosashi.shape.exchange import Exchange
from monosashi.shape.grouping import Grouping
from monosashi.shape.sums import GroupSums, IntArray, group_sums, sum_cloud


@dataclass(frozen=True, eq=False)
class Sample:
    """A cloud with its groups, their sums and who may exchange labels.

    Attributes
    ----------
    rows : (m,) which objects of the whole these are
    """

    rows: IntArray
    configuration: Configuration
    grouping: Grouping
    sums: GroupSums
    exchange: Exchange

    @property
    def sizes(self) -> Array:
        """(G,) objects of each group, as floats."""
        return self.grouping.sizes.astype(np.float64)

    @cached_property
    def plural(self) -> Sample:
        """The groups with two members or more: all that has a spread of its own."""
        rows = np.flatnonzero(self.grouping.sizes[self.grouping.codes] > 1)
        if len(rows) == self.configuration.n:
            return self
        part = self.configuration.take(rows)
        kept = self.grouping.take(rows)
        return Sample(rows, part, kept, group_sums(part, kept), self.exchange.take(rows))

    @cached_property
    def by_unit(self) -> Sample:
        """Each unit that moves as a whole as one object, its mean.

        Translations or chunks of one item lie close together whatever the group: counted one by
        one they would make groups of few items look tight.
        """
        unit_of, codes = self.exchange.unit_of, self.exchange.codes
        if len(codes) == self.configuration.n:
            return self
        old = self.configuration
        means = sum_cloud(old, unit_of, len(codes)) / np.bincount(unit_of)[:, None]
        middle = means.mean(axis=0)
        cloud = Configuration(means - middle, old.mean + middle, old.rounding)
        grouping = Grouping(self.grouping.names, codes)
        alone = np.arange(len(codes))
        exchange = Exchange(alone, codes, self.exchange.strata, self.exchange.scheme,
                            self.exchange.order)  # fmt: skip
        return Sample(alone, cloud, grouping, group_sums(cloud, grouping), exchange)
