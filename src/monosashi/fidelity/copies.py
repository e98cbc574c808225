"""Whether generated points repeat reals."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from monosashi.fidelity.balls import Balls
from monosashi.fidelity.points import Floats, dissimilarities
from monosashi.fidelity.sides import FittedSide
from monosashi.results import Estimate
from monosashi.statistics.proportions import wilson

Flags = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class Copying:
    """How near every generated point lies to its nearest real.

    Attributes
    ----------
    nearest : (m,) int64 array
        Row of the nearest real.
    distance : (m,) array
    spacing : (m,) array
        From that real to the nearest real that differs from it; 0 where all reals are equal.
    closer : (m,) bool array
        Nearer to the real than any real that differs from it, or an exact copy.
    """

    nearest: npt.NDArray[np.int64]
    distance: Floats
    spacing: Floats
    closer: Flags

    @classmethod
    def of(cls, balls: Balls) -> Copying | None:
        """From a pass that looked for the nearest; None when it did not."""
        found, points = balls.cross.nearest_real, balls.real.points
        if found is None:
            return None
        first = np.full(points.u, points.n)
        np.minimum.at(first, points.kind, np.arange(points.n))
        kind = balls.generated.kind
        index, distance = found.index[kind], found.values[kind]
        own = distinct_spacing(balls.real, found.index)[index]
        return cls(first[index], distance, own, (distance < own) | (distance == 0))

    @property
    def exact(self) -> int:
        """Exact copies."""
        return int((self.distance == 0).sum())

    def share(self, confidence: float) -> Estimate:
        """Share of generated points nearer than the reals' spacing, with Wilson's interval.

        It is for other points of the same generator, against these same reals.
        """
        m, count = len(self.closer), int(self.closer.sum())
        low, high = wilson(count, m, confidence)
        error = float(np.sqrt(count / m * (1 - count / m) / m))
        return Estimate(count / m, low, high, error, "Wilson, reals fixed", m)

    def closest(self, most: int) -> npt.NDArray[np.int64]:
        """Generated rows nearest to a real in units of its spacing, nearest first."""
        ratio = np.divide(self.distance, self.spacing, where=self.spacing > 0,
                          out=np.where(self.distance == 0, 0.0, np.inf))  # fmt: skip
        order: npt.NDArray[np.int64] = np.argsort(ratio, kind="stable")[:most]
        return order


def distinct_spacing(side: FittedSide, wanted: npt.NDArray[np.int64]) -> Floats:
    """From distinct points to the nearest distinct other: copies would put it at 0.

    Pairs that were kept hold it, except for points with so many copies that none was kept; those
    that are ``wanted`` are measured against all others.
    """
    points, near = side.points, side.near
    found = np.full(points.u, np.nan)
    there, starts = np.unique(near.rows, return_index=True)
    found[there] = near.values[starts]
    for row in np.unique(wanted[np.isnan(found[wanted])]):
        others = np.delete(np.arange(points.u), row)
        apart = dissimilarities(points, np.full(len(others), row), points, others, side.scale)
        found[row] = apart.min(initial=np.inf) if len(others) else 0.0
    return found
