"""Clipped coverage as its authors' code computes it, for comparing with published numbers."""

from __future__ import annotations

import numpy as np

from monosashi.fidelity.balls import Balls
from monosashi.fidelity.calibration import coverage_table, peer_clipped_coverage


def peer_raw_coverage(balls: Balls, k: int) -> float:
    """Mean over reals of ``min(n / k, 1)``, n the generated points nearer than the radius (``<``).

    Where distances tie this can be far below the value by ``<=``: 0 for identical constant sets.
    """
    pairs = balls.cross.pairs
    if pairs is None:
        raise ValueError("too many pairs lie inside balls: none were kept")
    radii = balls.real.near.radius(k)
    inside = pairs.values < radii[pairs.real]
    held = np.bincount(pairs.real[inside], minlength=balls.real.points.u,
                       weights=balls.generated.weights[pairs.generated[inside]])  # fmt: skip
    weights = balls.real.points.weights
    return float(weights @ np.minimum(held / k, 1) / balls.real.points.n)


def peer_clipped(balls: Balls, k: int) -> float:
    """The raw value through their table: entries below k are 0, and m + 1 is divided by."""
    table = coverage_table(balls.real.points.n, balls.generated.n, k)
    return peer_clipped_coverage(peer_raw_coverage(balls, k), table, k)
