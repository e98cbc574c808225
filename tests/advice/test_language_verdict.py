"""The first line of `monosashi language`: what costs most, with its interval, by its own words."""

import pytest

from monosashi.advice.verdicts import verdict_of
from monosashi.report.sentences import verdict_sentence
from monosashi.results import Finding
from monosashi.words import LANGUAGES

DROP = {"drop": 0.31, "drop_low": 0.22, "drop_high": 0.4}
PAGES = {"source": "de", "target": "ja", "target_only": 0.9, **DROP}
QUERIES = {"source": "de", "n": 30, **DROP}


def said(findings, search=None, language="en"):
    return verdict_sentence(verdict_of(findings, search), language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_queries_that_lose_most_have_words(language):
    told = said([Finding("language.search", "problem", QUERIES),
                 Finding("language.drop", "problem", PAGES)], language=language)  # fmt: skip
    assert "0.31 [0.22, 0.40]" in told
    assert "de" in told


def test_with_search_measured_a_direction_is_named():
    search = {"n": 30, "k": 10, "first": 0.5, "within": 0.8, "optimistic": 0.5}
    both = [Finding("language.search", "problem", QUERIES | {"source": "zh"}),
            Finding("language.drop", "problem", PAGES)]  # fmt: skip
    assert "de → ja" in said(both, search)
    assert "Problems: 1" in said(both[:1], search)


@pytest.mark.parametrize("language", LANGUAGES)
def test_where_little_is_found_at_all_it_is_said_first(language):
    little = Finding("language.drop_documents", "problem", PAGES | {"target_only": 0.121})
    told = verdict_of([little])
    assert told["code"] == "advice.verdicts.language_little"
    assert "12%" in verdict_sentence(told, language)


def test_a_summary_of_directions_does_not_hide_what_queries_lose():
    counted = {"problem": 0, "warning": 2, "note": 0, "good": 4, "directions": 6,
               "median": 0.01, "most": 0.05}  # fmt: skip
    found = [Finding("language.drop", "warning", PAGES),
             Finding("language.search", "warning", QUERIES),
             Finding("language.directions", "note", counted)]  # fmt: skip
    assert verdict_of(found)["numbers"]["warnings"] == 3
