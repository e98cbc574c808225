import numpy as np
import pytest

from monosashi.embeddings import DataError, EmbeddingSet, ModelCard, unit_rows
from monosashi.embeddings.compression import bytes_of, int8_codes, int8_scale

RNG = np.random.default_rng(0)
X = RNG.normal(size=(50, 16)).astype(np.float32)


def make(vectors, **card):
    return EmbeddingSet.from_arrays(vectors, model=ModelCard(name="m", **card))


def test_a_cut_keeps_the_first_numbers_and_scales_only_what_had_length_1():
    assert np.array_equal(make(X).cut(4).vectors, X[:, :4])
    unit = unit_rows(X)
    lengths = np.linalg.norm(make(unit).cut(4).vectors.astype(float), axis=1)
    assert np.allclose(lengths, 1, atol=1e-6)
    assert np.allclose(make(unit).cut(4).vectors, unit_rows(X[:, :4]), atol=1e-6)


def test_lengths_rounded_to_halves_on_disk_still_count_as_1():
    halves = unit_rows(X).astype(np.float16)
    assert np.allclose(np.linalg.norm(make(halves).cut(4).vectors, axis=1), 1, atol=1e-6)
    assert not np.allclose(np.linalg.norm(make(1.01 * halves).cut(4).vectors, axis=1), 1, atol=1e-2)


def test_both_roles_are_cut_and_nothing_of_the_caller_changes():
    given = X.copy()
    held = EmbeddingSet.from_arrays(given, query_vectors=-given)
    short = held.cut(3)
    assert np.array_equal(short.query_vectors, -X[:, :3])
    assert short.vectors.flags.c_contiguous
    assert np.array_equal(given, X)
    short.vectors[:] = 7
    assert np.array_equal(given, X)


def test_cosine_after_a_cut_is_that_of_the_short_vectors():
    a, b = make([[0.6, 0.0, 0.8], [0.8, 0.0, 0.6]]).cut(2).vectors
    assert a @ b == pytest.approx(1.0)


@pytest.mark.parametrize("dimension", [0, -1, 17, 2.0, True, "4", None])
def test_dimensions_that_are_not_there_are_refused(dimension):
    with pytest.raises(DataError, match="1 to 16"):
        make(X).cut(dimension)


def test_a_cut_to_all_dimensions_is_the_same_set():
    assert make(X).cut(16).model.differences(make(X).model) == {}


@pytest.mark.parametrize("change", [lambda s: s.cut(8), lambda s: s.quantised("int8"),
                                    lambda s: s.quantised("binary"),
                                    lambda s: s.cut(8).quantised("int8")])  # fmt: skip
@pytest.mark.parametrize("card", [{}, {"revision": "1"}, {"normalised": True}])
def test_a_compressed_space_is_never_taken_for_the_space_of_the_model(change, card, tmp_path):
    full = make(unit_rows(X), canaries={"a": (1.0,)}, **card)
    small = change(full)
    assert "compression" in small.model.differences(full.model)
    assert "compression" in full.model.differences(small.model)
    assert "compression" not in small.model.differences(small.model)
    assert not small.model.canaries
    assert small.model.dimension == small.dimension
    from monosashi.stores import read

    small.save(tmp_path / "v.npz")
    assert read(tmp_path / "v.npz").model == small.model


def test_steps_taken_together_stand_in_the_card():
    assert make(X).cut(8).quantised("int8").model.compression == "cut 8, int8"
    assert make(X).cut(8).cut(4).model.compression == "cut 8, cut 4"
    with pytest.raises(DataError, match="already compressed"):
        make(X).quantised("int8").quantised("binary")
    with pytest.raises(DataError, match="already compressed"):
        make(X).cut(8).quantised("int8").quantised("int8")


def test_vectors_that_lose_everything_are_told_not_hidden():
    short = make([[0.0, 0, 1], [1, 0, 0]]).cut(2)
    assert short.zero_rows == [0]
    assert "rows 0" in short.notices[-1].say("en")


def test_int8_is_the_nearest_of_255_steps_of_one_width():
    held = make([[1.27, -0.004, 0.006], [-1.27, 0.636, 0.0]]).quantised("int8")
    assert np.allclose(held.vectors, [[1.27, 0, 0.01], [-1.27, 0.64, 0]], atol=1e-6)
    step = int8_scale(X)
    codes = int8_codes(X, step)
    assert codes.min() >= -127
    assert np.abs(codes).max() == 127
    assert np.abs(codes * step - X).max() <= step / 2 * (1 + 1e-6)


def test_int8_orders_items_as_the_whole_number_codes_do():
    codes = int8_codes(X, int8_scale(X)).astype(np.int64)
    held = make(X).quantised("int8").vectors.astype(float)
    by_codes = np.argsort(-(codes @ codes.T), axis=1, kind="stable")
    products = held @ held.T
    ordered = np.take_along_axis(products, by_codes, axis=1)
    assert (np.diff(ordered, axis=1) <= 1e-6).all()


def test_a_scale_of_an_index_cuts_queries_beyond_it():
    assert int8_codes(np.array([[3.0, -3.0, 0.5]]), 1 / 127).tolist() == [[127, -127, 64]]


def test_int8_of_tiny_and_huge_numbers_is_refused_or_right():
    assert np.isfinite(make(X.astype(float) * 1e300).quantised("int8").vectors).all()
    with pytest.raises(DataError, match="too small"):
        make(np.zeros((2, 3))).quantised("int8")


def test_binary_is_what_packed_bits_are_at_the_door():
    packed = np.packbits(X > 0, axis=1)
    door = EmbeddingSet.from_arrays(packed, model=ModelCard(dimension=16))
    small = make(X).quantised("binary")
    assert np.array_equal(door.vectors, small.vectors)
    hamming = np.unpackbits(packed[0] ^ packed[1]).sum()
    a, b = small.unit().vectors[:2].astype(float)
    assert a @ b == pytest.approx(1 - 2 * hamming / 16, abs=1e-6)


def test_zero_vectors_have_no_signs():
    with pytest.raises(DataError, match="rows 1"):
        make([[1.0, 2], [0, 0]]).quantised("binary")


def test_other_kinds_are_refused():
    with pytest.raises(DataError, match="int8, binary"):
        make(X).quantised("int4")


def test_bytes_of_a_vector():
    assert [bytes_of(384, kind, 4) for kind in (None, "int8", "binary")] == [1536, 384, 48]
    assert bytes_of(9, "binary", 4) == 2
