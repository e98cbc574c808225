"""Large files are read piece by piece: the same values, and no copy of them in memory."""

import json
import zipfile

import numpy as np
import pytest

from monosashi.embeddings import DataError, EmbeddingSet
from monosashi.embeddings.files import arrays, long_lists, parquet, spool
from monosashi.embeddings.files.spool import RowSpool
from monosashi.stores import read

N, D = 300, 17


@pytest.fixture(autouse=True)
def _everything_is_large(monkeypatch):
    for module in (arrays, parquet, spool):
        monkeypatch.setattr(module, "LARGE", 1_000)
    monkeypatch.setattr(parquet, "ROWS", 64)


def pages(dtype=np.float32, **columns):
    rows = np.random.default_rng(0).normal(size=(N, D)).astype(dtype)
    return EmbeddingSet.from_arrays(
        rows, ids=[f"p{row}" for row in range(N)], columns={"lang": ["ja", "en"] * 150, **columns}
    )


def is_mapped(array):
    while array is not None:
        if isinstance(array, np.memmap):
            return True
        array = array.base
    return False


@pytest.mark.parametrize("name", ["a.npz", "a.parquet", "a.jsonl", "a.jsonl.gz"])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_the_same_set_from_disk(tmp_path, name, dtype):
    data = pages(dtype)
    if name.endswith(".gz"):
        import gzip

        data.save(tmp_path / "b.jsonl")
        (tmp_path / name).write_bytes(gzip.compress((tmp_path / "b.jsonl").read_bytes()))
    else:
        data.save(tmp_path / name)
    found = read(tmp_path / name, id="ids" if name == "a.npz" else "id")
    assert is_mapped(found.vectors)
    np.testing.assert_array_equal(found.vectors, data.vectors)
    assert list(found.ids) == list(data.ids)
    assert list(found.columns["lang"]) == list(data.columns["lang"])


@pytest.mark.parametrize("kind", ["compressed", "fortran", "whole"])
def test_arrays_that_cannot_be_mapped_are_read(tmp_path, kind):
    rows = pages().vectors
    if kind == "compressed":
        np.savez_compressed(tmp_path / "a.npz", vectors=rows)
    else:
        given = np.asfortranarray(rows) if kind == "fortran" else (rows * 9).astype(np.int64)
        np.savez(tmp_path / "a.npz", vectors=given)
    found = read(tmp_path / "a.npz").vectors
    expected = rows if kind != "whole" else (rows * 9).astype(np.int64)
    np.testing.assert_array_equal(found, expected)


def test_an_archive_that_ends_too_soon_is_refused(tmp_path):
    np.savez(tmp_path / "a.npz", vectors=pages().vectors)
    held = (tmp_path / "a.npz").read_bytes()
    (tmp_path / "a.npz").write_bytes(held[: len(held) // 2])
    with pytest.raises(DataError, match=r"a\.npz"):
        read(tmp_path / "a.npz")


def test_a_head_that_claims_more_than_there_is(tmp_path):
    head = {"descr": "<f4", "fortran_order": False, "shape": (10**9, D)}
    with (
        zipfile.ZipFile(tmp_path / "a.npz", "w") as archive,
        archive.open("vectors.npy", "w") as member,
    ):
        np.lib.format.write_array_header_1_0(member, head)
        member.write(b"\0" * 5_000)
    with pytest.raises(DataError, match=r"a\.npz"):
        read(tmp_path / "a.npz")


@pytest.mark.parametrize("ending", ["parquet", "jsonl"])
@pytest.mark.parametrize("odd", ["gap", "short", "null inside"])
def test_faults_are_told_by_row_as_before(tmp_path, ending, odd):
    rows = [row.tolist() for row in pages(np.float64).vectors]
    rows[70] = {"gap": None, "short": rows[70][:-1], "null inside": [None, *rows[70][1:]]}[odd]
    path = tmp_path / f"a.{ending}"
    if ending == "jsonl":
        lines = [json.dumps({"id": str(n), "emb": row}) for n, row in enumerate(rows)]
        path.write_text("\n".join(lines), encoding="utf-8")
    else:
        pa = pytest.importorskip("pyarrow")
        from pyarrow import parquet as written

        table = pa.table({"id": list(map(str, range(N))), "emb": pa.array(rows)})
        written.write_table(table, path)
    with pytest.raises(DataError) as refused:
        read(path, vectors="emb", id="id")
    assert any(one.rows == (70,) for one in refused.value.faults)


def test_parquet_of_vectors_alone(tmp_path):
    pa = pytest.importorskip("pyarrow")
    from pyarrow import parquet as written

    rows = pages(np.float64).vectors
    written.write_table(pa.table({"emb": pa.array(rows.tolist())}), tmp_path / "a.parquet")
    found = read(tmp_path / "a.parquet", vectors="emb")
    np.testing.assert_array_equal(found.vectors, rows)
    assert is_mapped(found.vectors)


def test_a_spool_gives_rows_back_in_memory_and_on_disk(monkeypatch):
    rows = np.random.default_rng(1).normal(size=(50, 4))
    for large in (10**6, 100):
        monkeypatch.setattr(spool, "LARGE", large)
        held = RowSpool(4, np.float64)
        held.add(rows[0])
        held.add(rows[1:])
        assert held.on_disk is (large == 100)
        np.testing.assert_array_equal(held.matrix(), rows)


def test_lists_of_other_lengths_stay_objects():
    long = long_lists.LongLists()
    given = [[0.5] * 16, [0.25] * 17, None, [1.5] * 16, "text"]
    values = [long.kept("a", value) for value in given]
    column = long.column("a", values)
    assert column.dtype == object
    assert [list(one) if isinstance(one, np.ndarray) else one for one in column] == given
