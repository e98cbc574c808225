"""All faults together, by row and id; what is legal is counted."""

import datetime as dt
import unicodedata
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from monosashi.embeddings import DataError, EmbeddingSet, ModelCard
from monosashi.embeddings.errors import Faults, fault
from monosashi.embeddings.lengths import unit_rows

NAN, INF = float("nan"), float("inf")


def faults_of(call):
    with pytest.raises(DataError) as error:
        call()
    return error.value


def test_every_fault_is_listed_at_once():
    error = faults_of(
        lambda: EmbeddingSet.from_arrays(
            [[1, NAN], [0, 1], [2, 2]],
            ids=["a", "b", "a"],
            columns={"language": ["en", "ja"], "group": {"a": "x"}},
            query_vectors=[[1, 0]],
            model=ModelCard(name="m-v1", dimension=3),
            invalid="ignore",
        )
    )
    codes = {one.code.rsplit(".", 1)[1] for one in error.faults}
    assert codes == {
        "bad_choice",
        "card_dimension",
        "column_length",
        "duplicate_ids",
        "labels_missing",
        "non_finite",
        "query_shape",
    }
    assert all(one.say("ja") != one.say("en") for one in error.faults)


@pytest.mark.parametrize("bad", [NAN, INF, -INF, None])
@pytest.mark.parametrize("role", ["vectors", "query_vectors"])
def test_non_finite_rows_are_named_b017(bad, role):
    clean = [[1, 0], [0, 1], [2, 1], [1, 1]]
    spoilt = [[1, 0], [0, 1], [bad, 1], [1, 1]]
    roles = {"vectors": clean, "query_vectors": clean, role: spoilt}
    vectors = roles.pop("vectors")
    ids = ["a", "b", "c", "d"]
    error = faults_of(lambda: EmbeddingSet.from_arrays(vectors, ids=ids, **roles))
    assert error.faults[0].rows == (2,)
    assert '"c"' in str(error)
    kept = EmbeddingSet.from_arrays(
        vectors, ids=ids, columns={"x": [1, 2, 3, 4]}, invalid="drop", **roles
    )
    assert kept.ids.tolist() == ["a", "b", "d"]
    assert kept.columns["x"].tolist() == [1, 2, 4]
    assert "left out: 1, rows 2" in kept.notices[0].say("en")
    assert '"c"' in kept.notices[0].say("ja")


def test_nothing_left_after_dropping_is_refused():
    error = faults_of(lambda: EmbeddingSet.from_arrays([[NAN, 1], [1, INF]], invalid="drop"))
    assert "all 2 vectors" in error.say("en")


@given(st.sets(st.integers(0, 199)), st.integers(1, 5))
def test_exactly_the_bad_rows_are_found(bad, dimension):
    vectors = np.ones((200, dimension), dtype=np.float32)
    vectors[sorted(bad), dimension - 1] = NAN
    if not bad:
        assert EmbeddingSet.from_arrays(vectors).notices == ()
    elif len(bad) < 200:
        error = faults_of(lambda: EmbeddingSet.from_arrays(vectors))
        assert error.faults[0].rows == tuple(sorted(bad))
        assert EmbeddingSet.from_arrays(vectors, invalid="drop").n == 200 - len(bad)


def test_zero_vectors_are_legal_counted_and_have_no_direction_b015():
    data = EmbeddingSet.from_arrays(
        [[0, 0], [-1, 0], [0, 3]], ids=["z", "far", "near"], query_vectors=[[1, 0], [1, 1], [0, 0]]
    )
    assert data.zero_rows == [0]
    assert data.notices[0].rows == (0, 2)
    assert '"z", "near"' in data.notices[0].say("en")
    error = faults_of(data.unit)
    assert "rows" in error.say("en")
    kept = data.unit(invalid="drop")
    assert kept.ids.tolist() == ["far"]
    assert kept.notices[-1].rows == (0, 2)


@pytest.mark.parametrize("value", [0.0, -0.0])
def test_only_an_exact_zero_has_no_direction_b013(value):
    data = EmbeddingSet.from_arrays([[value, value], [1e-45, 0]], ids=["none", "tiny"])
    assert data.zero_rows == [0]
    np.testing.assert_array_equal(data.take([1]).unit().vectors, [[1, 0]])


@pytest.mark.parametrize(
    ("ids", "words"),
    [
        (["a", "b", "a"], 'ids "a" at rows 0, 2'),
        (["a", "", "  "], "no value in 2 row(s): rows 1-2"),
        (["a", None, NAN], "no value in 2 row(s): rows 1-2"),
        ([1.0, 2.0, 3.0], "values such as 1.0"),
        ([1, "1", "x"], '"1" stand both as number and as text (rows 0-1)'),
        (["が", "か\u3099", "b"], "differ in Unicode form"),
        ([b"a", "b", "c"], "values such as b'a'"),
        ([dt.date(2026, 1, 1), "b", "c"], "datetime.date"),
        (["a", "b"], "id has 2 values for 3 vectors"),
    ],
    ids=[
        "duplicate B116",
        "empty",
        "gap B113",
        "floats",
        "mixed B077",
        "Unicode B119",
        "bytes",
        "dates",
        "short",
    ],
)
def test_ids_that_cannot_name_rows_are_refused(ids, words):
    error = faults_of(lambda: EmbeddingSet.from_arrays(np.eye(3), ids=ids))
    assert words in error.say("en")


@pytest.mark.parametrize(
    "ids",
    [[7, 10**18 + 1, 2**53 + 1], ["007", "7", "1e3"], np.array([1, 2, 3]), ["記事1", "b", "c"]],
)
def test_ids_are_text_to_the_last_digit(ids):
    data = EmbeddingSet.from_arrays(np.eye(3), ids=ids)
    assert data.ids.tolist() == [str(name) for name in ids]


def test_labels_by_id_do_not_depend_on_any_order_b026():
    labels = {"d": "B", "a": "A", "c": "B", "b": "A"}
    vectors = np.array([[1, 0], [0.8, 0.6], [0, 1], [-0.6, 0.8]])
    for order in permutations(range(4)):
        ids = [list("abcd")[i] for i in order]
        data = EmbeddingSet.from_arrays(vectors[list(order)], ids=ids, columns={"group": labels})
        assert data.columns["group"].tolist() == [labels[name] for name in ids]
        assert data.column(labels, "group").tolist() == [labels[name] for name in ids]


def test_labels_by_id_must_cover_every_id_once():
    data = EmbeddingSet.from_arrays(np.eye(3), ids=["a", "b", "c"])
    error = faults_of(lambda: data.column({"a": "x", "z": "y"}, "group"))
    assert '"b", "c" (rows 1-2)' in error.say("en")
    assert '"z"' in error.say("ja")
    numbers = EmbeddingSet.from_arrays(np.eye(2), ids=[4, 5])
    assert numbers.column({4: "x", 5: "y"}, "group").tolist() == ["x", "y"]
    assert "both as number and as text" in str(
        faults_of(lambda: numbers.column({4: "x", "4": "y", 5: "z"}, "group"))
    )


@pytest.mark.parametrize("gap", [None, NAN, "", np.datetime64("NaT")])
def test_a_gap_is_not_a_label_b036(gap):
    data = EmbeddingSet.from_arrays(
        np.eye(4), ids=list("abcd"), columns={"g": ["A", gap, "B", "B"]}
    )
    error = faults_of(lambda: data.column("g", "group"))
    assert error.faults[0].rows == (1,)
    assert 'Rows 1 are ids "b".' in error.say("en")


def test_an_unknown_column_is_refused_with_the_known_ones():
    data = EmbeddingSet.from_arrays(np.eye(2), columns={"lang": ["ja", "en"]})
    assert "Columns: lang." in faults_of(lambda: data.column("language", "language")).say("en")


def test_a_column_must_have_one_dimension_and_n_values():
    error = faults_of(lambda: EmbeddingSet.from_arrays(np.eye(2), columns={"x": np.eye(2)}))
    assert "shape (2, 2)" in error.say("en")
    data = EmbeddingSet.from_arrays(np.eye(2))
    assert "3 values for 2" in faults_of(lambda: data.column(["a", "b", "c"], "group")).say("en")


@pytest.mark.parametrize(
    "values",
    [
        ["a", None],
        [1, 2],
        np.array(["a", "b"]),
        np.array([b"a", b"b"]),
        [["x"], ["y"]],
        np.array([1.5, NAN]),
        np.array(["2026-01-01", "NaT"], "datetime64[D]"),
        [True, False],
    ],
)
def test_columns_keep_their_values(values):
    column = EmbeddingSet.from_arrays(np.eye(2), columns={"x": values}).columns["x"]
    plain = np.asarray(values)
    expected = [v.decode() for v in plain] if plain.dtype.kind == "S" else list(values)
    assert column.shape == (2,)
    assert [str(value) for value in column] == [str(value) for value in expected]


def test_the_callers_arrays_are_never_changed_b111_b112():
    vectors = np.array([[1, 0], [0.8, 0.6], [0, 1], [-0.6, 0.8]])
    labels = np.array(["A", "A", "B", "B"])
    for array in (vectors, labels):
        array.setflags(write=False)
    before = vectors.tobytes(), labels.tobytes()
    for _ in range(2):
        data = EmbeddingSet.from_arrays(vectors, columns={"g": labels})
        data.unit().vectors[0] = 0
        data.take([0, 1]).vectors[0] = 0
        data.columns["g"][0] = "Z"
    assert (vectors.tobytes(), labels.tobytes()) == before


def test_take_keeps_everything_in_the_order_asked():
    data = EmbeddingSet.from_arrays(
        np.eye(3), ids=list("abc"), columns={"n": [1, 2, 3]}, query_vectors=2 * np.eye(3)
    )
    picked = data.take([2, 0])
    assert picked.ids.tolist() == ["c", "a"]
    assert picked.columns["n"].tolist() == [3, 1]
    np.testing.assert_array_equal(picked.query_vectors, 2 * picked.vectors)
    assert data.take(np.array([True, False, True])).ids.tolist() == ["a", "c"]


def test_a_card_of_another_dimension_is_refused_with_both_numbers():
    card = ModelCard(name="m-v1", dimension=512)
    error = faults_of(lambda: EmbeddingSet.from_arrays(np.eye(3), model=card))
    assert "3 dimensions" in error.say("en")
    assert "512" in error.say("ja")


def test_faults_collects_and_raises_once():
    def fail():
        raise DataError(fault("embeddings.errors.no_records", path="x"))

    faults = Faults()
    assert faults.attempt(fail) is None
    assert faults.attempt(lambda: 3) == 3
    assert len(faults_of(faults.raise_any).faults) == 1


def test_labels_of_two_sources_meet_whatever_their_unicode_form():
    """macOS spells file names in NFD: the same page must not be another one for that."""
    composed, decomposed = "ガイド", unicodedata.normalize("NFD", "ガイド")
    one = EmbeddingSet.from_arrays(np.eye(2), columns={"key": [composed, "a"]})
    other = EmbeddingSet.from_arrays(np.eye(2), columns={"key": [decomposed, "a"]})
    assert one.column("key", "key").tolist() == other.column("key", "key").tolist()
    assert other.columns["key"].tolist() == [decomposed, "a"]  # the data stay as they came


def dropped():
    """Row 1 is left out, row 3 has no language, row 4 no direction."""
    vectors = np.eye(6)
    vectors[1], vectors[4] = NAN, 0.0
    labels = ["ja", "en", "ja", None, "ja", "en"]
    return EmbeddingSet.from_arrays(vectors, ids=list("abcdef"), columns={"language": labels},
                                    invalid="drop")  # fmt: skip


def test_rows_are_those_of_the_file_also_after_some_were_left_out():
    held = dropped()
    assert [note.rows for note in held.notices] == [(1,), (4,)]
    assert faults_of(lambda: held.column("language", "language")).faults[0].rows == (3,)
    assert faults_of(held.unit).faults[0].rows == (4,)
    part = held.take([3, 2, 0])
    assert faults_of(lambda: part.column("language", "language")).faults[0].rows == (3,)
    assert faults_of(part.unit).faults[0].rows == (4,)
    assert "rows 4 " in faults_of(part.unit).say("en")
    kept = held.unit(invalid="drop")
    assert kept.notices[-1].rows == (4,)
    assert kept.read_rows.tolist() == [0, 2, 3, 5]


def test_rows_of_a_whole_set_are_its_own():
    held = EmbeddingSet.from_arrays(np.eye(3), columns={"language": ["ja", None, "en"]})
    assert held.read_rows is None
    assert faults_of(lambda: held.column("language", "language")).faults[0].rows == (1,)


def test_rows_without_ids_are_told_without_an_empty_list_of_them():
    told = faults_of(lambda: unit_rows(np.zeros((2, 3)))).say("en")
    assert "(ids -)" in told
    assert "(ids )" not in told
