"""A value and its interval never contradict each other, and words say which value stands."""

import pytest

from monosashi.embeddings import fault
from monosashi.report.numerals import placed, sample_beside, written
from monosashi.report.tongue import Tongue
from monosashi.results import Estimate, Finding
from monosashi.results.coherent import belonging, estimate_texts, listed_texts, with_samples
from monosashi.results.plain import plain

OUTSIDE = Estimate(0.30, 0.05, 0.20, 0.03, "jackknife", 4, 0.12)
INSIDE = Estimate(0.30, 0.20, 0.45, 0.03, "jackknife", 4, 0.33)
BELOW = Estimate(0.30, 0.0, 0.20, 0.03, "jackknife", 4, -0.02, clipped=True)
BARE = Estimate(0.30, None, None, None, "too few", 2)


@pytest.mark.parametrize(("held", "shown", "sample"), [
    (OUTSIDE, 0.12, 0.30), (INSIDE, 0.30, None), (BELOW, 0.0, 0.30), (BARE, 0.30, None),
    (Estimate(0.5, 0.6, 0.7, 0.1, "by Fisher's z", 9), 0.5, None),
])  # fmt: skip
def test_the_shown_value_lies_in_its_interval_where_it_can(held, shown, sample):
    assert belonging(held.value, held.low, held.high, held.bias_corrected) == shown
    quantity = plain(held)
    assert (placed(quantity), sample_beside(quantity)) == (shown, sample)
    assert written(quantity).startswith(f"{shown:.3f}")


def test_a_document_without_corrected_values_is_shown_as_it_came():
    old = {"value": 0.3, "low": 0.05, "high": 0.2, "method": "jackknife"}
    assert (placed(old), sample_beside(old)) == (0.3, None)


@pytest.mark.parametrize(("language", "text"), [
    ("en", "Spread V"), ("ja", "散らばり"),
])  # fmt: skip
def test_a_sentence_names_the_sample(language, text):
    numbers = {**estimate_texts("r", OUTSIDE), "v": 0.5, "n": 9, "random_r": 0.3}
    said = Finding("shape.spread", "note", numbers).say(language)
    assert text in said
    assert "0.120 [0.050, 0.200" in said
    assert "0.300" in said
    assert "0.300 [" not in said


@pytest.mark.parametrize("language", ["en", "ja"])
def test_why_there_is_no_interval_is_told(language):
    why = fault("shape.reasons.two_groups")
    (told,) = [text for key, text in with_samples(estimate_texts("r", BARE, why=why),
                                                  language).items() if key == "r_text"]  # fmt: skip
    assert told.startswith("0.300 [")
    assert why.say(language) in told


def test_nothing_is_added_where_nothing_is_missing():
    numbers = estimate_texts("r", INSIDE, "+.2f")
    assert numbers == {"r_text": "+0.30 [+0.20, +0.45]"}
    assert with_samples(numbers, "en") is numbers


def test_a_list_names_the_samples_of_those_that_moved():
    told = listed_texts("shares", [("topic", INSIDE), ("language", OUTSIDE)], ".1%")
    text = with_samples(told, "en")["shares_text"]
    assert text.startswith("topic 30.0% [20.0%, 45.0%], language 12.0% [5.0%, 20.0%] (")
    assert "this sample: language 30.0%)" in text
    assert "samples" not in "".join(listed_texts("shares", [("topic", INSIDE)]))


@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_cell_holds_the_corrected_value_and_names_the_sample_below(language):
    tongue = Tongue(language)
    cell, share = tongue.cell(plain(OUTSIDE)), tongue.share(plain(OUTSIDE))
    assert (cell.text, cell.note) == ("0.120", "[0.050, 0.200]")
    assert "0.300" in cell.below
    assert (share.text, share.note) == ("12%", "[5.0%, 20%]")
    assert "30%" in share.below
    assert tongue.cell(plain(INSIDE)).below == ""
    assert "0.300" in tongue.told(plain(OUTSIDE))
