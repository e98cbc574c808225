"""audit --queries --gold: files, faults, one screen, gate."""

import json

import numpy as np
import pytest

from monosashi.cli import main
from monosashi.cli.layout import cells

N = 60


@pytest.fixture
def files(tmp_path, monkeypatch):
    """Pages in topics, two wordings of a question on each, and which page answers it."""
    monkeypatch.chdir(tmp_path)
    rng = np.random.default_rng(0)
    pages = rng.normal(size=(N, 12))
    write(tmp_path / "pages.jsonl",
          [{"id": f"記事{i}", "topic": f"t{i % 12}", "text": f"本文{i}", "emb": row.tolist()}
           for i, row in enumerate(pages)])  # fmt: skip
    asked = np.repeat(pages, 2, axis=0) + 0.5 * rng.normal(size=(2 * N, 12))
    write(tmp_path / "questions.jsonl",
          [{"id": f"q{i}", "question": f"s{i // 2}", "text": f"質問{i}", "emb": row.tolist()}
           for i, row in enumerate(asked)])  # fmt: skip
    judged = "".join(f"q{i} 0 記事{i // 2} 1\n" for i in range(2 * N))
    (tmp_path / "qrels.txt").write_text(judged, encoding="utf-8")
    return ["audit", "pages.jsonl", "--vectors", "emb", "--queries", "questions.jsonl", "--gold",
            "qrels.txt", "--permutations", "19"]  # fmt: skip


def write(path, rows):
    lines = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    path.write_text(lines, encoding="utf-8")


FULL = ["--groups", "topic", "--query-groups", "question"]


@pytest.mark.parametrize("words", ["en", "ja"])
@pytest.mark.parametrize("more", [[], FULL], ids=["plain", "full"])
def test_one_screen_that_says_how_good_the_search_is(files, tmp_path, capsys, words, more):
    assert main([*files, *more, "--out", "out", "--words", words]) == 0
    lines = capsys.readouterr().out.rstrip("\n").split("\n")
    assert len(lines) <= 24
    assert all(cells(line) <= 80 for line in lines)
    text = "".join(lines)
    assert "right pages was not" not in " ".join(lines)
    assert "正しい文書が見つかるかどうか" not in text
    document = json.loads((tmp_path / "out" / "result.json").read_text(encoding="utf-8"))
    assert document["verdict"]["code"] == "advice.verdicts.search"
    assert f"{document['results']['retrieval']['hits']['1']['value']:.0%}" in text
    tables = {path.name for path in (tmp_path / "out" / "tables").iterdir()}
    assert {"layers_layers.csv", "retrieval_retrieval.csv"} <= tables


def test_all_four_layers_are_measured_and_shown(files, tmp_path, capsys):
    assert main([*files, *FULL, "--out", "out", "--json"]) == 0
    layers = json.loads(capsys.readouterr().out)["results"]["layers"]
    assert layers["query_groups"] == N
    assert layers["document_groups"] == 12
    assert layers["spread_ratio"] == pytest.approx(
        layers["query_spread"] / layers["document_spread"])  # fmt: skip
    assert layers["reasons"] == {}
    page = (tmp_path / "out" / "report.ja.html").read_text(encoding="utf-8")
    for number in range(1, 5):
        assert f"{number}. " in page
    assert "順位を支える 4 つの層" in page


def test_the_settings_file_repeats_the_run(files, tmp_path, capsys):
    assert main([*files, *FULL, "--out", "out"]) == 0
    first = json.loads((tmp_path / "out" / "result.json").read_text(encoding="utf-8"))
    settings = (tmp_path / "out" / "settings.toml").read_text(encoding="utf-8")
    (tmp_path / "monosashi.toml").write_text(settings, encoding="utf-8")
    capsys.readouterr()
    assert main(["audit", "pages.jsonl", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["results"] == first["results"]


@pytest.mark.parametrize(
    ("options", "said"),
    [(["--queries", "questions.jsonl"], "--gold"), (["--gold", "qrels.txt"], "--queries"),
     (["--query-groups", "question"], "--query-groups"),
     (["--queries", "questions.jsonl", "--gold", "qrels.txt", "--sample", "30"], "--sample"),
     (["--queries", "a.jsonl,b.jsonl", "--gold", "qrels.txt"], "1 models")],
)  # fmt: skip
def test_options_that_do_not_fit_are_wrong_usage(files, capsys, options, said):
    assert main([*files[:4], *options, "--words", "en"]) == 2
    assert said in capsys.readouterr().err


@pytest.mark.parametrize(
    ("change", "said"),
    [(lambda rows: [*rows, rows[0]], "q0"),
     (lambda rows: [{**rows[0], "emb": [0.0] * 12}, *rows[1:]], "q0"),
     (lambda rows: [{**row, "emb": row["emb"][:5]} for row in rows], "12"),
     (lambda rows: [{**row, "id": f"x{i}"} for i, row in enumerate(rows)], "q0")],
    ids=["twice", "zero", "dimension", "strangers"],
)  # fmt: skip
def test_faults_of_the_queries_exit_with_4_and_are_named(files, tmp_path, capsys, change, said):
    path = tmp_path / "questions.jsonl"
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    write(path, change(rows))
    assert main([*files, "--out", "out", "--words", "en"]) == 4
    err = capsys.readouterr().err
    assert said in err
    assert "Traceback" not in err
    assert not (tmp_path / "out").exists()


def test_queries_beside_their_vectors(files, tmp_path, capsys):
    rows = [json.loads(line) for line in
            (tmp_path / "questions.jsonl").read_text(encoding="utf-8").splitlines()]  # fmt: skip
    np.savez(tmp_path / "asked.npz", ids=np.array([row["id"] for row in rows]),
             vectors=np.array([row["emb"] for row in rows]))  # fmt: skip
    write(
        tmp_path / "questions.jsonl",
        [{"key": row["id"], "text": row["text"], "question": row["question"]} for row in rows],
    )
    command = [*files, "--queries-vectors", "asked.npz", "--query-id", "key"]
    assert main([*command, "--json"]) == 0
    retrieval = json.loads(capsys.readouterr().out)["results"]["retrieval"]
    assert retrieval["n_queries"] == 2 * N


def test_gate_init_then_gate(files, tmp_path):
    assert main([*files, "--out", "out"]) == 0
    assert main(["gate", "out", "--init", "gate.toml"]) == 0
    assert "retrieval" in (tmp_path / "gate.toml").read_text(encoding="utf-8")
    assert main(["gate", "out", "gate.toml"]) == 0
    rows = (tmp_path / "qrels.txt").read_text(encoding="utf-8").splitlines()
    wrong = [f"q{i} 0 記事{(i // 2 + 7) % N} 1" for i in range(len(rows))]
    (tmp_path / "qrels.txt").write_text("\n".join(wrong) + "\n", encoding="utf-8")
    assert main([*files, "--out", "out"]) == 0
    assert main(["gate", "out", "gate.toml"]) == 3


def test_explain_prints_the_new_limits(capsys):
    assert main(["audit", "--explain"]) == 0
    text = capsys.readouterr().out
    assert "[query_offset]" in text
    assert "[switch_lost]" in text
