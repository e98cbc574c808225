"""The made points behind the source's tables, and those of any other number and dimension."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from monosashi.shape.configuration import Array
from monosashi.shape.grouping import Grouping
from monosashi.shape.probing.cloud import Cloud
from monosashi.shape.probing.examples import random_groups
from monosashi.shape.sums import IntArray


@dataclass(frozen=True, eq=False)
class Example:
    """Raw points, the group of each, and a random direction of length 1."""

    points: Array
    codes: IntArray
    direction: Array

    @property
    def cloud(self) -> Cloud:
        """The raw points with their groups."""
        names = tuple(str(code) for code in range(int(self.codes.max()) + 1))
        return Cloud(self.points, Grouping(names, self.codes))

    @property
    def mean_length(self) -> float:
        """Mean length of the raw points: what makes a c large or small."""
        return float(np.linalg.norm(self.points, axis=1).mean())

    def along(self, direction: str) -> Array:
        """The random direction, that of the mean, or that in which group means differ most."""
        if direction == "random":
            return self.direction
        if direction == "between":
            return self.cloud.between_direction()
        mean = self.points.mean(axis=0)
        unit: Array = mean / np.linalg.norm(mean)
        return unit


def source_example() -> Example:
    """Draws that give the printed cells: centres, noise times 0.6, direction, in this order.

    The source does not name its generator; this one was found by search and fits 15 of the 16
    cells to the printed digit, the other within 0.0006.
    """
    return Example(*random_groups())
