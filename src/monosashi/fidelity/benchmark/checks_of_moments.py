"""Checks 1 to 3 and 13: mean and spread."""

from __future__ import annotations

import numpy as np

from monosashi.fidelity.benchmark import samplers as draw
from monosashi.fidelity.benchmark.axes import N, dimension, spread
from monosashi.fidelity.benchmark.checks import Check
from monosashi.fidelity.benchmark.samplers import Floats, Rng


def _standard(rng: Rng, variant: str, _: float) -> Floats:
    return draw.gaussian(rng, N, dimension(variant))


def _moved(rng: Rng, variant: str, x: float) -> Floats:
    return draw.gaussian(rng, N, dimension(variant), mean=x)


def shifts() -> tuple[Check, Check]:
    """1 and 2: the mean moves, with an outlier too."""
    ends = {1: 6.0, 8: 3.0, 64: 1.0}
    axes = {f"d={d}": np.linspace(-end, end, 51) for d, end in ends.items()}

    def outlier(side: str, rows: Floats, variant: str) -> Floats:
        if not variant.startswith(side):
            return rows
        far = np.full((1, rows.shape[1]), ends[rows.shape[1]])
        return np.concatenate((rows, far))

    def real(rng: Rng, variant: str, x: float) -> Floats:
        return outlier("real", _standard(rng, variant, x), variant)

    def generated(rng: Rng, variant: str, x: float) -> Floats:
        return outlier("generated", _moved(rng, variant, x), variant)

    both = {f"{side} outlier, {name}": axis
            for side in ("real", "generated") for name, axis in axes.items()}  # fmt: skip
    thin = spread(51, 13)
    return (
        Check(1, "gaussian-mean-difference", "mean of the generated", axes, thin,
              _standard, _moved),
        Check(2, "gaussian-mean-difference-with-outlier", "mean of the generated", both, thin,
              real, generated),
    )  # fmt: skip


def widths() -> Check:
    """3: the standard deviation changes."""
    axes = {f"d={d}": np.logspace(-end, end, 51) for d, end in ((1, 3.0), (8, 1.0), (64, 0.5))}

    def generated(rng: Rng, variant: str, x: float) -> Floats:
        return draw.gaussian(rng, N, dimension(variant), scale=x)

    return Check(3, "gaussian-std-difference", "standard deviation of the generated", axes,
                 spread(51, 13), _standard, generated)  # fmt: skip


def pareto() -> Check:
    """13: the mean moves beside a heavy tail."""
    return Check(
        13, "gaussian-mean-difference-with-pareto", "mean of the generated",
        {"d=2": np.linspace(-6, 6, 51)}, spread(51, 13),
        lambda rng, _, __: draw.pareto_beside(rng, N, 0.0),
        lambda rng, _, x: draw.pareto_beside(rng, N, x),
    )  # fmt: skip
