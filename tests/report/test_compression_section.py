"""The section of compression: every variant with its interval, in both languages."""

import json

import numpy as np
import pytest

from monosashi.advice import audit
from monosashi.embeddings import EmbeddingSet, unit_rows
from monosashi.report import Report
from monosashi.report.sections import compression, sections
from monosashi.report.sentences import has_sentence
from monosashi.report.tongue import Tongue
from monosashi.results.writing import strict_json
from monosashi.retrieval.compression import measure_compression
from monosashi.words import LANGUAGES

X = unit_rows(np.random.default_rng(0).normal(size=(120, 24)))
UNEXPLAINED = ("no reason was recorded", "理由は記録されていません")


def section(found, language="en"):
    results = {"compression": json.loads(strict_json(found.to_dict()))}
    return compression.compression_section(results, Tongue(language))


@pytest.fixture(scope="module")
def several():
    return measure_compression(X, dimension=[12, 6], quantise=["int8", "binary"], rng=0)


@pytest.mark.parametrize("language", LANGUAGES)
def test_one_row_a_variant_with_intervals_and_no_two_names_alike(several, language):
    (table,) = section(several, language).tables
    assert len(table.rows) == 8
    assert len({row[0].text for row in table.rows}) == 8
    for row, one in zip(table.rows, several.variants, strict=True):
        cells = dict(zip(("name", *compression.COLUMNS), row, strict=True))
        assert cells["overlap"].text == f"{one.overlap.value:.0%}"
        assert cells["overlap"].note.startswith("[")
        assert cells["times_smaller"].text == f"{192 / one.bytes_per_vector:.3g}"


def test_the_sentence_names_the_variants_that_keep_most_and_least(several):
    said = section(several).sentence
    kept = {one.name: one.overlap.value for one in several.variants}
    assert f"{kept['int8']:.0%} stay" in said
    assert f"{min(kept.values()):.0%} stay" in said
    assert "first 6 numbers, 1 bit a number" in said
    alone = measure_compression(X, dimension=12, rng=0)
    assert section(alone).sentence.count("stay") == 1


def test_equal_distances_say_why_there_is_no_order():
    found = measure_compression(np.eye(6), quantise="int8", k=2, rng=0)
    cell = section(found).tables[0].rows[0][-1]
    assert cell.missing
    assert "equal" in cell.note


def test_without_compression_there_is_no_section():
    assert compression.compression_section({}, Tongue("en")) is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_column_has_a_term_and_limits_say_what_is_not_told(language):
    names = ("variant", "name", "dimension", "quantise", "k", "n_anchors", "n_pairs", "full_bytes",
             *compression.COLUMNS)  # fmt: skip
    assert all(has_sentence(f"{compression.ROOM}.terms.{name}", language) for name in names)
    assert len(Tongue(language).limits(f"{compression.ROOM}.limits")) == 4


def test_the_advice_of_the_finding_stands_in_its_own_section():
    document = json.loads(strict_json(audit(X, cut=6, permutations=99).to_dict()))
    made = {one.name: one for one in sections(document, Tongue("en"))}
    assert any("first 40" in text for text in made["compression"].next)
    assert "compressed vectors (first 6 numbers)" in made["facts"].sentence
    queries = {str(i): str(i) for i in range(120)}
    document = json.loads(strict_json(
        audit(X, cut=6, queries=X, gold=queries, permutations=99).to_dict()))  # fmt: skip
    made = {one.name: one for one in sections(document, Tongue("en"))}
    assert not any("small vectors" in text for text in made["retrieval"].next)


def test_the_page_of_an_audit_and_of_a_bare_result_in_both_languages(several, tmp_path):
    held = EmbeddingSet.from_arrays(X, columns={"text": ["</script><b>x"] * 120})
    for name, result in (("audit", audit(held, cut=6, quantise="binary", permutations=99)),
                         ("bare", several),
                         ("equal", measure_compression(np.eye(6), quantise="int8",
                                                       alone=False, k=2, rng=0))):  # fmt: skip
        Report([result], title="t").save(tmp_path / f"{name}.html", words=("en", "ja"))
        for ending, short in (("", "Smaller vectors"), (".ja", "小さいベクトル")):
            page = (tmp_path / f"{name}{ending}.html").read_text(encoding="utf-8")
            assert short in page
            assert not any(text in page for text in UNEXPLAINED)
    assert "圧縮：先頭" in (tmp_path / "audit.ja.html").read_text(encoding="utf-8")
