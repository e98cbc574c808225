"""Misses, hubs of the pool, guards, copies, equal pools: what stands beside the drop."""

from dataclasses import replace

import numpy as np
import pytest

from monosashi.embeddings import DataError, EmbeddingSet
from monosashi.embeddings.translations import same_or_nearly, shared_characters
from monosashi.language import (
    measure_equal_pools,
    measure_language_bias,
    measure_repair_effect,
)
from monosashi.language.door import open_corpus
from monosashi.language.judging import Question, judge
from monosashi.language.ranks_as_judged import as_judged
from monosashi.language.scored import CosineScores, Space

COLUMNS = {"key": "key", "language": "lang"}


def with_texts(pages, texts):
    return replace(pages, columns={**pages.columns, "text": np.array(texts, dtype=object)})


def test_the_languages_of_what_came_first_add_up_to_all_misses(made_set):
    pages = made_set(80, 1.5, languages=("de", "en", "ja"))
    for direction in measure_language_bias(pages, **COLUMNS).directions.values():
        count = {one.kind: one.count for one in direction.miss_kinds}
        missed = round(direction.n * (1 - direction.mixed.recall[1].value))
        first = ("own_language", "target_language", "third_language")
        assert missed > 0
        assert sum(count.get(kind, 0) for kind in first) == missed


def test_the_best_wrong_page_is_the_one_that_came_first(made_set):
    pages = made_set(40, 1.5)
    unit = pages.unit().vectors.astype(np.float64)
    row = {name: i for i, name in enumerate(pages.ids)}
    examples = measure_language_bias(pages, **COLUMNS).directions["ja", "en"].examples
    assert len(examples) == 20
    for miss in examples:
        cosines = unit @ unit[row[miss.query_id]]
        cosines[[row[miss.query_id], row[miss.gold_id]]] = -2.0
        assert pages.ids[int(cosines.argmax())] == miss.first_id


def distinct_texts(n):
    """Texts that share next to nothing with each other."""
    return [rng.bytes(30).hex() for rng in map(np.random.default_rng, range(n))]


def test_kinds_of_texts_are_told_apart(made_set):
    pages = made_set(60, 3.0, noise=0.2)
    texts = distinct_texts(120)
    examples = measure_language_bias(pages, **COLUMNS).directions["ja", "en"].examples
    row = {name: i for i, name in enumerate(pages.ids)}
    twin, short, half = examples[:3]
    texts[row[twin.first_id]] = texts[row[twin.query_id]] + "."
    texts[row[short.gold_id]] = "tiny"
    texts[row[half.gold_id]] = texts[row[half.query_id]][:40] + "and then something else here"
    found = measure_language_bias(with_texts(pages, texts), **COLUMNS)
    direction = found.directions["ja", "en"]
    kinds = {miss.query_id: set(miss.kinds) for miss in direction.examples}
    assert "near_duplicate" in kinds[twin.query_id]
    assert "short_text" in kinds[short.query_id]
    assert "untranslated" in kinds[half.query_id]
    counts = {one.kind: one.count for one in direction.miss_kinds}
    assert (counts["short_text"], counts["untranslated"]) == (1, 1)


def test_a_page_that_wins_everything_is_a_hub(made_set):
    pages = made_set(60, 0.0, noise=2.0, dimension=200)
    common = np.ones(pages.dimension) / pages.dimension**0.5
    vectors = pages.vectors + common
    vectors[0] = common
    found = measure_language_bias(replace(pages, vectors=vectors), **COLUMNS)
    wins = {one.kind: one.count for one in found.directions["ja", "en"].miss_kinds}
    assert wins["hub_page"] > 5
    assert found.hubs.max_occurrence > 60


def test_hubs_of_the_pool_are_those_of_the_mixed_lists(made_set):
    pages = made_set(50, 1.0)
    bias = measure_language_bias(pages, **COLUMNS)
    counts = np.bincount(bias.ranks.top.ravel(), minlength=100)
    deviation = counts - counts.mean()
    skewness = (deviation**3).mean() / (deviation**2).mean() ** 1.5
    assert bias.hubs.skewness.value == pytest.approx(skewness)
    assert bias.hubs.antihub_share.value == (counts == 0).mean()


def test_ranks_as_judged_equal_a_pass_over_the_scores(made_set):
    pages = made_set(50, 1.0, languages=("de", "en", "ja"))
    corpus = open_corpus(pages, **COLUMNS)
    question = Question.of_corpus(corpus)
    scores = CosineScores().scores(Space.of(corpus, question, pages))
    expected, found = judge(scores, question), as_judged(corpus, corpus.rank(pages))
    for name, values in vars(expected).items():
        assert np.allclose(getattr(found, name), values, equal_nan=True), name


def test_putting_other_languages_first_is_called_gaming_and_never_best(made_set):
    pages = made_set(80, 1.0)
    sign = np.where(pages.columns["lang"] == "ja", 1.0, -1.0)[:, None] * 50
    asked = replace(
        pages,
        vectors=np.hstack([pages.vectors, sign]),
        query_vectors=np.hstack([pages.vectors, -sign]),
        model=replace(pages.model, dimension=None),
    )
    raw = replace(pages, query_vectors=pages.vectors)
    effect = measure_repair_effect(raw, **COLUMNS, repairs={"other first": asked})
    row = effect.directions["ja", "en"]["other first"]
    assert row.after.value == row.target_only.value > row.before.value
    assert effect.signs["other first"] == ("own_language_pushed_out",)
    assert effect.best("ja", "en") is None


def test_precision_over_all_languages_is_the_mean_over_queries(made_set):
    pages = made_set(40, 1.0, languages=("de", "en", "ja"))
    unit = pages.unit().vectors.astype(np.float64)
    scores = unit @ unit.T
    found = []
    for query in range(120):
        order = [d for d in np.argsort(-scores[query]) if d != query]
        golds = [place for place, d in enumerate(order, 1) if d % 40 == query % 40]
        found.append(np.mean([i / place for i, place in enumerate(golds, 1)]))
    effect = measure_repair_effect(pages, **COLUMNS, repairs={"same": pages})
    assert effect.map_before.value == pytest.approx(np.mean(found))
    assert effect.map_gain["same"].value == 0.0


PLAIN = "索引を組み直す手順を、ここで一つずつ説明します"


@pytest.mark.parametrize(
    ("a", "b", "copied"),
    [
        (f"{PLAIN}。", f"{PLAIN}！", True),
        (PLAIN, "パッケージの一覧を新しくする方法について述べます。", False),
        ("apt-get install foo bar baz", "apt-get install foo bar baz", True),
        ("", "", False),
    ],
)
def test_copies_are_found_without_spaces_between_words(a, b, copied):
    assert same_or_nearly(a, b) is copied
    assert shared_characters(a, b) == shared_characters(b, a)


def test_copies_are_left_out_unless_they_are_kept(made_set):
    pages = made_set(60, 1.0)
    texts = [f"page {place} {place * 7919}" for place in range(120)]
    texts[0], texts[60] = ("索引を組み直す手順を、ここで一つずつ説明します" + end for end in "。！")
    named = with_texts(pages, texts)
    left_out = measure_language_bias(named, **COLUMNS)
    kept = measure_language_bias(named, **COLUMNS, keep_copies=True)
    assert left_out.directions["ja", "en"].n == kept.directions["ja", "en"].n - 1 == 59
    assert any(note.code.endswith("copies_not_asked") for note in left_out.provenance.notices)


def test_equal_pools_bring_the_drop_down_where_one_language_crowds(made_set):
    pages = made_set(300, 0.8)
    few = pages.take(np.concatenate([np.arange(300), 300 + np.arange(60)]))
    found = measure_equal_pools(few, **COLUMNS, repeats=5, rng=0)
    assert (found.size, found.documents) == (60, {"en": 60, "ja": 300})
    row = next(row for row in found.rows if row.source == "ja")
    assert row.drop < row.whole
    assert row.low <= row.drop <= row.high
    assert row.language_low <= row.language_drop <= row.language_high
    assert 0 < row.language_drop < row.drop
    whole = measure_language_bias(few, **COLUMNS).directions["ja", "en"]
    assert row.language_whole == pytest.approx(float(whole.language_drop))
    by_values = measure_equal_pools(few, key=few.columns["key"], language=few.columns["lang"],
                                    repeats=5, rng=0)  # fmt: skip
    assert by_values.rows == found.rows


def test_pools_that_are_equal_already_and_one_repeat_are_refused(made_set):
    with pytest.raises(DataError, match="60"):
        measure_equal_pools(made_set(60), **COLUMNS)
    with pytest.raises(DataError, match="repeats"):
        measure_equal_pools(made_set(60).take(np.arange(100)), **COLUMNS, repeats=1)


def test_what_was_said_of_translation_is_kept_and_checked(made_set):
    pages = made_set(30)
    column = ["human"] * 30 + ["machine"] * 30
    found = measure_language_bias(pages, **COLUMNS, translated=column)
    assert found.translated == {"human": 30, "machine": 30}
    assert any(n.code.endswith("translated_machine") for n in found.provenance.notices)
    with pytest.raises(DataError, match=r"(?s)deepl.*30"):
        measure_language_bias(pages, **COLUMNS, translated=["human"] * 30 + ["deepl"] * 30)
    assert isinstance(pages, EmbeddingSet)
