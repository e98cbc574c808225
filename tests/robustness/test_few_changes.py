"""Sensitivity of few changes, and of models that see some kinds only."""

import re

import pytest
from robustness.test_sensitivity import bag, codes, ordered, texts

from monosashi.advice.robustness_document import robustness_document
from monosashi.robustness.sensitivity import measure_sensitivity
from monosashi.words import say


def verdict(found):
    held = robustness_document({"sensitivity": found}).verdict
    return held["code"].rpartition(".")[2], held["numbers"]


def without_numbers(given):
    return ordered([re.sub(r"\d+", "N", text) for text in given])


def test_one_change_that_does_not_move_is_not_seen_nor_unseen():
    found = measure_sensitivity(["wait ten days", "Room 12 here"], embedder=without_numbers)
    assert codes(found) == {"few_changes"}
    code, numbers = verdict(found)
    assert code == "sensitivity_open"
    assert numbers["unmoved_text"] == "100% [3%, 100%]"


@pytest.mark.parametrize(("n", "code"), [(2, "few_changes"), (5, "few_changes"),
                                         (6, "order_blind")])  # fmt: skip
def test_blind_to_order_needs_more_than_half_beyond_doubt(n, code):
    told = measure_sensitivity(texts(n), embedder=bag).findings()
    assert [one.code for one in told if one.numbers.get("kind") == "names"] == [
        f"robustness.{code}"]  # fmt: skip


def test_a_model_that_does_not_see_numbers_alone_sees_some_meaning():
    code, numbers = verdict(measure_sensitivity(texts(), embedder=without_numbers))
    assert (code, numbers["kind"]) == ("sensitivity_part", "number")
    code, numbers = verdict(measure_sensitivity(texts(), embedder=bag))
    assert (code, numbers["kind"]) == ("sensitivity_part", "names")


def test_no_dash_stands_where_nothing_harmless_was_given():
    alone = measure_sensitivity(texts(), embedder=without_numbers)
    assert "blind" in codes(alone)
    with pytest.raises(KeyError):
        say("robustness.findings.blind.usual", "en")
    beside = measure_sensitivity(texts(), embedder=without_numbers,
                                 harmless=[f"well {text}" for text in texts()])  # fmt: skip
    assert "blind_beside" in codes(beside)


def test_harmless_words_warn_only_beyond_doubt():
    harmless = [f"well now then please listen {text}" for text in texts(3)]
    few = measure_sensitivity(texts(3), embedder=bag, harmless=harmless)
    assert few.kinds[0]["separation"] == 0
    assert few.kinds[0]["separation_high"] > 0.5
    assert "less_than_harmless" not in codes(few)


def test_a_mean_over_texts_of_which_some_do_not_move_says_so():
    def half(given):
        return bag([text if len(text) % 2 else re.sub(r"\d+", "N", text) for text in given])

    told = {one.numbers.get("kind"): one for one in
            measure_sensitivity(texts(), embedder=half).findings()}  # fmt: skip
    if told["number"].numbers["unmoved"]:
        assert told["number"].code == "robustness.sees_some"
        assert "do not move at all" in told["number"].say("en")
    assert 0 < told["number"].numbers["unmoved"] < 1
