"""The distributions of the checks."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Rng = np.random.Generator

# Ten places in the plane, drawn once by the benchmark's authors.
PLACES = np.array([
    [5.46794328, -4.08481523], [4.87211875, -13.64864684], [-16.39432073, 9.09802249],
    [-2.15447941, 12.46200019], [11.55784483, -4.96049923], [-24.60558474, 14.18020818],
    [16.84215967, -3.18710751], [-5.47807206, -6.77247129], [9.46726546, 1.05922347],
    [-5.40346201, -17.29490131],
])  # fmt: skip


def gaussian(rng: Rng, n: int, d: int, mean: float = 0.0, scale: float = 1.0) -> Floats:
    """Independent coordinates of one mean and standard deviation."""
    return mean + scale * rng.standard_normal((n, d))


def mixture(rng: Rng, n: int, means: Floats, scale: float, weights: Floats) -> Floats:
    """Gaussians about ``means``, picked with probabilities proportional to ``weights``."""
    picked = rng.choice(len(means), size=n, p=weights / weights.sum())
    return means[picked] + scale * rng.standard_normal((n, means.shape[1]))


def sphere_surface(rng: Rng, n: int, d: int, radius: float) -> Floats:
    """Uniform on the surface of a ball about the origin."""
    drawn = rng.standard_normal((n, d))
    placed: Floats = radius * drawn / np.sqrt((drawn**2).sum(axis=1, keepdims=True))
    return placed


def ball(rng: Rng, n: int, d: int, radius: float) -> Floats:
    """Uniform inside a ball: a direction, and a radius with density proportional to r^(d-1)."""
    return sphere_surface(rng, n, d, radius) * rng.random((n, 1)) ** (1 / d)


def torus(rng: Rng, n: int) -> Floats:
    """Inside a tube of radius 0.1 about the unit circle of the first two axes.

    A point of the disc about (1, 0) is turned about the third axis; the angle is uniform.
    """
    disc = ball(rng, n, 2, 0.1)
    angle, out = rng.uniform(0, 2 * np.pi, n), 1 + disc[:, 0]
    return np.stack((out * np.cos(angle), out * np.sin(angle), disc[:, 1]), axis=1)


def cube(rng: Rng, n: int, d: int, start: float) -> Floats:
    """Uniform in a cube of side 1 with its lowest corner at ``start`` on every axis."""
    return start + rng.random((n, d))


def pareto_beside(rng: Rng, n: int, mean: float, tail: float = 1.01) -> Floats:
    """A Gaussian axis and a Pareto axis whose variance is infinite."""
    return np.stack((mean + rng.standard_normal(n), 1 + rng.pareto(tail, n)), axis=1)
