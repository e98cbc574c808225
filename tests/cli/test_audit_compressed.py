"""--cut and --quantise: audit measures the loss, compare compresses both sides alike."""

import json

import numpy as np
import pytest

from monosashi.cli import main
from monosashi.cli.layout import cells
from monosashi.embeddings import EmbeddingSet
from monosashi.embeddings.compression import compressed
from monosashi.retrieval import measure_retrieval

N, D = 60, 16


@pytest.fixture
def arrays(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    rng = np.random.default_rng(0)
    pages = rng.normal(size=(N, D))
    asked = 3 * (pages + 0.9 * rng.normal(size=(N, D)))
    ids = [f"p{i}" for i in range(N)]
    np.savez(tmp_path / "pages.npz", vectors=pages, ids=ids)
    np.savez(tmp_path / "asked.npz", vectors=asked, ids=[f"q{i}" for i in range(N)])
    judged = "".join(f"q{i} 0 p{i} 1\n" for i in range(N))
    (tmp_path / "qrels.txt").write_text(judged, encoding="utf-8")
    return pages, asked


SEARCH = ["--queries", "asked.npz", "--gold", "qrels.txt"]
AUDIT = ["audit", "pages.npz", "--permutations", "19"]
SMALL = ["--cut", "8", "--quantise", "int8"]


def printed(capsys, *command):
    assert main([*command, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def recall_at_1(pages, asked, index=None):
    """Recall of the compressed search, put together by hand."""
    base = EmbeddingSet.from_arrays(pages, ids=[f"p{i}" for i in range(N)])
    queries = EmbeddingSet.from_arrays(asked, ids=[f"q{i}" for i in range(N)])
    small = compressed(base, 8, "int8")
    gold = {f"q{i}": f"p{i}" for i in range(N)}
    found = measure_retrieval(compressed(queries, 8, "int8", index=index or base), small, gold=gold)
    return found.recall[1].value


def test_audit_gets_the_full_vectors_and_measures_the_small_ones(arrays, capsys):
    document = printed(capsys, *AUDIT, *SEARCH, *SMALL)
    (variant,) = document["results"]["compression"]["variants"]
    assert variant["name"] == "cut 8 int8"
    assert variant["overlap"]["value"] < 1  # of the full vectors, not of themselves
    assert document["results"]["compression"]["full_bytes"] == 8 * D
    assert document["data"]["dimension"] == 8
    assert document["data"]["model"]["compression"] == "cut 8, int8"
    assert document["results"]["retrieval"]["recall"]["1"]["value"] == recall_at_1(*arrays)
    assert [f["code"] for f in document["findings"]].count("advice.compressed_search") == 1


@pytest.mark.parametrize("words", ["en", "ja"])
@pytest.mark.usefixtures("arrays")
def test_one_screen_names_the_compression_and_what_it_loses(tmp_path, capsys, words):
    assert main([*AUDIT, *SEARCH, *SMALL, "--out", "out", "--words", words]) == 0
    lines = capsys.readouterr().out.rstrip("\n").split("\n")
    assert len(lines) <= 24
    assert all(cells(line) <= 80 for line in lines)
    (data_line,) = [line for line in lines if "×" in line and "pages.npz" in line]
    assert "(cut 8, int8)" in data_line
    assert (tmp_path / "out" / "tables" / "compression_compression.csv").exists()
    settings = (tmp_path / "out" / "settings.toml").read_text(encoding="utf-8")
    assert "cut = 8" in settings


@pytest.mark.parametrize(("command", "said"), [
    ([*AUDIT, "--cut", "17"], "cannot keep 17 of 16"),
    ([*AUDIT, *SEARCH, "--cut", "17"], "cannot keep 17 of 16"),
    (["compare", "pages.npz", "pages.npz", "--model", "A,B", *SEARCH, "--cut", "17"],
     "cannot keep 17 of 16"),
])  # fmt: skip
@pytest.mark.usefixtures("arrays")
def test_a_cut_that_is_too_long_is_one_clear_fault(capsys, command, said):
    assert main([*command, "--words", "en"]) == 4
    told = capsys.readouterr().err
    assert told.count(said) == 1
    assert "Traceback" not in told


@pytest.mark.parametrize("value", ["0", "2.5", "int4"])
@pytest.mark.usefixtures("arrays")
def test_values_that_are_none_are_wrong_usage(value):
    option = "--quantise" if value == "int4" else "--cut"
    assert main([*AUDIT, option, value]) == 2


def test_compare_compresses_queries_like_the_index_and_says_so(arrays, capsys):
    models = ["compare", "pages.npz", "pages.npz", "--model", "A,B"]
    document = printed(capsys, *models, *SEARCH, *SMALL)
    levels = document["results"]["retrieval_comparison"]["levels"]
    assert levels["A"]["recall@1"]["value"] == recall_at_1(*arrays)
    assert all(card["compression"] == "cut 8, int8" for card in document["data"]["models"].values())
    notes = [note["text"] for note in document["data"]["notices"]]
    assert sum("cut 8, int8" in note for note in notes) == 1


@pytest.mark.usefixtures("arrays")
def test_compare_does_not_cut_queries_of_another_space_into_shape(tmp_path, capsys):
    longer = np.random.default_rng(1).normal(size=(N, 2 * D))
    np.savez(tmp_path / "asked.npz", vectors=longer, ids=[f"q{i}" for i in range(N)])
    for command in (AUDIT, ["compare", "pages.npz", "pages.npz", "--model", "A,B"]):
        assert main([*command, *SEARCH, *SMALL, "--words", "en"]) == 4
        assert "32 dimensions" in capsys.readouterr().err


def test_texts_embedded_now_are_compressed_on_both_sides(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    words = ["red", "green", "blue", "north", "south", "east", "west", "cat", "dog", "bird"]
    rng = np.random.default_rng(0)
    texts = [" ".join(rng.choice(words, 6)) for _ in range(N)]
    for name, head in (("pages", "p"), ("asked", "q")):
        rows = [{"id": f"{head}{i}", "text": text} for i, text in enumerate(texts)]
        lines = "".join(json.dumps(row) + "\n" for row in rows)
        (tmp_path / f"{name}.jsonl").write_text(lines, encoding="utf-8")
    (tmp_path / "qrels.txt").write_text("".join(f"q{i} 0 p{i} 1\n" for i in range(N)))
    rest = ["--queries", "asked.jsonl", "--gold", "qrels.txt", "--store", "none", "--cut", "64"]
    document = printed(capsys, "audit", "pages.jsonl", "--embedder", "hashing", *rest,
                       "--permutations", "19")  # fmt: skip
    assert document["data"]["dimension"] == 64
    assert document["results"]["retrieval"]["n_queries"] == N
    document = printed(capsys, "compare", "pages.jsonl", "--embedder", "hashing,hashing", *rest)
    assert {card["dimension"] for card in document["data"]["models"].values()} == {64}
