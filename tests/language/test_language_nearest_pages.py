"""The search under duplicates and related pages, against every score in float64."""

import numpy as np
import pytest

from monosashi.language.gate import nearest_pages as module
from monosashi.language.gate.nearest_pages import Wanted, nearest_pages
from monosashi.language.gate.pages import Rows
from monosashi.language.gate.pair_cosines import Copies, pair_cosines


def rows_of(rng, pages, d, chunks=1):
    lengths = rng.integers(1, chunks + 1, size=pages)
    x = rng.normal(size=(lengths.sum(), d))
    return Rows(x / np.linalg.norm(x, axis=1, keepdims=True), np.cumsum(lengths) - lengths)


def expected(asked, held, wanted, hidden, order):
    """Lists from the whole table, sorted by hand."""
    scores = asked.cosines(held)
    if wanted.decimals is not None:
        scores = np.round(scores, wanted.decimals)
    scores[hidden] = -np.inf
    lists = []
    for row in scores:
        able = [at for at in range(held.n) if np.isfinite(row[at]) and row[at] >= wanted.floor]
        ranked = sorted(able, key=lambda at: (-row[at], order[at]))
        lists.append([at for place, at in enumerate(ranked)
                      if place < wanted.k or row[at] >= wanted.level])  # fmt: skip
    return lists


@pytest.mark.parametrize("chunks", [1, 4])
@pytest.mark.parametrize("wanted", [
    Wanted(5), Wanted(1), Wanted(500), Wanted(4, floor=0.2, decimals=6), Wanted(2, level=0.25),
    Wanted(3, floor=2.0), Wanted(3, decimals=1),
], ids=str)  # fmt: skip
def test_lists_are_those_of_the_whole_table(chunks, wanted, monkeypatch):
    monkeypatch.setattr(module, "NUMBERS", 2_000)  # several blocks
    rng = np.random.default_rng(chunks)
    asked, held = rows_of(rng, 70, 12, chunks), rows_of(rng, 131, 12, chunks)
    hidden = np.arange(0, 70, 3), rng.integers(131, size=24)
    order = rng.permutation(held.n)
    found = nearest_pages(asked, held, wanted, hidden=hidden, order=order)
    assert [places.tolist() for places, _ in found.each()] == expected(
        asked, held, wanted, hidden, order
    )


def test_differences_below_float32_are_kept_apart():
    """Cosines 1e-9 apart are one number in float32: the nearest one must still come first."""
    angles = 0.5 + 1e-9 * np.random.default_rng(0).permutation(200)
    held = Rows(np.stack([np.cos(angles), np.sin(angles)], axis=1), np.arange(200))
    asked = Rows(np.array([[1.0, 0.0]]), np.arange(1))
    found = nearest_pages(asked, held, Wanted(3))
    assert angles[found.places].tolist() == sorted(angles)[:3]


def test_the_same_bytes_for_any_block_and_number_of_threads(monkeypatch):
    rng = np.random.default_rng(3)
    asked, held = rows_of(rng, 90, 33, 2), rows_of(rng, 90, 33, 2)
    whole = nearest_pages(asked, held, Wanted(7), n_jobs=1)
    monkeypatch.setattr(module, "NUMBERS", 500)
    parts = nearest_pages(asked, held, Wanted(7), n_jobs=2)
    assert whole.scores.tobytes() == parts.scores.tobytes()
    assert whole.places.tolist() == parts.places.tolist()


def test_copies_are_computed_once_and_all_listed():
    held = Rows(np.repeat(np.eye(3), [400, 5, 5], axis=0), np.arange(410))
    copies = Copies.of(held)
    assert copies is not None
    assert set(copies.first) == {0, 400, 405}
    found = nearest_pages(Rows(np.eye(3)[:1], np.arange(1)), held, Wanted(3, level=1.0))
    assert found.places.tolist() == list(range(400))
    assert (found.scores == 1.0).all()


def test_pairs_of_pages_are_as_near_as_their_nearest_chunks():
    one = Rows(np.array([[1.0, 0.0], [0.0, 1.0]]), np.array([0]))
    other = Rows(np.array([[0.6, 0.8], [-1.0, 0.0], [0.8, 0.6]]), np.array([0, 2]))
    pairs = np.array([0, 0]), np.array([0, 1])
    assert pair_cosines(one, other, pairs).tolist() == [0.8, 0.8]


def test_nobody_asks_or_nobody_is_there():
    some, none = rows_of(np.random.default_rng(0), 3, 4), Rows(np.empty((0, 4)), np.arange(0))
    assert [len(places) for places, _ in nearest_pages(some, none, Wanted(2)).each()] == [0] * 3
    assert list(nearest_pages(none, some, Wanted(2)).each()) == []
