"""`monosashi embed`: what it writes, what it says, and how it ends."""

import contextlib
import json
import os
import subprocess
import sys

import numpy as np
import pytest

import monosashi as ms
from monosashi.cli import main
from monosashi.embeddings import ServiceError, fault
from monosashi.words import choose_language

MODULE = """
import hashlib
import numpy as np

def vectors(texts):
    with open("asked.txt", "a", encoding="utf-8") as log:
        log.writelines(text + "\\n" for text in texts)
    if any("stop" in text for text in texts):
        raise KeyboardInterrupt
    return np.array([list(hashlib.sha256(text.encode()).digest()[:6]) for text in texts], float)
"""
NAMED = "python:letters_model:vectors?revision=1&batch=2"


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.delenv("MONOSASHI_STORE", raising=False)
    (tmp_path / "letters_model.py").write_text(MODULE, encoding="utf-8")
    rows = [{"id": f"r{i}", "body": f"本文 body {i}", "topic": i % 2} for i in range(7)]
    rows.append({"id": "twin", "body": "本文 body 0", "topic": 0})
    write(tmp_path / "pages.jsonl", rows)
    yield tmp_path
    choose_language(None)
    sys.modules.pop("letters_model", None)


def write(path, rows):
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")


def asked(folder):
    lines = (folder / "asked.txt").read_text(encoding="utf-8").splitlines()
    return [line for line in lines if "body" in line]


def test_it_writes_a_set_and_says_what_it_did(folder, capsys):
    assert main(["embed", "pages.jsonl", "--text", "body", "--id", "id", "--embedder",
                 "hashing?dimension=32", "--out", "vectors", "--words", "en"]) == 0  # fmt: skip
    out, err = capsys.readouterr()
    lines = out.splitlines()
    assert lines[0].startswith("8 texts × 32 by hashing → vectors; 7 embedded now; 1 the same")
    assert lines[-1] == "next: monosashi audit vectors --out audit"
    assert all(len(line) <= 80 for line in lines)
    assert err == ""
    made = ms.read(folder / "vectors")
    assert made.ids.tolist()[-1] == "twin"
    assert made.columns["text"][1] == "本文 body 1"
    assert made.columns["topic"].tolist() == [0, 1, 0, 1, 0, 1, 0, 0]
    assert len(made.model.canaries) == 5
    assert not (folder / "cache").exists()
    assert main(["audit", "vectors"]) == 0


def test_wide_rows_offer_the_audit_of_languages(folder, capsys):
    rows = [{"id": str(i), "text": {"en": f"text {i}", "ja": f"文 {i}"}} for i in range(3)]
    write(folder / "wide.jsonl", rows)
    assert main(["embed", "wide.jsonl", "--wide", "text", "--embedder", "hashing", "--out", "w",
                 "--json"]) == 0  # fmt: skip
    said = json.loads(capsys.readouterr().out)
    assert said["next"] == "monosashi audit w --key key --language language --out audit"
    assert (said["texts"], said["embedded"], said["found"], said["store"]) == (6, 6, 0, None)


def test_a_second_run_finds_everything(folder, capsys):
    for expected in ((7, 0), (0, 7)):
        assert main(["embed", "pages.jsonl", "--text", "body", "--embedder", NAMED, "--out", "v",
                     "--json"]) == 0  # fmt: skip
        said = json.loads(capsys.readouterr().out)
        assert (said["embedded"], said["found"]) == expected
        assert said["store"] == str(folder / "cache" / "monosashi" / "answers.sqlite")
        assert (said["identical"], said["truncated"], said["begun_anew"]) == (1, None, False)
    assert len(asked(folder)) == 7


def test_where_answers_are_kept_and_forgotten(folder, capsys):
    common = ["embed", "pages.jsonl", "--text", "body", "--embedder", NAMED, "--out", "v",
              "--words", "en"]  # fmt: skip
    assert main([*common, "--store", "mine.sqlite"]) == 0
    assert (folder / "mine.sqlite").is_file()
    assert main([*common, "--store", "none"]) == 0
    assert len(asked(folder)) == 14
    assert main([*common, "--store", "mine.sqlite", "--forget"]) == 0
    assert len(asked(folder)) == 21
    assert "Forgot 7 answers in mine.sqlite" in capsys.readouterr().err
    assert not (folder / "cache").exists()


def test_the_variable_names_the_store(folder, monkeypatch):
    monkeypatch.setenv("MONOSASHI_STORE", str(folder / "by-variable"))
    assert main(["embed", "pages.jsonl", "--text", "body", "--embedder", NAMED, "--out", "v"]) == 0
    assert (folder / "by-variable").is_file()
    assert not (folder / "cache").exists()


def test_texts_are_cut_and_the_notice_is_shown(folder, capsys):
    assert main(["embed", "pages.jsonl", "--text", "body", "--id", "id", "--embedder", "hashing",
                 "--out", "v", "--max-chars", "7", "--words", "en"]) == 0  # fmt: skip
    assert "8 texts were longer than 7 characters" in capsys.readouterr().out
    assert ms.read(folder / "v").model.text_cut == 7


def test_one_role_and_the_size_of_a_call(folder):
    spec = f"{NAMED}&query_prefix=q:%20"
    assert main(["embed", "pages.jsonl", "--text", "body", "--embedder", spec, "--out", "v",
                 "--role", "query", "--batch", "3"]) == 0  # fmt: skip
    made = ms.read(folder / "v")
    assert made.query_vectors is None
    assert made.model.role == "query"
    assert all(line.startswith("q: ") for line in asked(folder))


def test_an_interrupted_run_says_what_it_kept_and_goes_on(folder, capsys):
    write(
        folder / "stops.jsonl", [{"body": f"body {i}"} for i in range(4)] + [{"body": "stop body"}]
    )
    command = ["embed", "stops.jsonl", "--text", "body", "--embedder", NAMED, "--out", "v",
               "--words", "en"]  # fmt: skip
    assert main(command) == 130
    said = capsys.readouterr().err
    assert "4 of 5 answers are kept in" in said
    assert "Traceback" not in said
    assert not (folder / "v").exists()
    assert main(command) == 130
    assert asked(folder).count("body 0") == 1


def test_a_service_that_fails_is_exit_5(monkeypatch, capsys):
    from monosashi.models import hashing

    def fails(_, texts, role="passage"):
        del role
        if texts[0].startswith("The ferry"):
            return np.ones((len(texts), 512))
        raise ServiceError(fault("models.errors.no_texts"))

    monkeypatch.setattr(hashing.HashingNgrams, "embed", fails)
    assert main(["embed", "pages.jsonl", "--text", "body", "--embedder", "hashing", "--out", "v",
                 "--words", "en"]) == 5  # fmt: skip
    assert "are kept" not in capsys.readouterr().err  # there is nothing to go on with


def test_an_unfinished_run_of_other_texts_is_said(folder, capsys):
    write(
        folder / "stops.jsonl", [{"body": f"body {i}"} for i in range(4_096)] + [{"body": "stop"}]
    )
    command = ["--text", "body", "--embedder", NAMED, "--batch", "256", "--out", "v",
               "--store", "none", "--words", "en"]  # fmt: skip
    assert main(["embed", "stops.jsonl", *command]) == 130
    assert "4,096 of 4,097 answers are kept" in capsys.readouterr().err
    assert main(["embed", "pages.jsonl", *command]) == 0
    assert "began anew" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("tokens", "code", "named"),
    [
        (["pages.jsonl", "--out", "v"], 2, "embedder"),
        (["pages.jsonl", "--embedder", "hashing"], 2, "out"),
        (["--embedder", "hashing", "--out", "v"], 2, "path"),
        (["pages.jsonl", "--embedder", "hashing", "--out", "v", "--role", "document"], 2, "both"),
        (["pages.jsonl", "--embedder", "hashing", "--out", "v", "--batch", "0"], 2, "at least 1"),
        (["pages.jsonl", "--embedder", "hashing", "--out", ""], 2, "--out"),
        (["no-such.jsonl", "--embedder", "hashing", "--out", "v"], 4, "no-such.jsonl"),
        (["pages.jsonl", "--embedder", "nope", "--out", "v"], 2, "nope"),
        (["pages.jsonl", "--embeder", "hashing", "--out", "v"], 2, "did you mean --embedder?"),
        (["pages.jsonl", "--embedder", "openai:mine", "--out", "v", "--text", "body"], 4, "?url="),
        (["pages.jsonl", "--text", "body", "--embedder", "hashing", "--out", "pages.jsonl"], 4,
         "pages.jsonl"),
        (["pages.jsonl", "--text", "body", "--embedder", NAMED, "--out", "v", "--store",
          "pages.jsonl"], 4, "not a store of answers"),
    ],
)  # fmt: skip
def test_what_cannot_be_done_is_told_plainly(tokens, code, named, capsys):
    assert main(["embed", *tokens, "--words", "en"]) == code
    out, err = capsys.readouterr()
    assert out == ""
    assert named in err.lower()
    assert "Traceback" not in err


def test_a_function_that_fails_is_one_sentence_with_its_line(folder, capsys):
    code = "import json\n\ndef broken(texts):\n    return [json.loads(text) for text in texts]\n"
    (folder / "broken_model.py").write_text(code, encoding="utf-8")
    assert main(["embed", "pages.jsonl", "--text", "body", "--embedder",
                 "python:broken_model:broken", "--out", "v", "--words", "en"]) == 4  # fmt: skip
    err = capsys.readouterr().err
    assert "raised JSONDecodeError: Expecting value" in err
    assert "broken_model.py:4" in err
    assert "Traceback" not in err
    sys.modules.pop("broken_model")


def test_a_function_that_leaves_the_program_does_not_end_it_as_if_all_were_well(folder, capsys):
    (folder / "leaving.py").write_text("import sys\n\ndef leave(texts):\n    sys.exit(0)\n")
    assert main(["embed", "pages.jsonl", "--text", "body", "--embedder", "python:leaving:leave",
                 "--out", "v", "--words", "en"]) == 4  # fmt: skip
    assert "leaving.py:4" in capsys.readouterr().err
    sys.modules.pop("leaving")


def test_what_was_answered_before_a_function_failed_is_said_to_be_kept(folder, capsys):
    rows = [{"body": f"body {i}"} for i in range(4)] + [{"body": "9"}]
    write(folder / "mixed.jsonl", rows)
    code = "def half(texts):\n    return [[1.0 / (1 - (t == '9')), len(t)] for t in texts]\n"
    (folder / "half_model.py").write_text(code, encoding="utf-8")
    assert main(["embed", "mixed.jsonl", "--text", "body", "--embedder",
                 "python:half_model:half?batch=2", "--out", "v", "--words", "en"]) == 4  # fmt: skip
    err = capsys.readouterr().err
    assert "ZeroDivisionError" in err
    assert "4 of 5 answers are kept" in err
    sys.modules.pop("half_model")


def test_a_log_tells_that_texts_go_to_a_model_and_json_stays_pure(folder, capsys):
    command = ["embed", "pages.jsonl", "--text", "body", "--embedder", NAMED, "--out", "v",
               "--json", "--words", "en"]  # fmt: skip
    write(folder / "few.jsonl", [{"body": "本文 body 0"}, {"body": "本文 body 3"}])
    assert main(["embed", "few.jsonl", *command[2:]]) == 0
    capsys.readouterr()
    assert main(command) == 0
    out, err = capsys.readouterr()
    assert err == "letters_model:vectors: embedding 7 texts (2 in the store)\n"
    assert json.loads(out)["found"] == 2
    assert main(command) == 0
    assert capsys.readouterr().err == ""  # nothing is left to embed


def test_a_long_run_says_once_a_minute_how_far_it_is(monkeypatch, capsys):
    from monosashi.cli import progress_bar

    clock = iter([0, 0, 30, 61, 61, 100, 130, 130])
    monkeypatch.setattr(progress_bar, "monotonic", lambda: next(clock))
    lines = progress_bar.LinesOfProgress("use")
    lines.begin(1145, 300)
    for done in (400, 640, 700, 1000):
        lines(done, 1145)
    assert capsys.readouterr().err.splitlines()[1:] == ["use: 640 of 1,145", "use: 1,000 of 1,145"]


@pytest.mark.parametrize(
    ("source", "more", "said"),
    [
        ("queries.jsonl", [], "retrieval DOCUMENTS --queries v --gold GOLD"),
        ("pages.jsonl", ["--role", "query"], "retrieval DOCUMENTS --queries v --gold GOLD"),
        ("pages.jsonl", ["--role", "passage"], "retrieval v --queries QUERIES --gold GOLD"),
        ("pages.jsonl", [], "audit v --out audit"),
    ],
)
def test_the_next_command_searches_with_what_looks_like_queries(folder, capsys, source, more, said):
    (folder / "queries.jsonl").write_bytes((folder / "pages.jsonl").read_bytes())
    spec = f"{NAMED}&query_prefix=q:%20"
    assert main(["embed", source, "--text", "body", "--embedder", spec, "--out", "v", *more,
                 "--json"]) == 0  # fmt: skip
    assert json.loads(capsys.readouterr().out)["next"] == f"monosashi {said}"


def test_japanese(capsys):
    assert main(["embed", "pages.jsonl", "--text", "body", "--embedder", NAMED, "--out", "v",
                 "--words", "ja"]) == 0  # fmt: skip
    said = capsys.readouterr().out.replace("\n  ", " ")
    assert "8 件 × 6 次元" in said
    assert "保存済み 0 件" in said


@pytest.mark.skipif(sys.platform == "win32", reason="terminals there are not files")
def test_no_bar_without_a_terminal_and_a_bar_on_one(folder):
    import pty

    command = [sys.executable, "-m", "monosashi", "embed", "pages.jsonl", "--text", "body",
               "--embedder", "hashing", "--out", "v", "--words", "en"]  # fmt: skip
    quiet = subprocess.run(command, capture_output=True, check=True, cwd=folder)  # noqa: S603
    assert quiet.stderr == b""
    ours, theirs = pty.openpty()
    terminal = {**os.environ, "TERM": "xterm", "COLUMNS": "80"}
    loud = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=theirs, cwd=folder,  # noqa: S603
                            env=terminal)  # fmt: skip
    os.close(theirs)
    shown = b""
    with contextlib.suppress(OSError):  # how a terminal says that nobody writes to it any more
        while part := os.read(ours, 65_536):
            shown += part
    os.close(ours)
    printed, _ = loud.communicate()
    assert b"hashing" in shown
    assert b"8/8" in shown
    assert printed.splitlines()[-1] == quiet.stdout.splitlines()[-1]
