"""A store says by which repair its vectors were mended, and never shows a mixture of two."""

import threading
from dataclasses import replace

import numpy as np
import pytest
from stores.qdrant_server import Server, running
from stores.store_engines import ENGINES, a_set, codes, engine_of, faults_of, in_order_of, mended_of

from monosashi.embeddings import DataError
from monosashi.stores import read, write, write_beside, writing
from monosashi.stores.chroma.collection import ChromaCollection
from monosashi.stores.lancedb.table import LanceTable
from monosashi.stores.qdrant.collection import QdrantCollection

BESIDE = "vector_mended"
OWNERS = {"qdrant+local": QdrantCollection, "lancedb": LanceTable, "chroma": ChromaCollection}
ONE, OTHER = "centering, 2026-01-10, 3f2a91bc", "centering, 2026-01-10, 77d0e415"


@pytest.fixture(params=ENGINES)
def engine(request, tmp_path):
    return engine_of(request.param, tmp_path / "store")


@pytest.fixture
def raw(engine):
    data = a_set()
    write(data, engine.address())
    return data


def mended(raw, mark, seed=9):
    made = mended_of(raw, seed)
    return replace(made, model=replace(made.model, mended=mark))


def interrupted(engine, sets, raw, monkeypatch):
    """``write_beside`` that is killed after the first of three batches."""
    put = OWNERS[engine.scheme].put

    def killed(self, name, keys, vectors):
        put(self, name, keys[:10], vectors[:10])
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(OWNERS[engine.scheme], "put", killed)
        with pytest.raises(KeyboardInterrupt):
            write_beside(sets, engine.address(), raw=raw)


def test_the_card_that_comes_back_names_the_repair(engine, raw):
    write_beside(mended(raw, ONE), engine.address(), raw=raw)
    assert read(engine.address(), vectors=BESIDE).model.mended == ONE
    assert read(engine.address()).model.mended is None
    write_beside(mended(raw, OTHER, seed=10), engine.address(), raw=raw)
    assert read(engine.address(), vectors=BESIDE).model.mended == OTHER


def test_other_names_of_mended_vectors_have_marks_of_their_own(engine, raw):
    write_beside(mended(raw, ONE), engine.address(), raw=raw)
    write_beside(mended(raw, OTHER, seed=10), engine.address(), raw=raw, name="vector_half")
    assert read(engine.address(), vectors=BESIDE).model.mended == ONE
    assert read(engine.address(), vectors="vector_half").model.mended == OTHER


def test_a_second_repair_that_is_interrupted_leaves_no_mixture_that_can_be_read(
    engine, raw, monkeypatch
):
    write_beside(mended(raw, ONE), engine.address(), raw=raw)
    newer = mended(raw, OTHER, seed=10)
    interrupted(engine, newer, raw, monkeypatch)
    with pytest.raises(DataError) as error:
        read(engine.address(), vectors=BESIDE)
    assert OTHER in str(faults_of(error)["beside_unfinished"])
    assert read(engine.address()).n == raw.n
    assert write_beside(newer, engine.address(), raw=raw).already == 10
    found = in_order_of(raw, read(engine.address(), vectors=BESIDE))
    assert np.abs(found.vectors - newer.vectors).max() < 1e-6
    assert found.model.mended == OTHER


def test_a_second_repair_of_a_part_would_mix_two_in_one_index(engine, raw):
    write_beside(mended(raw, ONE), engine.address(), raw=raw)
    part = mended(raw, OTHER, seed=10).take(np.arange(20))
    with pytest.raises(DataError) as error:
        write_beside(part, engine.address())
    assert "10 rows" in str(faults_of(error)["beside_other_fit"])
    assert read(engine.address(), vectors=BESIDE).model.mended == ONE


def test_an_interrupted_second_repair_is_not_finished_with_a_part(engine, raw, monkeypatch):
    write_beside(mended(raw, ONE), engine.address(), raw=raw)
    newer = mended(raw, OTHER, seed=10)
    interrupted(engine, newer, raw, monkeypatch)
    with pytest.raises(DataError) as error:
        write_beside(newer.take(np.arange(20)), engine.address())
    assert "beside_other_fit" in faults_of(error)


def test_new_rows_are_mended_by_the_same_repair_alone(engine, raw):
    """The usual way of an index that grows: only what is new is mended."""
    first = mended(raw, ONE).take(np.arange(20))
    write_beside(first, engine.address())
    done = write_beside(mended(raw, ONE).take(np.arange(20, 30)), engine.address())
    assert codes(done.notices) == ["beside_left"]
    assert read(engine.address(), vectors=BESIDE).n == raw.n


def test_vectors_that_an_older_version_wrote_are_read_as_mended_by_something(
    engine, raw, monkeypatch
):
    with monkeypatch.context() as patched:
        patched.setattr(OWNERS[engine.scheme], "set_note", lambda *_: None)
        patched.setattr(writing, "noted", _unnoted)
        write_beside(mended(raw, ONE), engine.address(), raw=raw)
    assert read(engine.address(), vectors=BESIDE).model.mended == BESIDE
    done = write_beside(mended(raw, ONE), engine.address(), raw=raw)
    assert done.already == raw.n
    assert read(engine.address(), vectors=BESIDE).model.mended == ONE


class _unnoted:  # noqa: N801 - stands in for a function
    def __init__(self, *_, **__):
        pass

    def __enter__(self):
        return None

    def __exit__(self, *_):
        return False


def test_a_second_run_into_the_same_folder_is_refused_at_once(engine, raw, monkeypatch):
    """While the first writes: the second changes nothing, says why, and goes through afterwards."""
    put, told = OWNERS[engine.scheme].put, []

    def meanwhile(self, name, keys, vectors):
        run = threading.Thread(target=second)
        run.start()
        run.join()
        put(self, name, keys, vectors)

    def second():
        try:
            write_beside(mended(raw, OTHER, seed=10), engine.address(), raw=raw)
        except DataError as error:
            told.extend(codes(error.faults))

    with monkeypatch.context() as patched:
        patched.setattr(OWNERS[engine.scheme], "put", meanwhile)
        write_beside(mended(raw, ONE), engine.address(), raw=raw)
    assert told == ["store_busy"]
    assert read(engine.address(), vectors=BESIDE).model.mended == ONE
    second()
    assert read(engine.address(), vectors=BESIDE).model.mended == OTHER


@pytest.mark.chroma
def test_a_collection_beside_that_chroma_cannot_read_is_made_anew(tmp_path, monkeypatch):
    """Two processes that wrote at once left one of which every question failed."""
    errors = pytest.importorskip("chromadb.errors")
    from monosashi.stores.chroma import collection

    engine = engine_of(("chroma", "collection", "chromadb"), tmp_path / "store")
    data = a_set()
    write_beside(mended(data, ONE), engine.address(), raw=data)
    dimension = collection._dimension

    def broken(held):
        if held.name == "pages_mended" and broken.on:
            raise errors.InternalError("Error sending backfill request to compactor")
        return dimension(held)

    broken.on = True
    monkeypatch.setattr(collection, "_dimension", broken)
    assert read(engine.address()).n == data.n
    with pytest.raises(DataError) as error:
        read(engine.address(), vectors=BESIDE)
    assert "beside_unfinished" in faults_of(error)
    deleted = collection.ChromaCollection.make_room

    def repaired(self, name, length):
        deleted(self, name, length)
        broken.on = False

    monkeypatch.setattr(collection.ChromaCollection, "make_room", repaired)
    assert write_beside(mended(data, ONE), engine.address(), raw=data).already == 0
    assert read(engine.address(), vectors=BESIDE).n == data.n


def test_two_runs_on_one_server_never_both_say_that_all_is_there(monkeypatch):
    """A server has no folder to lock: the notes tell."""
    pytest.importorskip("qdrant_client")
    monkeypatch.delenv("QDRANT_API_KEY", raising=False)
    with running(Server()) as server:
        address = f"qdrant://{server.url}/pages"
        data = a_set()
        write(data, address)
        put, second = QdrantCollection.put, []

        def meanwhile(self, name, keys, vectors):
            put(self, name, keys, vectors)
            if not second:
                second.append(1)
                write_beside(mended(data, OTHER, seed=10), address, raw=data)

        monkeypatch.setattr(QdrantCollection, "put", meanwhile)
        with pytest.raises(DataError) as error:
            write_beside(mended(data, ONE), address, raw=data)
        assert "beside_two_writers" in faults_of(error)
        with pytest.raises(DataError) as error:
            read(address, vectors=BESIDE)
        assert "beside_unfinished" in faults_of(error)
        write_beside(mended(data, ONE), address, raw=data)
        assert read(address, vectors=BESIDE).model.mended == ONE
