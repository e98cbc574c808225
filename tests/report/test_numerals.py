import re

import pytest

from monosashi.report.numerals import ends, interval, number, percent, value_of, written
from monosashi.results.coherent import interval_text
from monosashi.words import catalogue, say
from monosashi.words.filling import END, fill, fill_plain, with_minus
from monosashi.words.filling import ends as filling_ends

ESTIMATE = {"value": 0.7321, "low": 0.7, "high": 0.766, "standard_error": 0.01,
            "method": "bootstrap", "n": 676, "bias_corrected": None, "clipped": False}  # fmt: skip


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, "0"),
        (0.0, "0.000"),
        (-0.0, "0.000"),
        (3, "3"),
        (1234567, "1,234,567"),
        (-5, "−5"),
        (-0.0123, "−0.012"),
        (0.99951, "1.000"),
        (0.0004, "0.000400"),
        (3e-9, "3e−09"),
        (123.456, "123.5"),
        (98765.4, "98,765"),
    ],
)
def test_number(value, text):
    assert number(value) == text


@pytest.mark.parametrize(
    ("share", "text"),
    [
        (0.0, "0%"),
        (0.0001, "0.01%"),
        (0.000762, "0.08%"),
        (0.00001, "<0.01%"),
        (0.012, "1.2%"),
        (0.18, "18%"),
        (1.0, "100%"),
    ],
)
def test_percent(share, text):
    assert percent(share) == text


def test_estimate():
    assert written(ESTIMATE) == "0.732 [0.700, 0.766]"
    assert value_of(ESTIMATE) == 0.7321
    assert ends(ESTIMATE) == (0.7, 0.766)
    assert written({**ESTIMATE, "low": None, "high": None}) == "0.732"
    assert written(0.5) == "0.500"
    assert written(None) == "–"
    assert interval(None, 1.0) == ""


@pytest.mark.parametrize(
    ("low", "high", "text"),
    [
        (-0.0004, 0.011, "[−0.0004, 0.011]"),  # 0 lies inside
        (0.0004, 0.011, "[0.0004, 0.011]"),  # 0 lies outside
        (0.0, 0.011, "[0.000, 0.011]"),
        (-0.02, -0.00004, "[−0.020, −0.00004]"),
        (-0.02, 1e-17, "[−0.020, 0.000]"),  # what is left of a sum of floats
        (-0.00096, 0.5, "[−0.001, 0.500]"),
    ],
)
def test_no_rounded_end_hides_on_which_side_of_nothing_it_lies(low, high, text):
    assert interval(low, high) == text
    for words in ("{v:.3f} [{v_low:.3f}, {v_high:.3f}]", "{v:.3f} [{low:.3f}, {high:.3f}]"):
        ends_named = {"v": 0.1, "v_low": low, "v_high": high, "low": low, "high": high}
        assert fill(words, ends_named) == f"0.100 {text}"
    assert with_minus(interval_text(0.1, low, high, ".3f")) == f"0.100 {text}"
    assert filling_ends(low, high) == text


def test_a_sentence_keeps_the_decimals_of_other_numbers_and_counts_as_they_were():
    assert fill("{gain:+.2f} [{gain_low:+.2f}, {gain_high:+.2f}]",
                {"gain": -0.0004, "gain_low": -0.03, "gain_high": 0.0004}) == (
        "+0.00 [−0.03, +0.0004]")  # fmt: skip
    assert fill("{low:.0%} {high}", {"low": 0.004, "high": 1200}) == "0.4% 1,200"
    assert fill("{low:.3f}", {"low": float("nan")}) == "nan"


@pytest.mark.parametrize("language", ["en", "ja"])
def test_ends_in_brackets_are_named_so_that_the_rule_knows_them(language):
    """Low first, high second, in every sentence that prints an interval."""
    said = re.compile(r"\[\{(\w+):[^}]*\}, ?\{(\w+):[^}]*\}\]")
    found = [pair for text in catalogue(language).values() for pair in said.findall(text)]
    assert len(found) > 100
    assert [pair for pair in found
            if not (END.search(pair[0]) and END.search(pair[1]))] == []  # fmt: skip


def test_the_screen_prints_intervals_by_the_same_rule():
    """Sentences of the command line come through another door than findings."""
    for language in ("en", "ja"):
        said = say("cli.duplicates.expected", language, alarms=0.01, low=0.0004, high=0.03)
        assert "[0.04%, 3.0%]" in said
        assert "2026" in fill_plain("{year}", {"year": 2026})
