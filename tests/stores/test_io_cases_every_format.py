"""Faults that files bring, in every format that can carry them.

Each cell gives the right value or one refusal that names the row and the id. What a format cannot
carry stands in ``CANNOT``, with the reason.
"""

import numpy as np
import pytest
from stores.every_format import (
    FILES,
    FORMATS,
    arrow,
    arrow_table,
    dataset,
    open_set,
    parquet,
    tensors,
    through,
    write_dataset,
)

import monosashi as ms
from monosashi.embeddings import EmbeddingSet
from monosashi.embeddings.files import arrays as npy_files
from monosashi.embeddings.files import tensors as tensor_files
from monosashi.neighbors import nearest
from monosashi.stores import read

CANNOT = {
    "ids": {"npy": "one array without names"},
    "missing id": {"saved": "the door refuses it before a folder is written"},
    "rows of other lengths": dict.fromkeys(
        ["npy", "npz", "safetensors", "faiss"], "one shape for all rows"
    ),
    "column order": {"faiss": "its own memory", "frame": "columns of lists"},
    "byte-order mark": dict.fromkeys(
        ["npy", "npz", "parquet", "safetensors", "faiss", "arrow", "hf", "frame", "saved"],
        "no text file",
    ),
    "line separator in an id": {"npy": "no ids"},
    "zero rows": {"saved": "the door refuses it before a folder is written"},
}
FOREIGN = ("Traceback", "Arrow", "Error in", "Expecting", "codec", "RuntimeError", "pickle module")
X = np.array([[1, 0], [0, 1], [0.6, 0.8], [1, 1]], dtype=np.float32)
IDS = ["a", "b", "c", "d"]


def cells(fault):
    return [name for name in FORMATS if name not in CANNOT.get(fault, {})]


def refuse(call, *words, **options):
    with pytest.raises(ms.DataError) as caught:
        call(**options)
    for language in ("en", "ja"):
        said = caught.value.say(language)
        assert said
        assert not any(word in said for word in FOREIGN), said
    said = caught.value.say("en")
    for word in words:
        assert word in said, said
    return said


def test_every_reason_names_a_format_that_exists():
    assert {name for cell in CANNOT.values() for name in cell} <= set(FORMATS)


@pytest.mark.parametrize("name", FORMATS)
def test_the_plain_set_comes_through_every_format(name, tmp_path):
    data = through(name, tmp_path, IDS, X)
    assert data.vectors.dtype.kind == "f"
    assert np.array_equal(data.vectors, X if data.vectors.dtype == np.float32 else data.vectors)
    assert np.allclose(data.vectors, X, rtol=0, atol=1e-7)
    assert list(data.ids) == (IDS if name != "npy" else ["0", "1", "2", "3"])


@pytest.mark.parametrize("name", FORMATS)
def test_a_row_of_nan_is_named_by_row_and_id(name, tmp_path):  # B017
    broken = X.copy()
    broken[2, 0] = np.nan
    id_word = '"c"' if name != "npy" else '"2"'
    refuse(lambda: through(name, tmp_path, IDS, broken), "rows 2", id_word)


@pytest.mark.parametrize("name", cells("ids"))
def test_ids_that_stand_twice_are_named(name, tmp_path):  # B116
    refuse(lambda: through(name, tmp_path, ["a", "b", "a", "d"], X), '"a"', "rows 0, 2")


def test_numbers_of_an_index_that_stand_twice_or_below_0_are_named(tmp_path):
    refuse(lambda: through("faiss", tmp_path, [7, 8, 7, -1], X), '"7"', "rows 0, 2", "-1", "rows 3")


@pytest.mark.parametrize("name", [n for n in cells("ids") if n not in CANNOT["missing id"]])
def test_a_missing_id_is_named(name, tmp_path):  # B113
    refuse(lambda: through(name, tmp_path, ["a", None, "c", "d"], X), "rows 1")


@pytest.mark.parametrize("name", cells("ids"))
def test_long_numbers_as_ids_keep_every_digit(name, tmp_path):  # B113
    ids = [1234567890123456789, 2**62 + 1, 7, 8]
    assert list(through(name, tmp_path, ids, X).ids) == [str(i) for i in ids]


def test_long_numbers_in_a_tensor_keep_every_digit(tmp_path):
    ids = np.array([2**62 + 1, 7])
    raw = tensors([("ids", "I64", (2,), ids.tobytes()), ("x", "F32", (2, 2), X[:2].tobytes())])
    (tmp_path / "v.safetensors").write_bytes(raw)
    assert list(read(tmp_path / "v.safetensors").ids) == [str(2**62 + 1), "7"]


@pytest.mark.parametrize("name", cells("rows of other lengths"))
def test_rows_of_another_length_are_named(name, tmp_path):  # B001
    rows = [np.array([1.0, 0]), np.array([0.0, 1]), np.array([1.0, 2, 3]), np.array([1.0, 1])]
    refuse(lambda: through(name, tmp_path, IDS, rows), "rows 2", "3")


def list_kinds():
    pa = pytest.importorskip("pyarrow")
    return [pa.list_(pa.float32()), pa.list_(pa.float64()), pa.list_(pa.float32(), 2),
            pa.large_list(pa.float32()), pa.list_(pa.float16())]  # fmt: skip


@pytest.mark.parametrize("writer", [parquet, arrow, dataset])
def test_every_kind_of_list_column_is_a_matrix(writer, tmp_path):  # B001
    for place, kind in enumerate(list_kinds()):
        (tmp_path / str(place)).mkdir()
        data = read(writer(tmp_path / str(place), IDS, X, kind))
        assert np.allclose(data.vectors, X, atol=1e-3)


@pytest.mark.parametrize("how", ["tensor", "array of datasets", "list in a list"])
def test_arrays_with_a_type_of_their_own_are_read_as_what_they_store(how, tmp_path):
    pa = pytest.importorskip("pyarrow")
    nested = pa.array([[row] for row in X.tolist()], pa.list_(pa.list_(pa.float32())))
    column, metadata = nested, None
    if how == "tensor":
        column = pa.FixedShapeTensorArray.from_numpy_ndarray(X)
    elif how == "array of datasets":
        metadata = {"ARROW:extension:name": "datasets.features.features.Array2DExtensionType",
                    "ARROW:extension:metadata": '[[1, 2], "float32"]'}  # fmt: skip
    fields = [pa.field("id", pa.string()), pa.field("v", column.type, metadata=metadata)]
    table = pa.table([pa.array(IDS), column], schema=pa.schema(fields))
    assert np.array_equal(read(write_dataset(tmp_path / "d", table)).vectors, X)


@pytest.mark.parametrize("name", ["npy", "npz"])
def test_objects_are_never_unpickled(name, tmp_path):  # B007; the other formats hold no objects
    rows = np.empty(4, dtype=object)
    rows[:] = list(X)
    refuse(lambda: through(name, tmp_path, IDS, rows), "object", "float32")


def test_a_frame_of_numpy_objects_is_a_matrix():  # B007
    pd = pytest.importorskip("pandas")
    table = pd.DataFrame({"id": IDS, "v": list(X)})
    assert np.array_equal(EmbeddingSet.from_frame(table, vectors="v").vectors, X)


@pytest.mark.parametrize("name", FORMATS)
def test_halves_do_not_overflow_when_normalised(name, tmp_path):  # B008
    halves = np.array([[1000, 0], [1000, 1000]], dtype=np.float16)
    a, b = through(name, tmp_path, ["a", "b"], halves).unit().vectors.astype(float)
    assert a @ b == pytest.approx(0.7071067811865476, abs=1e-6)


@pytest.mark.parametrize("name", FORMATS)
def test_bytes_do_not_wrap(name, tmp_path):  # B011, B012
    for place, kind in enumerate((np.uint8, np.int8)):
        (tmp_path / str(place)).mkdir()
        data = through(name, tmp_path / str(place), ["a", "b"], np.array([[1, 0], [2, 0]], kind))
        assert nearest(data, k=1).distances[0, 0] ** 2 == 1.0
    signed = np.array([[100, 100], [127, -128]], dtype=np.int8)
    unit = through(name, tmp_path, ["a", "b"], signed).unit().vectors
    right = [[0.7071067811865476] * 2, [0.7043283976102702, -0.7098742905048393]]
    assert np.allclose(unit, right, atol=1e-6)


@pytest.mark.parametrize("name", cells("column order"))
def test_arrays_stored_column_by_column_keep_their_numbers(name, tmp_path):  # B004
    turned = np.arange(6, dtype=np.float32).reshape(2, 3).T
    data = through(name, tmp_path, ["a", "b", "c"], turned)
    assert data.vectors.tolist() == [[0, 3], [1, 4], [2, 5]]


@pytest.mark.parametrize("ending", ["npz", "parquet", "safetensors", "jsonl", "folder"])
def test_what_is_saved_column_by_column_loads_back_equal(ending, tmp_path):  # B004
    turned = np.arange(6, dtype=np.float32).reshape(2, 3).T
    path = tmp_path / ("set" if ending == "folder" else f"v.{ending}")
    held = EmbeddingSet(turned, np.array(["a", "b", "c"], dtype=object))
    held.save(path)
    assert read(path).vectors.tolist() == [[0, 3], [1, 4], [2, 5]]


@pytest.mark.parametrize("name", cells("byte-order mark"))
def test_a_byte_order_mark_is_dropped(name, tmp_path):  # B121
    import gzip

    path = FORMATS[name](tmp_path, IDS, X)
    raw = path.read_bytes()
    marked = b"\xef\xbb\xbf" + (gzip.decompress(raw) if name.endswith("gz") else raw)
    path.write_bytes(gzip.compress(marked) if name.endswith("gz") else marked)
    assert list(read(path).ids) == IDS


def test_a_byte_order_mark_before_ids_beside_is_dropped(tmp_path):
    path = FORMATS["faiss"](tmp_path, IDS, X)
    (tmp_path / "v.ids.txt").write_bytes(b"\xef\xbb\xbf" + "\r\n".join(IDS).encode())
    assert list(read(path).ids) == IDS


@pytest.mark.parametrize("name", cells("line separator in an id"))
def test_only_line_feeds_end_a_record(name, tmp_path):  # B123
    ids = ["a\u2028b", "c\u0085d", "e\x0cf", "g"]
    assert list(through(name, tmp_path, ids, X).ids) == ids


TWINS = ["がん", "か\u3099ん"]


@pytest.mark.parametrize("name", cells("ids"))
def test_ids_that_look_the_same_are_refused_in_one_file(name, tmp_path):  # B119
    refuse(lambda: through(name, tmp_path, [*TWINS, "c", "d"], X), "NFC", "rows 0-1")


@pytest.mark.parametrize("name", ["npz", "safetensors", "faiss"])
def test_ids_that_look_the_same_are_refused_between_files(name, tmp_path):  # B119
    path = FORMATS[name](tmp_path, [TWINS[0], "b", "c", "d"], X)
    text = tmp_path / "t.jsonl"
    text.write_text("".join(f'{{"id": "{i}"}}\n' for i in [TWINS[1], *IDS[1:]]), encoding="utf-8")
    refuse(lambda: read(text, vectors=path), "U+3099", "U+304C")


@pytest.mark.parametrize("name", FORMATS)
def test_measuring_does_not_touch_what_was_read(name, tmp_path, monkeypatch):  # B111
    monkeypatch.setattr(npy_files, "LARGE", 0)
    monkeypatch.setattr(tensor_files, "LARGE", 0)
    points = np.array([[1, 0], [0.8, 0.6], [0, 1], [-0.6, 0.8]])
    given = FORMATS[name](tmp_path, IDS, points)
    data = open_set(given)
    before = np.array(data.vectors)
    found = ms.measure_shape(data, ["A", "A", "B", "B"], permutations=9, rng=0)
    assert found.r_squared.value == pytest.approx(0.8181818181818182, abs=1e-6)
    assert np.array_equal(data.vectors, before)


@pytest.mark.parametrize("name", FILES)
def test_an_empty_file_is_refused_by_name(name, tmp_path):
    path = FORMATS[name](tmp_path, IDS, X)
    path.write_bytes(b"")
    refuse(lambda: read(path), path.name)


@pytest.mark.parametrize("name", FILES)
def test_a_file_cut_anywhere_is_refused_and_never_read_in_part(name, tmp_path):
    path = FORMATS[name](tmp_path, IDS, X)
    whole = path.read_bytes()
    for stop in {1, 4, 9, len(whole) // 3, len(whole) // 2, len(whole) - 7}:
        path.write_bytes(whole[:stop])
        refuse(lambda: read(path))


def test_a_data_set_with_a_file_cut_or_gone_is_refused(tmp_path):
    place = FORMATS["hf"](tmp_path, IDS, X)
    last = max(place.glob("data-*"))
    last.write_bytes(last.read_bytes()[:-40])
    refuse(lambda: read(place), last.name)
    last.unlink()
    refuse(lambda: read(place), last.name)


@pytest.mark.parametrize("name", FILES)
def test_under_another_name_a_file_is_itself_or_refused(name, tmp_path):
    path = FORMATS[name](tmp_path, IDS, X)
    raw = path.read_bytes()
    for other in [one for one in FILES if one != name]:
        wrong = tmp_path / f"wrong.{other}"
        wrong.write_bytes(raw)
        try:
            data = read(wrong)
        except ms.DataError as error:
            said = error.say("en")
            assert not any(word in said for word in FOREIGN), said
        else:
            assert np.allclose(data.vectors, X, atol=1e-7)


WRONG = [("parquet", "csv"), ("npz", "jsonl"), ("npy", "parquet"), ("arrow", "parquet"),
         ("safetensors", "tsv"), ("parquet", "arrow"), ("jsonl.gz", "jsonl"),
         ("npz", "safetensors"), ("npz", "faiss")]  # fmt: skip


@pytest.mark.parametrize(("name", "other"), WRONG)
def test_a_wrong_ending_is_told_with_what_the_file_is(name, other, tmp_path):
    raw = FORMATS[name](tmp_path, IDS, X).read_bytes()
    (tmp_path / f"w.{other}").write_bytes(raw)
    refuse(
        lambda: read(tmp_path / f"w.{other}"),
        "is a file of",
        "gzip" if name == "jsonl.gz" else name,
    )


@pytest.mark.parametrize("name", cells("zero rows"))
def test_no_rows_at_all_are_refused(name, tmp_path):
    refuse(lambda: through(name, tmp_path, [], np.zeros((0, 2), dtype=np.float32)))


def test_a_table_of_arrow_without_rows_says_so(tmp_path):
    path = write_dataset(tmp_path / "d", arrow_table([], []), parts=1)
    refuse(lambda: read(path), "no rows")
