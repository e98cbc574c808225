import os
import subprocess
import sys

import pytest

from monosashi.cli import main


@pytest.mark.parametrize(
    ("tokens", "named"),
    [
        (["nope"], "nope"),
        (["audit"], "npy"),
        (["audit", "x.npy", "--kk", "3"], "--kk"),
        (["audit", "x.npy", "--k", "many"], "many"),
        (["audit", "x.npy", "--k", "0"], "--k"),
        (["audit", "x.npy", "--permutations", "-1"], "--permutations"),
        (["audit", "x.npy", "--seed", "-1"], "--seed"),
        (["audit", "x.npy", "--words", "fr"], "fr"),
        (["audit", "x.npy", "--fail-on", "note"], "note"),
        (["audit", "x.npy", "y.npy"], "y.npy"),
        (["compare", "a.npy", "--groups", "g"], "two models"),
        (["compare", "a.npy", "b.npy"], "groups"),
        (["gate", "x"], "--init"),
        (["report"], "result.json"),
        (["shape"], "--demo-tables"),
    ],
)
def test_wrong_usage_exits_with_2_and_one_plain_sentence(tokens, named, capsys):
    assert main([*tokens, "--words", "en"] if "--words" not in tokens else tokens) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert named in err
    assert "Traceback" not in err
    assert "─" not in err


@pytest.mark.parametrize(
    ("tokens", "said"),
    [
        (["audti", "c.jsonl"], "There is no command audti. Did you mean audit?"),
        (["zzz", "c.jsonl"], "There is no command zzz. monosashi --help"),
        (["embed", "x.jsonl", "--embeder", "hashing", "--out", "v"],
         "no option --embeder. Did you mean --embedder?"),
        (["retrieval", "d", "--groups", "t"], "Did you mean --query-groups?"),
        (["retrieval", "d", "--query-vectors", "t"], "Did you mean --queries-vectors?"),
        (["embed", "x.jsonl", "--out", "v"], "embed needs --embedder"),
    ],
)  # fmt: skip
def test_what_was_probably_meant_is_offered(tokens, said, capsys):
    assert main([*tokens, "--words", "en"]) == 2
    assert said in capsys.readouterr().err


def test_wrong_usage_speaks_japanese(capsys):
    assert main(["audit", "x.npy", "--kk", "3", "--words", "ja"]) == 2
    assert "オプションはありません" in capsys.readouterr().err


def test_a_file_that_does_not_exist_exits_with_4(capsys):
    assert main(["audit", "no-such-file.npy", "--words", "en"]) == 4
    err = capsys.readouterr().err
    assert "no-such-file.npy" in err
    assert "Traceback" not in err


def test_help_comes_at_once_and_in_both_languages(capsys):
    assert main(["--help", "--words", "ja"]) == 0
    assert "使い方" in capsys.readouterr().out
    assert main([]) == 2


def test_settings_come_from_the_environment_and_from_a_file(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MONOSASHI_AUDIT_K", "zero")
    assert main(["audit", "x.npy"]) == 2
    assert "MONOSASHI_AUDIT_K" in capsys.readouterr().err
    monkeypatch.delenv("MONOSASHI_AUDIT_K")
    (tmp_path / "monosashi.toml").write_text("[audit]\nk = 'zero'\n", encoding="utf-8")
    assert main(["audit", "x.npy"]) == 2
    assert "monosashi.toml" in capsys.readouterr().err


def test_an_unknown_setting_in_the_file_is_named(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "monosashi.toml").write_text("[audit]\npermutation = 5\n", encoding="utf-8")
    assert main(["audit", "x.npy"]) == 2
    assert "permutation" in capsys.readouterr().err


@pytest.mark.parametrize("encoding", ["cp932", "ascii", "utf-8"])
def test_no_terminal_encoding_makes_it_crash(encoding):
    environment = {**os.environ, "PYTHONIOENCODING": encoding, "LC_ALL": "C", "PYTHONUTF8": "0"}
    command = [sys.executable, "-c", "from monosashi.cli import main; raise SystemExit(main())"]
    for tokens in (["--help", "--words", "ja"], ["audit", "無い.npy", "--words", "ja"]):
        done = subprocess.run(  # noqa: S603 - our own command
            [*command, *tokens], env=environment, capture_output=True, check=False, timeout=60
        )
        assert done.returncode in {0, 4}
        assert b"Traceback" not in done.stderr


@pytest.mark.parametrize("command", [
    ["compare"], ["audit"], ["shape", "partition"], ["shape", "pairs"], ["shape", "agree"],
])  # fmt: skip
@pytest.mark.parametrize("language", ["en", "ja"])
def test_commands_that_rotate_no_labels_say_why_they_refuse_an_order(command, language, capsys):
    assert main([*command, "x.npy", "--order", "time", "--words", language]) == 2
    said = capsys.readouterr().err
    assert "--words" not in said
    assert "monosashi shape distances" in said
    assert " ".join(["monosashi", *command]) in said
