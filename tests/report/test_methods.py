"""Fixed English terms of results are words on the page; headings are never raw names."""

import numpy as np
import pytest

from monosashi.advice import audit
from monosashi.advice.comparison import compare
from monosashi.advice.retrieval_document import retrieval_document
from monosashi.embeddings import EmbeddingSet, ModelCard
from monosashi.embeddings.panel import Panel
from monosashi.report import Report
from monosashi.report.documents import collect
from monosashi.report.everything import ROOM_OF, full_tables
from monosashi.report.flattening import LEFT_OUT, flatten
from monosashi.report.methods import compression_words
from monosashi.report.repeating import repeat
from monosashi.report.sentences import finding_sentences, has_sentence
from monosashi.report.tongue import Tongue
from monosashi.retrieval import compare_retrieval, measure_rankings
from monosashi.words import LANGUAGES

JA = Tongue("ja")
N = 30
GOLD = {f"q{i}": f"d{i}" for i in range(N)}


def rows(ids, seed, name="m", noise=0.0):
    base = np.random.default_rng(0).normal(size=(N, 8))
    moved = base + noise * np.random.default_rng(seed).normal(size=base.shape)
    texts = [f"text {i}" for i in ids]
    topics = [f"t{i % 3}" for i in range(N)]
    return EmbeddingSet.from_arrays(moved, ids=list(ids), model=ModelCard(name=name),
                                    columns={"text": texts, "topic": topics})  # fmt: skip


def lists(name, order):
    texts = {"a": "A", "b": "B"}
    held = {f"q{i}": order for i in range(N)}
    return measure_rankings(held, dict.fromkeys(held, "a"), name=name, query_texts=dict(texts),
                            document_texts=texts, rng=0)  # fmt: skip


def made():
    panel = Panel.of(rows(GOLD.values(), 1, "old"), rows(GOLD.values(), 2, "new", 0.1))
    asked = [rows(GOLD, 3, "old", 0.8), rows(GOLD, 4, "new", 2.5)]
    ranked = [lists("x", ["a", "b"]), lists("y", ["b", "a"])]
    yield compare(panel, "topic", queries=asked, gold=GOLD)
    yield compare(panel, queries=asked)
    yield retrieval_document([ranked[0]])
    yield retrieval_document(ranked, compare_retrieval(ranked, rng=0))
    asked_one = {"queries": asked[0], "gold": GOLD, "query_groups": "topic"}
    yield audit(rows(GOLD.values(), 1, "old"), groups="topic", **asked_one, cut=4,
                quantise="int8", permutations=19)  # fmt: skip


DOCUMENTS = list(made())


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda one: one.kind)
def test_every_column_of_every_table_has_words(document, language):
    lacking = set()
    for part in collect(document, None).parts:
        for section, result in part["results"].items():
            room = ROOM_OF.get(section, section)
            columns = {key for _, items, _ in flatten(result).lists for item in items
                       for key, value in item.items()
                       if key not in LEFT_OUT and value not in (None, "", [])}  # fmt: skip
            lacking |= {(section, key) for key in columns
                        if not has_sentence(f"{room}.terms.{key}", language)
                        and not has_sentence(f"report.columns.{key}", language)}  # fmt: skip
    assert lacking == set()


def headings(document, language):
    return {heading for part in collect(document, None).parts
            for table in full_tables(part["results"], Tongue(language))
            for heading in table.columns}  # fmt: skip


def test_columns_of_a_switch_are_those_of_queries_and_answers():
    found = headings(DOCUMENTS[0], "en")
    assert {"query, text", "right document, text", "old rank", "new rank"} <= found
    assert not {"page, text", "its translation, text"} & found


def test_methods_are_worded_and_the_unknown_stays():
    say = JA.plain
    assert say("bootstrap over units, 2000 resamples, percentile").startswith("単位についての")
    assert "ジャックナイフ" in say("jackknife over groups")
    assert say("something new") == "something new"
    english = Tongue("en").plain
    ratio = "bootstrap over keys of a ratio, {} resamples, percentile"
    assert english(ratio.format(2000)) == ratio.format("2,000")
    assert english("Clopper-Pearson") == "Clopper-Pearson"


def test_no_method_of_a_mean_is_left_in_english():
    from monosashi.statistics import mean_interval

    told = [value for name, value in vars(mean_interval).items()
            if name.isupper() and isinstance(value, str)]  # fmt: skip
    assert told
    assert [text for text in told if JA.plain(text) == text] == []


@pytest.mark.parametrize(
    ("text", "steps"),
    [("cut 1024, int8", ["先頭 1,024 次元", "1 次元 8 ビット"]),
     ("cut 8 binary", ["先頭 8 次元", "1 次元 1 ビット"]), ("int8", ["1 次元 8 ビット"]),
     ("product", ["product"]), ("", [""])],
)  # fmt: skip
def test_compression_in_words(text, steps):
    assert compression_words(text, JA.say) == steps


def test_a_finding_about_compression_has_no_raw_name():
    document = DOCUMENTS[-1].to_dict()
    (found,) = [one for one in document["findings"] if one["code"] == "advice.compressed_search"]
    assert "cut 4" not in finding_sentences(found, "ja").headline
    assert "先頭 4 次元" in finding_sentences(found, "ja").headline


def test_settings_that_are_no_options_are_words():
    facts = repeat(DOCUMENTS[2].to_dict(), JA)
    (settings,) = [fact.values[0] for fact in facts if fact.code]
    assert "クエリのグループ = いいえ" in settings
    assert "grouped" not in settings


def test_results_of_one_model_are_told_apart_by_what_differs():
    plain, small = (audit(rows(GOLD.values(), 1), title="m", permutations=19, **how)
                    for how in ({}, {"cut": 4, "quantise": "int8"}))  # fmt: skip
    titles = [part["title"] for part in collect([plain, small], None).parts]
    assert titles == ["m (8 d)", "m (cut 4, int8)"]
    files = [audit(rows(GOLD.values(), 1), title="m", source=f"{name}.npz", permutations=19)
             for name in "ab"]  # fmt: skip
    assert [p["title"] for p in collect(files, None).parts] == ["m (a.npz)", "m (b.npz)"]
    assert [p["title"] for p in collect([plain, plain], None).parts] == ["m (1)", "m (2)"]


def test_pages_render_in_both_languages():
    for document in DOCUMENTS:
        for language in LANGUAGES:
            page = Report(document, title="x").render(language)
            assert "no reason was recorded" not in page
            assert "理由は記録されていません" not in page


def test_what_mixing_costs_is_not_called_the_part_of_it_that_is_language():
    lost = {"drop": 0.2, "language_drop": 0.1, "drops": {"1": 0.2}, "language_drops": {"1": 0.1}}
    part = {"directions": {"en->ja": lost}}
    (table,) = full_tables({"language": part}, Tongue("en"))
    told = {row[2].text: row[0].text for row in table.rows}
    assert told["drop"] == "lost by mixing"
    assert told["language_drop"] == "of it: language"
    assert told["drops.1"] == "lost by mixing@1"
    assert told["language_drops.1"] == "of it: language@1"
