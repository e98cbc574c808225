"""Commands to copy speak the language of the screen where something is left to fill in."""

import json
import shlex

import pytest

from monosashi.cli.main import main
from monosashi.cli.placeholders import command_line, placeholder
from monosashi.words import LANGUAGES, catalogue, choose_language


@pytest.fixture
def gold(tmp_path):
    path = tmp_path / "gold.jsonl"
    rows = [{"query": f"q{i}", "doc": f"d{i}", "rel": 1} for i in range(4)]
    path.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("words", "asked"),
    [("en", "retrieval DOCUMENTS --queries QUERIES"), ("ja", "retrieval 文書 --queries クエリ")],
)
def test_the_next_command(gold, capsys, words, asked):
    assert main(["inspect", str(gold), "--json", "--words", words]) == 0
    assert asked in json.loads(capsys.readouterr().out)["next"]


@pytest.mark.parametrize(
    ("words", "parts"),
    [
        ("en", ["1 relevant for each query", "every grade 1"]),
        ("ja", ["すべて 1 件", "等級はすべて 1"]),
    ],
)
def test_one_number_where_all_are_alike(gold, capsys, words, parts):
    assert main(["inspect", str(gold), "--words", words]) == 0
    said = "".join(line.strip() for line in capsys.readouterr().out.split("\n"))
    assert [part for part in parts if part.replace(" ", "") not in said.replace(" ", "")] == []


def test_numbers_that_differ_are_told_apart(tmp_path, capsys):
    (tmp_path / "g.qrels").write_text("q1 0 a 1\nq1 0 b 2\nq2 0 a 1\n", encoding="utf-8")
    assert main(["inspect", str(tmp_path / "g.qrels"), "--words", "en"]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "1 to 2 relevant a query" in said
    assert "grades 1: 2, 2: 1" in said


@pytest.mark.parametrize("words", LANGUAGES)
def test_placeholders_stay_bare_and_all_else_is_quoted(words):
    choose_language(words)
    try:
        line = command_line(["audit", "my pages.npz", placeholder("file"), "$HOME"])
        assert line == f"audit 'my pages.npz' {placeholder('file')} '$HOME'"
        assert shlex.split(line)[2] == placeholder("file")
    finally:
        choose_language(None)


def test_no_placeholder_needs_quotes():
    told = [text for words in LANGUAGES for key, text in catalogue(words).items()
            if key.startswith("cli.placeholders.")]  # fmt: skip
    assert told
    assert [text for text in told if not text.isalpha()] == []
