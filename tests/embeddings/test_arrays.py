"""Whatever holds numbers becomes the same native float matrix; the caller's array is untouched."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from monosashi.embeddings import DataError, EmbeddingSet, ModelCard
from monosashi.embeddings.arrays import as_float_matrix
from monosashi.embeddings.lengths import unit_rows

TRUE = np.array([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]], dtype=np.float32)


class Tensor:
    """Something foreign that only offers ``__array__``."""

    def __array__(self, dtype=None, copy=None):
        return np.array(TRUE, dtype=dtype, copy=True if copy is None else copy)


def strided():
    base = np.zeros((4, 6), dtype=np.float32)
    base[::2, ::2] = TRUE
    return base[::2, ::2]


LAYOUTS = {
    "list": TRUE.tolist(),
    "tuple of arrays": tuple(TRUE),
    "float16": TRUE.astype(np.float16),
    "float64": TRUE.astype(np.float64),
    "long double": TRUE.astype(np.longdouble),
    "int8": TRUE.astype(np.int8),
    "uint8": TRUE.astype(np.uint8),
    "int64": TRUE.astype(np.int64),
    "big-endian float32": TRUE.astype(">f4"),
    "big-endian float16": TRUE.astype(">f2"),
    "big-endian int16": TRUE.astype(">i2"),
    "Fortran": np.asfortranarray(TRUE),
    "strided": strided(),
    "reversed": TRUE[::-1, ::-1].copy()[::-1, ::-1],
    "transposed (B004)": np.ascontiguousarray(TRUE.T).T,
    "object rows of arrays (B001)": np.array([*map(np.asarray, TRUE), None], dtype=object)[:-1],
    "object rows of lists": np.array([*TRUE.tolist(), None], dtype=object)[:-1],
    "object matrix": TRUE.astype(object),
    "one vector in a list a row": TRUE[:, None, :],
    "__array__": Tensor(),
}


@pytest.mark.parametrize("name", LAYOUTS)
def test_every_layout_becomes_a_native_contiguous_float_matrix(name):
    given_array = LAYOUTS[name]
    before = repr(given_array)
    matrix = as_float_matrix(given_array)
    assert matrix.dtype in (np.float32, np.float64)
    assert matrix.dtype.isnative
    assert matrix.flags.c_contiguous
    np.testing.assert_array_equal(matrix, TRUE)
    assert repr(given_array) == before or name == "__array__"


@given(
    hnp.arrays(
        st.sampled_from(["<f4", ">f4", "<f8", ">f8", "<f2", "i1", "u1", ">i2", "<i4", "<u4"]),
        hnp.array_shapes(min_dims=2, max_dims=2, min_side=1, max_side=6),
        elements={"min_value": 0, "max_value": 100},
    ),
    st.sampled_from(["C", "F", "flipped"]),
)
def test_values_survive_any_dtype_and_layout(array, layout):
    shaped = array[::-1] if layout == "flipped" else np.asarray(array, order=layout)
    np.testing.assert_array_equal(as_float_matrix(shaped), np.asarray(shaped, dtype=np.float64))


def test_native_floats_are_passed_through_and_a_memmap_stays_one(tmp_path):
    assert as_float_matrix(TRUE) is TRUE
    np.save(tmp_path / "v.npy", TRUE)
    held = np.load(tmp_path / "v.npy", mmap_mode="r")
    assert isinstance(EmbeddingSet.from_arrays(held).vectors, np.memmap)


def test_half_precision_is_widened_before_it_is_squared_b008():
    unit = EmbeddingSet.from_arrays(np.array([[1000, 0], [1000, 1000]], np.float16)).unit()
    assert unit.vectors[0] @ unit.vectors[1] == pytest.approx(0.7071067811865476, abs=1e-6)


@pytest.mark.parametrize("dtype", [np.int8, np.uint8, np.int16, np.uint16, np.int64, np.bool_])
def test_integers_never_wrap_b011(dtype):
    vectors = EmbeddingSet.from_arrays(np.array([[1, 0], [0, 1]], dtype=dtype)).vectors
    assert float(((vectors[0] - vectors[1]) ** 2).sum()) == 2.0


def test_int8_is_normalised_after_widening_b012():
    vectors = np.array([[100, 100], [127, -128]], dtype=np.int8)
    expected = [[0.7071067811865476] * 2, [0.7043283976102702, -0.7098742905048393]]
    unit = EmbeddingSet.from_arrays(vectors).unit().vectors
    np.testing.assert_allclose(unit, expected, atol=1e-6)


@pytest.mark.parametrize("scale", [1e-300, 1e-38, 1e-5, 1.0, 1e200])
def test_length_never_matters_for_a_direction(scale):
    rows = np.array([[3.0, 4.0], [-1.0, 0.0]]) * scale
    np.testing.assert_allclose(unit_rows(rows), [[0.6, 0.8], [-1.0, 0.0]], rtol=1e-15)


@given(hnp.arrays(np.float32, (3, 4), elements=st.floats(-(2.0**100), 2.0**100, width=32)))
def test_unit_rows_have_length_one_in_their_own_dtype(rows):
    rows[:, 0] = np.where(rows.any(axis=1), rows[:, 0], np.float32(1))
    unit = unit_rows(rows)
    assert unit.dtype == np.float32
    np.testing.assert_allclose(np.linalg.norm(unit.astype(np.float64), axis=1), 1, atol=1e-6)


def test_packed_bits_are_unpacked_when_the_card_declares_the_dimension():
    bits = np.random.default_rng(0).integers(0, 2, (5, 16)).astype(np.uint8)
    packed = np.packbits(bits, axis=1)
    card = ModelCard(name="m", dimension=16)
    signed = (packed.astype(np.int16) - 128).astype(np.int8)
    for array in (packed, signed):
        vectors = EmbeddingSet.from_arrays(array, model=card).vectors
        np.testing.assert_array_equal(vectors, bits * 2.0 - 1.0)
    hamming = int((bits[0] != bits[1]).sum())
    unit = EmbeddingSet.from_arrays(packed, model=card).unit().vectors
    assert unit[0] @ unit[1] == pytest.approx(1 - 2 * hamming / 16, abs=1e-6)


class Bfloat16Tensor:
    """A torch tensor that numpy cannot read before ``float()``."""

    __module__ = "torch"

    def __init__(self, *, widened=False):
        self.widened = widened

    def detach(self):
        return self

    def cpu(self):
        return self

    def float(self):
        return Bfloat16Tensor(widened=True)

    def numpy(self):
        if not self.widened:
            raise TypeError("Got unsupported ScalarType BFloat16")
        return TRUE


def test_a_torch_tensor_of_bfloat16_comes_in():
    np.testing.assert_array_equal(as_float_matrix(Bfloat16Tensor()), TRUE)


def test_masked_entries_and_missing_rows_are_not_numbers():
    masked = np.ma.masked_array(TRUE, mask=[[0, 1, 0], [0, 0, 0]])
    for array in (masked, [None, [1.0, 2.0]], [[1.0, None], [1.0, 2.0]]):
        with pytest.raises(DataError, match=r"NaN, infinity or nothing.* rows 0 "):
            EmbeddingSet.from_arrays(array)


@pytest.mark.parametrize(
    ("array", "words"),
    [
        ([1.0, 2.0, 3.0], "shape (3,)"),
        (np.zeros((2, 3, 4)), "shape (2, 3, 4)"),
        (3.0, "shape ()"),
        (np.array([["a", "b"]]), "not numbers"),
        (np.array([[1j, 2]]), "complex128, not numbers"),
        ([[1, 2], ["a", "b"], [3, 4], "text"], "rows 1, 3"),
        ([{"x": 1}, [1, 2]], "no list of numbers in 1 row(s): rows 0"),
        ([[1, 2], [1, 2], [1, 2, 3], [1]], "1, 3 in 2 row(s): rows 2-3"),
        ([[1, 2], []], "in 1 row(s)"),
        ([None, None], "no row is a list of numbers"),
        (np.zeros((0, 3)), "nothing to measure"),
        (np.zeros((3, 0)), "nothing to measure"),
    ],
)
def test_what_is_no_matrix_is_refused_with_all_rows(array, words):
    with pytest.raises(DataError) as error:
        EmbeddingSet.from_arrays(array)
    assert words in error.value.say("en")
