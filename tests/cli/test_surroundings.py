"""Terminals, pipes, settings files and variables of every kind."""

import json
import os
import subprocess
import sys

import numpy as np
import pytest

from monosashi.cli import main
from monosashi.cli.layout import cells, visible


@pytest.fixture
def vectors(tmp_path):
    path = tmp_path / "v.npy"
    np.save(path, np.random.default_rng(0).normal(size=(30, 4)))
    return path


def run(*tokens, after="", **environment):
    """The command in its own process; ``after`` is what follows it."""
    command = f'"{sys.executable}" -m monosashi "$@" {after}'
    return subprocess.run(  # noqa: S603 - our own command
        ["/bin/bash", "-c", command, "-", *map(str, tokens)],
        env={**os.environ, **environment}, capture_output=True, check=False,
    )  # fmt: skip


@pytest.mark.parametrize("tokens", [["--help"], ["audit", "--help"], ["audit", "--explain"]])
def test_a_reader_that_leaves_early_costs_nothing(tokens):
    done = run(*tokens, after="| head -1; exit ${PIPESTATUS[0]}")
    assert done.returncode == 0
    assert done.stderr == b""


def test_a_reader_that_leaves_early_does_not_hide_a_failed_gate(tmp_path, vectors):
    assert main(["audit", str(vectors), "--out", str(tmp_path / "out")]) == 0
    (tmp_path / "gate.toml").write_text(
        '[[rule]]\npath = "data.n"\noperator = "<"\nlimit = 0\n' * 500, encoding="utf-8"
    )
    done = run("gate", tmp_path / "out", tmp_path / "gate.toml", "--format", "markdown",
               after="| true; exit ${PIPESTATUS[0]}")  # fmt: skip
    assert done.returncode == 3


def test_a_full_standard_output_is_told_plainly():
    for tokens in (["--help"], ["audit", "--explain"]):
        done = run(*tokens, "--words", "en", after="> /dev/full")
        assert done.returncode == 4
        assert b"standard output: the disk is full" in done.stderr


def test_closed_streams_do_not_change_the_exit_code(vectors):
    assert run("audit", vectors, after=">&-").returncode == 0
    assert run("audit", "no-such.npy", after="2>&-").returncode == 4


@pytest.mark.parametrize("encoding", ["ascii", "cp932"])
def test_names_in_japanese_under_a_locale_without_it(tmp_path, encoding):
    rows = [json.dumps({"id": f"記事{i}", "群": f"g{i % 3}", "v": row.tolist()}, ensure_ascii=False)
            for i, row in enumerate(np.random.default_rng(0).normal(size=(30, 4)))]  # fmt: skip
    (tmp_path / "入力.jsonl").write_text("\n".join(rows), encoding="utf-8")
    out = tmp_path / "出力"
    done = run("audit", tmp_path / "入力.jsonl", "--groups", "群", "--out", out, LC_ALL="C",
               PYTHONUTF8="0", PYTHONCOERCECLOCALE="0", PYTHONIOENCODING=encoding)  # fmt: skip
    assert done.returncode == 0, done.stderr
    document = json.loads((out / "result.json").read_text(encoding="utf-8"))
    assert document["title"] == "入力.jsonl"
    assert "--groups '群'" in document["command"]
    assert document["results"]["hubs"]["hubs"][0]["id"].startswith("記事")


@pytest.mark.skipif(sys.platform == "win32", reason="names there are never bytes")
def test_a_name_that_is_no_text_at_all(tmp_path):
    path = os.fsdecode(os.fsencode(tmp_path) + b"/v\xff.npy")
    np.save(path, np.random.default_rng(0).normal(size=(30, 4)))
    assert main(["audit", path, "--out", str(tmp_path / "out")]) == 0
    assert json.loads((tmp_path / "out" / "result.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("given", ["abc", "", "9" * 20, "1.5"])
def test_a_clock_set_wrongly_is_told_before_anything_is_read(monkeypatch, capsys, given):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", given)
    assert main(["audit", "no-such.npy", "--words", "en"]) == 2
    assert "SOURCE_DATE_EPOCH" in capsys.readouterr().err


def test_a_broken_matplotlib_of_the_user_changes_nothing(tmp_path, vectors):
    (tmp_path / "matplotlibrc").write_text(
        "nonsense: [[\ntext.usetex: True\nlines.linewidth: 9\naxes.grid: True\n", encoding="utf-8"
    )
    pages = []
    for name, surroundings in (
        ("usual", {}),
        ("odd", {"MPLBACKEND": "nonsense", "MPLCONFIGDIR": "/proc/none",
                 "MATPLOTLIBRC": str(tmp_path / "matplotlibrc")}),
    ):  # fmt: skip
        done = run("audit", vectors, "--out", tmp_path / name, SOURCE_DATE_EPOCH="0",
                   **surroundings)  # fmt: skip
        assert done.returncode == 0
        assert done.stderr == b""
        pages.append((tmp_path / name / "report.html").read_text(encoding="utf-8"))
    assert pages[0].replace(str(tmp_path / "usual"), "") == pages[1].replace(
        str(tmp_path / "odd"), ""
    )


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("[audit]\nkk = 5\n", "kk"),
        ("[audti]\nk = 5\n", "[audti]"),
        ("kk = 5\n", "kk"),
        ("audit = 3\n", "audit"),
        ("[audit]\nk = 5.5\n", "5.5"),
        ("[audit]\nk = true\n", "True"),
        ("[audit]\nk = 0\n", "at least 1"),
        ("[audit]\nk = [1]\n", "[1]"),
        ('[audit]\ninvalid = "keep"\n', "error, drop"),
        ("[audit\n", "line 1, column 7"),
        ("a = " + "[" * 5000, "TOML"),
        (b"# \x93\xfa", "UTF-8"),
    ],
)
def test_a_faulty_settings_file_is_wrong_usage_and_named(
    tmp_path, monkeypatch, capsys, text, named
):
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "monosashi.toml"
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    assert main(["audit", "x.npy", "--words", "en"]) == 2
    said = capsys.readouterr().err
    assert named in said
    assert "monosashi.toml" in said


def test_settings_with_a_byte_order_mark_and_for_other_commands(tmp_path, monkeypatch, vectors):
    monkeypatch.chdir(tmp_path)
    text = 'fail-on = "problem"\nbaseline = "x"\n[compare]\nseed = 3\n[audit]\nseed = 4\n'
    (tmp_path / "monosashi.toml").write_text("\ufeff" + text, encoding="utf-8")
    assert main(["audit", str(vectors), "--out", "out"]) == 0
    result = json.loads((tmp_path / "out" / "result.json").read_text(encoding="utf-8"))
    assert result["settings"]["rng"] == 4


def test_a_folder_named_like_the_settings_file(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "monosashi.toml").mkdir()
    assert main(["audit", "x.npy", "--words", "en"]) == 2
    assert "is a folder" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("name", "value", "named"),
    [
        ("K", "abc", "a whole number"),
        ("K", "", '""'),
        ("AUDIT_K", "0", "at least 1"),
        ("SAMPLE", "1", "at least 2"),
        ("WORDS", "fr", "en, ja"),
        ("FAIL_ON", "never", "problem, warning"),
        ("JSON", "maybe", "true or false"),
        ("OUT", "", '""'),
    ],
)
def test_a_faulty_variable_is_wrong_usage_and_named(monkeypatch, capsys, name, value, named):
    monkeypatch.setenv(f"MONOSASHI_{name}", value)
    assert main(["audit", "x.npy"]) == 2
    said = capsys.readouterr().err
    assert f"MONOSASHI_{name}" in said
    assert named in said


@pytest.mark.parametrize(
    ("option", "value", "named"),
    [
        ("--k", "5.5", "a whole number"),
        ("--sample", "1", "at least 2"),
        ("--words", "fr", "en, ja"),
        ("--languages", " , ", "names no language"),
    ],
)
def test_what_an_option_takes_is_said_in_words(vectors, capsys, option, value, named):
    assert main(["audit", str(vectors), option, value]) == 2
    said = capsys.readouterr().err
    assert named in said
    assert "Literal" not in said


def test_nothing_from_the_data_steers_the_terminal(tmp_path, capsys):
    evil = "\x1b[31m\x07\u202e\u2066\ud800<b>"
    rows = [json.dumps({"id": f"{i}{evil}", "v": [1.0, 1e-9 * i, i % 2]}) for i in range(30)]
    (tmp_path / "v.jsonl").write_text("\n".join(rows), encoding="utf-8")
    for words in ("en", "ja"):
        for form in ("text", "markdown"):
            assert main(["audit", str(tmp_path / "v.jsonl"), "--words", words, "--format", form,
                         "--title", evil]) == 0  # fmt: skip
            out = capsys.readouterr().out
            assert out == visible(out)
            assert form == "markdown" or all(cells(line) <= 80 for line in out.split("\n"))
