"""Mended vectors beside raw ones: never over them, once, all of them, and only theirs."""

import numpy as np
import pytest
from stores.store_engines import (
    ENGINES,
    a_set,
    codes,
    engine_of,
    faults_of,
    in_order_of,
    mended_of,
)

from monosashi.embeddings import DataError, EmbeddingSet
from monosashi.stores import read, write, write_beside, writing
from monosashi.stores.chroma.collection import ChromaCollection
from monosashi.stores.lancedb.table import LanceTable
from monosashi.stores.qdrant.collection import QdrantCollection

BESIDE = "vector_mended"


@pytest.fixture(params=ENGINES)
def engine(request, tmp_path):
    return engine_of(request.param, tmp_path / "store")


@pytest.fixture
def raw(engine):
    data = a_set()
    write(data, engine.address())
    return data


def stored(engine, data, **options):
    return in_order_of(data, read(engine.address(), **options))


def bits(engine):
    found = read(engine.address())
    return found.ids.tolist(), found.vectors.tobytes(), found.columns["text"].tolist()


def test_both_are_there_and_the_raw_ones_keep_their_bits(engine, raw):
    before = bits(engine)
    mended = mended_of(raw)
    done = write_beside(mended, engine.address(), raw=raw)
    assert (done.n, done.already) == (raw.n, 0)
    assert sorted(bits(engine)[0]) == sorted(before[0])
    assert bits(engine) == before
    found = stored(engine, raw, vectors=BESIDE)
    assert np.abs(found.vectors - mended.vectors).max() < 1e-6
    assert found.columns["text"].tolist() == raw.columns["text"].tolist()


def test_rows_are_found_by_id_whatever_their_order(engine, raw):
    mended = mended_of(raw).take(np.random.default_rng(3).permutation(raw.n))
    write_beside(mended, engine.address())
    found = in_order_of(mended, read(engine.address(), vectors=BESIDE))
    assert np.abs(found.vectors - mended.vectors).max() < 1e-6


def test_a_second_run_writes_nothing_and_a_new_repair_replaces_the_mended_ones_only(engine, raw):
    before = bits(engine)
    mended = mended_of(raw)
    write_beside(mended, engine.address())
    assert write_beside(mended, engine.address(), raw=raw).already == raw.n
    newer = mended_of(raw, seed=10)
    assert write_beside(newer, engine.address(), raw=raw).already == 0
    assert np.abs(stored(engine, raw, vectors=BESIDE).vectors - newer.vectors).max() < 1e-6
    assert bits(engine) == before


def test_an_interrupted_run_goes_on(engine, raw, monkeypatch):
    """Killed between two batches: what is there stays, the next run writes the rest."""
    monkeypatch.setattr(writing, "BLOCK", 10 * raw.dimension)
    owner = {"qdrant+local": QdrantCollection, "lancedb": LanceTable, "chroma": ChromaCollection}[
        engine.scheme
    ]
    put, calls = owner.put, []

    def killed(self, name, keys, vectors):
        calls.append(len(keys))
        if len(calls) == 3:
            raise KeyboardInterrupt
        put(self, name, keys, vectors)

    mended = mended_of(raw)
    with monkeypatch.context() as patched:
        patched.setattr(owner, "put", killed)
        with pytest.raises(KeyboardInterrupt):
            write_beside(mended, engine.address(), raw=raw)
    assert calls == [10, 10, 10]
    for invalid in ("error", "drop"):
        with pytest.raises(DataError) as error:
            read(engine.address(), vectors=BESIDE, invalid=invalid)
        assert "beside_unfinished" in faults_of(error)
    assert np.abs(stored(engine, raw).vectors - raw.vectors).max() < 1e-6
    done = write_beside(mended, engine.address(), raw=raw)
    assert done.already == 20
    assert np.abs(stored(engine, raw, vectors=BESIDE).vectors - mended.vectors).max() < 1e-6


def test_nothing_there_is_written_raw_and_mended_together(engine):
    data = a_set(8)
    mended = mended_of(data)
    with pytest.raises(DataError):
        write_beside(mended, engine.address())
    write_beside(mended, engine.address(), raw=data)
    assert np.abs(stored(engine, data).vectors - data.vectors).max() < 1e-6
    assert np.abs(stored(engine, data, vectors=BESIDE).vectors - mended.vectors).max() < 1e-6


def test_a_store_that_has_changed_since_is_refused_before_anything_is_written(engine, raw):
    other = raw.vectors.copy()
    other[[3, 9]] = other[[9, 3]]
    stale = EmbeddingSet.from_arrays(other, ids=raw.ids)
    with pytest.raises(DataError) as error:
        write_beside(mended_of(raw), engine.address(), raw=stale)
    assert faults_of(error)["beside_differs"].rows == (3, 9)
    with pytest.raises(DataError):
        read(engine.address(), vectors=BESIDE)


@pytest.mark.usefixtures("raw")
def test_ids_that_are_not_there_are_listed_and_nothing_is_written(engine):
    strangers = a_set(4, start=28)
    with pytest.raises(DataError) as error:
        write_beside(mended_of(strangers), engine.address())
    fault = faults_of(error)["beside_absent"]
    assert fault.rows == (2, 3)
    assert '"頁/30 ü", "頁/31 ü"' in str(fault)
    with pytest.raises(DataError):
        read(engine.address(), vectors=BESIDE)


def test_rows_that_were_not_mended_are_told_and_stay_without(engine, raw):
    some = mended_of(raw).take(np.arange(20))
    done = write_beside(some, engine.address())
    assert codes(done.notices) == ["beside_left"]
    with pytest.raises(DataError) as error:
        read(engine.address(), vectors=BESIDE)
    assert len(next(iter(error.value.faults)).rows) == 10
    assert sorted(read(engine.address(), vectors=BESIDE, invalid="drop").ids) == sorted(some.ids)


def test_the_raw_vectors_cannot_be_named_as_the_target(engine, raw):
    before = bits(engine)
    for options in ({"name": "vector"}, {"name": BESIDE, "vectors": BESIDE}):
        with pytest.raises(DataError) as error:
            write_beside(mended_of(raw), engine.address(), **options)
        assert "beside_is_raw" in faults_of(error)
    assert bits(engine) == before


def test_a_target_of_another_length_is_refused(engine, raw):
    write_beside(mended_of(raw), engine.address())
    short = EmbeddingSet.from_arrays(np.eye(raw.n, 3) + 1, ids=raw.ids)
    with pytest.raises(DataError) as error:
        write_beside(short, engine.address())
    assert "beside_length" in faults_of(error)


def test_mended_and_raw_must_be_the_same_rows(engine, raw):
    with pytest.raises(DataError) as error:
        write_beside(mended_of(raw).take(np.arange(5)), engine.address(), raw=raw)
    assert "beside_rows" in faults_of(error)


def test_the_raw_vectors_are_read_by_default_and_the_others_are_named(engine, raw):
    write_beside(mended_of(raw), engine.address())
    found = read(engine.address())
    assert np.abs(in_order_of(raw, found).vectors - raw.vectors).max() < 1e-6
    assert any(BESIDE in str(note) for note in found.notices)
