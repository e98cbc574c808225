"""pandas, polars and arrow tables come in through one call."""

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from monosashi.embeddings import DataError, EmbeddingSet

VECTORS = [[1.0, 0.0], [0.5, 0.5], [0.0, 2.0]]
DATA = {"id": ["記1", "b", "c"], "lang": ["ja", "en", None], "year": [1, 2, 3]}


def with_arrow_lists():
    column = pd.Series(pa.array(VECTORS), dtype=pd.ArrowDtype(pa.list_(pa.float64())))
    return pd.DataFrame(DATA).assign(emb=column)


FRAMES = {
    "pandas lists": lambda: pd.DataFrame({**DATA, "emb": VECTORS}),
    "pandas arrays": lambda: pd.DataFrame({**DATA, "emb": [np.float32(row) for row in VECTORS]}),
    "pandas arrow": with_arrow_lists,
    "polars list": lambda: pl.DataFrame({**DATA, "emb": VECTORS}),
    "polars array": lambda: pl.DataFrame(
        {**DATA, "emb": VECTORS}, schema_overrides={"emb": pl.Array(pl.Float32, 2)}
    ),
    "arrow list": lambda: pa.table({**DATA, "emb": VECTORS}),
    "arrow fixed": lambda: pa.table({**DATA, "emb": pa.array(VECTORS, pa.list_(pa.float32(), 2))}),
}


@pytest.mark.parametrize("name", FRAMES)
def test_every_table_gives_the_same_set(name):
    data = EmbeddingSet.from_frame(FRAMES[name](), vectors="emb", query_vectors="emb")
    np.testing.assert_array_equal(data.vectors, VECTORS)
    np.testing.assert_array_equal(data.query_vectors, VECTORS)
    assert data.ids.tolist() == DATA["id"]
    assert data.columns["lang"].tolist() == ["ja", "en", None]
    assert data.columns["year"].tolist() == [1, 2, 3]
    assert list(data.columns) == ["lang", "year"]


@pytest.mark.parametrize("kind", [pd.DataFrame, pl.DataFrame, pa.table])
def test_number_columns_can_be_the_vector(kind):
    data = EmbeddingSet.from_frame(
        kind({"x": [1.0, 2.0], "y": [3.0, 4.0], "key": [2**53 + 1, 7]}),
        vectors=["y", "x"],
        id="key",
    )
    np.testing.assert_array_equal(data.vectors, [[3, 1], [4, 2]])
    assert data.ids.tolist() == ["9007199254740993", "7"]


def test_a_frame_is_not_changed():
    frame = pd.DataFrame({**DATA, "emb": VECTORS}, index=[5, 5, 9])
    before = frame.copy(deep=True)
    data = EmbeddingSet.from_frame(frame, vectors="emb")
    data.vectors[0] = 9
    data.columns["year"][0] = 9
    pd.testing.assert_frame_equal(frame, before)


def test_gaps_and_bad_names_are_refused():
    frame = pl.DataFrame({"id": ["a", None], "emb": [[1.0, 0.0], None]})
    with pytest.raises(DataError) as error:
        EmbeddingSet.from_frame(frame, vectors="emb")
    assert [one.rows for one in error.value.faults] == [(1,), (1,)]
    with pytest.raises(DataError) as error:
        EmbeddingSet.from_frame(frame, vectors="v", id="key", query_vectors=["q1", "q2"])
    assert len(error.value.faults) == 4
    with pytest.raises(DataError, match="ndarray is not a table"):
        EmbeddingSet.from_frame(np.eye(2), vectors="emb")


def test_a_series_that_names_the_ids_is_joined_by_them_and_not_by_row():
    data = EmbeddingSet.from_arrays(np.eye(4), ids=list("abcd"))
    turned = pd.Series(list("xxyy"), index=list("dcba"))
    assert data.values(turned, "groups").tolist() == list("yyxx")
    assert data.values(turned.reset_index(drop=True), "groups").tolist() == list("xxyy")
    plain = EmbeddingSet.from_arrays(np.eye(4))
    shuffled = pd.Series(list("xxyy"), index=[3, 1, 0, 2])
    assert plain.values(shuffled, "groups").tolist() == list("xxyy"), "these ids only count rows"
