"""LanceDB and Chroma folders that somebody else filled."""

import numpy as np
import pytest
from stores.store_engines import codes, faults_of

from monosashi.embeddings import DataError, EmbeddingSet
from monosashi.stores import is_store, read, write_beside


def lance(folder, columns, name="pages"):
    database = pytest.importorskip("lancedb").connect(str(folder))
    import pyarrow as pa

    database.create_table(name, pa.table(columns))
    return f"lancedb://{folder}?table={name}"


def lists(rows, dtype="float32", width=None):
    import pyarrow as pa

    inner = getattr(pa, dtype)()
    return pa.array(rows, type=pa.list_(inner, -1 if width is None else width))


def chroma(folder, name="pages", **options):
    module = pytest.importorskip("chromadb")
    settings = module.config.Settings(anonymized_telemetry=False)
    client = module.PersistentClient(str(folder), settings=settings)
    return client, client.create_collection(name, embedding_function=None, **options)


@pytest.mark.lancedb
class TestLance:
    def test_a_folder_of_tables_and_a_table_are_read_by_their_path(self, tmp_path):
        lance(tmp_path, {"id": ["a", "b"], "vector": lists([[1, 2], [3, 4]], width=2)})
        assert read(tmp_path).ids.tolist() == ["a", "b"]
        assert read(tmp_path / "pages.lance").vectors.tolist() == [[1, 2], [3, 4]]
        assert is_store(str(tmp_path))

    @pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
    def test_every_precision(self, tmp_path, dtype):
        rows = np.array([[0.5, 2], [3, 4]], dtype)
        address = lance(tmp_path, {"id": ["a", "b"], "vector": lists(list(rows), dtype, 2)})
        found = read(address)
        assert found.vectors.tolist() == rows.tolist()
        assert found.vectors.dtype == (np.float64 if dtype == "float64" else np.float32)

    def test_lists_of_different_lengths_are_refused_by_row(self, tmp_path):
        rows = [[1.0, 2.0], [3.0], [4.0, 5.0], None]
        address = lance(tmp_path, {"id": list("abcd"), "emb": lists(rows)})
        with pytest.raises(DataError) as error:
            read(address)
        assert faults_of(error)["ragged"].rows == (1,)
        assert faults_of(error)["rows_missing"].rows == (3,)

    def test_null_vectors_are_named_or_dropped(self, tmp_path):
        rows = lists([[1.0, 2.0], None, [4.0, 5.0]], width=2)
        address = lance(tmp_path, {"id": list("abc"), "emb": rows})
        with pytest.raises(DataError) as error:
            read(address)
        assert error.value.faults[0].rows == (1,)
        assert read(address, invalid="drop").ids.tolist() == ["a", "c"]

    def test_a_table_without_ids_numbers_its_rows_and_takes_nothing_beside(self, tmp_path):
        address = lance(tmp_path, {"slug": ["a", "b"], "vector": lists([[1, 2], [3, 4]], width=2)})
        assert read(address).ids.tolist() == ["0", "1"]
        with pytest.raises(DataError):
            write_beside(EmbeddingSet.from_arrays([[1.0, 1.0]], ids=["0"]), address)
        write_beside(EmbeddingSet.from_arrays([[1.0, 1.0]], ids=["b"]), address, id="slug")
        found = read(address, vectors="vector_mended", id="slug", invalid="drop")
        assert (found.ids.tolist(), found.vectors.tolist()) == (["b"], [[1.0, 1.0]])

    def test_whole_numbers_as_ids_stay_whole_numbers_in_the_table(self, tmp_path):
        address = lance(tmp_path, {"id": [2**60, 7], "vector": lists([[1, 2], [3, 4]], width=2)})
        raw = read(address)
        assert raw.ids.tolist() == [str(2**60), "7"]
        write_beside(raw.unit(), address, raw=raw)
        found = read(address, vectors="vector_mended")
        assert found.ids.tolist() == raw.ids.tolist()

    def test_odd_names_of_columns(self, tmp_path):
        odd = {"id": ["a"], "my text": ["x"], "Größe/mm": [3], "vector": lists([[1, 2]], width=2)}
        found = read(lance(tmp_path, odd))
        assert found.columns["my text"].tolist() == ["x"]
        assert found.columns["Größe/mm"].tolist() == [3]

    def test_an_empty_table(self, tmp_path):
        import pyarrow as pa

        empty = {"id": pa.array([], pa.string()), "vector": lists([], width=2)}
        with pytest.raises(DataError) as error:
            read(lance(tmp_path, empty))
        assert "no_records" in faults_of(error)

    def test_a_damaged_table(self, tmp_path):
        address = lance(tmp_path, {"id": ["a"], "vector": lists([[1, 2]], width=2)})
        for file in (tmp_path / "pages.lance" / "data").iterdir():
            file.write_bytes(b"no lance file")
        with pytest.raises(DataError) as error:
            read(address)
        assert "store_broken" in faults_of(error)

    def test_the_index_of_raw_vectors_still_finds_them(self, tmp_path):
        rng = np.random.default_rng(0)
        rows = rng.normal(size=(300, 4)).astype(np.float32)
        names = [str(row) for row in range(300)]
        address = lance(tmp_path, {"id": names, "vector": lists(list(rows), width=4)})
        raw = read(address)
        write_beside(EmbeddingSet.from_arrays(-rows, ids=names), address, raw=raw)
        table = __import__("lancedb").connect(str(tmp_path)).open_table("pages")
        best = table.search(rows[7].tolist(), vector_column_name="vector").limit(1).to_list()
        other = table.search((-rows[9]).tolist(), vector_column_name="vector_mended").limit(1)
        assert (best[0]["id"], other.to_list()[0]["id"]) == ("7", "9")


@pytest.mark.chroma
class TestChroma:
    def test_documents_and_metadata_are_columns(self, tmp_path):
        client, pages = chroma(tmp_path)
        pages.add(ids=["a", "b"], embeddings=[[3.0, 4.0], [1.0, 0.0]], documents=["春", "spring"],
                  metadatas=[{"lang": "ja", "id": "x"}, {"lang": "en"}])  # fmt: skip
        client.close()
        found = read(f"chroma://{tmp_path}")
        assert found.ids.tolist() == ["a", "b"]
        assert found.vectors.tolist() == [[3.0, 4.0], [1.0, 0.0]]
        assert {name: values.tolist() for name, values in found.columns.items()} == {
            "text": ["春", "spring"], "lang": ["ja", "en"], "metadata.id": ["x", None]
        }  # fmt: skip
        assert codes(found.notices) == ["store_order"]
        assert "l2" in str(found.notices[0])

    def test_an_empty_collection(self, tmp_path):
        chroma(tmp_path)[0].close()
        with pytest.raises(DataError) as error:
            read(f"chroma://{tmp_path}")
        assert "no_records" in faults_of(error)

    def test_the_collection_beside_compares_as_the_raw_one_and_says_whose_it_is(self, tmp_path):
        client, pages = chroma(tmp_path, configuration={"hnsw": {"space": "ip"}})
        pages.add(ids=["a", "b"], embeddings=[[0.6, 0.8], [1.0, 0.0]], documents=["x", "y"],
                  metadatas=[None, {"lang": "en"}])  # fmt: skip
        client.close()
        raw = read(f"chroma://{tmp_path}")
        mended = EmbeddingSet.from_arrays(raw.vectors[::-1].copy(), ids=raw.ids)
        write_beside(mended, f"chroma://{tmp_path}", raw=raw)
        found = read(f"chroma://{tmp_path}?collection=pages_mended")
        assert found.columns["text"].tolist() == ["x", "y"]
        assert found.columns["lang"].tolist() == [None, "en"]
        assert (found.vectors == mended.vectors).all()
        assert read(f"chroma://{tmp_path}").n == 2  # the one beside is no rival

    def test_a_collection_of_that_name_that_is_not_ours_is_left_alone(self, tmp_path):
        client, pages = chroma(tmp_path)
        pages.add(ids=["a"], embeddings=[[0.6, 0.8]])
        client.create_collection("pages_mended", embedding_function=None)
        client.close()
        with pytest.raises(DataError) as error:
            write_beside(EmbeddingSet.from_arrays([[1.0, 0.0]], ids=["a"]),
                         f"chroma://{tmp_path}?collection=pages")  # fmt: skip
        assert "chroma_taken" in faults_of(error)

    def test_a_name_that_chroma_does_not_take(self, tmp_path):
        from monosashi.stores import write

        with pytest.raises(DataError) as error:
            write(EmbeddingSet.from_arrays([[1.0]]), f"chroma://{tmp_path}/new?collection=p")
        assert "3 to 512" in str(faults_of(error)["chroma_name"])

    def test_a_database_that_is_none(self, tmp_path):
        pytest.importorskip("chromadb")
        (tmp_path / "chroma.sqlite3").write_text("no database" * 100, encoding="utf-8")
        with pytest.raises(DataError) as error:
            read(f"chroma://{tmp_path}")
        assert "store_broken" in faults_of(error)
