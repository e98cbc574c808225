"""The cube as an array: models × datasets × rewritings, averaged over seeds."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import lcm
from typing import Any

import numpy as np
import numpy.typing as npt

from monosashi.robustness.axes import label
from monosashi.robustness.cube import Cube
from monosashi.robustness.cube_row import CubeRow

FloatArray = npt.NDArray[np.float64]
DECIMALS = 9
TOLD_DECIMALS, MOST_PARTS = 5, 2000
CORRELATIONS = ("spearman", "pearson", "kendall")


@dataclass(frozen=True)
class Rewriting:
    """A transformation and who made it."""

    transformation: str
    axis: str
    generator: str

    @property
    def label(self) -> str:
        """Name, generator included."""
        return label(self.transformation, self.generator)


@dataclass(frozen=True)
class DatasetUnit:
    """A dataset in one language."""

    name: str
    group: str
    language: str
    label: str = field(default="", compare=False)


@dataclass(frozen=True)
class Grid:
    """Losses, O - T in points, of every model on every dataset under every rewriting.

    Attributes
    ----------
    models : tuple of str
    datasets : tuple of DatasetUnit
    rewritings : tuple of Rewriting
    loss, original : (M, D, R) arrays
        Means over seeds; NaN is a hole.
    seed_sd : (M, D, R) array
        Standard deviation of the loss over seeds; NaN with fewer than two.
    seeds : (M, D, R) array of counts
    chance : (D,) array
        What a model that knows nothing reaches; NaN where unknown.
    """

    models: tuple[str, ...]
    datasets: tuple[DatasetUnit, ...]
    rewritings: tuple[Rewriting, ...]
    loss: FloatArray
    original: FloatArray
    seed_sd: FloatArray
    seeds: npt.NDArray[np.int64]
    chance: FloatArray

    @classmethod
    def of(cls, cube: Cube) -> Grid:
        """Average the seeds of every cell."""
        models = tuple(dict.fromkeys(row.model for row in cube.rows))
        datasets = dataset_units(cube.rows)
        ways = (Rewriting(row.transformation, row.axis, row.generator) for row in cube.rows)
        rewritings = tuple(dict.fromkeys(ways))
        place = {(unit.name, unit.language): i for i, unit in enumerate(datasets)}
        cells: dict[tuple[int, int, int], list[tuple[float, float]]] = defaultdict(list)
        chances: dict[int, float] = {}
        for row in cube.rows:
            d = place[row.dataset, row.language]
            chance = chance_of(row)
            if chance is not None:
                chances[d] = chance
            if row.original is None or row.transformed is None:
                continue
            r = rewritings.index(Rewriting(row.transformation, row.axis, row.generator))
            cells[models.index(row.model), d, r].append((row.original, row.transformed))
        return cls._filled(models, datasets, rewritings, cells, chances)

    @classmethod
    def _filled(
        cls,
        models: tuple[str, ...],
        datasets: tuple[DatasetUnit, ...],
        rewritings: tuple[Rewriting, ...],
        cells: dict[tuple[int, int, int], list[tuple[float, float]]],
        chances: dict[int, float],
    ) -> Grid:
        shape = (len(models), len(datasets), len(rewritings))
        loss, original, spread = (np.full(shape, np.nan) for _ in range(3))
        seeds = np.zeros(shape, dtype=np.int64)
        for at, pairs in cells.items():
            scores = np.array(pairs)
            lost = np.round(scores[:, 0] - scores[:, 1], DECIMALS)
            loss[at], original[at], seeds[at] = lost.mean(), scores[:, 0].mean(), len(lost)
            spread[at] = lost.std(ddof=1) if len(lost) > 1 else np.nan
        chance = np.array([chances.get(d, np.nan) for d in range(len(datasets))])
        return cls(models, datasets, rewritings, np.round(loss, DECIMALS), original, spread, seeds,
                   chance)  # fmt: skip

    def placed_as(self, other: Grid) -> Grid:
        """The same cells in the places of another grid, which has all of them and more."""
        at = np.ix_(*([known.index(one) for one in mine] for mine, known in (
            (self.models, other.models), (self.datasets, other.datasets),
            (self.rewritings, other.rewritings))))  # fmt: skip
        arrays: dict[str, Any] = {}
        for name in ("loss", "original", "seed_sd"):
            arrays[name] = np.full(other.loss.shape, np.nan)
            arrays[name][at] = getattr(self, name)
        return replace(other, **arrays)

    @cached_property
    def axes(self) -> tuple[tuple[str, str], ...]:
        """Every axis of every generator, in the order of the cube."""
        return tuple(dict.fromkeys((one.axis, one.generator) for one in self.rewritings))

    @cached_property
    def groups(self) -> tuple[str, ...]:
        """Groups of datasets."""
        return tuple(dict.fromkeys(unit.group for unit in self.datasets))

    def on_axis(self, axis: str, generator: str) -> list[int]:
        """Places of the rewritings of an axis."""
        return [r for r, one in enumerate(self.rewritings)
                if (one.axis, one.generator) == (axis, generator)]  # fmt: skip

    def in_group(self, group: str) -> list[int]:
        """Places of the datasets of a group."""
        return [d for d, unit in enumerate(self.datasets) if unit.group == group]

    def axis_loss(self, axis: str, generator: str) -> FloatArray:
        """(M, D) mean loss over the transformations of an axis; NaN where one is missing."""
        mean: FloatArray = self.loss[:, :, self.on_axis(axis, generator)].mean(axis=2)
        return mean

    def parts(self, axis: str, generator: str) -> int:
        """A number that makes means over seeds and transformations of an axis whole again."""
        held = np.unique(self.seeds[self.seeds > 0]).tolist()
        return lcm(*held) * len(self.on_axis(axis, generator))

    def axis_original(self, axis: str, generator: str) -> FloatArray:
        """(M, D) mean original score behind ``axis_loss``."""
        mean: FloatArray = self.original[:, :, self.on_axis(axis, generator)].mean(axis=2)
        return mean


def whole_numbers(values: FloatArray, parts: int) -> FloatArray:
    """The same values on a scale on which sums are exact, so that what ties stays tied.

    Means of the same scores in another order differ in the last bit, which ranks would take for a
    difference. Scores count with five decimals of a point.

    >>> thirds = np.array([1 / 3, 1 / 3, 1 / 3])
    >>> float(whole_numbers(thirds, 3).sum() - whole_numbers(np.array([1.0, 0, 0]), 3).sum())
    0.0
    """
    scale = parts if parts <= MOST_PARTS else 1
    rounded: FloatArray = np.round(values * scale * 10.0**TOLD_DECIMALS)
    return rounded


def chance_of(row: CubeRow) -> float | None:
    """The chance level given, or 0 for a correlation; of other metrics it is not known.

    >>> chance_of(CubeRow("A", "d", "t", "x", "g", metric="cosine_spearman"))
    0.0
    """
    if row.chance is not None:
        return row.chance
    known = any(name in row.metric.lower() for name in CORRELATIONS)
    return 0.0 if known else None


def dataset_units(rows: Sequence[CubeRow]) -> tuple[DatasetUnit, ...]:
    """Datasets; one in several languages counts once a language, and its label says which."""
    languages: dict[str, dict[str, str]] = defaultdict(dict)
    for row in rows:
        languages[row.dataset][row.language] = row.dataset_group
    return tuple(
        DatasetUnit(name, group, language, f"{name} [{language}]" if len(held) > 1 else name)
        for name, held in languages.items()
        for language, group in held.items()
    )
