"""The shipped data: whole, aligned, small, and what it says it is."""

import json

import numpy as np
import pytest

from monosashi.demo import shipped
from monosashi.demo.datasets import MODELS, banking, tatoeba, vector_file
from monosashi.demo.shipped import (
    FOLDER,
    digests,
    shipped_arrays,
    shipped_bytes,
    shipped_card,
    shipped_rows,
)
from monosashi.embeddings import DataError

DIMENSIONS = {"use-multilingual": 512, "multilingual-e5-small": 384}
DATASETS = {"tatoeba": tatoeba, "banking77": banking}


def test_every_file_has_its_digest_and_nothing_else_is_shipped():
    present = {entry.name for entry in FOLDER.iterdir()} - {"digests.json"}
    assert present == set(digests())
    assert all(shipped_bytes(name) for name in present)


def test_the_data_stay_small():
    assert sum(len(entry.read_bytes()) for entry in FOLDER.iterdir()) < 2_200_000


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("dataset", DATASETS)
def test_vectors_are_unit_to_float16_accuracy(dataset, model):
    data = DATASETS[dataset](model)
    assert data.dimension == DIMENSIONS[model]
    assert data.vectors.dtype == np.float32
    sides = [data.vectors] if data.query_vectors is None else [data.vectors, data.query_vectors]
    for vectors in sides:
        lengths = np.linalg.norm(vectors.astype(np.float64), axis=1)
        assert np.abs(lengths - 1).max() < 5e-4  # half a unit in the last place, d terms
        assert len(np.unique(vectors.round(4), axis=0)) > 0.95 * data.n


@pytest.mark.parametrize("model", MODELS)
def test_tatoeba_pairs_stand_beside_each_other(model):
    data = tatoeba(model)
    assert data.n == 600
    assert sorted(data.columns) == ["key", "language", "text"]
    keys, languages = data.columns["key"], data.columns["language"]
    assert (keys[:300] == keys[300:]).all()
    assert set(languages[:300]) == {"ja"}
    assert set(languages[300:]) == {"en"}
    assert (data.ids == [f"{k}/{lang}" for k, lang in zip(keys, languages, strict=True)]).all()
    cosine = np.einsum("ij,ij->i", data.vectors[:300], data.vectors[300:])
    shifted = np.einsum("ij,ij->i", data.vectors[:300], np.roll(data.vectors[300:], 1, axis=0))
    assert (cosine > shifted).mean() > 0.95


def test_only_the_model_with_roles_has_query_vectors():
    assert tatoeba("use-multilingual").query_vectors is None
    e5 = tatoeba("multilingual-e5-small")
    assert e5.query_vectors is not None
    assert e5.query_vectors.shape == e5.vectors.shape
    assert not np.array_equal(e5.query_vectors, e5.vectors)


@pytest.mark.parametrize("model", MODELS)
def test_banking_has_ten_intents_of_thirty(model):
    data = banking(model)
    intents = list(data.columns["intent"])
    assert [intents.count(name) for name in dict.fromkeys(intents)] == [30] * 10
    assert list(dict.fromkeys(intents)) == sorted(set(intents))


def test_both_models_hold_the_same_texts():
    for load in DATASETS.values():
        one, other = (load(model) for model in MODELS)
        assert (one.ids == other.ids).all()
        assert (one.columns["text"] == other.columns["text"]).all()


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("dataset", DATASETS)
def test_the_cards_say_how_the_vectors_were_made(dataset, model):
    card = shipped_card(vector_file(dataset, model))
    assert card.name == model
    assert card.dimension == DIMENSIONS[model]
    assert card.normalised is True
    assert card.revision
    assert (card.role, card.prefix) == (("passage", "passage: ") if "e5" in model else (None, ""))
    assert DATASETS[dataset](model).model == card


@pytest.mark.parametrize("load", DATASETS.values())
def test_an_unknown_model_is_refused(load):
    with pytest.raises(DataError, match="use-multilingual, multilingual-e5-small"):
        load("e6")


@pytest.fixture
def copied(tmp_path, monkeypatch):
    for entry in FOLDER.iterdir():
        (tmp_path / entry.name).write_bytes(entry.read_bytes())
    monkeypatch.setattr(shipped, "FOLDER", tmp_path)
    return tmp_path


@pytest.mark.parametrize("name", digests())
def test_one_changed_byte_is_noticed(copied, name):
    content = bytearray((copied / name).read_bytes())
    content[len(content) // 2] ^= 1
    (copied / name).write_bytes(content)
    with pytest.raises(DataError, match="was changed"):
        shipped_bytes(name)


def test_a_missing_file_is_named(copied):
    (copied / "tatoeba.jsonl").unlink()
    with pytest.raises(DataError, match=r"tatoeba\.jsonl is missing"):
        tatoeba("use-multilingual")


def test_vectors_of_other_texts_are_refused(copied):
    lines = (copied / "banking77.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
    (copied / "banking77.jsonl").write_text("".join(reversed(lines)), encoding="utf-8")
    import hashlib

    held = digests()
    held["banking77.jsonl"] = hashlib.sha256((copied / "banking77.jsonl").read_bytes()).hexdigest()
    (copied / "digests.json").write_text(json.dumps(held), encoding="utf-8")
    with pytest.raises(DataError, match="not those of its texts"):
        banking("use-multilingual")


def test_the_arrays_are_float16_and_the_texts_are_text():
    for name in digests():
        if name.endswith(".npz"):
            arrays = shipped_arrays(name)
            assert {key: a.dtype for key, a in arrays.items() if key != "ids"} == {
                key: np.float16 for key in arrays if key != "ids"
            }
        elif name.endswith(".jsonl"):
            assert len(shipped_rows(name)) == 300
