"""Numbers in sentences: one minus sign, separators, texts untouched."""

import pytest

from monosashi.report.sentences import finding_sentences
from monosashi.results import Finding
from monosashi.words.filling import fill, with_minus


@pytest.mark.parametrize(
    ("template", "values", "text"),
    [
        ("{x:+.2f} [{y:+.2f}]", {"x": -0.04, "y": 0.06}, "−0.04 [+0.06]"),
        ("{n} rows", {"n": 1352}, "1,352 rows"),
        ("{n:d} rows", {"n": 1352}, "1352 rows"),
        ("{x:.0%}", {"x": 0.5}, "50%"),
        ("{x}", {"x": True}, "True"),
        ("{id}", {"id": "-5"}, "-5"),
        ("{p_text}", {"p_text": "p = 1.1e-63"}, "p = 1.1e−63"),
        ("{d_text}", {"d_text": "-0.107 [-0.116, -0.097]"}, "−0.107 [−0.116, −0.097]"),
        ("差は{x:.1f}です", {"x": -1.0}, "差は−1.0です"),
    ],
)
def test_fill(template, values, text):
    assert fill(template, values) == text


@pytest.mark.parametrize("text", ["debref-s077-2", "2026-11-30", "--k 5", "x-1", "1-5"])
def test_hyphens_of_names_stay(text):
    assert with_minus(text) == text


def test_a_finding_says_its_numbers_as_the_report_does():
    """One lookup and one way to write numbers, for the API, the terminal and the page."""
    numbers = {"count": 1352, "total": 40000}
    said = Finding("advice.zero_vectors", "warning", numbers).say("en")
    document = {"code": "advice.zero_vectors", "level": "warning", "numbers": numbers}
    assert said == finding_sentences(document, "en").headline
    assert "1,352" in said


@pytest.mark.parametrize(
    ("spec", "value", "expected"),
    [
        (".2f", -0.004, "0.00"), ("+.3f", -0.0004, "+0.000"), (".0%", -0.001, "0%"),
        (".2f", -0.006, "−0.01"), ("+.2f", -0.0, "+0.00"), (".1f", -3.04, "−3.0"),
        (".2e", -0.00012, "−1.20e−04"),
    ],
)  # fmt: skip
def test_what_rounds_to_nothing_has_no_minus_sign(spec, value, expected):
    assert fill(f"{{value:{spec}}}", {"value": value}) == expected


@pytest.mark.parametrize(
    ("spec", "value", "expected"),
    [(".0%", 0.004, "0.4%"), (".1%", 0.0003, "0.03%"), (".0%", 0.00001, "<0.01%"),
     (".0%", 0.0, "0%"), (".0%", 0.006, "1%"), ("+.1%", 0.0003, "+0.03%")],
)  # fmt: skip
def test_a_share_above_0_is_never_0_per_cent(spec, value, expected):
    assert fill(f"{{share:{spec}}}", {"share": value}) == expected
