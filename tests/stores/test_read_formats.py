"""Every format gives the same set."""

import json

import numpy as np
import pyarrow as pa
import pytest
from pyarrow import parquet
from stores.layouts import IDS, LANG, QUERIES, RECORDS, VECTORS, refused, write_jsonl

from monosashi.embeddings import EmbeddingSet, ModelCard
from monosashi.embeddings.files import arrays as arrays_module
from monosashi.stores import read


def write_csv(path):
    lines = ["id,emb,emb_q,lang"]
    lines += [f'{r["id"]},"{r["emb"]}","{r["emb_q"]}",{r["lang"]}' for r in RECORDS]
    path.write_text("\n".join(lines), encoding="utf-8")


WRITERS = {
    "jsonl": lambda path: write_jsonl(path, RECORDS),
    "jsonl.gz": lambda path: write_jsonl(path, RECORDS),
    "ndjson": lambda path: write_jsonl(path, RECORDS, end="\r\n"),
    "parquet": lambda path: parquet.write_table(pa.Table.from_pylist(RECORDS), path),
    "csv": write_csv,
    "npz": lambda path: np.savez(path, ids=IDS, emb=VECTORS, emb_q=QUERIES, lang=np.array(LANG)),
}


@pytest.mark.parametrize("ending", WRITERS)
def test_every_format_gives_the_same_set(tmp_path, ending):
    path = tmp_path / f"pages.{ending}"
    WRITERS[ending](path)
    data = read(path, vectors="emb", query_vectors="emb_q", model="m-v1")
    np.testing.assert_allclose(data.vectors, VECTORS, atol=1e-7)
    np.testing.assert_allclose(data.query_vectors, QUERIES, atol=1e-7)
    assert data.ids.tolist() == IDS
    assert data.columns["lang"].tolist() == LANG
    assert list(data.columns) == ["lang"]
    assert (data.model.name, data.model.dimension) == ("m-v1", 2)
    assert data.notices == ()
    assert read(str(path), vectors="emb", query_vectors="emb_q").n == 3


@pytest.mark.parametrize("ending", ["jsonl", "parquet", "csv", "npz"])
def test_the_vectors_must_be_chosen_when_there_are_several(tmp_path, ending):
    path = tmp_path / f"pages.{ending}"
    WRITERS[ending](path)
    said = refused(path).say("en")
    assert "emb" in said
    assert "emb_q" in said
    only = read(path, vectors="emb")
    assert only.query_vectors is None
    if ending != "npz":
        assert '"emb_q"' in only.notices[0].say("en")
        assert read(path, query_vectors="emb_q").vectors.shape == (3, 2)


@pytest.mark.parametrize("ending", ["jsonl", "parquet", "csv"])
def test_the_only_vectors_need_no_name_and_ids_may_have_any(tmp_path, ending):
    path = tmp_path / f"pages.{ending}"
    plain = [{"page": r["id"], "emb": r["emb"]} for r in RECORDS]
    if ending == "jsonl":
        write_jsonl(path, plain)
    elif ending == "parquet":
        parquet.write_table(pa.Table.from_pylist(plain), path)
    else:
        rows = [f'{r["page"]},"{r["emb"]}"' for r in plain]
        path.write_text("page,emb\n" + "\n".join(rows), encoding="utf-8")
    assert read(path, id="page").ids.tolist() == IDS
    assert read(path).ids.tolist() == ["0", "1", "2"]
    assert "Columns: page, emb" in refused(path, id="slug").say("en").replace("columns", "Columns")


def test_npy_with_query_file_and_card(tmp_path):
    np.save(tmp_path / "docs.npy", VECTORS)
    np.save(tmp_path / "queries.npy", QUERIES)
    card = {"name": "m-v1", "dimension": 2, "role": "passage", "unknown field": 1}
    (tmp_path / "docs.card.json").write_text(json.dumps(card), encoding="utf-8")
    data = read(tmp_path / "docs.npy", query_vectors="queries.npy")
    np.testing.assert_array_equal(data.query_vectors, QUERIES)
    (note,) = data.notices
    assert note.values["file"] == "queries.npy"
    assert read(tmp_path / "docs.npy").notices == ()
    assert data.model == ModelCard(name="m-v1", dimension=2, role="passage")
    assert read(tmp_path / "docs.npy", model="m-v2").model.role == "passage"
    assert read(tmp_path / "docs.npy", model=ModelCard(name="x")).model.role is None
    assert "vectors (--vectors), id (--id)" in refused(
        tmp_path / "docs.npy", vectors="v", id="id"
    ).say("en")


@pytest.mark.parametrize(
    "text", ["[1, 2]", "{", '{"dimension": "2"}', '{"aliases": "m"}', "\ufeff{}"]
)
def test_a_broken_card_is_refused(tmp_path, text):
    np.save(tmp_path / "docs.npy", VECTORS)
    (tmp_path / "docs.card.json").write_text(text, encoding="utf-8")
    if text.endswith("{}"):
        assert read(tmp_path / "docs.npy").n == 3
    else:
        assert "docs.card.json" in refused(tmp_path / "docs.npy").say("en")


def test_a_large_npy_stays_on_disk(tmp_path, monkeypatch):
    monkeypatch.setattr(arrays_module, "LARGE", 100)
    np.save(tmp_path / "v.npy", np.ones((50, 4), dtype=np.float32))
    assert isinstance(read(tmp_path / "v.npy").vectors, np.memmap)


def test_a_saved_folder(tmp_path):
    data = EmbeddingSet.from_arrays(VECTORS, ids=IDS, columns={"lang": LANG}, model=ModelCard("m"))
    data.save(tmp_path / "set")
    found = read(tmp_path / "set")
    assert (found.ids.tolist(), found.columns["lang"].tolist()) == (IDS, LANG)
    assert read(tmp_path / "set", model="n").model == ModelCard("n", dimension=2)
    assert read(tmp_path / "set", model=ModelCard("o")).model.name == "o"
    assert "vectors" in refused(tmp_path / "set", vectors="emb").say("en")
    assert "set.json" in refused(tmp_path).say("en")


def test_reading_changes_no_file(tmp_path):
    for ending, writer in WRITERS.items():
        writer(tmp_path / f"pages.{ending}")
    before = {path: path.read_bytes() for path in tmp_path.iterdir()}
    for path in before:
        read(path, vectors="emb").unit()
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == before


@pytest.mark.parametrize("with_ids", [True, False])
def test_an_archive_alone_has_nothing_to_say_about_joining(tmp_path, with_ids):
    named = {"ids": IDS} if with_ids else {}
    np.savez(tmp_path / "v.npz", vectors=VECTORS, query_vectors=QUERIES, **named)
    data = read(tmp_path / "v.npz")
    assert data.notices == ()
    assert data.ids.tolist() == (IDS if with_ids else ["0", "1", "2"])
    np.testing.assert_array_equal(data.query_vectors, QUERIES)


def named(path, name):
    EmbeddingSet.from_arrays(VECTORS, ids=IDS, model=ModelCard(name=name)).save(path)


def test_two_files_of_one_stem_keep_their_own_cards(tmp_path):
    """The card of the second was read for the first, in silence."""
    named(tmp_path / "pages.parquet", "old")
    named(tmp_path / "pages.npz", "new")
    assert read(tmp_path / "pages.parquet").model.name == "old"
    assert read(tmp_path / "pages.npz").model.name == "new"


def test_a_card_of_the_stem_is_not_taken_beside_a_file_with_its_own(tmp_path):
    named(tmp_path / "pages.npz", "new")
    np.save(tmp_path / "pages.npy", VECTORS)
    (tmp_path / "pages.card.json").write_text('{"name": "whose"}', encoding="utf-8")
    assert read(tmp_path / "pages.npz").model.name == "new"
    assert read(tmp_path / "pages.npy").model.name is None


def test_a_card_of_the_stem_belongs_to_the_arrays_beside_texts(tmp_path):
    write_jsonl(tmp_path / "pages.jsonl", RECORDS)
    np.savez(tmp_path / "pages.npz", ids=np.array(IDS), vectors=VECTORS)
    (tmp_path / "pages.card.json").write_text('{"name": "m"}', encoding="utf-8")
    assert read(tmp_path / "pages.npz").model.name == "m"
    assert read(tmp_path / "pages.jsonl", vectors="pages.npz").model.name == "m"
    assert read(tmp_path / "pages.jsonl", vectors="emb").model.name is None


def test_a_card_that_may_be_of_several_files_is_refused(tmp_path):
    for name in ("pages.npz", "pages.parquet"):
        named(tmp_path / name, "x")
        (tmp_path / f"{name}.card.json").unlink()
    (tmp_path / "pages.card.json").write_text('{"name": "whose"}', encoding="utf-8")
    said = refused(tmp_path / "pages.parquet").say("en")
    assert '"pages.npz", "pages.parquet"' in said
    assert "pages.parquet.card.json" in said
    (tmp_path / "pages.card.json").rename(tmp_path / "pages.npz.card.json")
    assert read(tmp_path / "pages.npz").model.name == "whose"
    assert read(tmp_path / "pages.parquet").model.name is None
