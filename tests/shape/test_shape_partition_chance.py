"""Shares beside chance: what is expected, adjusted and said of terms that do nothing."""

import numpy as np
import pytest

from monosashi.embeddings import DataError, EmbeddingSet
from monosashi.shape import measure_shape, partition_variance
from monosashi.shape.partition import effort


def crossed(seed=0, topics=6, languages=3, each=4, effect=2.0):
    rng = np.random.default_rng(seed)
    topic = np.repeat(np.arange(topics), languages * each)
    lang = np.tile(np.repeat(np.arange(languages), each), topics)
    rows = effect * rng.normal(size=(topics, 5))[topic] + rng.normal(size=(len(topic), 5))
    return rows, topic, lang


def codes(found):
    return [finding.code.removeprefix("shape.") for finding in found.findings()]


def test_adjusted_shares_add_up_to_that_of_the_model_and_are_epsilon_squared_of_one_factor():
    rows, topic, lang = crossed()
    found = partition_variance(rows, {"topic": topic, "lang": lang}, permutations=9,
                               interactions=["topic:lang"])  # fmt: skip
    whole = sum(row["adjusted_r_squared"] for row in found.rows[:-2])
    assert whole == pytest.approx(found.adjusted_r_squared, rel=1e-12)
    one = partition_variance(rows, {"topic": topic}, permutations=9)
    shape = measure_shape(rows, topic, permutations=9)
    assert one["topic"]["adjusted_r_squared"] == pytest.approx(float(shape.epsilon_squared))
    assert one["topic"]["expected_r_squared"] == pytest.approx(shape.expected_r_squared)


def test_a_random_factor_takes_what_is_expected_and_nothing_adjusted():
    """99 labels for 200 objects take half of the spread; only chance says that this is nothing."""
    rng = np.random.default_rng(1)
    topic = np.repeat([0, 1], 100)
    taken, expected, adjusted = [], [], []
    for _ in range(40):
        rows = rng.normal(size=(200, 8)) + 2.0 * topic[:, None]
        label = rng.permutation(np.arange(200) % 99)
        row = partition_variance(rows, {"topic": topic, "label": label}, permutations=1,
                                 normalise=False)["label"]  # fmt: skip
        taken.append(row["partial_r_squared"])
        expected.append(row["expected_r_squared"] / row["r_squared"] * row["partial_r_squared"])
        adjusted.append(row["adjusted_r_squared"])
    assert np.mean(taken) == pytest.approx(np.mean(expected), abs=0.01)
    assert np.mean(expected) == pytest.approx(98 / (98 + 100), abs=1e-9)
    assert abs(np.mean(adjusted)) < 4 * np.std(adjusted) / np.sqrt(40)


def test_with_units_chance_is_the_mean_of_the_arrangements():
    rng = np.random.default_rng(2)
    unit = np.repeat(np.arange(24), 3)
    kind = (np.arange(24) % 3)[unit]
    rows = 3 * rng.normal(size=(24, 4))[unit] + 0.1 * rng.normal(size=(72, 4))
    found = partition_variance(rows, {"kind": kind}, whole=unit, permutations=400, normalise=False)
    free = partition_variance(rows, {"kind": kind}, permutations=9, normalise=False)
    assert free["kind"]["expected_r_squared"] == pytest.approx(2 / 71)
    row = found["kind"]
    assert row["expected_r_squared"] == pytest.approx(2 / 23, rel=0.15)
    mean = row["expected_r_squared"]
    assert row["adjusted_r_squared"] == pytest.approx((row["r_squared"] - mean) / (1 - mean))
    named = partition_variance(rows, {"kind": kind}, whole=unit, permutations=400, clusters=unit,
                               normalise=False)["kind"]  # fmt: skip
    assert named["adjusted_low"] < named["adjusted_r_squared"] < named["adjusted_high"]


def test_no_term_is_called_strongest_and_what_is_not_shown_is_named():
    rows, topic, _ = crossed()
    noise = np.random.default_rng(3).permutation(np.arange(72) % 30)
    found = partition_variance(rows, {"topic": topic, "noise": noise}, permutations=199)
    (told,) = [f for f in found.findings() if f.code == "shape.partition_terms"]
    assert (told.numbers["shown"], told.numbers["not_shown"]) == ("topic", "noise")
    expected = found["noise"]["expected_r_squared"]
    assert f"noise {found['noise']['r_squared']:.3f} ({expected:.3f})" in told.say("en")
    alone = partition_variance(np.random.default_rng(4).normal(size=(72, 5)), {"noise": noise},
                               permutations=199)  # fmt: skip
    assert codes(alone) == ["partition_not_shown"]
    few = partition_variance(rows, {"topic": topic}, permutations=9)
    assert codes(few) == ["partition_undecided"]


def test_translations_push_an_interaction_below_chance_and_are_named_until_they_move_together():
    rng = np.random.default_rng(5)
    key = np.tile(np.arange(36), 3)
    topic, lang = key // 6, np.repeat(np.arange(3), 36)
    rows = 2 * rng.normal(size=(36, 6))[key] + 0.1 * rng.normal(size=(108, 6))
    factors = {"topic": topic, "lang": lang}
    found = partition_variance(rows, factors, interactions=["topic:lang"], permutations=199)
    assert found["topic:lang"]["p_value"] > 0.975
    (told,) = [f for f in found.findings() if f.code == "shape.partition_below_chance"]
    assert told.level == "warning"
    assert "topic:lang" in told.numbers["terms"]
    moved = partition_variance(rows, factors, interactions=["topic:lang"], whole=key,
                               permutations=199)  # fmt: skip
    assert "partition_below_chance" not in codes(moved)


def test_clusters_that_hold_whole_labels_are_named():
    rows, topic, lang = crossed(topics=12)
    units = topic * 100 + np.arange(len(rows)) % 3
    found = partition_variance(rows, {"topic": topic, "lang": lang}, clusters=topic, permutations=9)
    assert found.taken_by_clusters == ("topic",)
    assert "partition_taken" in codes(found)
    inside = partition_variance(rows, {"topic": topic, "lang": lang}, clusters=units,
                                permutations=9)  # fmt: skip
    assert inside.taken_by_clusters == ()


def test_terms_without_an_interval_say_why():
    rows, topic, lang = crossed()
    clusters = np.where(topic < 5, topic * 10 + np.arange(len(rows)) % 2, 99)
    rare = np.where(clusters == 99, "rare", "usual")
    found = partition_variance(rows, {"rare": rare, "lang": lang}, clusters=clusters,
                               permutations=9)  # fmt: skip
    (told,) = [f for f in found.findings() if f.code == "shape.partition_no_interval"]
    assert "rare [no interval: " in told.say("en")


def test_balanced_factors_share_exactly_nothing():
    rows, topic, lang = crossed(seed=7)
    found = partition_variance(rows, {"topic": topic, "lang": lang}, permutations=9)
    assert found.shared_r_squared == 0.0


def test_a_column_that_does_not_exist_is_named_as_what_it_was_given_for():
    data = EmbeddingSet.from_arrays(np.eye(4) + 1, columns={"topic": list("aabb")})
    with pytest.raises(DataError) as caught:
        partition_variance(data, ["topic", "nix"], covariates=["nox"])
    text = caught.value.say("en")
    assert "'nix' for factors" in text
    assert "'nox' for covariates" in text


def test_costly_runs_take_fewer_arrangements_and_say_so(monkeypatch):
    rows, topic, lang = crossed()
    usual = partition_variance(rows, {"topic": topic, "lang": lang})
    assert usual["topic"]["permutations"] == 9999
    assert not usual.provenance.notices
    monkeypatch.setattr(effort, "SECONDS", 1e-3)
    short = partition_variance(rows, {"topic": topic, "lang": lang})
    assert short["topic"]["permutations"] < 9999
    assert short.provenance.settings["permutations"] == short["topic"]["permutations"]
    assert str(short["topic"]["permutations"]) in str(short.provenance.notices[-1])
    asked = partition_variance(rows, {"topic": topic, "lang": lang}, permutations=9999)
    assert asked["topic"]["permutations"] == 9999


def test_progress_reaches_the_end_and_changes_nothing():
    rows, topic, lang = crossed()
    told = []
    plain = partition_variance(rows, {"topic": topic, "lang": lang}, permutations=300)
    seen = partition_variance(rows, {"topic": topic, "lang": lang}, permutations=300,
                              progress=lambda done, total: told.append((done, total)))  # fmt: skip
    assert max(told) == (300, 300)
    assert seen.rows == plain.rows
