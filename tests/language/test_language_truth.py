"""Synthetic corpora whose language component is known."""

import numpy as np
import pytest

from monosashi.embeddings import DataError, EmbeddingSet
from monosashi.language import (
    DOCUMENT_CENTROID,
    LanguageCentering,
    measure_language_bias,
    measure_repair_effect,
)

BOTH = [("ja", "en"), ("en", "ja")]


def measure(data, **options):
    return measure_language_bias(data, key="key", language="lang", **options)


@pytest.mark.parametrize("direction", BOTH)
def test_drop_grows_with_the_bias(made_set, direction):
    drops = [float(measure(made_set(bias=b)).directions[direction].drop)
             for b in (0.0, 0.3, 0.6, 1.0)]  # fmt: skip
    assert drops == sorted(drops)
    assert drops[-1] > drops[0] + 0.3


@pytest.mark.parametrize("direction", BOTH)
def test_without_bias_centring_gains_nothing(made_set, direction):
    effect = measure_repair_effect(made_set(bias=0.0, noise=0.9), key="key", language="lang")
    gain = effect.directions[direction][DOCUMENT_CENTROID].gain
    assert gain.low <= 0 <= gain.high


@pytest.mark.parametrize("direction", BOTH)
def test_centring_brings_back_what_bias_took(made_set, direction):
    """As if there had been no bias: the same topics and noise with bias 0."""
    clean = measure(made_set(bias=0.0)).directions[direction].mixed.recall[1]
    effect = measure_repair_effect(made_set(bias=2.0), key="key", language="lang")
    row = effect.directions[direction][DOCUMENT_CENTROID]
    assert row.gain.low > 0.3
    assert float(row.after) == pytest.approx(float(clean), abs=0.05)
    assert float(row.held_out) == pytest.approx(float(clean), abs=0.07)
    assert row.same_language_share_before.low > row.same_language_share_after.high


def test_the_mean_of_another_language_lowers_recall(made_set):
    pages = made_set(bias=1.0)
    swapped = np.where(pages.columns["lang"] == "ja", "en", "ja").astype(object)
    fitted = LanguageCentering.fit(pages, language="lang")
    wrong = fitted.apply(pages, language=swapped)
    right = fitted.apply(pages)
    for direction in BOTH:
        recalls = [float(measure(data).directions[direction].mixed.recall[1])
                   for data in (wrong, pages, right)]  # fmt: skip
        assert recalls[0] <= recalls[1] < recalls[2]


def topic_and_tongue():
    """Case B080: a topic axis each, a language axis twice as long."""
    topic, tongue = np.eye(3), 2.0 * np.eye(2)
    vectors = [[*topic[i], *tongue[j]] for j in (0, 1) for i in range(3)]
    return EmbeddingSet.from_arrays(
        vectors, columns={"key": list("abcabc"), "lang": ["ja"] * 3 + ["en"] * 3}
    )


@pytest.mark.parametrize("direction", BOTH)
def test_topic_axis_and_language_axis(direction):
    pages = topic_and_tongue()
    found = measure(pages).directions[direction]
    assert float(found.target_only.recall[1]) == 1.0
    assert float(found.mixed.recall[1]) == 0.0
    assert float(found.drop) == 1.0
    centred = LanguageCentering.fit(pages, language="lang", force=True).apply(pages)
    after = measure(centred).directions[direction]
    assert float(after.mixed.recall[1]) == 1.0
    for estimate in (found.target_only.recall[1], found.mixed.recall[1], found.drop, after.drop):
        assert estimate.high - estimate.low > 0.1, "three items prove little"


def test_one_slug_for_both_languages_does_not_remove_the_answer():
    """Case B068: identity is (language, key)."""
    pages = EmbeddingSet.from_arrays(
        [[1, 0], [0, 1], [1, 0.1], [0.1, 1]],
        columns={"key": ["s1", "s2"] * 2, "lang": ["ja", "ja", "en", "en"]},
    )
    for found in measure(pages).directions.values():
        assert float(found.mixed.recall[1]) == 1.0
        assert found.mixed.n_candidates == 3


def test_indistinguishable_vectors_earn_nothing():
    """Case B064: everything ties, so the translation is last, and the ties are shown."""
    pages = EmbeddingSet.from_arrays(
        np.ones((8, 3)), columns={"key": list("abcd") * 2, "lang": ["ja"] * 4 + ["en"] * 4}
    )
    found = measure(pages).directions["ja", "en"]
    assert float(found.mixed.recall[1]) == 0.0
    assert found.mixed.optimistic_recall[1] == 1.0
    assert found.mixed.ties == 4
    assert float(found.target_only.mrr) == pytest.approx(1 / 4)
    assert float(found.mixed.mrr) == pytest.approx(1 / 7)


def test_zero_vectors_are_refused_by_row():
    """Case B015."""
    vectors = np.random.default_rng(0).normal(size=(8, 3))
    vectors[[2, 5]] = 0
    pages = EmbeddingSet.from_arrays(
        vectors, ids=list("abcdefgh"),
        columns={"key": list("abcd") * 2, "lang": ["ja"] * 4 + ["en"] * 4},
    )  # fmt: skip
    for call in (measure, lambda data: LanguageCentering.fit(data, language="lang", force=True)):
        with pytest.raises(DataError, match=r'rows 2, 5 \(ids "c", "f"\)'):
            call(pages)


@pytest.mark.slow
def test_interval_of_the_drop_covers_the_population():
    """Items drawn from a population with a known drop; the pool itself is fixed."""
    rng = np.random.default_rng(0)
    covered, trials, share = 0, 400, 0.25
    from monosashi.language.outcomes import Outcomes
    from monosashi.statistics.bootstrap import Resampling

    for i in range(trials):
        n = 150
        alone = (rng.random(n) < 0.9).astype(float)
        mixed = alone * (rng.random(n) >= share / 0.9)
        columns = Outcomes(np.arange(n), n)
        columns.add("drop", np.arange(n), alone - mixed)
        found = columns.resample(Resampling.of(n, draws=1000, rng=i), 0.95).estimate("drop")
        covered += found.low <= share <= found.high
    assert 0.92 <= covered / trials <= 0.98


@pytest.mark.slow
def test_interval_of_the_drop_covers_in_a_vector_model():
    """One pool, queries drawn afresh each time; the truth is the drop of all its queries."""
    rng = np.random.default_rng(7)
    n, d = 3000, 16
    topics = rng.normal(size=(n, d)) / d**0.5
    tongues = 0.9 * np.eye(d)[:2]

    def speak(tongue):
        return topics + tongue + 0.6 * rng.normal(size=(n, d)) / d**0.5

    columns = {"key": [*range(n)] * 2, "lang": ["ja"] * n + ["en"] * n}
    pool = EmbeddingSet.from_arrays(np.concatenate([*map(speak, tongues)]), columns=columns)
    asked = EmbeddingSet.from_arrays(
        speak(tongues[0]), columns={"key": [*range(n)], "lang": ["ja"] * n}
    )

    def drop(queries, seed):
        return measure(pool, queries=queries, rng=seed).directions["ja", "en"].drop

    truth = float(drop(asked, 0))
    assert 0.05 < truth < 0.6
    drops = [drop(asked.take(rng.permutation(n)[:150]), seed) for seed in range(300)]
    covered = np.mean([found.low <= truth <= found.high for found in drops])
    assert 0.92 <= covered <= 0.98


@pytest.mark.slow
@pytest.mark.parametrize("bias", [0.6, 1.2])
def test_interval_of_the_drop_nearly_covers_when_the_pool_is_drawn_anew_too(made_set, bias):
    """The interval is for other items put to this pool; new pools of the same size are close."""
    sets = [made_set(n=120, bias=bias, noise=0.7, seed=seed) for seed in range(250)]
    drops = [measure(pages).directions["ja", "en"].drop for pages in sets]
    truth = np.mean([float(found) for found in drops])
    assert truth > 0.03
    covered = np.mean([found.low <= truth <= found.high for found in drops])
    assert 0.88 <= covered <= 0.98
