"""npz, Parquet and FAISS: mended vectors beside raw ones, which keep their bytes."""

import zipfile

import numpy as np
import pytest
from stores.store_engines import a_set, codes, faults_of, mended_of

from monosashi.embeddings import DataError, EmbeddingSet, ModelCard
from monosashi.stores import read, write, write_beside

FILES = ("pages.npz", "pages.parquet", "pages.faiss", "pages.index")


def set_for(name):
    data = a_set(12)
    return data if name.endswith("parquet") else EmbeddingSet.from_arrays(
        data.vectors, ids=data.ids, model=ModelCard(name="m-v1"))  # fmt: skip


def mended_in(path):
    if path.suffix in {".faiss", ".index"}:
        return read(path.with_name(f"pages_mended{path.suffix}"))
    return read(path, vectors="vector_mended")


@pytest.mark.parametrize("name", FILES)
def test_both_are_there_once_and_a_second_run_writes_nothing(tmp_path, name):
    path, data = tmp_path / name, set_for(name)
    write(data, path)
    mended = mended_of(data).take(np.arange(12)[::-1])
    done = write_beside(mended, path)
    assert (done.n, done.already) == (12, 0)
    raw = read(path)
    assert (raw.vectors == data.vectors).all()
    assert raw.ids.tolist() == data.ids.tolist()
    assert raw.model.name == "m-v1"
    found = mended_in(path)
    assert found.ids.tolist() == data.ids.tolist()
    assert (found.vectors == mended.vectors[::-1]).all()
    before = {one.name: (one.stat().st_mtime_ns, one.read_bytes()) for one in tmp_path.iterdir()}
    assert write_beside(mended, path, raw=data.take(np.arange(12)[::-1])).already == 12
    after = {one.name: (one.stat().st_mtime_ns, one.read_bytes()) for one in tmp_path.iterdir()}
    assert after == before


@pytest.mark.parametrize("name", FILES)
def test_a_new_repair_replaces_only_the_mended_ones(tmp_path, name):
    path, data = tmp_path / name, set_for(name)
    write_beside(mended_of(data), path, raw=data)
    newer = mended_of(data, seed=11)
    assert write_beside(newer, path, raw=data).already == 0
    assert (mended_in(path).vectors == newer.vectors).all()
    assert (read(path).vectors == data.vectors).all()


@pytest.mark.parametrize("name", FILES)
def test_a_file_that_has_changed_since_is_refused(tmp_path, name):
    path, data = tmp_path / name, set_for(name)
    write(data, path)
    bytes_before = path.read_bytes()
    other = data.vectors.copy()
    other[4] = -other[4]
    stale = EmbeddingSet.from_arrays(other, ids=data.ids)
    with pytest.raises(DataError) as error:
        write_beside(mended_of(data), path, raw=stale)
    assert faults_of(error)["beside_differs"].rows == (4,)
    with pytest.raises(DataError) as error:
        write_beside(mended_of(a_set(4, start=10)), path)
    assert faults_of(error)["beside_absent"].rows == (2, 3)
    assert path.read_bytes() == bytes_before


@pytest.mark.parametrize("name", ["pages.npz", "pages.parquet"])
def test_a_write_that_breaks_off_leaves_the_file_as_it_was(tmp_path, monkeypatch, name):
    path, data = tmp_path / name, set_for(name)
    write(data, path)
    before = path.read_bytes()

    def broken(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr("monosashi.stores.npz_beside.np.lib.format.write_array", broken)
    monkeypatch.setattr("monosashi.stores.parquet_beside._lists", broken)
    with pytest.raises(KeyboardInterrupt):
        write_beside(mended_of(data), path)
    assert path.read_bytes() == before
    assert not [one for one in tmp_path.iterdir() if one.name.startswith(".")]


def test_other_arrays_of_an_npz_are_copied_byte_by_byte(tmp_path):
    path = tmp_path / "pages.npz"
    rng = np.random.default_rng(0)
    np.savez_compressed(path, ids=np.array(["a", "b"]), emb=rng.normal(size=(2, 3)),
                        lang=np.array(["ja", "en"]), seed=np.array(7))  # fmt: skip
    with zipfile.ZipFile(path) as archive:
        before = {one: archive.read(one) for one in archive.namelist()}
    write_beside(EmbeddingSet.from_arrays(np.eye(2, 3), ids=["b", "a"]), path)
    with zipfile.ZipFile(path) as archive:
        after = {one: archive.read(one) for one in archive.namelist()}
        assert archive.getinfo("emb.npy").compress_type == zipfile.ZIP_DEFLATED
    assert after.pop("vector_mended.npy")
    assert after == before
    assert read(path, vectors="vector_mended").vectors.tolist() == [[0, 1, 0], [1, 0, 0]]


def test_an_npz_needs_every_row_and_parquet_leaves_them_null(tmp_path):
    npz, parquet = tmp_path / "pages.npz", tmp_path / "pages.parquet"
    data = set_for("pages.npz")
    some = mended_of(data).take(np.arange(9))
    write(data, npz)
    with pytest.raises(DataError) as error:
        write_beside(some, npz)
    assert faults_of(error)["npz_gaps"].rows == (9, 10, 11)
    write(data, parquet)
    assert codes(write_beside(some, parquet).notices) == ["beside_left"]
    assert read(parquet, vectors="vector_mended", invalid="drop").n == 9
    assert write_beside(some, parquet).already == 9


def test_rows_without_a_vector_make_a_column_that_every_pyarrow_reads(tmp_path):
    import pyarrow as pa
    from pyarrow import parquet

    path = tmp_path / "pages.parquet"
    data = set_for("pages.npz")
    write(data, path)
    write_beside(mended_of(data).take(np.arange(9)), path)
    column = parquet.read_table(path)["vector_mended"]
    assert pa.types.is_list(column.type)  # fixed-size lists with nulls are read by the newest only
    assert column.null_count == data.n - 9
    assert np.array_equal(column[0].as_py(), mended_of(data).vectors[0])


def test_parquet_keeps_types_row_order_and_metadata(tmp_path):
    import pyarrow as pa
    from pyarrow import parquet

    path = tmp_path / "pages.parquet"
    table = pa.table({
        "slug": pa.array(["a", "b", "c"], pa.large_string()),
        "day": pa.array([1, None, 3], pa.date32()),
        "emb": pa.array([[1.0, 2], [3, 4], [5, 6]], pa.list_(pa.float64())),
        "tags": pa.array([["x"], [], None]),
    }).replace_schema_metadata({"owner": "me"})  # fmt: skip
    parquet.write_table(table, path, row_group_size=2)
    write_beside(EmbeddingSet.from_arrays(np.eye(3, 2) + 1, ids=["c", "a", "b"]), path, id="slug")
    found = parquet.read_table(path)
    assert found.drop(["vector_mended"]).equals(table)
    assert found.schema.metadata[b"owner"] == b"me"
    assert found["vector_mended"].to_pylist() == [[1, 2], [1, 1], [2, 1]]


def test_an_index_holds_what_faiss_finds(tmp_path):
    faiss = pytest.importorskip("faiss")
    data = a_set(20)
    done = write(data, tmp_path / "pages.faiss")
    assert done.notices == ()
    mended = mended_of(data)
    write_beside(mended, tmp_path / "pages.faiss", raw=data)
    index = faiss.read_index(str(tmp_path / "pages_mended.faiss"))
    best = index.search(mended.vectors[[7]], 1)[1]
    assert best.tolist() == [[7]]
    assert codes(write(a_set(4, unit=False), tmp_path / "long.faiss").notices) == ["store_order"]


def test_an_index_that_hnsw_made_keeps_its_own_ids(tmp_path):
    faiss = pytest.importorskip("faiss")
    index = faiss.IndexIDMap2(faiss.IndexHNSWFlat(4, 8))
    rows = np.random.default_rng(0).normal(size=(9, 4)).astype(np.float32)
    index.add_with_ids(rows, np.arange(9) * 10 + 5)
    path = tmp_path / "pages.faiss"
    faiss.write_index(index, str(path))
    raw = read(path)
    write_beside(raw.unit(), path, raw=raw)
    found = read(tmp_path / "pages_mended.faiss")
    assert found.ids.tolist() == [str(row * 10 + 5) for row in range(9)]
    assert (found.vectors == raw.unit().vectors).all()


def test_what_cannot_be_done_is_said(tmp_path):
    data = a_set(4)
    lines = tmp_path / "pages.jsonl"
    write(data, lines)
    with pytest.raises(DataError) as error:
        write_beside(mended_of(data), lines)
    assert ".npz, .parquet" in str(faults_of(error)["beside_format"])
    with pytest.raises(DataError) as error:
        write_beside(mended_of(data), tmp_path / "none.npz")
    assert "not_found" in faults_of(error)
    broken = EmbeddingSet.from_arrays([[1.0]], ids=["a\nb"])
    with pytest.raises(DataError) as error:
        write(broken, tmp_path / "odd.faiss")
    assert "ids_lines" in faults_of(error)
    assert not (tmp_path / "odd.faiss").exists()
    np.savez(tmp_path / "two.npz", ids=["a"], x=np.eye(1), y=np.eye(1))
    with pytest.raises(DataError) as error:
        write_beside(EmbeddingSet.from_arrays([[1.0]], ids=["a"]), tmp_path / "two.npz")
    assert "x, y" in str(faults_of(error)["which_vectors"])


@pytest.mark.parametrize("options", [{"name": "vectors"}, {"vectors": "vector_mended"}])
def test_the_raw_array_is_never_the_target(tmp_path, options):
    data = set_for("pages.npz")
    write(data, tmp_path / "pages.npz")
    with pytest.raises(DataError) as error:
        write_beside(mended_of(data), tmp_path / "pages.npz", **options)
    assert "beside_is_raw" in faults_of(error)
