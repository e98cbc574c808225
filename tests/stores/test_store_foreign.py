"""Stores that somebody else filled, with what people do to them."""

import gc
import uuid

import numpy as np
import pytest
from stores.store_engines import codes, faults_of

from monosashi.embeddings import DataError, EmbeddingSet
from monosashi.stores import read, read_texts, write_beside


def qdrant(folder):
    module = pytest.importorskip("qdrant_client")
    return module.QdrantClient(path=str(folder)), module.models


def fill(folder, config, points, **options):
    client, models = qdrant(folder)
    sizes = {name: models.VectorParams(size=size, distance=kind)
             for name, (size, kind) in config.items()}  # fmt: skip
    client.create_collection("pages", vectors_config=sizes.pop("", None) or sizes, **options)
    client.upsert("pages", [models.PointStruct(**point) for point in points])
    client.close()
    return f"qdrant+local://{folder}?collection=pages"


def test_numbers_and_uuids_of_points_are_ids(tmp_path):
    name = str(uuid.uuid4())
    address = fill(tmp_path, {"": (2, "Dot")}, [
        {"id": 7, "vector": [1.0, 2.0], "payload": {"lang": "ja"}},
        {"id": name, "vector": [3.0, 4.0]},
    ])  # fmt: skip
    found = read(address)
    assert dict(zip(found.ids, found.vectors.tolist(), strict=True)) == {
        "7": [1.0, 2.0], name: [3.0, 4.0]
    }  # fmt: skip
    assert sorted(found.columns["lang"].tolist(), key=str) == [None, "ja"]
    assert codes(found.notices) == ["store_order"]


def test_an_unnamed_vector_gets_a_mended_one_beside_it(tmp_path):
    address = fill(tmp_path, {"": (2, "Cosine")},
                   [{"id": row, "vector": [1.0, float(row)]} for row in range(4)])  # fmt: skip
    raw = read(address)
    mended = EmbeddingSet.from_arrays(raw.vectors[:, ::-1].copy(), ids=raw.ids)
    write_beside(mended, address, raw=raw)
    assert (read(address).vectors == raw.vectors).all()
    assert np.abs(read(address, vectors="vector_mended").vectors - mended.vectors).max() < 1e-6
    client, _ = qdrant(tmp_path)
    best = client.query_points("pages", query=[1.0, 0.0], using="vector_mended", limit=1)
    client.close()
    assert best.points[0].id == 3


def test_of_several_named_vectors_one_must_be_named(tmp_path):
    two = {"title": (2, "Cosine"), "body": (3, "Cosine")}
    points = [{"id": row, "vector": {"title": [1.0, row], "body": [1.0, row, 2.0]}}
              for row in range(3)]  # fmt: skip
    address = fill(tmp_path, two, points)
    with pytest.raises(DataError) as error:
        read(address)
    assert "title, body" in str(faults_of(error)["which_vectors"])
    assert read(address, vectors="body").dimension == 3


def test_query_vectors_stand_beside(tmp_path):
    points = [{"id": row, "vector": {"vector": [1.0, row], "query_vectors": [row, 1.0]}}
              for row in range(3)]  # fmt: skip
    address = fill(tmp_path, {"vector": (2, "Dot"), "query_vectors": (2, "Dot")}, points)
    found = read(address)
    assert (found.query_vectors == found.vectors[:, ::-1]).all()


def test_points_without_the_vector_are_named_or_dropped(tmp_path):
    points = [{"id": 1, "vector": {"v": [1.0, 0.0]}}, {"id": 2, "vector": {}},
              {"id": 3, "vector": {"v": [0.0, 1.0]}}]  # fmt: skip
    address = fill(tmp_path, {"v": (2, "Cosine")}, points)
    with pytest.raises(DataError) as error:
        read(address)
    assert error.value.faults[0].rows == (1,)
    assert read(address, invalid="drop").ids.tolist() == ["1", "3"]


def test_an_empty_collection_is_refused(tmp_path):
    client, models = qdrant(tmp_path)
    client.create_collection("pages", vectors_config=models.VectorParams(size=2, distance="Cosine"))
    client.close()
    with pytest.raises(DataError) as error:
        read(f"qdrant+local://{tmp_path}")
    assert "no_records" in faults_of(error)


def test_a_store_without_any_collection(tmp_path):
    qdrant(tmp_path)[0].close()
    with pytest.raises(DataError) as error:
        read(f"qdrant+local://{tmp_path}?collection=pages")
    assert "store_bare" in faults_of(error)


def test_sparse_vectors_and_several_a_point_are_named_and_not_read(tmp_path):
    client, models = qdrant(tmp_path)
    several = models.MultiVectorConfig(comparator="max_sim")
    client.create_collection(
        "pages",
        vectors_config={"dense": models.VectorParams(size=2, distance="Cosine"),
                        "colbert": models.VectorParams(size=2, distance="Cosine",
                                                       multivector_config=several)},
        sparse_vectors_config={"words": models.SparseVectorParams()},
    )  # fmt: skip
    sparse = models.SparseVector(indices=[1], values=[0.5])
    client.upsert("pages", [models.PointStruct(id=1, vector={
        "dense": [1.0, 0.0], "colbert": [[1.0, 0.0], [0.0, 1.0]], "words": sparse})])  # fmt: skip
    client.close()
    found = read(f"qdrant+local://{tmp_path}")
    assert found.vectors.tolist() == [[1.0, 0.0]]
    assert "store_unusable" in codes(found.notices)
    with pytest.raises(DataError) as error:
        write_beside(EmbeddingSet.from_arrays([[1.0, 0.0]], ids=["1"]),
                     f"qdrant+local://{tmp_path}", name="words")  # fmt: skip
    assert "beside_taken" in faults_of(error)


def test_a_payload_of_ids_names_the_points_and_their_own_ids_can_be_had(tmp_path):
    points = [{"id": row, "vector": [1.0, row], "payload": {"id": f"page-{row}"}}
              for row in range(3)]  # fmt: skip
    address = fill(tmp_path, {"": (2, "Dot")}, points)
    assert read(address).ids.tolist() == ["page-0", "page-1", "page-2"]
    assert read(address, id="point_id").ids.tolist() == ["0", "1", "2"]
    mended = EmbeddingSet.from_arrays([[9.0, 9.0]], ids=["2"])
    write_beside(mended, address, id="point_id")
    found = read(address, vectors="vector_mended", invalid="drop")
    assert (found.ids.tolist(), found.vectors.tolist()) == (["page-2"], [[9.0, 9.0]])


def test_ids_that_name_two_points_are_refused_on_both_ways(tmp_path):
    points = [{"id": row, "vector": [1.0, row], "payload": {"id": "same"}} for row in range(2)]
    address = fill(tmp_path, {"": (2, "Dot")}, points)
    with pytest.raises(DataError) as error:
        read(address)
    assert "duplicate_ids" in faults_of(error)
    with pytest.raises(DataError) as error:
        write_beside(EmbeddingSet.from_arrays([[1.0, 1.0]], ids=["same"]), address)
    assert "duplicate_ids" in faults_of(error)


def test_points_without_an_id_in_the_payload_are_counted(tmp_path):
    points = [{"id": 1, "vector": [1.0, 1.0], "payload": {"id": "a"}},
              {"id": 2, "vector": [1.0, 2.0]}]  # fmt: skip
    address = fill(tmp_path, {"": (2, "Dot")}, points)
    with pytest.raises(DataError):
        read(address)
    with pytest.raises(DataError) as error:
        write_beside(EmbeddingSet.from_arrays([[1.0, 1.0]], ids=["a"]), address)
    assert "store_unnamed" in faults_of(error)


def test_wide_texts_in_a_payload(tmp_path):
    texts = {"ja": "春", "en": "spring"}
    address = fill(tmp_path, {"": (2, "Dot")},
                   [{"id": 1, "vector": [1.0, 2.0], "payload": {"text": texts}}])  # fmt: skip
    found = read_texts(address, wide="text")
    assert dict(zip(found.columns["language"], found.texts, strict=True)) == texts


def test_a_folder_that_another_program_has_open(tmp_path):
    client, models = qdrant(tmp_path)
    client.create_collection("pages", vectors_config=models.VectorParams(size=2, distance="Dot"))
    with pytest.raises(DataError) as error:
        read(f"qdrant+local://{tmp_path}")
    client.close()
    assert "already accessed" in str(faults_of(error)["store_broken"])
    del error
    gc.collect()  # a lock left open would be told here, as an error


def test_a_broken_folder(tmp_path):
    (tmp_path / "meta.json").write_text("{", encoding="utf-8")
    with pytest.raises(DataError) as error:
        read(f"qdrant+local://{tmp_path}")
    assert "store_broken" in faults_of(error)


def test_the_local_mode_reads_the_same_before_and_after_reopening(tmp_path):
    """qdrant-client 1.20 gives unit vectors in the session that wrote, and raw ones afterwards."""
    points = [{"id": row, "vector": [3.0 + row, 4.0]} for row in range(3)]
    address = fill(tmp_path, {"": (2, "Cosine")}, points)
    found = read(address)
    assert np.abs(np.linalg.norm(found.vectors, axis=1) - 1).max() < 1e-6
    assert np.abs(found.vectors[0] - [0.6, 0.8]).max() < 1e-6
