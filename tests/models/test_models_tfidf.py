"""TF-IDF and SVD: learnt from the user's texts, and only from them."""

import dataclasses

import numpy as np
import pytest

from monosashi.embeddings import DataError
from monosashi.models import NeedsFit, tfidf
from monosashi.models.tfidf import TfidfSvd

TEXTS = [
    "the red car",
    "a red car stops",
    "rain in the morning",
    "今日は雨が降る",
    "雨の朝",
    "赤い車",
]


def fitted(texts=TEXTS, dimension=256):
    model = TfidfSvd(dimension)
    model.fit(texts)
    return model


def test_nothing_is_embedded_before_fit():
    model = TfidfSvd()
    assert isinstance(model, NeedsFit)
    assert not model.fitted
    for ask in (lambda: model.embed(["a"]), model.identity):
        with pytest.raises(DataError, match="fit"):
            ask()
    assert model.card().dimension is None
    model.fit(TEXTS)
    assert model.fitted


def test_all_directions_keep_the_cosines_of_the_weights():
    """With as many directions as texts nothing is lost: cosines are those of TF-IDF itself."""
    from sklearn.feature_extraction.text import TfidfVectorizer

    plain = TfidfVectorizer(analyzer="char", ngram_range=(1, 4), sublinear_tf=True)
    weights = plain.fit_transform(TEXTS).toarray()
    made = fitted().embed(TEXTS)
    assert made.shape == (6, 6)
    assert np.allclose(made @ made.T, weights @ weights.T, atol=1e-6)


def test_few_directions_are_the_best_of_that_number():
    from sklearn.feature_extraction.text import TfidfVectorizer

    plain = TfidfVectorizer(analyzer="char", ngram_range=(1, 4), sublinear_tf=True)
    weights = plain.fit_transform(TEXTS).toarray()
    left, values, _ = np.linalg.svd(weights, full_matrices=False)
    best = left[:, :2] * values[:2]
    reached = np.linalg.norm(best, axis=1) > 1e-9
    best[reached] /= np.linalg.norm(best[reached], axis=1, keepdims=True)
    made = fitted(dimension=2).embed(TEXTS)
    assert np.allclose(made @ made.T, best @ best.T, atol=1e-6)


def test_a_text_that_the_kept_directions_do_not_know_is_zero_and_not_noise():
    """The last text shares no character with the others: rounding must not give it a direction."""
    model, expected = fitted(dimension=2), [True, True, True, True, True, False]
    assert model.embed(TEXTS).any(axis=1).tolist() == expected
    noise = model._learnt.directions + 1e-17  # as another linear algebra library leaves it
    model._learnt = dataclasses.replace(model._learnt, directions=noise)
    assert model.embed(TEXTS).any(axis=1).tolist() == expected


def test_many_texts_give_nearly_the_exact_directions(monkeypatch):
    rng = np.random.default_rng(5)
    words = ["red", "car", "rain", "雨", "朝", "赤い", "stops", "morning"]
    texts = [" ".join(rng.choice(words, 5)) for _ in range(600)]
    exact = fitted(texts, 8)
    monkeypatch.setattr(tfidf, "EXACT", 512)
    many = fitted(texts, 8)
    assert many.card().dimension == 8
    a, b = exact.embed(texts[:50]), many.embed(texts[:50])
    assert np.abs(a @ a.T - b @ b.T).max() < 1e-3
    assert not np.array_equal(a, b)  # another way, not the same one


@pytest.mark.parametrize(("texts", "kept"), [(TEXTS[:3], 3), (["same"] * 5, 1), (["一"], 1),
                                             (["ab", "cd", "ab"], 2)])  # fmt: skip
def test_the_card_tells_the_directions_that_exist(texts, kept):
    model = fitted(texts)
    assert model.card().dimension == model.embed(["ab 一 same"]).shape[1] == kept
    assert f"{kept} of 256, {len(texts)} texts" in model.card().revision


def test_a_text_without_a_known_character_is_a_zero_vector():
    made = fitted(["abc", "abd"]).embed(["xyz", "abx"])
    assert not made[0].any()
    assert np.isclose(np.linalg.norm(made[1]), 1)


def test_the_fitted_texts_are_the_identity():
    assert fitted().identity() == fitted().identity()
    others = [fitted(TEXTS[::-1]), fitted(TEXTS[:5]), fitted(dimension=3), fitted(["ab", "c"])]
    assert len({model.identity()["revision"] for model in [*others, fitted(["a", "bc"])]}) == 5


def test_the_same_texts_give_the_same_bits():
    assert np.array_equal(fitted().embed(TEXTS), fitted().embed(TEXTS))
    assert np.array_equal(fitted().embed(TEXTS)[2:3], fitted().embed(TEXTS[2:3]))


def test_a_second_fit_starts_anew():
    model = fitted(["abc", "abd"])
    model.fit(TEXTS)
    assert model.identity() == fitted().identity()


def test_no_dimension_is_refused():
    with pytest.raises(DataError, match="at least 1, not 0"):
        TfidfSvd(0)
