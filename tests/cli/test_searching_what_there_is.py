"""Saved sets, languages, vectors of zeros, and queries that one of several models lacks."""

import json
from pathlib import Path

import numpy as np
import pytest

import monosashi as ms
from monosashi.cli import main

N = 24


def write(path, rows):
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")


@pytest.fixture(autouse=True)
def files(tmp_path, monkeypatch):
    """Documents in two languages, a query on each; saved sets of two models; a run file."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    rng = np.random.default_rng(0)
    documents = rng.normal(size=(N, 8))
    asked = documents + 0.1 * rng.normal(size=(N, 8))
    write(tmp_path / "docs.jsonl", [
        {"id": f"d{i}", "text": f"text {i}", "lang": ("en", "ja")[i % 2], "emb": row.tolist()}
        for i, row in enumerate(documents)])  # fmt: skip
    write(tmp_path / "asked.jsonl", [
        {"id": f"q{i}", "text": f"ask {i}", "lang": ("en", "ja")[i % 2], "emb": row.tolist()}
        for i, row in enumerate(asked)])  # fmt: skip
    (tmp_path / "qrels.txt").write_text("".join(f"q{i} 0 d{i} 1\n" for i in range(N)))
    for name, turn in (("a", np.eye(8)), ("b", np.linalg.qr(rng.normal(size=(8, 8)))[0])):
        for side, ids, rows in (("docs", "d", documents), ("asked", "q", asked)):
            saved = ms.EmbeddingSet.from_arrays(rows @ turn, ids=[f"{ids}{i}" for i in range(N)],
                                                model=ms.ModelCard(name=name))  # fmt: skip
            saved.save(tmp_path / f"{side}-{name}")
    (tmp_path / "one.run").write_text("".join(f"q{i} Q0 d{i} 1 1.0 one\n" for i in range(N)))
    return tmp_path


GOLD = ["--gold", "qrels.txt"]
PLAIN = ["docs.jsonl", "--queries", "asked.jsonl", *GOLD, "--vectors", "emb"]


def document(words, capsys):
    code = main([*words, "--json"])
    out, err = capsys.readouterr()
    assert code == 0, err
    return json.loads(out)


def zero(path, row):
    rows = [json.loads(line) for line in path.read_text().splitlines()]
    rows[row]["emb"] = [0.0] * 8
    write(path, rows)


def test_saved_sets_of_several_models_are_searched_by_saved_queries(capsys):
    found = document(
        ["retrieval", "docs-a", "docs-b", "--queries", "asked-a,asked-b", *GOLD], capsys
    )
    assert list(found["results"]["retrieval"]["systems"]) == ["a", "b"]


@pytest.mark.parametrize(
    ("words", "name"),
    [
        (["retrieval", "docs.jsonl", "--vectors", "emb", "--model", "a"], None),
        (["audit", "docs.jsonl", "--vectors", "emb", "--model", "a"], None),
        (["compare", "docs.jsonl", "--vectors", "emb,emb", "--model", "a,b"], "b"),
    ],
)
def test_a_saved_set_of_queries_needs_no_column(words, name, capsys):
    """--vectors is meant for the documents; the set knows its own vectors."""
    found = document([*words, "--queries", "asked-a", *GOLD], capsys)["results"]
    levels = found["retrieval_comparison"]["levels"][name]["recall@10"] if name else (
        found["retrieval"]["recall"]["10"])  # fmt: skip
    assert levels["value"] == 1


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["retrieval", "docs.jsonl", "--vectors", "docs-a,docs-b", "--queries", "asked.jsonl"],
         "monosashi retrieval docs-a docs-b --queries QUERIES,QUERIES --gold GOLD"),
        (["retrieval", "docs.jsonl", "--vectors", "docs-a", "--queries", "asked.jsonl",
          "--queries-vectors", "asked-a"],
         "monosashi retrieval docs-a --queries asked-a --gold GOLD"),
        (["audit", "docs.jsonl", "--vectors", "docs-a"], "monosashi audit docs-a"),
        (["compare", "docs.jsonl", "--vectors", "docs-a,docs-b", "--groups", "lang"],
         "monosashi compare docs-a docs-b"),
        (["compare", "one.run", "one.run", "--queries", "asked.jsonl", *GOLD],
         "monosashi retrieval --run one.run,one.run --gold GOLD"),
    ],
)  # fmt: skip
def test_what_stands_in_the_wrong_place_is_answered_with_the_command(words, said, capsys):
    assert main([*words, "--words", "en"]) == 2
    assert said in capsys.readouterr().err


def test_languages_of_long_rows_restrict_both_sides_and_the_gold(files, capsys):
    common = ["retrieval", *PLAIN, "--language", "lang"]
    found = document([*common, "--languages", "ja"], capsys)["results"]["retrieval"]
    assert (found["n_queries"], found["n_documents"], found["missing"]) == (N // 2, N // 2, [])
    judged = [f"q{i} 0 d{i} 1\nq{i} 0 d{(i + 1) % N} 1\n" for i in range(N)]
    (files / "qrels.txt").write_text("".join(judged))
    both = document([*common, "--languages", "ja"], capsys)["results"]["retrieval"]
    assert both["golds_absent"] == []  # an answer in the other language is not asked for
    rows = [json.loads(line) for line in (files / "asked.jsonl").read_text().splitlines()]
    write(files / "asked.jsonl", [{k: v for k, v in row.items() if k != "lang"} for row in rows])
    plain = document([*common, "--languages", "ja,en"], capsys)["results"]["retrieval"]
    assert plain["n_queries"] == N
    assert main([*common, "--languages", "de", "--words", "en"]) == 4
    assert "no rows in" in capsys.readouterr().err
    assert main(["retrieval", *PLAIN, "--languages", "ja", "--words", "en"]) == 2
    assert "--language" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["retrieval", "audit"])
def test_a_query_of_zeros_is_an_error_or_a_miss_that_is_named(files, command, capsys):
    zero(files / "asked.jsonl", 3)
    assert main([command, *PLAIN, "--words", "en"]) == 4
    err = capsys.readouterr().err
    assert '"q3"' in err
    assert "--invalid drop" in err
    found = document([command, *PLAIN, "--invalid", "drop"], capsys)
    assert found["results"]["retrieval"]["missing"] == ["q3"]
    assert found["results"]["retrieval"]["recall"]["1"]["value"] == pytest.approx((N - 1) / N)
    (missing,) = (one for one in found["findings"] if one["code"] == "retrieval.missing")
    assert "q3" in json.dumps(missing)


def test_a_document_of_zeros_is_never_found(files, capsys):
    zero(files / "docs.jsonl", 5)
    assert main(["retrieval", *PLAIN, "--words", "en"]) == 4
    assert "--invalid drop" in capsys.readouterr().err
    found = document(["retrieval", *PLAIN, "--invalid", "drop"], capsys)["results"]["retrieval"]
    assert found["golds_absent"] == ["d5"]
    assert found["recall"]["10"]["value"] == pytest.approx((N - 1) / N)


def test_queries_that_a_model_lacks_are_left_out_for_all_and_counted(files, capsys):
    rows = [json.loads(line) for line in (files / "asked.jsonl").read_text().splitlines()]
    write(files / "short.jsonl", rows[2:])
    command = ["compare", "docs.jsonl", "--vectors", "emb,emb", "--model", "a,b", "--queries",
               "asked.jsonl,short.jsonl", *GOLD]  # fmt: skip
    assert main([*command, "--words", "en"]) == 4
    assert '"q0", "q1"' in capsys.readouterr().err
    found = document([*command, "--invalid", "drop"], capsys)
    assert found["data"]["queries"] == N - 2
    told = [notice["text"] for notice in found["data"]["notices"]
            if notice["code"] == "cli.notices.queries_left_out"]  # fmt: skip
    assert told
    assert told[0].startswith("b has no usable vector for 2 queries")


@pytest.mark.parametrize(
    ("more", "environment", "shown"),
    [
        (["--embedder", "hashing", "--store", "mine"], None, False),
        (["--embedder", "python:some_model:vectors", "--store", "mine"], None, True),
        (["--embedder", "python:some_model:vectors"], "theirs", False),
        (["--embedder", "python:some_model:vectors", "--store", "mine"], "theirs", True),
    ],
)
def test_the_next_command_names_the_store_only_where_it_is_needed(
    monkeypatch, capsys, more, environment, shown
):
    code = "def vectors(texts):\n    return [[len(t), t.count('1') + 1.0] for t in texts]\n"
    Path("some_model.py").write_text(code, encoding="utf-8")
    monkeypatch.syspath_prepend(Path.cwd())
    if environment:
        monkeypatch.setenv("MONOSASHI_STORE", environment)
    found = document(["retrieval", "docs.jsonl", "--queries", "asked.jsonl", *GOLD, *more], capsys)
    assert ("--store" in found["command"]) is shown


def test_texts_without_vectors_are_told_of_embedders(files, capsys):
    for side in ("docs", "asked"):
        write(files / f"{side}.jsonl", [{"id": f"{side}{i}", "text": "a"} for i in range(3)])
    words = ["retrieval", "docs.jsonl", "--queries", "asked.jsonl", *GOLD, "--words", "en"]
    assert main(words) == 4
    assert capsys.readouterr().err.count("--embedder") == 1
