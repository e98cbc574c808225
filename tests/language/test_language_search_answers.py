"""Queries with several answers in every language."""

import numpy as np
import pytest

from monosashi.embeddings import DataError, EmbeddingSet
from monosashi.language import LanguageCentering, measure_language_bias, measure_language_search
from monosashi.report import finding_sentences
from monosashi.words import LANGUAGES


def titles_of(pages, n_sections=20, *, seed=1):
    """Every section holds several pages in both languages; its title lies near their middle."""
    rng = np.random.default_rng(seed)
    section = np.array([int(key[1:]) % n_sections for key in pages.columns["key"]])
    held = EmbeddingSet.from_arrays(pages.vectors, ids=pages.ids,
                                    columns={**pages.columns, "section": section})  # fmt: skip
    rows, columns = [], {"section": [], "lang": []}
    for language in ("ja", "en"):
        for number in range(n_sections):
            mine = (section == number) & (pages.columns["lang"] == language)
            rows.append(pages.vectors[mine].mean(axis=0) + 0.1 * rng.normal(size=pages.dimension))
            columns["section"].append(number)
            columns["lang"].append(language)
    return held, EmbeddingSet.from_arrays(np.array(rows), columns=columns)


def by_hand(pages, titles, query):
    """mAP, and rank of the best answer in the own and in the other language, by sorting."""
    unit, asked = pages.unit().vectors.astype(float), titles.unit().vectors.astype(float)
    order = np.argsort(-(unit @ asked[query]))
    right = pages.columns["section"][order] == titles.columns["section"][query]
    own = pages.columns["lang"][order] == titles.columns["lang"][query]
    places = np.flatnonzero(right) + 1
    precision = np.mean([i / place for i, place in enumerate(places, 1)])
    ranks = []
    for mine in (own, ~own):
        first = np.flatnonzero(right & mine)[0]
        ranks.append(1 + np.count_nonzero(~right[:first]))
    return precision, *ranks


def test_every_number_equals_sorting_by_hand(made_set):
    pages, titles = titles_of(made_set(100, 1.0))
    found = measure_language_search(pages, key="key", language="lang", queries=titles,
                                    gold="section")  # fmt: skip
    assert found.answers == 10.0
    for language, queries in (("ja", range(20)), ("en", range(20, 40))):
        row = found.of(language)
        hand = np.array([by_hand(pages, titles, query) for query in queries])
        assert row.map.value == pytest.approx(hand[:, 0].mean())
        for k in (1, 5, 10):
            assert row.own[k].value == (hand[:, 1] <= k).mean()
            assert row.cross[k].value == (hand[:, 2] <= k).mean()
        assert row.neutral_share == 0.5


def test_gold_by_ids_equals_gold_by_column(made_set):
    pages, titles = titles_of(made_set(60, 1.0))
    gold = {name: {page: 1 for page, held in zip(pages.ids, pages.columns["section"], strict=True)
                   if held == section}
            for name, section in zip(titles.ids, titles.columns["section"],
                                     strict=True)}  # fmt: skip
    asked = {"key": "key", "language": "lang", "queries": titles}
    by_column = measure_language_search(pages, **asked, gold="section")
    assert measure_language_search(pages, **asked, gold=gold).rows == by_column.rows


def test_centring_helps_across_languages_and_stands_beside_the_raw(made_set):
    pages, titles = titles_of(made_set(160, 1.2), 80)
    centring = LanguageCentering.fit(pages, language="lang", queries=titles, force=True)
    found = measure_language_search(pages, key="key", language="lang", queries=titles,
                                    gold="section", repairs={"centring": centring})  # fmt: skip
    for language in ("ja", "en"):
        raw, mended = found.of(language), found.of(language, "centring")
        assert mended.gains["cross"].low > 0
        assert mended.map.value - raw.map.value == pytest.approx(mended.gains["map"].value)
        assert mended.signs == ()
    assert found.rows[0].repair == ""


def test_with_gold_pages_ask_for_translations_and_queries_stand_beside(made_set):
    pages, titles = titles_of(made_set(60, 1.0))
    asked = {"key": "key", "language": "lang"}
    found = measure_language_bias(pages, **asked, queries=titles, gold="section", rng=0)
    assert found.query_role == "documents as queries"
    assert found.search.of("ja").n == 20
    assert found.directions == measure_language_bias(pages, **asked, rng=0).directions
    with pytest.raises(DataError, match="queries"):
        measure_language_bias(pages, **asked, gold="section")


def test_what_mixing_costs_queries_is_told_in_two_parts_that_add_up(made_set):
    pages, titles = titles_of(made_set(100, 0.9))
    found = measure_language_search(pages, key="key", language="lang", queries=titles,
                                    gold="section")  # fmt: skip
    for row in found.rows:
        parts = row.cross_language_drop.value + row.cross_candidates_drop.value
        assert parts == pytest.approx(row.cross_drop.value)
        assert found.language_drops[row.language] == row.cross_language_drop
    assert found.of("ja").cross_language_drop.value > 0.1


def neutral(languages, seed, *, n=100, sections=20, weight=0.7):
    """Pages and titles that language plays no part in; a section holds several pages."""
    rng = np.random.default_rng(seed)
    section = np.arange(n) % sections
    middle = weight * rng.normal(size=(sections, 16))
    topics = middle[section] + rng.normal(size=(n, 16))
    held = {"key": [*range(n)] * len(languages), "lang": np.repeat(list(languages), n),
            "section": np.tile(section, len(languages))}  # fmt: skip
    vectors = [topics + 0.9 * rng.normal(size=topics.shape) for _ in languages]
    asked = {"section": np.tile(np.arange(sections), len(languages)),
             "lang": np.repeat(list(languages), sections)}  # fmt: skip
    queries = [middle + 0.6 * rng.normal(size=middle.shape) for _ in languages]
    return (EmbeddingSet.from_arrays(np.concatenate(vectors), columns=held),
            EmbeddingSet.from_arrays(np.concatenate(queries), columns=asked))  # fmt: skip


@pytest.mark.parametrize(("languages", "near"), [("ab", 0.02), ("abc", 0.04)])
def test_without_language_mixing_costs_queries_recall_but_language_does_not(languages, near):
    rows = []
    for seed in range(20):
        pages, titles = neutral(languages, seed)
        found = measure_language_search(pages, key="key", language="lang", queries=titles,
                                        gold="section", rng=0)  # fmt: skip
        rows += found.rows
    assert np.mean([row.cross_drop.value for row in rows]) > 0.06
    assert abs(np.mean([row.cross_language_drop.value for row in rows])) < near


def test_a_loss_that_is_all_more_candidates_is_no_warning():
    pages, titles = neutral("ab", 0, n=600, sections=200, weight=1.2)
    found = measure_language_search(pages, key="key", language="lang", queries=titles,
                                    gold="section", rng=0)  # fmt: skip
    assert all(row.cross_drop.low > 0.03 for row in found.rows)  # a warning on the whole loss
    assert {one.level for one in found.findings()} <= {"note", "good"}


def answered(documents, *, noise, n=300):
    """Queries near the topic of the page that answers them, or far from it."""
    rng, topics = np.random.default_rng(3), documents.vectors[:n]
    columns = {"key": [f"k{i:04d}" for i in range(n)], "lang": ["ja"] * n}
    asked = EmbeddingSet.from_arrays(topics + noise * rng.normal(size=topics.shape),
                                     columns=columns)  # fmt: skip
    return measure_language_search(documents, key="key", language="lang", queries=asked,
                                   gold="key")  # fmt: skip


def test_a_small_loss_is_not_good_where_no_answer_is_found(made_set):
    """The rule for pages that ask for translations holds for queries with known answers, too."""
    pages = made_set(n=300, bias=0.0, noise=0.1)
    (clean,) = answered(pages, noise=0.02).findings()
    assert (clean.code, clean.level) == ("language.search", "good")
    (lost,) = answered(pages, noise=30.0).findings()
    assert (lost.code, lost.level) == ("language.search_little_found", "note")
    assert lost.numbers["alone"] < 0.5
    assert lost.numbers["language_drop_high"] < 0.03
    for language in LANGUAGES:
        said = finding_sentences(
            {"code": lost.code, "level": lost.level, "numbers": lost.numbers}, language
        )
        assert f"{lost.numbers['alone']:.3f}" in said.headline
        assert said.meaning
        assert said.next


def test_chunks_by_which_languages_differ_are_no_language_to_queries_either():
    rng = np.random.default_rng(0)
    topics = rng.normal(size=(200, 10))
    rows = np.concatenate([np.repeat(topics, 4, axis=0), topics])
    columns = {"key": [*np.repeat(np.arange(200), 4), *range(200)],
               "lang": ["ja"] * 800 + ["en"] * 200}  # fmt: skip
    pages = EmbeddingSet.from_arrays(rows + 0.9 * rng.normal(size=rows.shape), columns=columns)
    asked = EmbeddingSet.from_arrays(
        np.tile(topics, (2, 1)) + 0.9 * rng.normal(size=(400, 10)),
        columns={"key": [*range(200)] * 2, "lang": ["ja"] * 200 + ["en"] * 200},
    )
    found = measure_language_search(pages, key="key", language="lang", queries=asked, gold="key")
    for language in ("ja", "en"):
        row = found.of(language)
        assert row.cross_language_drop.low <= 0 <= row.cross_language_drop.high
        parts = row.cross_language_drop.value + row.cross_candidates_drop.value
        assert parts == pytest.approx(row.cross_drop.value)
    assert found.of("ja").cross_drop.value > 0.1
    assert {one.level for one in found.findings()} == {"note"}
