"""The commands about rewriting: screens of 24 lines, exit codes, files, both languages."""

import json

import pytest
from models.chatting import ChatServer, text_of

from monosashi.cli import main
from monosashi.models.rewriters import RewriteSet


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MONOSASHI_STORE", str(tmp_path / "answers.sqlite"))
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    rows = [{"id": f"t{i}", "text": text_of(i), "s1": text_of(i), "s2": text_of(i + 20)}
            for i in (18, 38, 13)]  # fmt: skip
    lines = "".join(json.dumps(row) + "\n" for row in rows)
    (tmp_path / "texts.jsonl").write_text(lines, encoding="utf-8")
    return tmp_path


@pytest.fixture
def server():
    running = ChatServer()
    yield running
    running.close()


def line(server):
    return f"openai:rote?url={server.url}&key_env="


COMMON = ["--text", "text", "--default-language", "en"]


def test_plan_run_check_and_report(folder, server, capsys):
    spec = line(server)
    asked = ["texts.jsonl", *COMMON, "--rewriter", spec]
    assert main(["rewrite", "plan", *asked, "--price-in", "1", "--price-out", "2"]) == 0
    said = capsys.readouterr().out
    assert "72 rewritings of 3 texts" in said
    assert "cost about" in said
    assert server.requests == 0
    assert main(["rewrite", "run", *asked, "--out", "set"]) == 0
    said = capsys.readouterr().out
    assert len(said.splitlines()) <= 24
    assert "paraphrasing: 6 of 9 kept" in said
    assert "(empty 3)" in said
    assert main(["rewrite", "check", "set", "--out", "checked"]) == 0
    said = capsys.readouterr().out
    assert len(said.splitlines()) <= 24
    assert max(map(len, said.splitlines())) <= 80
    assert "most often as “empty”" in said
    page = (folder / "checked" / "report.html").read_text(encoding="utf-8")
    assert "answered instead" not in page
    assert text_of(18) in page
    assert "書き換えた文章" in (folder / "checked" / "report.ja.html").read_text(encoding="utf-8")
    assert main(["report", "checked", "--out", "again"]) == 0


def test_pairs_have_two_fields(folder, capsys):
    assert main(["rewrite", "run", "texts.jsonl", "--text", "s1,s2", "--default-language", "en",
                 "--rewriter", "rules", "--out", "set", "--json"]) == 0  # fmt: skip
    told = json.loads(capsys.readouterr().out)
    held = RewriteSet.load(folder / "set")
    assert told["digest"] == held.digest
    assert {row.field for row in held.rows} == {"s1", "s2"}
    assert held.datasets == ["texts"]


def test_a_stopped_run_says_how_to_go_on(folder, server, capsys):
    asked = ["rewrite", "run", "texts.jsonl", *COMMON, "--rewriter", line(server), "--out", "set"]
    assert main([*asked, "--max-calls", "5"]) == 5
    assert "--max-calls" in capsys.readouterr().err
    assert not (folder / "set").exists()
    assert main(asked) == 0


def test_export_and_import(folder, server, capsys):
    asked = [
        "texts.jsonl",
        *COMMON,
        "--rewriter",
        line(server),
        "--transformations",
        "paraphrasing",
    ]
    assert main(["rewrite", "export", *asked, "--out", "ask.jsonl"]) == 0
    first = json.loads((folder / "ask.jsonl").read_text().splitlines()[0])
    (folder / "said.jsonl").write_text(
        json.dumps({"custom_id": first["custom_id"], "text": "Another sentence."}))  # fmt: skip
    assert main(["rewrite", "import", "said.jsonl", "--rewriter", line(server)]) == 0
    assert "1 answers kept" in capsys.readouterr().out
    assert server.requests == 0


def test_select_lists_candidates_and_writes_a_blinded_sample(folder, server, capsys):
    other = f"{line(server)}&name=second"
    assert main(["rewrite", "select", "texts.jsonl", *COMMON, "--rewriter", line(server),
                 "--rewriter", other, "--price", "rote=1/2", "--out", "choice"]) == 0  # fmt: skip
    said = capsys.readouterr().out
    assert "1. rote" in said
    assert "33.3% failing" in said
    sample = (folder / "choice" / "sample.csv").read_text(encoding="utf-8")
    assert "rote" not in sample
    assert "rote" in (folder / "choice" / "key.csv").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("tokens", "code", "named"),
    [
        (["rewrite"], 2, "plan"),
        (["rewrite", "rum"], 2, "Did you mean run?"),
        (["rewrite", "run", "texts.jsonl", "--rewriter", "foo", "--out", "x"], 2, "foo"),
        (["rewrite", "run", "texts.jsonl", "--out", "x"], 2, "--rewriter"),
        (["rewrite", "run", "texts.jsonl", "--rewriter", "rules", "--text", "text", "--out", "x",
          "--transformations", "foo"], 4, "foo"),
        (["rewrite", "run", "texts.jsonl", "--rewriter", "rules", "--text", "text", "--out", "x",
          "--max-cost", "3"], 2, "--price-in"),
        (["rewrite", "run", "texts.jsonl", "--rewriter", "rules", "--text", "text", "--out", "x",
          "--seeds", "one"], 2, "--seeds"),
        (["rewrite", "check", "."], 4, "rewrite run"),
        (["rewrite", "export", "texts.jsonl", "--rewriter", "rules", "--text", "text", "--out",
          "x"], 4, "openai"),
        (["rewrite", "select", "texts.jsonl", "--rewriter", "rules", "--text", "text", "--price",
          "m=cheap"], 2, "NAME=IN/OUT"),
    ],
)  # fmt: skip
@pytest.mark.usefixtures("folder")
def test_mistakes_are_told_in_a_sentence(tokens, code, named, capsys):
    assert main([*tokens, "--words", "en"] if len(tokens) > 2 else tokens) == code
    out, err = capsys.readouterr()
    assert out == ""
    assert named in err
    assert "Traceback" not in err


@pytest.mark.parametrize("command", ["plan", "run", "export", "import", "check", "select"])
def test_help_is_there(command, capsys):
    assert main(["rewrite", command, "--help"]) == 0
    assert "rewrit" in capsys.readouterr().out.lower()


@pytest.mark.usefixtures("folder")
def test_japanese(server, capsys):
    asked = ["texts.jsonl", *COMMON, "--rewriter", line(server), "--words", "ja"]
    assert main(["rewrite", "plan", *asked]) == 0
    assert "呼び出し" in capsys.readouterr().out
    assert main(["rewrite", "run", *asked, "--out", "set"]) == 0
    assert "失敗" in capsys.readouterr().out
