"""A map: the plane of numpy's SVD, neighbours counted by hand, and what has no order."""

import numpy as np
import pytest

from monosashi.advice.embedding_map import measure_map
from monosashi.advice.map_projection import principal_plane
from monosashi.embeddings import DataError, EmbeddingSet


def cloud(n=120, d=6, seed=0):
    return np.random.default_rng(seed).normal(size=(n, d))


def unit(rows):
    return rows / np.linalg.norm(rows, axis=1, keepdims=True)


def circle(n=90, d=8, seed=1):
    """Points of one plane, turned into d dimensions."""
    angles = np.linspace(0, 2 * np.pi, n, endpoint=False)
    turned, _ = np.linalg.qr(np.random.default_rng(seed).normal(size=(d, d)))
    return np.column_stack([np.cos(angles), np.sin(angles)]) @ turned[:2]


def test_axes_are_those_of_a_singular_value_decomposition():
    rows = unit(cloud())
    found, share = principal_plane(rows)
    middle = rows - rows.mean(axis=0)
    left, values, _ = np.linalg.svd(middle, full_matrices=False)
    expected = left[:, :2] * values[:2]
    assert np.allclose(np.abs(found), np.abs(expected), atol=1e-10)
    assert share == pytest.approx((values[:2] ** 2).sum() / (values**2).sum())


def test_kept_neighbours_are_those_counted_by_hand():
    rows, k = unit(cloud(40)), 4
    found = measure_map(rows, k=k)
    places = found.coordinates

    def lists(of):
        apart = ((of[:, None] - of[None]) ** 2).sum(-1) + np.diag([np.inf] * len(of))
        return apart.argsort(axis=1)[:, :k]

    kept = [len({*a} & {*b}) / k for a, b in zip(lists(rows), lists(places), strict=True)]
    assert found.kept.value == pytest.approx(np.mean(kept))
    assert found.kept.low < found.kept.value < found.kept.high
    assert found.chance == pytest.approx(4 / 39)


def test_a_plane_is_kept_whole():
    found = measure_map(circle(), k=2)
    assert found.kept.value == 1.0
    assert found.share == pytest.approx(1.0)


def test_without_order_little_more_than_chance_is_kept():
    found = measure_map(cloud(1_000, 200), k=10)
    assert found.kept.value < 5 * found.chance


def test_a_rotation_keeps_the_share_and_the_places_up_to_signs():
    rows = cloud()
    turned, _ = np.linalg.qr(cloud(6, 6, 3))
    before, after = measure_map(rows), measure_map(rows @ turned)
    assert after.kept.value == pytest.approx(before.kept.value)
    assert np.allclose(np.abs(after.coordinates), np.abs(before.coordinates), atol=1e-9)


def test_a_sample_is_drawn_by_the_seed_and_said():
    rows = cloud(300)
    found = measure_map(rows, shown=50, rng=3)
    assert (found.n, found.n_shown, len(found.x), len(found.coordinates)) == (300, 50, 50, 300)
    assert found.x == measure_map(rows, shown=50, rng=3).x
    assert found.x != measure_map(rows, shown=50, rng=4).x
    assert found.provenance.settings["rng"] == 3
    whole = measure_map(rows)
    assert found.kept.low < whole.kept.value < found.kept.high


def test_four_signs_at_most_and_the_rest_are_others():
    labels = [f"g{min(i // 10, 7)}" for i in range(100)]
    found = measure_map(cloud(100), labels=labels)
    assert found.labels == ("g7", "g0", "g1", "")
    assert found.sign.count(3) == 50
    assert measure_map(cloud(100), labels=["a", "b"] * 50).labels == ("a", "b")
    assert measure_map(cloud(100)).labels == ("",)


def test_rows_without_direction_are_left_out():
    rows = cloud(30)
    rows[4] = 0
    assert measure_map(rows, k=3).n == 29


def test_too_few_are_refused():
    with pytest.raises(DataError, match="5 items"):
        measure_map(cloud(5), k=10)


def test_equal_rows_have_no_share_and_say_why():
    found = measure_map(np.ones((20, 3)), k=3)
    assert found.share is None
    assert found.reasons["share"].code == "map.reasons.no_spread"


def test_tsne_names_what_it_needs_or_places_every_row(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "openTSNE", None)
    with pytest.raises(DataError, match=r"monosashi\[maps\]"):
        measure_map(cloud(40), projection="tsne", k=3)


def test_tsne_keeps_more_neighbours_than_two_axes():
    pytest.importorskip("openTSNE")
    data = EmbeddingSet.from_arrays(cloud(200, 20))
    flat, placed = measure_map(data), measure_map(data, projection="tsne")
    assert placed.kept.low > flat.kept.high
    assert placed.share is None
    assert placed.reasons["share"].code == "map.reasons.tsne"
    assert np.array_equal(placed.coordinates, measure_map(data, projection="tsne").coordinates)
