"""Hashed character n-grams: one text, one vector, everywhere."""

import numpy as np
import pytest

from monosashi.embeddings import DataError
from monosashi.models.hashing import PIECE, HashingNgrams

FROZEN = [
    -0.2425,
    0.343,
    0.0,
    0.343,
    0.2425,
    0.343,
    0.0,
    0.343,
    0.2425,
    0.2425,
    0.2425,
    -0.2425,
    0.2425,
    0.2425,
    0.0,
    0.2425,
]


def test_buckets_signs_and_roots_of_a_small_text():
    """By hand: "aab" holds a twice and b, aa, ab, aab once; murmur3 places them."""
    from sklearn.utils import murmurhash3_32

    grams = {"a": 2, "b": 1, "aa": 1, "ab": 1, "aab": 1}
    expected = np.zeros(512)
    for gram, count in grams.items():
        number = murmurhash3_32(gram, seed=0)
        expected[abs(number) % 512] += np.sign(number) * count
    expected = np.sign(expected) * np.sqrt(np.abs(expected))
    made = HashingNgrams().embed(["aab"])[0]
    assert np.allclose(made, expected / np.linalg.norm(expected), atol=1e-7)


def test_the_vector_is_that_of_other_machines():
    """Frozen numbers: a change of the recipe must change the revision too."""
    row = HashingNgrams(16).embed(["ものさし ruler"])[0]
    assert [round(float(x), 4) for x in row] == FROZEN
    assert HashingNgrams().card().revision.endswith("; 1")


@pytest.mark.parametrize(
    ("one", "other"),
    [("ＡＢＣ１２", "abc12"), ("ｶﾞｷﾞ", "ガギ"), ("Straße", "STRASSE"), ("a\t\n b", " a  b ")],
)
def test_width_case_and_spaces_do_not_count(one, other):
    a, b = HashingNgrams().embed([one, other])
    assert np.array_equal(a, b)


def test_a_text_does_not_depend_on_its_neighbours_or_pieces():
    texts = [f"text {i} 文{i}" for i in range(PIECE + 3)]
    whole = HashingNgrams(64).embed(texts)
    assert np.array_equal(whole[-1:], HashingNgrams(64).embed(texts[-1:]))
    assert np.array_equal(whole[0], HashingNgrams(64).embed(texts[:1])[0])
    assert whole.dtype == np.float32
    assert np.allclose(np.linalg.norm(whole, axis=1), 1, atol=1e-6)


def test_shared_characters_are_near_and_others_are_not():
    made = HashingNgrams().embed(["今日は雨が降る", "今日は雨だ", "the red car"])
    assert made[0] @ made[1] > 0.4
    assert abs(made[0] @ made[2]) < 0.2


def test_the_identity_tells_dimensions_apart():
    assert HashingNgrams(64).identity() != HashingNgrams(128).identity()
    assert HashingNgrams(64).card("query") == HashingNgrams(64).card("passage")


def test_too_few_buckets_are_refused():
    with pytest.raises(DataError, match="at least 16, not 8"):
        HashingNgrams(8)


def test_half_a_character_is_named_by_its_row():
    with pytest.raises(DataError, match="rows 1"):
        HashingNgrams().embed(["fine", "cut \ud83d"])
