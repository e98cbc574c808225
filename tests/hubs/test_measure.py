"""``measure_hubs``: inputs, refusals, what the result holds."""

import json

import numpy as np
import pytest

from monosashi.embeddings import DataError, EmbeddingSet
from monosashi.hubs import measure_hubs
from monosashi.neighbors import nearest

LISTS = [[0, 1], [0, 1], [0, 2], [0, 1], [0, 1], [0, 2], [0, 1], [0, 1], [0, 1], [0, 1]]


def normal(n=200, d=16, seed=0):
    return np.random.default_rng(seed).normal(size=(n, d))


def test_lists_count_antihubs_among_indexed_items():
    hubs = measure_hubs(neighbours=LISTS, n_indexed=4)
    assert hubs.occurrence.tolist() == [10, 8, 2, 0]
    assert hubs.antihub_share.value == pytest.approx(0.25, abs=1e-12)
    assert (hubs.k, hubs.n_queries, hubs.ties) == (2, 10, None)
    assert hubs.reasons["references"].code == "hubs.reasons.no_vectors"


def test_formulas_by_hand():
    hubs = measure_hubs(neighbours=LISTS, n_indexed=4)
    counts = np.array([10, 8, 2, 0])
    assert hubs.top_share_ratio.value == pytest.approx(10 / 5)
    assert hubs.robin_hood.value == pytest.approx((5 + 3 + 3 + 5) / 40)
    assert hubs.hub_occurrence.value == pytest.approx(10 / 20)  # the mean is 5
    pairs = np.abs(counts[:, None] - counts).sum()
    assert hubs.gini.value == pytest.approx(pairs / (2 * 16 * 5))
    assert hubs.max_occurrence == 10
    assert hubs.antihubs == 1


def test_each_item_listing_the_others_has_no_skewness():
    hubs = measure_hubs(neighbours=[[1, 2], [0, 2], [0, 1]], n_indexed=3)
    assert hubs.occurrence.tolist() == [2, 2, 2]
    assert hubs.skewness is None
    assert "2 lists" in hubs.reasons["skewness"].say("en")
    everybody = measure_hubs(normal(n=6), k=5)
    assert everybody.antihub_share.low is None
    assert everybody.findings() == []
    json.dumps(everybody.to_dict(), allow_nan=False)


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        ({}, ["exactly one"]),
        ({"data": normal(), "distances": np.eye(2), "queries": normal()}, ["queries, distances"]),
        ({"queries": normal()}, ["exactly one"]),
        ({"distances": np.tile(np.arange(45.0), (45, 1)), "k": 5}, ["not symmetric", "diagonal"]),
        ({"distances": np.array([[1, 2], [0, 2], [0, 1]]), "k": 2}, ["(3, 2)", "neighbours="]),
        ({"distances": np.ones((3, 2)), "k": 2}, ["(3, 2)", "not square"]),
        ({"distances": [[0, np.nan], [np.nan, 0]], "k": 1}, ["NaN", "0-1"]),
        ({"distances": [[0, -1.0], [-1.0, 0]], "k": 1}, ["negative", "0-1"]),
        ({"distances": 1 - np.eye(30), "k": 3}, ["30 items", "number 4"]),
        ({"data": normal(), "distances": 1 - np.eye(3), "k": 1}, ["200", "3"]),
        ({"data": np.ones((20, 3)), "k": 5}, ["20 items", "number 6"]),
        ({"data": normal(n=8), "k": 10}, ["k=10", "8 rows", "most 7"]),
        ({"data": normal(n=8)}, ["k=10", "8 rows"]),
        ({"neighbours": LISTS}, ["n_indexed"]),
        ({"neighbours": LISTS, "n_indexed": 4, "k": 3}, ["k=3", "hold 2"]),
        ({"neighbours": [[0, 9], [1, 1]], "n_indexed": 4}, ["lists 0", "lists 1"]),
        ({"neighbours": [[0, -1]], "n_indexed": 4}, ["lists 0", "-1"]),
        ({"neighbours": [[0, 1], [2]], "n_indexed": 4}, ["[1, 2]"]),
        ({"neighbours": [[0.5, 1]], "n_indexed": 4}, ["float64"]),
        ({"neighbours": [[0, 1], [1, 2], [2, 0]], "n_indexed": 3}, ["own row"]),
        ({"neighbours": [[0, 1, 2, 3, 4]] * 45, "n_indexed": 45}, ["45 lists", "same 5"]),
    ],
)
def test_what_cannot_be_measured_is_named(arguments, named):
    with pytest.raises(DataError) as error:
        measure_hubs(**arguments)
    for word in named:
        assert word in error.value.say("en"), error.value.say("en")
    assert error.value.say("ja") != error.value.say("en")


def test_a_table_slightly_asymmetric_is_made_symmetric():
    x = normal(60)
    table = np.sqrt(((x[:, None] - x) ** 2).sum(axis=-1))
    noise = 1e-9 * np.random.default_rng(1).normal(size=table.shape)
    given = measure_hubs(distances=table + noise, k=5)
    assert np.array_equal(given.occurrence, measure_hubs(x, k=5, references=False).occurrence)


def test_neighbours_of_a_search_and_cut_lists():
    x = normal()
    found = nearest(x, k=20)
    given, cut = measure_hubs(neighbours=found), measure_hubs(x, neighbours=found.indices, k=5)
    assert given.ties == 0
    assert given.k == 20
    assert np.array_equal(cut.occurrence, measure_hubs(x, k=5, references=False).occurrence)


def test_the_busiest_items_come_with_id_and_text():
    x = normal()
    texts = ["long " * 100 for _ in x]
    data = EmbeddingSet.from_arrays(x, ids=[f"p{i}" for i in range(200)], columns={"text": texts})
    hubs = measure_hubs(data, metric="cosine", references=False)
    first = hubs.hubs[0]
    assert first["occurrence"] == hubs.max_occurrence == hubs.occurrence[first["index"]]
    assert first["id"] == f"p{first['index']}"
    assert first["share"] == first["occurrence"] / 200
    assert len(first["text"]) == 200
    numbers = hubs.findings()[0].numbers
    assert numbers["worst_id"] == first["id"]
    assert numbers["worst"].startswith(f"{first['id']} (long")


def test_two_references_stand_beside():
    x = normal(d=64) + 0.4
    hubs = measure_hubs(x, metric="cosine")
    random, shuffled = (hubs.references[n] for n in ("random_directions", "shuffled_coordinates"))
    assert random.n == shuffled.n == 200
    assert random.top_share_ratio.value < hubs.top_share_ratio.value
    # Independent coordinates stay as they are when shuffled.
    assert shuffled.robin_hood.value == pytest.approx(hubs.robin_hood.value, abs=0.05)
    beside = hubs.tables()["hub_statistics"][0]
    assert beside["random_directions"] == random.antihub_share.value
    assert [one.code for one in hubs.findings()] == ["hubs.hubness"]


def test_references_for_queries_too_and_none_for_a_line():
    hubs = measure_hubs(normal(), queries=normal(50, seed=1))
    assert hubs.references["random_directions"].n_queries == 50
    line = measure_hubs(normal(d=1))
    assert line.references == {}
    assert set(line.reasons) == {"references.random_directions", "references.shuffled_coordinates"}
    assert line.findings()[0].code == "hubs.hubness_alone"


def test_rows_that_shuffling_empties_are_left_out():
    x = np.zeros((100, 30))
    rng = np.random.default_rng(0)
    for row in x:
        row[rng.integers(0, 30, size=2)] = rng.uniform(1, 2, size=2)
    shuffled = measure_hubs(x, metric="cosine").references["shuffled_coordinates"]
    assert 60 < shuffled.n < 100


@pytest.mark.parametrize(
    ("arguments", "level"),
    [
        ({"data": normal(300, 32), "metric": "cosine"}, "good"),
        ({"data": normal(600, 32) + 0.8, "metric": "cosine"}, "warning"),
        ({"data": normal(300, 32) + 0.6, "metric": "cosine"}, "note"),
        ({"data": normal(300, 32) + 0.6}, "note"),
        ({"data": normal(300, 32) + 0.6, "queries": normal(40, 32) + 0.6, "metric": "cosine"},
         "note"),
    ],
)  # fmt: skip
def test_levels_are_for_unit_rows_searched_among_themselves(arguments, level):
    assert measure_hubs(**arguments, references=False).findings()[0].level == level


def test_unit_rows_are_recognised():
    x = normal()
    unit = (x / np.linalg.norm(x, axis=1, keepdims=True)).astype(np.float16)
    assert measure_hubs(unit, references=False).unit
    assert not measure_hubs(x, references=False).unit


def test_same_seed_same_document_and_input_stays():
    x = normal().astype(np.float32)
    before = x.copy()
    one, other = measure_hubs(x, rng=3), measure_hubs(x, rng=3)
    text = json.dumps(one.to_dict(), allow_nan=False)
    assert text == json.dumps(other.to_dict(), allow_nan=False)
    assert text != json.dumps(measure_hubs(x, rng=4).to_dict(), allow_nan=False)
    assert np.array_equal(x, before)


@pytest.mark.parametrize("change", [lambda x: 3 * x, lambda x: x + 5, lambda x: x[:, ::-1]])
def test_statistics_do_not_change_with_scale_shift_and_rotation(change):
    x = normal()
    one, other = (measure_hubs(y, references=False) for y in (x, change(x)))
    assert np.array_equal(one.occurrence, other.occurrence)


def test_the_curve_is_short_and_ends_at_both_ends():
    counts = np.repeat(np.arange(500), 2)
    lists = np.repeat(np.arange(1000), counts)
    hubs = measure_hubs(neighbours=lists[:, None], n_indexed=1000)
    assert len(hubs.curve) <= 200
    assert hubs.curve[0] == {"occurrence": 0, "share": 1.0}
    assert hubs.curve[-1] == {"occurrence": 499, "share": 0.002}
    reached = {one["occurrence"]: one["share"] for one in hubs.curve}
    assert all(share == (counts >= value).mean() for value, share in reached.items())


def test_the_headline_gives_both_numbers_that_set_the_level_with_their_intervals():
    x = np.random.default_rng(0).normal(size=(400, 40)) + 1
    (finding,) = measure_hubs(x, metric="cosine").findings()
    for name in ("antihub_share", "top_share_ratio"):
        assert finding.numbers[f"{name}_low"] is not None
    assert finding.say("en").count("[") == 2
    assert finding.say("ja").count("[") == 2


@pytest.mark.parametrize("references", [True, False])
def test_a_handful_of_items_is_never_called_good(references):
    hubs = measure_hubs(normal(15, 32), metric="cosine", k=10, references=references)
    assert hubs.antihub_share.value < 0.1 < hubs.antihub_share.high
    (finding,) = [one for one in hubs.findings() if one.code != "hubs.ties"]
    assert (finding.code, finding.level) == ("hubs.undecided", "note")
    assert finding.say("en").startswith("Hubness stays open with 15 items: ")
