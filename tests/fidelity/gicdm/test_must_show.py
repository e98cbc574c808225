"""What the correction is for, at full size: spheres, swapped radii, equal distributions."""

import numpy as np
import pytest

from monosashi.fidelity.gicdm import GICDM

pytestmark = pytest.mark.slow
CLIPPED = ("clipped_density", "clipped_coverage")


def sphere(rng, n, d, radius):
    drawn = rng.normal(size=(n, d))
    return radius * drawn / np.linalg.norm(drawn, axis=1, keepdims=True)


def plain_scores(real, generated, metrics):
    plain = GICDM.fit(real, scaling="none", filter_scales=(), calibrate=False)
    return plain.score(generated, metrics=metrics).corrected


@pytest.mark.parametrize("d", [8, 32, 128, 512])
def test_swapped_radii(d):
    rng, away = np.random.default_rng(d), 10 * np.eye(1, d)[0]

    def two(first, second):
        return np.concatenate([sphere(rng, 500, d, first), away + sphere(rng, 500, d, second)])

    real, generated, same = two(1, 2), two(2, 1), two(1, 2)
    assert min(plain_scores(real, generated, ("coverage", "clipped_coverage")).values()) > 0.3
    fitted = GICDM.fit(real)
    assert max(fitted.score(generated, metrics=("coverage", *CLIPPED)).corrected.values()) <= 0.02
    control = fitted.score(same, metrics=CLIPPED).corrected
    assert control["clipped_density"] >= 0.95
    assert control["clipped_coverage"] >= 0.93


@pytest.mark.parametrize("d", [2, 16, 64, 128])
def test_hypersphere(d):
    rng = np.random.default_rng(d)
    fitted = GICDM.fit(sphere(rng, 1_000, d, 1.0))
    for radius in (0.1, 0.5, 0.8, 1.2, 1.9):
        scores = fitted.score(sphere(rng, 1_000, d, radius), metrics=CLIPPED).corrected
        assert max(scores.values()) <= 0.02, radius
    assert min(fitted.score(sphere(rng, 1_000, d, 1.0), metrics=CLIPPED).corrected.values()) >= 0.9


def sources():
    """Seven kinds of data, as functions of a generator and a number of rows."""
    draw = np.random.default_rng(0)
    scales, centres = np.exp(draw.normal(size=10) * 0.5), draw.normal(size=(10, 64)) * 3
    turn, bend = draw.normal(size=(2, 5, 256))

    def mixture(rng, n):
        kind = rng.integers(10, size=n)
        return centres[kind] + scales[kind][:, None] * rng.normal(size=(n, 64))

    def manifold(rng, n):
        inner = rng.normal(size=(n, 5))
        return inner @ turn + np.sin(2 * inner) @ bend

    found = {f"gaussian {d}": lambda rng, n, d=d: rng.normal(size=(n, d)) for d in (2, 16, 64, 256)}
    return {**found, "t": lambda rng, n: rng.standard_t(3, size=(n, 64)), "mixture": mixture,
            "manifold": manifold}  # fmt: skip


SPECIFIED = {200: (0.963, 0.991), 500: (0.968, 0.978), 1_000: (0.968, 0.993)}
"""The lowest means over draws of the specification, for the seven sources."""


@pytest.mark.parametrize(
    ("n", "density", "coverage", "draws"),
    [(200, 0.95, 0.95, 40), (500, 0.96, 0.97, 12), (1_000, 0.96, 0.98, 6)],
)
@pytest.mark.parametrize("source", sources())
def test_equal_distributions_score_one(source, n, density, coverage, draws):
    """Means over draws: high, and not surely (by 3 standard errors) below those specified."""
    make = sources()[source]
    found = []
    for seed in range(draws):
        rng = np.random.default_rng([n, seed])
        scores = GICDM.fit(make(rng, n)).score(make(rng, n), metrics=CLIPPED).corrected
        found.append([scores[name] for name in CLIPPED])
    means = np.mean(found, axis=0)
    assert means[0] >= density, means
    assert means[1] >= coverage, means
    errors = np.std(found, axis=0, ddof=1) / np.sqrt(draws)
    assert (means + 3 * errors >= SPECIFIED[n]).all(), (means, errors)
