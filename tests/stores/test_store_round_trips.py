"""What goes into a real engine comes out of it again."""

import numpy as np
import pytest
from stores.store_engines import (
    ENGINES,
    a_set,
    codes,
    engine_of,
    faults_of,
    in_order_of,
)

from monosashi.embeddings import DataError, EmbeddingSet
from monosashi.stores import read, read_texts, write

EXACT = {"lancedb"}


@pytest.fixture(params=ENGINES)
def engine(request, tmp_path):
    return engine_of(request.param, tmp_path / "store")


def test_vectors_ids_columns_and_the_card_come_back(engine):
    data = a_set()
    done = write(data, engine.address())
    found = in_order_of(data, read(engine.address()))
    assert (done.n, done.already) == (data.n, 0)
    if engine.scheme in EXACT:
        assert (found.vectors == data.vectors).all()
    assert np.abs(found.vectors - data.vectors).max() < 1e-6
    assert {name: found.columns[name].tolist() for name in data.columns} == {
        name: values.tolist() for name, values in data.columns.items()
    }
    assert found.model == data.model


def test_a_second_run_changes_nothing_and_an_interrupted_one_is_finished(engine):
    data = a_set()
    write(data.take(np.arange(12)), engine.address())
    with pytest.raises(DataError) as error:
        write(data.take(np.arange(5)), engine.address())
    assert "write_strangers" in faults_of(error)
    assert write(data, engine.address()).already == 12
    before = read(engine.address())
    assert write(data, engine.address()).already == data.n
    after = read(engine.address())
    assert (after.ids == before.ids).all()
    assert (after.vectors == before.vectors).all()


def test_other_vectors_under_the_same_ids_are_refused(engine):
    data = a_set()
    write(data, engine.address())
    changed = data.vectors.copy()
    changed[7] = -changed[7]
    with pytest.raises(DataError) as error:
        write(EmbeddingSet.from_arrays(changed, ids=data.ids), engine.address())
    assert faults_of(error)["write_differs"].rows == (7,)
    found = in_order_of(data, read(engine.address()))
    assert np.abs(found.vectors - data.vectors).max() < 1e-6


def test_lengths_are_kept_where_the_store_keeps_them_and_told_where_not(engine):
    data = a_set(unit=False)
    write(data, engine.address())
    found = in_order_of(data, read(engine.address()))
    expected = data.unit().vectors if engine.scheme == "qdrant+local" else data.vectors
    assert np.abs(found.vectors - expected).max() < 1e-5
    told = {"qdrant+local": ["store_unit"], "lancedb": [], "chroma": []}[engine.scheme]
    assert codes(found.notices) == told


def test_several_batches(engine, monkeypatch):
    for place in ("qdrant.collection", "chroma.collection", "lancedb.table"):
        monkeypatch.setattr(f"monosashi.stores.{place}.batch_size", lambda *_, **__: 7)
    data = a_set()
    write(data, engine.address())
    found = in_order_of(data, read(engine.address()))
    assert np.abs(found.vectors - data.vectors).max() < 1e-6
    assert found.columns["size"].tolist() == list(range(data.n))


def test_the_only_collection_needs_no_name_and_others_are_listed(engine):
    data = a_set(4)
    write(data, engine.address("pages"))
    assert read(engine.address(None)).n == 4
    with pytest.raises(DataError) as error:
        read(engine.address("page"))
    assert '"pages"' in str(faults_of(error)["store_no_collection"])
    write(data, engine.address("others"))
    with pytest.raises(DataError) as error:
        read(engine.address(None))
    told = str(faults_of(error)["store_which"])
    assert '"others", "pages"' in told
    assert f"?{engine.called}=others" in told


def test_unknown_vectors_and_ids_are_answered_with_those_that_are_there(engine):
    write(a_set(4), engine.address())
    with pytest.raises(DataError) as error:
        read(engine.address(), vectors="emb")
    assert "There are: vector." in str(faults_of(error)["store_no_vectors"])
    with pytest.raises(DataError) as error:
        read(engine.address(), id="slug")
    assert "language" in str(error.value)


def test_texts_are_read_without_the_vectors(engine):
    data = a_set(6)
    write(data, engine.address())
    texts = read_texts(engine.address())
    assert dict(zip(texts.ids, texts.texts, strict=True)) == dict(
        zip(data.ids, data.columns["text"], strict=True)
    )
    assert "vector" not in texts.columns


def test_an_id_column_may_be_any_column(engine):
    write(a_set(6), engine.address())
    assert sorted(read(engine.address(), id="size").ids) == list("012345")


def test_an_encoding_is_refused(engine):
    write(a_set(2), engine.address())
    with pytest.raises(DataError) as error:
        read(engine.address(), encoding="cp932")
    assert "encoding_unused" in faults_of(error)


def test_a_set_without_a_name_for_the_collection_is_refused(engine):
    with pytest.raises(DataError) as error:
        write(a_set(2), engine.address(None))
    assert "store_unsaid" in faults_of(error)


def test_gaps_in_columns_stay_gaps(engine):
    gaps = EmbeddingSet.from_arrays(
        [[1.0, 0.0], [0.0, 1.0], [0.6, 0.8]], ids=["a", "b", "c"],
        columns={"topic": ["x", None, "y"], "bare": [None, None, None]},
    )  # fmt: skip
    write(gaps, engine.address())
    found = in_order_of(gaps, read(engine.address()))
    assert found.columns["topic"].tolist() == ["x", None, "y"]


def test_values_that_the_store_would_change_are_refused_by_row(engine):
    odd = EmbeddingSet.from_arrays([[1.0], [2.0]], ids=["a", "b"],
                                   columns={"tags": ["x", {"a": 1, "b": object()}]})  # fmt: skip
    with pytest.raises(DataError) as error:
        write(odd, engine.address())
    assert faults_of(error)["cannot_carry"].rows == (1,)


def test_double_precision_is_rounded_with_a_word(engine):
    data = EmbeddingSet.from_arrays(np.random.default_rng(1).normal(size=(4, 3)), ids=list("abcd"))
    done = write(data.unit(), engine.address())
    assert codes(done.notices) == ["store_single"]
    assert write(data.unit(), engine.address()).already == 4
