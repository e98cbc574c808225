"""The passes against brute force; the same bytes for any tile, batch and number of threads."""

from dataclasses import astuple

import numpy as np
import pytest

from monosashi.fidelity import cross_tiles
from monosashi.fidelity.cross_pass import count_balls
from monosashi.fidelity.own_pass import nearest_others
from monosashi.fidelity.points import Points

RNG = np.random.default_rng(0)
CLOUDS = {
    "plain": (RNG.normal(size=(300, 8)), RNG.normal(size=(250, 8))),
    "lattice": (RNG.integers(0, 4, (200, 2)) * 1.0, RNG.integers(0, 4, (90, 2)) * 1.0),
    "constant": (np.ones((20, 3)), np.ones((15, 3))),
    "offset": (RNG.normal(size=(250, 5)) * 1e-4 + 1000, RNG.normal(size=(220, 5)) * 1e-4 + 1000),
    "far_groups": (RNG.normal(size=(250, 5)) * 1e-3 + np.repeat([0, 1000], 125)[:, None],
                   RNG.normal(size=(200, 5)) * 1e-3 + 1000),
    "narrow": (RNG.normal(size=(300, 8)), RNG.normal(size=(250, 8)) * 0.1),
    "outlier": (RNG.normal(size=(300, 8)) * np.where(np.arange(300) == 3, 1e6, 1)[:, None],
                RNG.normal(size=(250, 8))),
    "float32": (RNG.normal(size=(200, 30)).astype("f"), RNG.normal(size=(200, 30)).astype("f")),
    "two": (np.array([[0.0], [1.0]]), np.array([[0.5]])),
}  # fmt: skip


def table(real, generated):
    """All dissimilarities, by differences."""
    x, y = real.rows.astype(float), generated.rows.astype(float)
    apart = np.sqrt(((x[:, None] - y[None]) ** 2).sum(axis=2))
    return apart * np.outer(real.factors, generated.factors)


def points(name, scaled):
    pair = []
    for rows in CLOUDS[name]:
        factors = RNG.uniform(0.5, 2, len(rows)) if scaled else None
        one = Points.of(rows, factors)
        pair.append(one)
    return pair


@pytest.mark.parametrize("scaled", [False, True])
@pytest.mark.parametrize("name", CLOUDS)
def test_own_pass_is_brute_force(name, scaled):
    for one in points(name, scaled):
        if one.n < 2:
            continue
        near = nearest_others(one, min(12, one.n - 1))
        apart = table(one, one)[one.kind][:, one.kind]
        np.fill_diagonal(apart, np.inf)
        for k in {1, min(5, one.n - 1), near.k}:
            expected = np.sort(apart, axis=1)[:, k - 1]
            np.testing.assert_allclose(one.full(near.radius(k)), expected, rtol=1e-12, atol=1e-14)
        radii = near.radius(near.k)
        held = (apart <= one.full(radii)[:, None] * (1 + 1e-13)).sum(axis=0)
        assert (one.full(near.holders(radii)) == held).all()


@pytest.mark.parametrize("small", [2_000_000, 0], ids=["pairs", "tiles"])
@pytest.mark.parametrize("scaled", [False, True])
@pytest.mark.parametrize("name", CLOUDS)
def test_cross_pass_is_brute_force(name, scaled, small, monkeypatch):
    """Whether pairs are looked at one by one or whole tiles are counted."""
    monkeypatch.setattr(cross_tiles, "SMALL", small)
    if not small:
        monkeypatch.setattr(cross_tiles, "DENSE", 0.001)
    real, generated = points(name, scaled)
    ours = radii_of(real)
    theirs = radii_of(generated)
    for keep, tile in ((10**6, (1024, 2048)), (0, (64, 50))):
        found = count_balls(real, generated, real_radii=ours, generated_radii=theirs,
                            nearest_generated=True, keep=keep, tile=tile)  # fmt: skip
        apart = table(real, generated)
        for f, radii in enumerate(ours):
            inside = apart <= radii[:, None] * (1 + 1e-13)
            assert (found.in_real_balls[f] == real.weights @ inside).all()
            assert (found.held[f] == inside @ generated.weights).all()
        for g, radii in enumerate(theirs):
            inside = apart <= radii[None, :] * (1 + 1e-13)
            assert (found.own_balls[g] == real.weights @ inside).all()
            assert (found.in_generated_balls[g] == inside @ generated.weights).all()
        assert found.nearest_real.values == pytest.approx(apart.min(axis=0), rel=1e-12)
        assert found.nearest_generated.values == pytest.approx(apart.min(axis=1), rel=1e-12)


def radii_of(one):
    if one.n < 2:
        return np.zeros((1, one.u))
    near = nearest_others(one, min(8, one.n - 1))
    return np.stack([near.radius(near.k), near.radius(1)])


def test_itself_leaves_the_own_point_out():
    rows = np.vstack([RNG.normal(size=(60, 4)), np.ones((5, 4))])
    left, right = Points.of(rows), Points.of(rows, np.full(65, 1.1))
    near = nearest_others(left, 5)
    found = count_balls(left, right, real_radii=near.radius(5)[None], itself=True)
    apart = table(left, right)[left.kind][:, left.kind]
    np.fill_diagonal(apart, np.inf)
    inside = apart <= left.full(near.radius(5))[:, None]
    assert (left.full(found.in_real_balls[0]) == inside.sum(axis=0)).all()


@pytest.mark.parametrize("name", ["plain", "lattice", "offset"])
def test_same_bytes_for_any_tile_and_threads(name):
    real, generated = points(name, scaled=True)
    first = None
    for jobs, tile, wide in ((1, 1024, (1024, 2048)), (2, 37, (33, 70)), (2, 64, (512, 11))):
        near = nearest_others(real, 8, n_jobs=jobs, tile=tile)
        found = count_balls(real, generated, real_radii=near.radius(5)[None],
                            nearest_generated=True, n_jobs=jobs, tile=wide)  # fmt: skip
        held = [near.rows, near.columns, near.values, found.in_real_balls, found.held,
                *astuple(found.nearest_real), *astuple(found.nearest_generated),
                *astuple(found.pairs)]  # fmt: skip
        first = held if first is None else first
        assert all(a.tobytes() == b.tobytes() for a, b in zip(first, held, strict=True))


def test_a_generated_point_gets_the_same_in_any_batch():
    rows, more = CLOUDS["float32"]
    real = Points.of(rows)
    radii = nearest_others(real, 5).radius(5)[None]
    together = Points.of(np.vstack([more, more[:3] * 1e4]))
    whole = count_balls(real, together, real_radii=radii, nearest_generated=True)
    for part in (slice(0, 1), slice(7, 100)):
        some = Points.of(more[part])
        found = count_balls(real, some, real_radii=radii, nearest_generated=True)
        both = together.kind[: len(more)][part]
        assert (found.in_real_balls[0][some.kind] == whole.in_real_balls[0][both]).all()
        ours, theirs = found.nearest_real.values[some.kind], whole.nearest_real.values[both]
        assert ours.tobytes() == theirs.tobytes()


def test_a_far_outlier_keeps_few_pairs():
    """Radii are those of each row, not the largest one for all."""
    real, generated = points("outlier", scaled=False)
    radii = nearest_others(real, 5).radius(5)
    found = count_balls(real, generated, real_radii=radii[None])
    inside = int((table(real, generated) <= radii[:, None]).sum())
    assert len(found.pairs.values) == inside < 0.03 * real.n * generated.n


def test_copies_are_found_whatever_the_bits_of_zero():
    """And rows that share a hash by no means need to be copies."""
    rows = np.array([[0.0, 1.0], [-0.0, 1.0], [2.0, 3.0], [0.0, 1.0], [2.0, 3.0], [5.0, 5.0]])
    one = Points.of(rows)
    assert one.kind.tolist() == [0, 0, 1, 0, 1, 2]
    assert one.weights.tolist() == [3, 2, 1]
    assert one.copied == 5


def test_equal_hashes_are_looked_at_again(monkeypatch):
    monkeypatch.setattr("monosashi.fidelity.points._hashes",
                        lambda rows: np.zeros(len(rows), np.uint64))  # fmt: skip
    rows = np.array([[3.0], [1.0], [3.0], [2.0]])
    assert Points.of(rows).kind.tolist() == [0, 1, 0, 2]
