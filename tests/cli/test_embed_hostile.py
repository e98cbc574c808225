"""`monosashi embed` with code of the user that ends, prints and breaks pipes; and --forget."""

import json
import os
import subprocess
import sys

import pytest

from monosashi.cli import main
from monosashi.words import choose_language

MODULE = """
import sys

def ok(texts): return [[float(len(text)), 1.0] for text in texts]
def leaves(texts): sys.exit(0)
def leaves_silently(texts): raise SystemExit
def pipe(texts): raise BrokenPipeError
def disk(texts): raise OSError(28, "No space left on device")
def odd(texts):
    class Odd(BaseException): pass
    raise Odd("odd end")
def loud(texts):
    print("hello from the model")
    return ok(texts)
"""


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.delenv("MONOSASHI_STORE", raising=False)
    (tmp_path / "hostile_model.py").write_text(MODULE, encoding="utf-8")
    (tmp_path / "exit_module.py").write_text("import sys; sys.exit(0)\n", encoding="utf-8")
    (tmp_path / "loud_module.py").write_text(f"print('loud')\n{MODULE}", encoding="utf-8")
    lines = [json.dumps({"id": f"r{i}", "text": f"text {i}"}) + "\n" for i in range(5)]
    (tmp_path / "pages.jsonl").write_text("".join(lines), encoding="utf-8")
    yield tmp_path
    choose_language(None)
    for name in ("hostile_model", "exit_module", "loud_module"):
        sys.modules.pop(name, None)


def embed(spec, *more):
    return main(["embed", "pages.jsonl", "--embedder", spec, "--out", "v", "--words", "en", *more])


@pytest.mark.parametrize(
    ("function", "named"),
    [("leaves", "SystemExit"), ("leaves_silently", "SystemExit"), ("pipe", "BrokenPipeError"),
     ("disk", "No space left"), ("odd", "odd end")],
)  # fmt: skip
def test_a_function_that_ends_in_any_way_is_a_failure(folder, capsys, function, named):
    assert embed(f"python:hostile_model:{function}") == 4
    out, err = capsys.readouterr()
    assert (out, (folder / "v").exists()) == ("", False)
    assert named in err
    assert "hostile_model.py:" in err
    assert "standard output" not in err


def test_a_module_that_ends_at_its_import_is_a_failure(folder, capsys):
    assert embed("python:exit_module:ok") == 2
    assert "exit_module could not be imported (SystemExit" in capsys.readouterr().err
    assert not (folder / "v").exists()


@pytest.mark.parametrize("module", ["hostile_model", "loud_module"])
def test_prints_of_the_users_code_leave_the_json_whole(module, capsys):
    assert embed(f"python:{module}:loud", "--json") == 0
    out, err = capsys.readouterr()
    assert json.loads(out)["texts"] == 5
    assert "hello from the model" in err


@pytest.mark.parametrize("end", [SystemExit(0), SystemExit(), BrokenPipeError(),
                                 OSError(28, "No space left on device")])  # fmt: skip
def test_whatever_else_ends_a_run_is_not_fine(monkeypatch, capsys, end):
    from monosashi.models.hashing import HashingNgrams

    def ends(*_, **__):
        raise end

    monkeypatch.setattr(HashingNgrams, "embed", ends)
    assert embed("hashing") == 4
    assert "standard output" not in capsys.readouterr().err


@pytest.mark.skipif(sys.platform == "win32", reason="a shell with pipes")
@pytest.mark.parametrize("arguments", ["--help", "embed --help", "--version"])
def test_help_that_nobody_reads_to_its_end_is_fine(arguments):
    line = f"{sys.executable} -m monosashi {arguments} | true; echo ${{PIPESTATUS[0]}}"
    for unbuffered in ("", "1"):
        done = subprocess.run(["bash", "-c", line], capture_output=True, text=True, check=True,  # noqa: S603, S607
                              env={**os.environ, "PYTHONUNBUFFERED": unbuffered})  # fmt: skip
        assert (done.stdout.strip(), done.stderr) == ("0", "")


def test_nothing_is_forgotten_before_everything_is_checked(folder, capsys):
    spec = "python:hostile_model:ok?revision=1"
    assert embed(spec) == 0
    (folder / "other").mkdir()
    (folder / "other" / "mine.txt").touch()
    (folder / "bad.jsonl").write_text('{"text": ""}\n', encoding="utf-8")
    for path, out in (("missing.jsonl", "v"), ("bad.jsonl", "v"), ("pages.jsonl", "other")):
        assert main(["embed", path, "--embedder", spec, "--out", out, "--forget"]) == 4
    assert "Forgot" not in capsys.readouterr().err
    assert embed(spec, "--json") == 0
    said = json.loads(capsys.readouterr().out)
    assert (said["found"], said["control"]) == (5, 0)
    assert embed(spec, "--forget") == 0
    assert "Forgot 5 answers" in capsys.readouterr().err


def test_control_texts_are_said(capsys):
    assert embed("python:hostile_model:ok?revision=1&batch=2") == 0
    said = capsys.readouterr().out.replace("\n ", "")
    assert "5 embedded now; 0 found in the store; 10 control texts" in said


def test_no_secret_of_a_model_stands_in_a_report(folder):
    program = folder / "program.py"
    program.write_text(
        "import json, sys\n"
        "for line in sys.stdin:\n"
        "    asked = json.loads(line)\n"
        "    print(json.dumps({'id': asked['id'], 'vector': [1.0, len(asked['text']),"
        " asked['id']]}))\n",
        encoding="utf-8",
    )
    rows = [json.dumps({"text": f"text {'x' * i}"}) + "\n" for i in range(30)]
    (folder / "many.jsonl").write_text("".join(rows), encoding="utf-8")
    spec = f"command:{sys.executable} program.py --api-key S3CRET"
    assert main(["audit", "many.jsonl", "--embedder", spec, "--out", "report"]) == 0
    written = [path for path in (folder / "report").rglob("*") if path.is_file()]
    assert len(written) > 3
    assert [path for path in written if b"S3CRET" in path.read_bytes()] == []
    settings = (folder / "report" / "settings.toml").read_text(encoding="utf-8")
    assert "--api-key …" in settings
