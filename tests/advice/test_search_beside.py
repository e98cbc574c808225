"""Queries given to an audit: their languages, what compression costs them, counts that agree."""

import numpy as np
import pytest

from monosashi.advice import audit
from monosashi.advice.language_queries import language_queries
from monosashi.advice.search_part import Asked
from monosashi.advice.verdicts import count_levels, verdict_of
from monosashi.embeddings import EmbeddingSet, Gold, unit_rows
from monosashi.report.sections import sections
from monosashi.report.tongue import Tongue
from monosashi.results import Finding
from monosashi.retrieval import measure_retrieval

KEYS = 40
RNG = np.random.default_rng(0)
TOPICS = RNG.normal(size=(KEYS, 12))


def pages():
    """Two languages of every page."""
    vectors = np.vstack([TOPICS, TOPICS + 0.1 * RNG.normal(size=TOPICS.shape)])
    tongue = np.repeat([[2.0, 0.0], [0.0, 2.0]], KEYS, axis=0)
    ids = [f"{language}{i}" for language in ("ja", "en") for i in range(KEYS)]
    columns = {"slug": [f"k{i}" for i in range(KEYS)] * 2, "lang": ["ja"] * KEYS + ["en"] * KEYS}
    return EmbeddingSet.from_arrays(np.hstack([vectors, tongue]), ids=ids, columns=columns)


PAGES = pages()
GOLD = {f"q{i}": [f"en{i}", f"ja{i}"] for i in range(KEYS)}


def queries(slugs=None, **columns):
    vectors = np.hstack([TOPICS + 0.3 * np.random.default_rng(1).normal(size=TOPICS.shape),
                         np.tile([2.0, 0.0], (KEYS, 1))])  # fmt: skip
    named = {"slug": slugs or [f"k{i}" for i in range(KEYS)], **columns} if columns else {}
    return EmbeddingSet.from_arrays(vectors, ids=list(GOLD), columns=named)


def audited(asked):
    return audit(PAGES, key="slug", language="lang", queries=asked, gold=GOLD, permutations=19)


def notes(found):
    made = {one.name: one for one in sections(found.to_dict(), Tongue("en"))}
    return " ".join(made["language"].notes)


def test_queries_with_both_columns_ask_across_languages():
    found = audited(queries(lang=["ja"] * KEYS))
    assert found.language.query_role == "independent queries"
    assert set(found.language.directions) == {("ja", "en")}
    assert "documents that ask for their translations" not in notes(found)


def test_otherwise_the_section_says_that_documents_ask():
    found = audited(queries())
    assert found.language.query_role == "documents as queries"
    assert "documents that ask for their translations" in notes(found)


@pytest.mark.parametrize(
    ("slugs", "language"),
    [([f"k{(i + 1) % KEYS}" for i in range(KEYS)], "ja"),  # keys of other pages
     (None, "fr"), ([None] * KEYS, "ja")],
)  # fmt: skip
def test_columns_that_mean_something_else_are_not_used(slugs, language):
    held = PAGES.columns
    documents = EmbeddingSet.from_arrays(
        PAGES.vectors,
        ids=PAGES.ids,
        columns={"__key__": held["slug"], "__language__": held["lang"]},
    )
    asked = Asked(queries(slugs, lang=[language] * KEYS), Gold.of(GOLD))
    assert language_queries(asked, documents, {"key": "slug", "language": "lang"}) is None
    assert language_queries(None, documents, {"key": "slug", "language": "lang"}) is None


def test_counts_of_the_verdict_are_those_of_all_directions():
    listed = [Finding("language.drop", "warning", {}) for _ in range(3)]
    summary = Finding("language.directions", "note",
                      {"problem": 0, "warning": 4, "note": 6, "good": 2})  # fmt: skip
    other = Finding("advice.norms", "note", {})
    assert count_levels([*listed, other, summary]) == {
        "problem": 0, "warning": 4, "note": 7, "good": 2}  # fmt: skip
    assert verdict_of([*listed, other, summary])["numbers"]["warnings"] == 4
    assert verdict_of([*listed, other])["numbers"]["warnings"] == 3


X = unit_rows(np.random.default_rng(2).normal(size=(120, 24)))
ASKED = X + 0.6 * np.random.default_rng(3).normal(size=X.shape) / np.sqrt(24)
ANSWERS = {str(i): str(i) for i in range(120)}


@pytest.fixture(scope="module")
def small():
    return audit(X, queries=ASKED, gold=ANSWERS, cut=6, quantise="int8", permutations=19)


def test_compression_is_measured_on_the_search_too(small):
    row = small.compressed_search.difference("compressed", "full", "recall@10")
    full = measure_retrieval(ASKED, X, gold=ANSWERS, rng=0)
    assert row["difference"] == pytest.approx(
        small.retrieval.recall[10].value - full.recall[10].value
    )
    assert row["difference"] < 0
    (found,) = [one for one in small.findings() if one.code == "advice.compressed_search"]
    assert found.numbers["recall"] == row["difference"]
    said = {one.name: one for one in sections(small.to_dict(), Tongue("en"))}["compression"]
    assert "recall@10 changes by −" in said.sentence
    assert not any("--queries" in text for text in said.next)


def test_without_queries_the_advice_is_to_put_some():
    found = audit(X, cut=6, permutations=19)
    assert found.compressed_search is None
    assert [one.code for one in found.findings()].count("retrieval.compression") == 1


@pytest.mark.parametrize("kind", [{"cut": 6}, {"quantise": "int8"}, {"quantise": "binary"}])
def test_lengths_that_compression_made_are_no_note(kind):
    codes = {one.code for one in audit(X, permutations=19, **kind).findings()}
    assert "advice.norms" not in codes
    assert "advice.norms" in {one.code for one in audit(3 * X, permutations=19).findings()}


def test_values_outside_their_interval_have_the_corrected_one_beside_them():
    found = audit(X, queries=ASKED[:30], gold={str(i): str(i) for i in range(30)}, permutations=19)
    made = {one.name: one for one in sections(found.to_dict(), Tongue("en"))}["layers"]
    (row,) = [row for row in made.tables[0].rows if row[1].text.startswith("common shift, in")]
    assert found.layers.offset.bias_corrected is not None
    held = found.layers.offset
    assert not held.low <= held.value <= held.high  # so the corrected value stands, cut to the ends
    assert row[2].text == f"{min(max(held.bias_corrected, held.low), held.high):.3f}"
    assert row[2].below == f"corrected; this sample: {held.value:.3f}"
    (kept,) = [row for row in found.layers.tables()["layers"] if row["quantity"] == "offset"]
    assert kept["bias_corrected"] == found.layers.offset.bias_corrected
