"""What one pass over real and generated points finds."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from monosashi.fidelity.points import Floats
from monosashi.neighbors.problem import Rows

Counts = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Pairs:
    """Real-generated pairs within the largest ball on either side, exact values.

    Real rows ascend, then generated ones.
    """

    real: Rows
    generated: Rows
    values: Floats


@dataclass(frozen=True)
class Closest:
    """The nearest point of the other side; equally near ones by row number."""

    index: Rows
    values: Floats


@dataclass(frozen=True)
class Cross:
    """Exact counts over balls; everything by distinct point, copies counted by weight.

    Attributes
    ----------
    in_real_balls : (F, v) array
        For each family of radii of the reals, how many reals hold a generated point.
    held : (F, u) array
        How much of the generated weight each real holds in its ball.
    own_balls : (G, v) array
        For each family of radii of the generated, how many reals each generated point holds.
    in_generated_balls : (G, u) array
        How many generated points hold a real.
    nearest_real : Closest or None
        For each generated point.
    nearest_generated : Closest or None
        For each real.
    pairs : Pairs or None
        None when there are more than the pass may keep.
    """

    in_real_balls: Counts
    held: Counts
    own_balls: Counts
    in_generated_balls: Counts
    nearest_real: Closest | None
    nearest_generated: Closest | None
    pairs: Pairs | None
