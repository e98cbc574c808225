"""compare OLD NEW --queries: who gains, who loses, and a gate that stops a bad switch."""

import json
from textwrap import dedent

import numpy as np
import pytest

from monosashi.cli import main
from monosashi.cli.layout import cells

N = 80


def write(path, rows):
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")


@pytest.fixture
def files(tmp_path, monkeypatch):
    """Documents and queries in one file each, with the vectors of two models; the new one is bad.

    Every fourth query is noise in the new model.
    """
    monkeypatch.chdir(tmp_path)
    rng = np.random.default_rng(0)
    pages = rng.normal(size=(N, 10))
    asked = pages + 0.2 * rng.normal(size=(N, 10))
    turn = np.linalg.qr(rng.normal(size=(10, 10)))[0]
    noisy = np.where(np.arange(N)[:, None] % 4 == 0, rng.normal(size=(N, 10)), asked) @ turn
    both = pages.tolist(), (pages @ turn).tolist()
    write(tmp_path / "pages.jsonl",
          [{"id": f"d{i}", "topic": f"t{i % 10}", "text": f"page {i}", "old": a, "new": b}
           for i, (a, b) in enumerate(zip(*both, strict=True))])  # fmt: skip
    both = asked.tolist(), noisy.tolist()
    write(tmp_path / "asked.jsonl",
          [{"id": f"q{i}", "text": f"ask {i}", "user": f"u{i // 2}", "old": a, "new": b}
           for i, (a, b) in enumerate(zip(*both, strict=True))])  # fmt: skip
    (tmp_path / "qrels.txt").write_text("".join(f"q{i} 0 d{i} 1\n" for i in range(N)))
    return ["compare", "pages.jsonl", "--vectors", "old,new", "--model", "old,new", "--id", "id",
            "--queries", "asked.jsonl"]  # fmt: skip


GOLD = ["--gold", "qrels.txt"]


@pytest.mark.parametrize("words", ["en", "ja"])
@pytest.mark.parametrize("more", [[], GOLD, [*GOLD, "--groups", "topic"]],
                         ids=["lists", "gold", "groups"])  # fmt: skip
def test_one_screen(files, capsys, words, more):
    assert main([*files, *more, "--out", "out", "--words", words]) == 0
    lines = capsys.readouterr().out.rstrip("\n").split("\n")
    assert len(lines) <= 24
    assert all(cells(line) <= 80 for line in lines)


def test_a_bad_switch_is_found_and_its_gate_fails(files, tmp_path, capsys):
    assert main([*files, *GOLD, "--out", "out", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    lost = document["results"]["switch"]["lost_queries"]
    assert {int(row["query_id"][1:]) % 4 for row in lost} == {0}
    levels = {f["code"]: f["level"] for f in document["findings"]}
    assert levels["retrieval.switch"] == "problem"
    assert main(["gate", "out", "--init", "gate.toml"]) == 0
    assert main(["gate", "out", "gate.toml", "--words", "en"]) == 3
    assert "recall@10, new minus old" in capsys.readouterr().out
    tables = {path.name for path in (tmp_path / "out" / "tables").iterdir()}
    assert {"retrieval_switch.csv", "retrieval_moves.csv", "retrieval_lost.csv"} <= tables


def test_a_good_switch_passes_the_same_gate(files):
    assert main([*files, *GOLD, "--out", "out"]) == 0
    assert main(["gate", "out", "--init", "gate.toml"]) == 0
    turned = ["old,old" if word == "old,new" and files[i - 1] == "--vectors" else word
              for i, word in enumerate(files)]  # fmt: skip
    assert main([*turned, *GOLD, "--out", "same", "--json"]) == 0
    assert main(["gate", "same", "gate.toml"]) == 0


def test_without_gold_only_the_lists_are_compared(files, capsys):
    assert main([*files, "--words", "en"]) == 0
    text = " ".join(capsys.readouterr().out.split())
    assert "Which model finds the right ones was not measured" in text
    assert "does not say which model is better" in text
    assert main([*files, "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert set(document["results"]) == {"switch"}
    assert 0.7 < document["results"]["switch"]["overlap"]["value"] < 0.9


def test_query_groups_widen_the_units(files, capsys):
    assert main([*files, *GOLD, "--query-groups", "user", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["results"]["switch"]["n_groups"] == N // 2


def test_one_file_of_queries_for_each_model(files, tmp_path, capsys):
    rows = [json.loads(line) for line in (tmp_path / "asked.jsonl").read_text().splitlines()]
    for name in ("old", "new"):
        write(tmp_path / f"asked.{name}.jsonl", [{"id": r["id"], "v": r[name]} for r in rows])
    one = json.loads(run(files, capsys))
    each = [*files[:-1], "asked.old.jsonl,asked.new.jsonl", "--queries-vectors", "v"]
    assert json.loads(run(each, capsys))["results"]["switch"]["lost"] == (
        one["results"]["switch"]["lost"])  # fmt: skip


def run(command, capsys):
    assert main([*command, *GOLD, "--json"]) == 0
    return capsys.readouterr().out


def test_something_must_be_compared_by(files, capsys):
    assert main([*files[:-2], "--words", "en"]) == 2
    assert "--groups" in capsys.readouterr().err
    assert main([*files[:-2], "--groups", "topic", *GOLD, "--words", "en"]) == 2
    assert "--queries" in capsys.readouterr().err


def test_a_query_that_one_model_lacks_is_named(files, tmp_path, capsys):
    rows = [json.loads(line) for line in (tmp_path / "asked.jsonl").read_text().splitlines()]
    write(tmp_path / "short.jsonl", rows[2:])
    command = [*files[:-1], "asked.jsonl,short.jsonl", *GOLD, "--words", "en"]
    assert main(command) == 4
    assert '"q0", "q1"' in capsys.readouterr().err


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize("second", ["python:letters:counts", "tfidf"])
def test_texts_are_embedded_on_both_sides_by_every_model(tmp_path, monkeypatch, capsys, second):
    """Queries of the second model are embedded by the very model that embedded its documents."""
    code = """
        import numpy as np
        def counts(texts):
            return np.array([[1.0 + text.count(sign) for sign in "0123456789"] for text in texts])
    """
    (tmp_path / "letters.py").write_text(dedent(code))
    monkeypatch.syspath_prepend(tmp_path)
    command = ["compare", "pages.jsonl", "--text", "text", "--id", "id", "--embedder",
               f"hashing,{second}", "--store", "none", "--queries", "asked.jsonl"]  # fmt: skip
    code = main([*command, *GOLD, "--json", "--words", "en"])
    out, err = capsys.readouterr()
    assert code == 0, err
    found = json.loads(out)["results"]
    assert found["switch"]["n_queries"] == N
    first = found["retrieval_comparison"]["systems"][0]
    assert found["retrieval_comparison"]["levels"][first]["recall@10"]["value"] > 0.5


def test_queries_dropped_for_one_model_are_counted_and_stop_the_gate(files, tmp_path, capsys):
    assert main([*files, *GOLD, "--out", "out"]) == 0
    assert main(["gate", "out", "--init", "gate.toml"]) == 0
    rows = [json.loads(line) for line in (tmp_path / "asked.jsonl").read_text().splitlines()]
    for row in rows:
        row["new"] = [0.0] * 10 if row["id"] in {"q0", "q4", "q8"} else row["new"]
    write(tmp_path / "asked.jsonl", rows)
    capsys.readouterr()
    assert main([*files, *GOLD, "--invalid", "drop", "--out", "less", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    compared = document["results"]["retrieval_comparison"]
    assert compared["n_queries"] == N - 3
    assert compared["n_left_out"] == {"old": 0, "new": 3}
    assert "retrieval.left_out" in {one["code"] for one in document["findings"]}
    assert main(["gate", "less", "gate.toml", "--json"]) == 3
    failed = {row["rule"] for row in json.loads(capsys.readouterr().out)["rules"]
              if not row["passed"]}  # fmt: skip
    assert "new: queries that it lacks, left out for all" in failed


def test_without_gold_queries_left_out_are_not_called_judged(files, tmp_path, capsys):
    rows = [json.loads(line) for line in (tmp_path / "asked.jsonl").read_text().splitlines()]
    rows[0]["new"] = [0.0] * 10
    write(tmp_path / "asked.jsonl", rows)
    assert main([*files, "--invalid", "drop", "--out", "out", "--words", "en"]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "Queries that new lacks, left out for all systems: 1" in said
    assert "judged" not in said
    assert main(["gate", "out", "--init", "gate.toml", "--words", "en"]) == 0
    assert "judged" not in (tmp_path / "gate.toml").read_text()
    assert "only when the whole interval" in " ".join(capsys.readouterr().out.split())


def test_the_levels_are_only_explained_where_a_rule_takes_its_limit_from_one():
    from monosashi.cli.gate_init import kinds_of
    from monosashi.results.rules import Rule

    assert kinds_of([Rule("a", "<=", 0), Rule("b", "==", "x")]) == []
    assert kinds_of([Rule("a", "<=", 0), Rule("c", ">=", 0.5)]) == ["now"]
    assert kinds_of([Rule("a", "<=", 0.3), Rule("c", ">=", 0.5)]) == ["problems", "now"]
