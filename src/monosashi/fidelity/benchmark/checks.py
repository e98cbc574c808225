"""The 15 checks: what is drawn, and along which axis.

Definitions after Räisä et al. (2025), Position: All current generative fidelity and diversity
metrics are flawed; the samplers and the seeds are ours.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from monosashi.fidelity.benchmark.samplers import Floats

SEED = 20_250_715

Draw = Callable[[np.random.Generator, str, float], Floats]


@dataclass(frozen=True)
class Point:
    """One place on the axis of one variant; ``index`` counts on the full axis."""

    check: int
    variant: str
    index: int
    x: float


@dataclass(frozen=True)
class Check:
    """One check.

    Attributes
    ----------
    number : int
    name : str
        The benchmark's own name.
    axis : str
        What changes along the axis.
    axes : mapping of variant to (p,) array
        The full axis of each variant (dimension or case); a row passes only when all of them do.
    thin : tuple of int
        Which of the points are enough: every point that is judged, and some between.
    real, generated : callables (rng, variant, x) -> (n, d) array
    real_changes : bool
        Whether the reals depend on x; else they are drawn once for each variant.
    """

    number: int
    name: str
    axis: str
    axes: dict[str, Floats]
    thin: tuple[int, ...]
    real: Draw
    generated: Draw
    real_changes: bool = False

    @property
    def variants(self) -> tuple[str, ...]:
        """In the order in which they are listed."""
        return tuple(self.axes)

    def points(self, variant: str, grid: str) -> list[Point]:
        """The places to measure; the thinned ones are some of the full ones."""
        axis = self.axes[variant]
        kept: Sequence[int] = range(len(axis)) if grid == "full" else self.thin
        return [Point(self.number, variant, int(i), float(axis[i])) for i in kept]

    def samples(
        self, repeat: int, variant: str, grid: str
    ) -> Iterator[tuple[Point, Floats, Floats]]:
        """Point, reals, generated; the same arrays whatever else is drawn.

        Reals that do not depend on x are one and the same object for all points.
        """
        real = None
        for point in self.points(variant, grid):
            if real is None or self.real_changes:
                place = 1 + point.index if self.real_changes else 0
                real = self.real(self._rng(repeat, variant, place, 0), variant, point.x)
            drawn = self._rng(repeat, variant, 1 + point.index, 1)
            yield point, real, self.generated(drawn, variant, point.x)

    def _rng(self, repeat: int, variant: str, place: int, side: int) -> np.random.Generator:
        where = self.variants.index(variant)
        return np.random.default_rng([SEED, self.number, repeat, where, place, side])
