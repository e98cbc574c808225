"""Membership of balls equals a full table of distances, whatever the block."""

import numpy as np
import pytest

from monosashi.fidelity.gicdm import spheres
from monosashi.fidelity.gicdm.spheres import Balls, Scan
from monosashi.neighbors import nearest


def tables(points, reals, balls, g, **options):
    n, m = len(reals), len(points)
    inside, clipped = np.zeros((m, n), bool), np.zeros((m, n), bool)
    found = Scan(points, reals).each([(balls, g)], lambda block, kept: (block, kept[0]), **options)
    for block, pairs in found:
        inside[pairs.points + block.start, pairs.reals] = True
        clipped[pairs.points + block.start, pairs.reals] = pairs.clipped
    return inside, clipped


@pytest.mark.parametrize(
    ("d", "offset", "width", "dtype"),
    [(1, 0, 1.0, float), (1, 1e3, 1.0, float), (3, 1e6, 1.0, float), (8, 0, 0.2, np.float32),
     (64, 0, 1.1, np.float32), (200, 5, 0.5, float)],
)  # fmt: skip
@pytest.mark.parametrize("scaled", [False, True])
def test_equal_to_the_full_table(d, offset, width, dtype, scaled):
    rng = np.random.default_rng(3)
    reals = (rng.normal(size=(300, d)) + offset).astype(dtype)
    points = (rng.normal(size=(250, d)) * width + offset).astype(dtype)
    points[:40] = reals[:40]
    f = np.exp(rng.normal(size=300) * 0.2) if scaled else np.ones(300)
    g = np.exp(rng.normal(size=250) * 0.2) if scaled else np.ones(250)
    balls = Balls.of(nearest(reals, k=5).distances[:, -1], f)
    squares = (points.astype(float)[:, None] - reals.astype(float)[None]) ** 2
    far = np.sqrt(squares.sum(axis=-1)) * f * g[:, None]
    inside, clipped = tables(points, reals, balls, g)
    assert (inside == (far <= balls.radii)).all()
    assert (clipped == (far <= balls.clipped)).all()


def test_on_a_lattice_ties_at_the_radius_are_inside():
    reals = np.stack(np.meshgrid(np.arange(7.0), np.arange(7.0)), axis=-1).reshape(-1, 2)
    balls = Balls.of(np.full(49, 1.0), np.ones(49))
    inside, clipped = tables(reals, reals, balls, np.ones(49))
    far = np.abs(reals[:, None] - reals[None]).sum(axis=-1)
    assert (inside == (far <= 1)).all()
    assert (clipped == inside).all()
    own, _ = tables(reals, reals, balls, np.ones(49), leave_out_own=True)
    assert (own == (far == 1)).all()


def test_zero_radii_hold_exact_copies_only():
    reals = np.repeat([[0.0, 1.0], [2.0, 3.0]], 8, axis=0)
    balls = Balls.of(np.zeros(16), np.ones(16))
    inside, _ = tables(np.array([[0.0, 1.0], [0.0, 1.0 + 1e-12]]), reals, balls, np.ones(2))
    assert inside[0].sum() == 8
    assert inside[1].sum() == 0


def test_blocks_and_threads_change_nothing(monkeypatch):
    rng = np.random.default_rng(0)
    reals, points = rng.normal(size=(200, 6)), rng.normal(size=(150, 6))
    balls = Balls.of(nearest(reals, k=5).distances[:, -1], np.ones(200))
    whole = tables(points, reals, balls, np.ones(150), n_jobs=1)
    monkeypatch.setattr(spheres, "PAIRS_AT_ONCE", 200 * 7)
    parts = tables(points, reals, balls, np.ones(150), n_jobs=3)
    assert all((a == b).all() for a, b in zip(whole, parts, strict=True))
