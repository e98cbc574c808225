"""Checks 4 to 6 and 11: modes that are dropped, invented, or one."""

from __future__ import annotations

import numpy as np

from monosashi.fidelity.benchmark import samplers as draw
from monosashi.fidelity.benchmark.axes import DIMENSIONS, N, dimension, named, spread
from monosashi.fidelity.benchmark.checks import Check
from monosashi.fidelity.benchmark.samplers import Floats, Rng

MODES = np.linspace(0, 10, 10)
MODE_SCALE = {"d=1": 1 / 6, "d=8": 1 / 3, "d=64": 1.0}


def modes() -> tuple[Check, Check]:
    """4 and 5: modes fade together, or go one by one."""

    def shown(rng: Rng, variant: str, weights: Floats) -> Floats:
        means = np.repeat(MODES[:, None], dimension(variant), axis=1)
        return draw.mixture(rng, N, means, MODE_SCALE[variant], weights)

    def real(rng: Rng, variant: str, _: float) -> Floats:
        return shown(rng, variant, np.ones(10))

    def thinned_out(rng: Rng, variant: str, x: float) -> Floats:
        return shown(rng, variant, np.r_[1.0, np.full(9, 1 - x)])

    def cut(rng: Rng, variant: str, x: float) -> Floats:
        return shown(rng, variant, (np.arange(10) < 10 - x).astype(np.float64))

    names = named(DIMENSIONS)
    # The .95 quantile of 50 points is the 48th: it is judged.
    thin = tuple(sorted({*range(0, 50, 2), 47, 49}))
    return (
        Check(4, "gaussian-mixture-simultaneous-mode-dropping", "share dropped of nine modes",
              {name: np.linspace(0, 1, 50) for name in names}, thin, real, thinned_out),
        Check(5, "gaussian-mixture-sequential-mode-dropping", "modes dropped",
              {name: np.arange(10.0) for name in names}, tuple(range(10)), real, cut),
    )  # fmt: skip


def invention() -> Check:
    """6: modes that are not real."""

    def shown(rng: Rng, count: int) -> Floats:
        return draw.mixture(rng, N, draw.PLACES[:count], 0.25, np.ones(count))

    return Check(
        6, "gaussian-mixture-mode-dropping-invention", "modes generated",
        {"d=2": np.arange(1.0, 11.0)}, tuple(range(10)),
        lambda rng, _, __: shown(rng, 5), lambda rng, _, x: shown(rng, int(x)),
    )  # fmt: skip


def collapse() -> Check:
    """11: two real modes, one wide generated one."""

    def real(rng: Rng, variant: str, x: float) -> Floats:
        means = np.repeat(np.array([[-x / 2], [x / 2]]), dimension(variant), axis=1)
        return draw.mixture(rng, N, means, 1.0, np.ones(2))

    def generated(rng: Rng, variant: str, x: float) -> Floats:
        return draw.gaussian(rng, N, dimension(variant), scale=float(np.sqrt(1 + x**2)))

    axes = {name: np.linspace(0, 5, 20) for name in named(DIMENSIONS)}
    return Check(11, "one-vs-two-modes", "distance of the two real modes in each axis", axes,
                 spread(20, 8), real, generated, real_changes=True)  # fmt: skip
