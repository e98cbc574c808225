"""A comparison names the winner, what chance gives, and the error of common neighbours."""

import numpy as np
import pytest

from monosashi.advice.comparison import compare
from monosashi.embeddings import DataError, EmbeddingSet
from monosashi.embeddings.panel import Panel
from monosashi.shape import compare_shapes, measure_agreement, measure_shape
from monosashi.words import LANGUAGES, say


def panel_of(*widths, n=60, groups=12, d=6):
    rng = np.random.default_rng(0)
    centres = rng.normal(size=(groups, d))[np.arange(n) % groups]
    sets = [EmbeddingSet.from_arrays(centres + width * rng.normal(size=(n, d)))
            for width in widths]  # fmt: skip
    return Panel.of(*sets, names=[f"m{i}" for i in range(len(sets))]), [
        f"g{i % groups}" for i in range(n)]  # fmt: skip


def verdict(panel, labels):
    told = compare(panel, labels).verdict
    return told["code"].rpartition(".")[2], say(told["code"], "en", **told["numbers"])


def test_the_verdict_names_who_is_ahead_and_with_whom_it_is_tied():
    code, sentence = verdict(*panel_of(2.0, 0.2, 2.0))
    assert (code, sentence.startswith("m1 ")) == ("ahead", True)
    code, sentence = verdict(*panel_of(0.5, 0.5, 5.0))
    assert code == "ahead_tied"
    assert "m2" not in sentence
    code, sentence = verdict(*panel_of(1.0, 1.0))
    assert (code, "m0, m1" in sentence) == ("tied", True)


def test_chance_stands_beside_the_levels():
    panel, labels = panel_of(0.5, 2.0)
    found = compare_shapes(panel, labels)
    assert found.expected_r_squared == measure_shape(panel.sets[0], labels).expected_r_squared
    first = found.findings()[0]
    for language in LANGUAGES:
        told = say(f"{first.code.replace('.', '.findings.')}.meaning", language, **first.numbers)
        assert first.numbers["expected_text"] in told


def test_many_groups_of_one_are_said_with_what_chance_gives():
    panel, labels = panel_of(0.5, 2.0)
    labels = [f"s{i}" if i < 30 else name for i, name in enumerate(labels)]
    codes = {one.code: one for one in compare_shapes(panel, labels).findings()}
    told = codes["shape.compared_singletons"]
    assert (told.level, told.numbers["singletons"]) == ("warning", 30)
    assert told.numbers["expected_text"] in told.say("en")
    assert "shape.compared_singletons" not in {
        one.code for one in compare_shapes(*panel_of(0.5, 2.0)).findings()
    }


def test_common_neighbours_have_the_interval_of_the_agreement():
    panel, labels = panel_of(0.5, 1.0, 2.0)
    for row in compare_shapes(panel, labels).agreement:
        one = measure_agreement(panel[row["model_a"]], panel[row["model_b"]], k=10, groups=labels,
                                metric="cosine")  # fmt: skip
        assert row["knn_overlap"] == one.knn_overlap.value
        assert row["low"] == pytest.approx(one.knn_overlap.low, abs=1e-12)
        assert row["high"] == pytest.approx(one.knn_overlap.high, abs=1e-12)
        assert row["low"] < row["knn_overlap"] < row["high"]


def test_no_interval_of_no_width_for_the_same_vectors_twice():
    panel, labels = panel_of(0.5, 0.5)
    same = Panel.of(panel.sets[0], panel.sets[0], names=["a", "b"])
    found = compare_shapes(same, labels)
    assert found.agreement[0]["knn_overlap"] == 1
    assert found.agreement[0]["low"] is None
    assert found.reasons["agreement.interval"].say("ja")


def test_two_groups_are_sent_to_the_measure_of_one_model():
    panel, _ = panel_of(0.5, 1.0)
    with pytest.raises(DataError, match="monosashi shape"):
        compare_shapes(panel, ["a", "b"] * 30)
