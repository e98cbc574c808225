"""What is saved as one file comes back bit by bit, or is refused before anything is written."""

import datetime as dt
import json

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from monosashi.embeddings import DataError, EmbeddingSet, ModelCard
from monosashi.embeddings.files import tensors, writing_npz, writing_tensors
from monosashi.embeddings.fingerprint import fingerprint
from monosashi.stores import read

FORMATS = ["npz", "parquet", "safetensors", "jsonl"]
X = np.random.default_rng(0).normal(size=(3, 4)).astype(np.float32)
IDS = ["a", "記\u2028", "c\x85"]
CARD = ModelCard(name="m-v1", revision="2", dimension=4, normalised=False, aliases=("m",),
                 canaries={"日": (0.1, 0.2, 0.3, 0.4)})  # fmt: skip
COLUMNS = {"lang": ["ja", "", "ends \r\n"], "year": np.array([1, 2, 3]),
           "score": [0.1, -0.0, 1e300], "good": np.array([True, False, True]),
           "page.no/x": ["x", "y", "\ud800"]}  # fmt: skip


def same(a, b):
    assert fingerprint(a) == fingerprint(b)
    assert a.ids.tolist() == b.ids.tolist()
    assert a.model == b.model
    assert a.model.canaries == b.model.canaries
    assert a.columns.keys() == b.columns.keys()
    for name, values in a.columns.items():
        assert list(map(repr, values.tolist())) == list(map(repr, b.columns[name].tolist()))


@pytest.mark.parametrize("queries", [None, -X[:, ::-1]])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("name", FORMATS)
def test_a_set_comes_back_bit_by_bit_with_all_it_has(name, dtype, queries, tmp_path):
    columns = {k: v for k, v in COLUMNS.items() if name != "parquet" or k != "page.no/x"}
    asked = None if queries is None else queries.astype(dtype)
    held = EmbeddingSet.from_arrays(X.astype(dtype) / 3, ids=IDS, columns=columns, model=CARD,
                                    query_vectors=asked)  # fmt: skip
    path = tmp_path / "deep" / f"v.{name}"
    held.save(path)
    same(held, read(path))
    assert sorted(p.name for p in path.parent.iterdir()) == [f"v.{name}", f"v.{name}.card.json"]
    held.take([2, 0]).save(path)
    same(held.take([2, 0]), read(path))


@pytest.mark.parametrize("name", FORMATS)
@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_any_finite_numbers_and_ids_come_back(name, tmp_path, data):
    dtype = data.draw(st.sampled_from([np.float32, np.float64]))
    finite = st.floats(width=dtype().itemsize * 8, allow_nan=False, allow_infinity=False)
    matrix = data.draw(arrays.arrays(dtype, (3, 2), elements=finite))
    text = st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1)
    ids = data.draw(st.lists(text, min_size=3, max_size=3))
    try:
        held = EmbeddingSet.from_arrays(matrix, ids=ids)
    except DataError:
        return
    held.save(tmp_path / f"v.{name}")
    same(held, read(tmp_path / f"v.{name}"))


ODD = {
    "gaps": ["a", None, "c"], "mixed": ["a", 1, "c"], "long": [2**70, 1, 2],
    "nested": [{"a": 1}, {}, {}], "words": [["a"], ["b"], []],
    "dates": np.array(["2020-01-01", "2021-01-01", "NaT"], "M8[s]"),
    "time": [dt.time(1), None, None], "nul": ["a\0", "b", "c"], "wave": np.array([1j, 2, 3]),
    "half": np.array([1, 2, 3], np.float16), "holes": np.array([1.0, np.nan, np.inf]),
    "one or true": [1, True, 0], "numbers": [1, 2.5, None], "half a sign": ["\ud800", "b", "c"],
}  # fmt: skip


def refusal(held, path):
    try:
        held.save(path)
    except DataError as error:
        return error
    return None


@pytest.mark.parametrize("column", ODD)
@pytest.mark.parametrize("name", FORMATS)
def test_a_column_comes_back_unchanged_or_is_refused_by_name_with_nothing_written(
    name, column, tmp_path
):
    held = EmbeddingSet.from_arrays(X, ids=IDS, columns={column: ODD[column]})
    refused = refusal(held, tmp_path / f"v.{name}")
    if refused is None:
        same(held, read(tmp_path / f"v.{name}"))
        return
    for language in ("en", "ja"):
        assert column in refused.say(language)
        assert f"v.{name}" in refused.say(language)
    assert list(tmp_path.iterdir()) == []


def test_all_columns_that_cannot_be_carried_are_named_with_their_rows(tmp_path):
    held = EmbeddingSet.from_arrays(
        X, ids=IDS, columns={"gaps": ["a", None, "c"], "nul": ["a\0", "b", "c"]}
    )
    with pytest.raises(DataError) as error:
        held.save(tmp_path / "v.npz")
    assert [one.rows for one in error.value.faults] == [(1,), (0,)]


@pytest.mark.parametrize("column", ["id", "ids", "vectors", "query_vectors", "queries"])
@pytest.mark.parametrize("name", FORMATS)
def test_columns_that_would_be_taken_for_something_else_are_refused(name, column, tmp_path):
    held = EmbeddingSet.from_arrays(
        X, ids=IDS, columns={column: ["x", "y", "z"], "emb": [[1.0, 2]] * 3}
    )
    with pytest.raises(DataError, match=f'(?s)"{column}".*emb'):
        held.save(tmp_path / f"v.{name}")


@pytest.mark.parametrize(
    "ending", ["npy", "csv", "tsv", "jsonl.gz", "faiss", "index", "arrow", "feather"]
)
def test_endings_that_can_only_be_read_are_refused(ending, tmp_path):
    with pytest.raises(DataError, match=r"\.npz, .*\.safetensors"):
        EmbeddingSet.from_arrays(X).save(tmp_path / f"v.{ending}")
    assert list(tmp_path.iterdir()) == []


def test_a_name_with_dots_and_no_known_ending_is_a_folder(tmp_path):
    EmbeddingSet.from_arrays(X).save(tmp_path / "e5.v1")
    assert (tmp_path / "e5.v1" / "set.json").is_file()


@pytest.mark.parametrize("name", FORMATS)
def test_a_run_that_dies_leaves_the_set_that_was_there(name, tmp_path, monkeypatch):
    path = tmp_path / f"v.{name}"
    held = EmbeddingSet.from_arrays(X, ids=IDS, model=CARD)
    held.save(path)

    def fail(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr("monosashi.embeddings.files.writing._card", fail)
    with pytest.raises(KeyboardInterrupt):
        EmbeddingSet.from_arrays(2 * X).save(path)
    same(held, read(path))
    assert len(list(tmp_path.iterdir())) == 2


def test_a_card_never_stands_beside_vectors_of_another_set(tmp_path, monkeypatch):
    path = tmp_path / "v.npz"
    EmbeddingSet.from_arrays(X, model=CARD).save(path)
    whole = type(path).replace

    def fail(self, target):
        if target.name.endswith("card.json"):
            raise KeyboardInterrupt
        return whole(self, target)

    monkeypatch.setattr(type(path), "replace", fail)
    with pytest.raises(KeyboardInterrupt):
        EmbeddingSet.from_arrays(2 * X, model=ModelCard(name="other")).save(path)
    assert read(path).model.name is None


def test_numbers_of_a_text_file_become_float32_only_when_none_of_them_changes(tmp_path):
    EmbeddingSet.from_arrays(X, ids=IDS).save(tmp_path / "v.jsonl")
    assert read(tmp_path / "v.jsonl").vectors.dtype == np.float32
    lines = (tmp_path / "v.jsonl").read_text(encoding="utf-8").split("\n")
    first = json.loads(lines[0])
    first["vectors"][0] = 0.1
    (tmp_path / "v.jsonl").write_text("\n".join([json.dumps(first), *lines[1:]]), encoding="utf-8")
    assert read(tmp_path / "v.jsonl").vectors[0, 0] == 0.1


def test_texts_that_would_fill_the_disk_or_the_header_are_refused(tmp_path, monkeypatch):
    held = EmbeddingSet.from_arrays(X, ids=IDS, columns={"text": ["a" * 5000, "b", "c"]})
    monkeypatch.setattr(writing_npz, "PADDED", 10_000)
    monkeypatch.setattr(writing_tensors, "HEADER_LIMIT", 1_000)
    for name, word in {"npz": "5000 characters", "safetensors": "100 MB"}.items():
        with pytest.raises(DataError, match=word):
            held.save(tmp_path / f"v.{name}")
    assert tensors.HEADER_LIMIT == 100_000_000
    assert list(tmp_path.iterdir()) == []


def test_numpy_and_pyarrow_read_ours(tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet")
    held = EmbeddingSet.from_arrays(X, ids=IDS, columns={"lang": ["ja", "en", "ja"]})
    held.save(tmp_path / "v.npz")
    held.save(tmp_path / "v.parquet")
    with np.load(tmp_path / "v.npz", allow_pickle=False) as archive:
        assert archive["ids"].tolist() == IDS
        assert np.array_equal(archive["vectors"], X)
    table = parquet.read_table(tmp_path / "v.parquet").to_pydict()
    assert np.array_equal(np.array(table["vectors"], np.float32), X)
    assert table["lang"] == ["ja", "en", "ja"]
