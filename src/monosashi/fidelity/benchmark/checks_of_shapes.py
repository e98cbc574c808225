"""Checks 7 to 10: spheres, cubes, a torus."""

from __future__ import annotations

import numpy as np

from monosashi.fidelity.benchmark import samplers as draw
from monosashi.fidelity.benchmark.axes import DIMENSIONS, N, dimension, named, sizes, spread
from monosashi.fidelity.benchmark.checks import Check
from monosashi.fidelity.benchmark.samplers import Floats, Rng

OVERLAP = 0.2


def surface() -> Check:
    """7: spheres of other radii."""
    axes = {f"d={d}": np.linspace(0.1, 1.9, 51) for d in (2, 16, 128)}
    return Check(
        7, "uniform-hypersphere-surface", "radius of the generated", axes, spread(51, 13),
        lambda rng, variant, _: draw.sphere_surface(rng, N, dimension(variant), 1.0),
        lambda rng, variant, x: draw.sphere_surface(rng, N, dimension(variant), x),
    )  # fmt: skip


def cubes() -> tuple[Check, Check]:
    """8 and 9: cubes that overlap by a fifth, of more and more points."""

    def real(rng: Rng, variant: str, x: float) -> Floats:
        return draw.cube(rng, int(x), dimension(variant), 0.0)

    def beside(rng: Rng, variant: str, x: float) -> Floats:
        d = dimension(variant)
        return draw.cube(rng, int(x), d, 1 - OVERLAP ** (1 / d))

    axes = {name: sizes() for name in named(DIMENSIONS)}
    return (
        Check(8, "uniform-hypercube-varying-size", "reals, and generated", axes,
              (10, 13, 16, 19), real, beside, real_changes=True),
        Check(9, "uniform-hypercube-varying-syn-size", "generated", axes, tuple(range(10, 20)),
              lambda rng, variant, _: real(rng, variant, N), beside),
    )  # fmt: skip


def torus() -> Check:
    """10: a ball and a torus that do not meet."""

    def take(rng: Rng, ring: bool, n: int) -> Floats:  # noqa: FBT001
        return draw.torus(rng, n) if ring else draw.ball(rng, n, 3, 0.8)

    axes = {name: sizes() for name in ("real ball", "real torus")}
    return Check(
        10, "sphere-torus", "generated", axes, tuple(range(10, 20)),
        lambda rng, variant, _: take(rng, variant == "real torus", N),
        lambda rng, variant, x: take(rng, variant == "real ball", int(x)),
    )  # fmt: skip
