"""Checks 12, 14 and 15: single axes, and rounding."""

from __future__ import annotations

import numpy as np

from monosashi.fidelity.benchmark import samplers as draw
from monosashi.fidelity.benchmark.axes import N, spread
from monosashi.fidelity.benchmark.checks import Check
from monosashi.fidelity.benchmark.samplers import Floats, Rng


def one_axis_scaled() -> Check:
    """12: one axis rescaled beside one that tells the sides apart."""

    def real(rng: Rng, _: str, x: float) -> Floats:
        return draw.gaussian(rng, N, 2) * [1.0, x]

    def generated(rng: Rng, _: str, x: float) -> Floats:
        rows = draw.gaussian(rng, N, 2)
        rows[:, 0] += 6
        rows[:, 1] *= x
        return rows

    return Check(12, "gaussian-scaling-one-dimension", "scale of the second axis",
                 {"d=2": np.logspace(-3, 3, 20)}, spread(20, 11), real, generated,
                 real_changes=True)  # fmt: skip


def one_axis_apart() -> Check:
    """14: one axis apart among more and more equal ones."""
    more = np.unique(np.logspace(0, 3, 20).astype(int)).astype(np.float64)

    def real(rng: Rng, _: str, x: float) -> Floats:
        return draw.gaussian(rng, N, int(x) + 1)

    def generated(rng: Rng, _: str, x: float) -> Floats:
        rows = draw.gaussian(rng, N, int(x) + 1)
        rows[:, 0] += 6
        return rows

    return Check(14, "gaussian-high-dim-one-disjoint-dim", "further axes", {"all": more},
                 spread(len(more), 5), real, generated, real_changes=True)  # fmt: skip


def rounded() -> Check:
    """15: rounded against continuous."""

    def take(rng: Rng, x: float, whole: bool) -> Floats:  # noqa: FBT001
        rows = x * draw.gaussian(rng, N, 1)
        return np.round(rows) if whole else rows

    axes = {name: np.logspace(0, 3, 20) for name in ("real rounded", "real continuous")}
    return Check(
        15, "discrete-numerical-vs-continuous-numerical", "scale", axes, spread(20, 7),
        lambda rng, variant, x: take(rng, x, variant == "real rounded"),
        lambda rng, variant, x: take(rng, x, variant == "real continuous"), real_changes=True,
    )  # fmt: skip
