"""The first line of `monosashi language`: what costs most, with its interval, by its own words."""

import numpy as np
import pytest

from monosashi.advice.language_document import language_document
from monosashi.advice.verdicts import verdict_of
from monosashi.embeddings import EmbeddingSet
from monosashi.language import measure_language_bias
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


@pytest.mark.parametrize("first", ["language.search", "language.drop"])
def test_the_costliest_is_named_whatever_stands_first(first):
    """A smaller whole loss can hold the larger loss to language."""
    pages = Finding("language.drop", "problem", PAGES | {"drop": 0.4, "language_drop": 0.18})
    asked = Finding("language.search", "problem", QUERIES | {"drop": 0.35, "language_drop": 0.34})
    found = [asked, pages] if first == "language.search" else [pages, asked]
    assert verdict_of(found)["code"] == "advice.verdicts.language_queries"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_question_that_stays_open_is_not_called_nothing(language):
    """Few items and a little language: neither good nor shown to cost anything."""
    rng = np.random.default_rng(3)
    topics = rng.normal(size=(40, 12))
    vectors = [topics + 0.25 * rng.normal(size=topics.shape) + 0.55 * axis
               for axis in np.eye(12)[:3]]  # fmt: skip
    columns = {"key": [*range(40)] * 3, "lang": np.repeat(["de", "en", "ja"], 40)}
    pages = EmbeddingSet.from_arrays(np.vstack(vectors), columns=columns)
    bias = measure_language_bias(pages, key="key", language="lang", rng=0)
    document = language_document(bias)
    levels = [found.level for found in document.findings()]
    assert set(levels) <= {"note", "good"}
    verdict = document.verdict
    assert verdict["code"] == "advice.verdicts.language_open"
    still = verdict["numbers"]["open"], verdict["numbers"]["directions"]
    assert still == (levels.count("note"), 6)
    assert f"{still[0]}" in verdict_sentence(verdict, language)
