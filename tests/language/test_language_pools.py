"""Chunks, three languages, copies, twins, empty texts, independent queries."""

import numpy as np
import pytest

from monosashi.embeddings import DataError, EmbeddingSet, ModelCard
from monosashi.language import measure_language_bias, measure_repair_effect


def measure(data, **options):
    return measure_language_bias(data, key="key", language="lang", **options)


def codes(bias):
    return {note.code for note in bias.provenance.notices}


def plain_ranks(data, source, target):
    """Mixed and target-only rank of every source row by a double loop over documents."""
    unit = data.vectors / np.linalg.norm(data.vectors, axis=1, keepdims=True)
    keys, names = data.columns["key"], data.columns["lang"]
    ranks = []
    for row in np.flatnonzero(names == source):
        scores = {}
        for other in range(data.n):
            document = (names[other], keys[other])
            scores[document] = max(scores.get(document, -2), float(unit[row] @ unit[other]))
        gold = scores.get((target, keys[row]))
        if gold is None:
            continue
        above = [d for d, s in scores.items() if s > gold and d[1] != keys[row]]
        ranks.append((1 + len(above), 1 + sum(d[0] == target for d in above)))
    return np.array(ranks)


@pytest.fixture
def chunked():
    """Three languages, documents of 1 to 4 chunks, some keys missing in a language."""
    rng = np.random.default_rng(11)
    rows = [(f"k{key}", name) for key in range(25) for name in ("de", "en", "ja")
            if rng.random() < 0.85 for _ in range(rng.integers(1, 5))]  # fmt: skip
    topics = {key: rng.normal(size=6) for key, _ in rows}
    vectors = [topics[key] + 0.8 * rng.normal(size=6) for key, _ in rows]
    keys, names = zip(*rows, strict=True)
    return EmbeddingSet.from_arrays(vectors, columns={"key": list(keys), "lang": list(names)})


def test_chunks_and_three_languages_against_a_double_loop(chunked):
    bias = measure(chunked)
    assert len(bias.directions) == 6
    for (source, target), found in bias.directions.items():
        ranks = plain_ranks(chunked, source, target)
        assert found.n == len(ranks)
        for k in (1, 5, 10):
            assert float(found.mixed.recall[k]) == pytest.approx((ranks[:, 0] <= k).mean())
            assert float(found.target_only.recall[k]) == pytest.approx((ranks[:, 1] <= k).mean())
        assert float(found.mixed.mrr) == pytest.approx((1 / ranks[:, 0]).mean())
        assert found.drop.n == found.n_keys < found.n
    assert "embeddings.notices.chunks" in codes(bias)


def test_every_chunk_of_the_own_document_is_left_out():
    """The query's sister chunk is its twin; only the own document is that near."""
    pages = EmbeddingSet.from_arrays(
        [[1, 0, 0], [1, 0.01, 0], [0, 1, 0], [1, 0.5, 0], [0, 1, 0.1]],
        columns={"key": ["a", "a", "b", "a", "b"], "lang": ["ja", "ja", "ja", "en", "en"]},
    )
    found = measure(pages).directions["ja", "en"]
    assert found.n == 3
    assert float(found.mixed.recall[1]) == 1.0


def test_map_counts_all_translations():
    """One gold first, the other after one wrong page: (1 + 2/3) / 2."""
    pages = EmbeddingSet.from_arrays(
        [[1, 0], [1, 0.1], [1, 0.3], [1, 0.2], [0, 1]],
        columns={"key": ["a", "a", "a", "b", "b"], "lang": ["ja", "en", "de", "de", "en"]},
    )
    found = measure(pages, source="ja").directions
    assert float(found["ja", "en"].mixed.map) == pytest.approx((1 + 2 / 3) / 2)
    assert float(found["ja", "de"].mixed.mrr) == pytest.approx(1 / 2), "the other gold is no rival"


def texts(ja, en):
    rng = np.random.default_rng(0)
    vectors = rng.normal(size=(len(ja) + len(en), 4))
    return EmbeddingSet.from_arrays(
        vectors,
        columns={
            "key": [f"k{i}" for i in range(len(ja))] + [f"k{i}" for i in range(len(en))],
            "lang": ["ja"] * len(ja) + ["en"] * len(en),
            "text": [*ja, *en],
        },
    )


def test_untranslated_copies_are_not_asked_for():
    bias = measure(texts(["あ", "same text here", "う", "え"], ["a", "same text here", "c", "d"]))
    assert {found.n for found in bias.directions.values()} == {3}
    assert "language.notices.copies_not_asked" in codes(bias)


def test_empty_texts_neither_ask_nor_answer():
    bias = measure(texts(["あ", "", "う", "え"], ["a", "b", " ", "d"]))
    assert {found.n for found in bias.directions.values()} == {2}
    assert "language.notices.empty_queries" in codes(bias)


def test_twins_are_no_rivals():
    """Trap: the same English sentence twice; either is right."""
    pages = texts(["あ", "い", "う"], ["twice", "twice", "once"])
    vectors = np.eye(6)[[0, 1, 2, 0, 0, 2]] + 0.01 * np.random.default_rng(1).normal(size=(6, 6))
    pages = EmbeddingSet.from_arrays(vectors, columns=pages.columns)
    bias = measure(pages, source="ja", target="en")
    assert float(bias.directions["ja", "en"].target_only.recall[1]) >= 2 / 3
    lone = EmbeddingSet.from_arrays(
        vectors, columns={name: pages.columns[name] for name in ("key", "lang")}
    )
    found = [float(measure(data, source="ja").directions["ja", "en"].target_only.mrr)
             for data in (pages, lone)]  # fmt: skip
    assert found[0] > found[1]
    assert "language.notices.twins" in codes(bias)


@pytest.fixture
def titles(made_set):
    pages = made_set(n=60, bias=1.0)
    rng = np.random.default_rng(2)
    rows = np.sort(rng.permutation(pages.n)[:80])
    noise = 0.15 * rng.normal(size=(80, pages.dimension))
    asked = EmbeddingSet.from_arrays(
        pages.vectors[rows] + noise.astype(np.float32),
        columns={name: pages.columns[name][rows] for name in ("key", "lang")},
    )
    return pages, asked


def test_independent_queries_leave_nothing_out_and_have_known_items(titles):
    pages, asked = titles
    bias = measure(pages, queries=asked)
    assert bias.query_role == "independent queries"
    for found in bias.directions.values():
        assert found.mixed.n_candidates == pages.n
        assert found.guards.known_item[1].value > 0.9
    effect = measure_repair_effect(
        pages, key="key", language="lang", queries=asked,
        repairs=shipped(pages, asked), before=bias,
    )  # fmt: skip
    for rows in effect.directions.values():
        for row in rows.values():
            assert row.known_item_before.value > 0.9
            assert row.known_item_after is not None
            assert row.held_out is not None
    assert float(effect.directions["ja", "en"]["query"].gain) > 0.1


def shipped(pages, asked):
    from monosashi.language import LanguageCentering

    return {
        "query": LanguageCentering.fit(pages, language="lang", queries=asked),
        "documents": LanguageCentering.fit(pages, language="lang"),
    }


def test_wrong_queries_are_refused_with_all_faults(titles):
    pages, asked = titles
    odd = EmbeddingSet.from_arrays(
        asked.vectors, columns={**asked.columns, "lang": ["fr", *asked.columns["lang"][1:]]},
        model=ModelCard(name="m-v2"),
    )  # fmt: skip
    known = EmbeddingSet.from_arrays(
        pages.vectors, ids=pages.ids, columns=pages.columns, model=ModelCard(name="m-v1")
    )
    with pytest.raises(DataError) as caught:
        measure(known, queries=odd)
    said = str(caught.value)
    assert all(word in said for word in ("m-v1", "m-v2", '"fr"', "rows 0"))


def test_queries_without_an_answer_are_counted(titles):
    pages, asked = titles
    columns = {**asked.columns, "key": ["unheard of", *asked.columns["key"][1:]]}
    bias = measure(pages, queries=EmbeddingSet.from_arrays(asked.vectors, columns=columns))
    assert sum(found.n for found in bias.directions.values()) == 79
    assert "language.notices.unanswered" in codes(bias)
    columns = {**asked.columns, "key": [f"x{i}" for i in range(80)]}
    with pytest.raises(DataError, match="no query shares a key"):
        measure(pages, queries=EmbeddingSet.from_arrays(asked.vectors, columns=columns))


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"ks": (0, 5)}, "ks must be"),
        ({"confidence": 1.0}, "confidence must lie"),
        ({"source": "fr"}, "no language 'fr'"),
        ({"source": "ja", "target": "ja"}, "Name two languages"),
    ],
)
def test_wrong_options_are_named(made_set, options, said):
    with pytest.raises(DataError, match=said):
        measure(made_set(n=20), **options)


def test_misses_show_what_came_first(made_set):
    pages = made_set(n=60, bias=1.5)
    wordy = EmbeddingSet.from_arrays(
        pages.vectors, ids=pages.ids,
        columns={**pages.columns, "text": [f"{name} " + "語" * 300 for name in pages.ids]},
    )  # fmt: skip
    found = measure(wordy).directions["ja", "en"]
    assert 0 < len(found.examples) <= 20
    shifts = [miss.rank_mixed - miss.rank_target_only for miss in found.examples]
    assert shifts == sorted(shifts, reverse=True)
    for miss in found.examples:
        assert miss.rank_mixed > 1
        assert miss.query_id.removeprefix("ja:") == miss.gold_id.removeprefix("en:")
        assert miss.first_id.split(":")[1] != miss.query_id.split(":")[1]
        assert len(miss.query_text) == len(miss.gold_text) == len(miss.first_text) == 200
    assert {miss.first_language for miss in found.examples} == {"ja"}


def test_a_column_that_is_no_language_column_is_refused_at_once():
    n = 120
    columns = {"key": ["a", "b"] * (n // 2), "language": [f"a long text {i}" for i in range(n)]}
    pages = EmbeddingSet.from_arrays(np.random.default_rng(0).normal(size=(n, 3)), columns=columns)
    with pytest.raises(DataError, match="120 different values"):
        measure_language_bias(pages, key="key", language="language")
