"""Which checks there are."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from monosashi.fidelity.benchmark import samplers as draw
from monosashi.fidelity.benchmark.checks import Check
from monosashi.fidelity.benchmark.samplers import Floats, Rng

N = 1_000
DIMENSIONS = (1, 8, 64)
MODES = np.linspace(0, 10, 10)
MODE_SCALE = {"d=1": 1 / 6, "d=8": 1 / 3, "d=64": 1.0}
OVERLAP = 0.2


def all_checks() -> tuple[Check, ...]:
    """All 15, in order."""
    return (*_shifts(), _widths(), *_modes(), _invention(), _surface(), *_cubes(), _torus(),
            _collapse(), _one_axis_scaled(), _pareto(), _one_axis_apart(), _rounded())  # fmt: skip


def _dimension(variant: str) -> int:
    return int(variant.rsplit("d=", 1)[1])


def _named(dimensions: Sequence[int], prefix: str = "") -> list[str]:
    return [f"{prefix}d={d}" for d in dimensions]


def _spread(length: int, count: int) -> tuple[int, ...]:
    """``count`` places from the first to the last, evenly."""
    return tuple(int(i) for i in np.round(np.linspace(0, length - 1, count)))


def _standard(rng: Rng, variant: str, _: float) -> Floats:
    return draw.gaussian(rng, N, _dimension(variant))


def _moved(rng: Rng, variant: str, x: float) -> Floats:
    return draw.gaussian(rng, N, _dimension(variant), mean=x)


def _shifts() -> tuple[Check, Check]:
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
    thin = _spread(51, 13)
    return (
        Check(1, "gaussian-mean-difference", "mean of the generated", axes, thin,
              _standard, _moved),
        Check(2, "gaussian-mean-difference-with-outlier", "mean of the generated", both, thin,
              real, generated),
    )  # fmt: skip


def _widths() -> Check:
    axes = {f"d={d}": np.logspace(-end, end, 51) for d, end in ((1, 3.0), (8, 1.0), (64, 0.5))}

    def generated(rng: Rng, variant: str, x: float) -> Floats:
        return draw.gaussian(rng, N, _dimension(variant), scale=x)

    return Check(3, "gaussian-std-difference", "standard deviation of the generated", axes,
                 _spread(51, 13), _standard, generated)  # fmt: skip


def _modes() -> tuple[Check, Check]:
    def modes(rng: Rng, variant: str, weights: Floats) -> Floats:
        means = np.repeat(MODES[:, None], _dimension(variant), axis=1)
        return draw.mixture(rng, N, means, MODE_SCALE[variant], weights)

    def real(rng: Rng, variant: str, _: float) -> Floats:
        return modes(rng, variant, np.ones(10))

    def thinned_out(rng: Rng, variant: str, x: float) -> Floats:
        return modes(rng, variant, np.r_[1.0, np.full(9, 1 - x)])

    def cut(rng: Rng, variant: str, x: float) -> Floats:
        return modes(rng, variant, (np.arange(10) < 10 - x).astype(np.float64))

    names = _named(DIMENSIONS)
    # The .95 quantile of 50 points is the 48th: it is judged.
    thin = tuple(sorted({*range(0, 50, 2), 47, 49}))
    return (
        Check(4, "gaussian-mixture-simultaneous-mode-dropping", "share dropped of nine modes",
              {name: np.linspace(0, 1, 50) for name in names}, thin, real, thinned_out),
        Check(5, "gaussian-mixture-sequential-mode-dropping", "modes dropped",
              {name: np.arange(10.0) for name in names}, tuple(range(10)), real, cut),
    )  # fmt: skip


def _invention() -> Check:
    def shown(rng: Rng, count: int) -> Floats:
        return draw.mixture(rng, N, draw.PLACES[:count], 0.25, np.ones(count))

    return Check(
        6, "gaussian-mixture-mode-dropping-invention", "modes generated",
        {"d=2": np.arange(1.0, 11.0)}, tuple(range(10)),
        lambda rng, _, __: shown(rng, 5), lambda rng, _, x: shown(rng, int(x)),
    )  # fmt: skip


def _surface() -> Check:
    axes = {f"d={d}": np.linspace(0.1, 1.9, 51) for d in (2, 16, 128)}
    return Check(
        7, "uniform-hypersphere-surface", "radius of the generated", axes, _spread(51, 13),
        lambda rng, variant, _: draw.sphere_surface(rng, N, _dimension(variant), 1.0),
        lambda rng, variant, x: draw.sphere_surface(rng, N, _dimension(variant), x),
    )  # fmt: skip


def _sizes() -> Floats:
    return np.logspace(2, 4, 20).astype(int).astype(np.float64)


def _cubes() -> tuple[Check, Check]:
    def real(rng: Rng, variant: str, x: float) -> Floats:
        return draw.cube(rng, int(x), _dimension(variant), 0.0)

    def beside(rng: Rng, variant: str, x: float) -> Floats:
        d = _dimension(variant)
        return draw.cube(rng, int(x), d, 1 - OVERLAP ** (1 / d))

    axes = {name: _sizes() for name in _named(DIMENSIONS)}
    return (
        Check(8, "uniform-hypercube-varying-size", "reals, and generated", axes,
              (10, 13, 16, 19), real, beside, real_changes=True),
        Check(9, "uniform-hypercube-varying-syn-size", "generated", axes, tuple(range(10, 20)),
              lambda rng, variant, _: real(rng, variant, N), beside),
    )  # fmt: skip


def _torus() -> Check:
    def take(rng: Rng, ring: bool, n: int) -> Floats:  # noqa: FBT001
        return draw.torus(rng, n) if ring else draw.ball(rng, n, 3, 0.8)

    axes = {name: _sizes() for name in ("real ball", "real torus")}
    return Check(
        10, "sphere-torus", "generated", axes, tuple(range(10, 20)),
        lambda rng, variant, _: take(rng, variant == "real torus", N),
        lambda rng, variant, x: take(rng, variant == "real ball", int(x)),
    )  # fmt: skip


def _collapse() -> Check:
    def real(rng: Rng, variant: str, x: float) -> Floats:
        means = np.repeat(np.array([[-x / 2], [x / 2]]), _dimension(variant), axis=1)
        return draw.mixture(rng, N, means, 1.0, np.ones(2))

    def generated(rng: Rng, variant: str, x: float) -> Floats:
        return draw.gaussian(rng, N, _dimension(variant), scale=float(np.sqrt(1 + x**2)))

    axes = {name: np.linspace(0, 5, 20) for name in _named(DIMENSIONS)}
    return Check(11, "one-vs-two-modes", "distance of the two real modes in each axis", axes,
                 _spread(20, 8), real, generated, real_changes=True)  # fmt: skip


def _one_axis_scaled() -> Check:
    def real(rng: Rng, _: str, x: float) -> Floats:
        return draw.gaussian(rng, N, 2) * [1.0, x]

    def generated(rng: Rng, _: str, x: float) -> Floats:
        rows = draw.gaussian(rng, N, 2)
        rows[:, 0] += 6
        rows[:, 1] *= x
        return rows

    return Check(12, "gaussian-scaling-one-dimension", "scale of the second axis",
                 {"d=2": np.logspace(-3, 3, 20)}, _spread(20, 11), real, generated,
                 real_changes=True)  # fmt: skip


def _pareto() -> Check:
    return Check(
        13, "gaussian-mean-difference-with-pareto", "mean of the generated",
        {"d=2": np.linspace(-6, 6, 51)}, _spread(51, 13),
        lambda rng, _, __: draw.pareto_beside(rng, N, 0.0),
        lambda rng, _, x: draw.pareto_beside(rng, N, x),
    )  # fmt: skip


def _one_axis_apart() -> Check:
    sizes = np.unique(np.logspace(0, 3, 20).astype(int)).astype(np.float64)

    def real(rng: Rng, _: str, x: float) -> Floats:
        return draw.gaussian(rng, N, int(x) + 1)

    def generated(rng: Rng, _: str, x: float) -> Floats:
        rows = draw.gaussian(rng, N, int(x) + 1)
        rows[:, 0] += 6
        return rows

    return Check(14, "gaussian-high-dim-one-disjoint-dim", "further axes", {"all": sizes},
                 _spread(len(sizes), 5), real, generated, real_changes=True)  # fmt: skip


def _rounded() -> Check:
    def take(rng: Rng, x: float, rounded: bool) -> Floats:  # noqa: FBT001
        rows = x * draw.gaussian(rng, N, 1)
        return np.round(rows) if rounded else rows

    axes = {name: np.logspace(0, 3, 20) for name in ("real rounded", "real continuous")}
    return Check(
        15, "discrete-numerical-vs-continuous-numerical", "scale", axes, _spread(20, 7),
        lambda rng, variant, x: take(rng, x, variant == "real rounded"),
        lambda rng, variant, x: take(rng, x, variant == "real continuous"), real_changes=True,
    )  # fmt: skip
