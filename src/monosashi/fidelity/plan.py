"""What the passes must give, and the families of radii they count in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from monosashi.fidelity.counted import COVER_REACH
from monosashi.fidelity.points import Floats
from monosashi.fidelity.sides import FittedSide

OF_REAL = {"precision", "density", "coverage", "clipped_coverage", "symmetric_precision",
           "symmetric_recall", "clipped_density", "recall_cover"}  # fmt: skip
OF_GENERATED = {"recall", "symmetric_precision", "symmetric_recall", "precision_cover"}
OF_NEAREST = {"memorisation", "beta_recall"}
OF_BOTH = {"beta_recall"}


@dataclass(frozen=True)
class Plan:
    """What the passes must give: values of k, and whether covers and nearest points are wanted."""

    ks: tuple[int, ...]
    of_generated: bool
    cover: bool
    nearest: bool
    both: bool = False

    @classmethod
    def of(cls, metrics: Sequence[str], ks: Sequence[int]) -> Plan:
        """From the names of the metrics."""
        asked = set(metrics)
        cover = bool(asked & {"precision_cover", "recall_cover"})
        return cls(tuple(ks), bool(asked & OF_GENERATED), cover, bool(asked & OF_NEAREST),
                   bool(asked & OF_BOTH))  # fmt: skip

    @property
    def reach(self) -> int:
        """How many others are needed: a margin is left for points taken out."""
        most = max(self.ks[0], COVER_REACH if self.cover else 0)
        return max(most + most // 2 + 5, *(k + k // 4 + 2 for k in self.ks))


def median_radius(radii: Floats, weights: npt.NDArray[np.generic]) -> float:
    """Median over all reals, copies included."""
    return float(np.median(np.repeat(radii, weights.astype(np.int64))))


def real_radii(plan: Plan, real: FittedSide) -> Floats:
    """For each k the radii and the clipped ones; those of covers last."""
    families = []
    for k in plan.ks:
        radii = real.near.radius(k)
        families += [radii, np.minimum(radii, median_radius(radii, real.points.weights))]
    if plan.cover:
        families.append(real.near.radius(COVER_REACH))
    return np.stack(families)


def generated_radii(plan: Plan, own: FittedSide) -> Floats:
    """For each k; those of covers last."""
    families = [own.near.radius(k) for k in plan.ks]
    if plan.cover:
        families.append(own.near.radius(COVER_REACH))
    return np.stack(families)
