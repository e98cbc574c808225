"""A saved set comes back exactly, and a killed run leaves nothing half written."""

import json

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from monosashi.embeddings import DataError, EmbeddingSet, ModelCard
from monosashi.embeddings import folder as folder_module
from monosashi.embeddings.fingerprint import fingerprint
from monosashi.embeddings.folder import read_folder, write_folder


def sample(dtype=np.float32, **changes):
    given_arrays = {
        "vectors": np.array([[1, 2.5], [0, 0], [np.pi, -1e-30]], dtype=dtype),
        "ids": ["記事1", "b/en\u2028", 'c"\\\n'],
        "columns": {
            "text": ["本文\r\n二行目", "", "x\x00y\x85"],
            "n": np.array([1, 2, 3], dtype=np.int16),
            "score": [1, 2.5, None],
            "share": np.array([0.1, np.nan, np.inf]),
            "day": np.array(["2026-11-30", "NaT", "2026-01-01"], dtype="datetime64[s]"),
            "tags": [["a"], [], None],
            "named": [{"ja": "春"}, None, {"en": "x"}],
            "flag": np.array([True, False, True]),
            "列 1/..": [None, None, 2**70],
        },
        "model": ModelCard(
            name="m-v1",
            revision="r1",
            normalised=False,
            text_cut=2000,
            built_at="2026-11-30",
            aliases=("embed/m-v1",),
        ),
    }
    return EmbeddingSet.from_arrays(**{**given_arrays, **changes})


def assert_same(a, b):
    for left, right in ((a.vectors, b.vectors), (a.query_vectors, b.query_vectors)):
        if left is None:
            assert right is None
            continue
        assert left.dtype == right.dtype
        assert left.tobytes() == right.tobytes()
    assert (a.ids.tolist(), a.model, a.notices) == (b.ids.tolist(), b.model, b.notices)
    assert list(a.columns) == list(b.columns)
    for name, values in a.columns.items():
        assert values.dtype == b.columns[name].dtype
        np.testing.assert_array_equal(values, b.columns[name])
    assert fingerprint(a) == fingerprint(b)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("queries", [None, [[1, 0], [0, 1], [1, 1]]])
def test_everything_comes_back_exactly(tmp_path, dtype, queries):
    data = sample(dtype, query_vectors=queries)
    assert data.notices
    data.save(tmp_path / "セット")
    assert_same(data, read_folder(tmp_path / "セット"))


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=25)
@given(
    st.lists(st.text(min_size=1).filter(lambda s: not s.isspace()), min_size=1, unique=True),
    st.lists(st.one_of(st.none(), st.text(), st.integers(), st.booleans()), min_size=20),
)
def test_any_text_comes_back(tmp_path, ids, values):
    try:
        data = EmbeddingSet.from_arrays(np.ones((len(ids), 2)), ids=ids)
    except DataError:  # Unicode twins are refused
        return
    values = (values * (len(ids) // len(values) + 1))[: len(ids)]
    data = EmbeddingSet.from_arrays(data.vectors, ids=ids, columns={"v": values})
    data.save(tmp_path / "set")
    assert_same(data, read_folder(tmp_path / "set"))


@pytest.mark.parametrize("layout", ["Fortran", "strided", "memmap"])
def test_what_is_written_loads_back_equal_whatever_the_layout_b004(tmp_path, layout):
    table = np.arange(6, dtype=np.float32).reshape(2, 3).T
    np.save(tmp_path / "v.npy", table)
    arrays = {
        "Fortran": table,
        "strided": np.repeat(table, 2, axis=0)[::2],
        "memmap": np.load(tmp_path / "v.npy", mmap_mode="r"),
    }
    made = EmbeddingSet(arrays[layout], EmbeddingSet.from_arrays(table).ids)
    made.save(tmp_path / "set")
    np.testing.assert_array_equal(read_folder(tmp_path / "set").vectors, [[0, 3], [1, 4], [2, 5]])


def test_saving_again_replaces_the_set_and_leaves_no_litter(tmp_path):
    path = tmp_path / "set"
    path.mkdir()
    for vectors in (np.eye(2), np.eye(3), np.eye(4)):
        EmbeddingSet.from_arrays(vectors).save(path)
        assert read_folder(path).n == len(vectors)
    assert len(list(path.iterdir())) == 2
    assert [entry.name for entry in tmp_path.iterdir()] == ["set"]


def test_the_same_set_gives_the_same_bytes(tmp_path):
    for name in ("a", "b"):
        sample().save(tmp_path / name)
    files = sorted(
        p.relative_to(tmp_path / "a") for p in (tmp_path / "a").rglob("*") if p.is_file()
    )
    assert len(files) > 3
    for file in files:
        assert (tmp_path / "a" / file).read_bytes() == (tmp_path / "b" / file).read_bytes()


STEPS = ["_write", "_put_in_place", "write_rows", "_head"]


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("existing", [True, False])
def test_a_killed_run_leaves_nothing_or_the_set_before(tmp_path, monkeypatch, step, existing):
    path = tmp_path / "set"
    if existing:
        sample().save(path)

    def killed(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(folder_module, step, killed)
    with pytest.raises(KeyboardInterrupt):
        write_folder(EmbeddingSet.from_arrays(np.eye(5)), path)
    monkeypatch.undo()
    assert [entry.name for entry in tmp_path.iterdir()] == (["set"] if existing else [])
    if existing:
        assert_same(sample(), read_folder(path))


def test_killed_just_before_the_head_is_replaced_the_old_set_stays(tmp_path, monkeypatch):
    path = tmp_path / "set"
    sample().save(path)
    replace = type(path).replace

    def killed(self, target):
        if self.name == "set.json":
            raise KeyboardInterrupt
        return replace(self, target)

    monkeypatch.setattr(type(path), "replace", killed)
    with pytest.raises(KeyboardInterrupt):
        EmbeddingSet.from_arrays(np.eye(5)).save(path)
    monkeypatch.undo()
    assert_same(sample(), read_folder(path))
    EmbeddingSet.from_arrays(np.eye(5)).save(path)
    assert read_folder(path).n == 5
    assert len(list(path.iterdir())) == 2


@pytest.mark.parametrize("kind", ["file", "folder"])
def test_foreign_files_are_never_overwritten(tmp_path, kind):
    path = tmp_path / "mine"
    path.mkdir() if kind == "folder" else path.write_text("x", encoding="utf-8")
    note = path / "note.txt" if kind == "folder" else path
    note.write_text("keep me", encoding="utf-8")
    with pytest.raises(DataError, match="nothing was overwritten"):
        sample().save(path)
    assert note.read_text(encoding="utf-8") == "keep me"


@pytest.mark.parametrize("value", [object(), {1, 2}, {1: "a"}, ("a",), float("inf"), np.eye(2)])
def test_values_that_would_change_are_refused_by_row(tmp_path, value):
    data = EmbeddingSet.from_arrays(np.eye(2), columns={"x": ["fine", value]})
    with pytest.raises(DataError, match="without a change: rows 1"):
        data.save(tmp_path / "set")
    assert list(tmp_path.iterdir()) == []


def damage(path, how):
    head = path / "set.json"
    fields = json.loads(head.read_text(encoding="utf-8"))
    if how in {"missing head", "broken head"}:
        head.unlink() if how == "missing head" else head.write_text("{", encoding="utf-8")
    elif how in {"newer", "other kind"}:
        change = {"format": 99} if how == "newer" else {"kind": "audit"}
        head.write_text(json.dumps({**fields, **change}), encoding="utf-8")
    elif how == "missing vectors":
        (path / "data-1" / "vectors.npy").unlink()
    elif how == "short rows":
        (path / "data-1" / "rows.jsonl").write_bytes(b'{"id": "a", "col')
    elif how == "changed vectors":
        np.save(path / "data-1" / "vectors.npy", np.ones((3, 2), dtype=np.float32))
    else:
        np.save(path / "data-1" / "vectors.npy", np.ones((2, 2), dtype=np.float32))


@pytest.mark.parametrize(
    ("how", "words"),
    [
        ("missing head", "set.json"),
        ("broken head", "set.json"),
        ("newer", "format 99"),
        ("other kind", "set.json"),
        ("missing vectors", "incomplete"),
        ("short rows", "incomplete"),
        ("changed vectors", "was changed"),
        ("fewer vectors", "was changed"),
    ],
)
def test_damaged_folders_are_refused(tmp_path, how, words):
    sample().save(tmp_path / "set")
    damage(tmp_path / "set", how)
    with pytest.raises(DataError) as error:
        read_folder(tmp_path / "set")
    assert words in error.value.say("en")
