"""Where a run may write, and what it leaves behind."""

import json
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest

from monosashi.cli import main
from monosashi.cli.replacing import WRITTEN, move_into
from monosashi.cli.run_folder import foreign_names


@pytest.fixture
def vectors(tmp_path):
    path = tmp_path / "v.npy"
    np.save(path, np.random.default_rng(0).normal(size=(30, 4)))
    return path


def audit(vectors, out, *options, words="en"):
    return main(["audit", str(vectors), "--out", str(out), "--words", words, *options])


def seed_of(out):
    return json.loads((out / "result.json").read_text(encoding="utf-8"))["settings"]["rng"]


def started(vectors, out, *options):
    """The command in its own process."""
    command = [sys.executable, "-m", "monosashi", "audit", str(vectors), "--out", str(out)]
    return subprocess.Popen([*command, *options], stdout=subprocess.DEVNULL)  # noqa: S603 - our own


def one_run(out):
    """Whether all files of a folder are of the same run."""
    names = {path.name for path in out.iterdir() if not path.name.startswith(".monosashi-")}
    said = (out / "settings.toml").read_text(encoding="utf-8")
    return names >= {"report.html", "report.ja.html", "result.json", "settings.toml",
                     "tables"} and f"seed = {seed_of(out)}" in said  # fmt: skip


@pytest.mark.parametrize("place", ["file", "file/below", "dangling"])
def test_a_file_in_the_way_is_wrong_usage_before_anything_is_read(tmp_path, capsys, place):
    (tmp_path / "file").write_text("mine", encoding="utf-8")
    (tmp_path / "dangling").symlink_to("nowhere")
    assert main(["audit", "no-such.npy", "--out", str(tmp_path / place), "--words", "en"]) == 2
    assert "is a file" in capsys.readouterr().err
    assert (tmp_path / "file").read_text(encoding="utf-8") == "mine"
    assert {path.name for path in tmp_path.iterdir()} == {"file", "dangling"}


@pytest.mark.parametrize("name", WRITTEN)
@pytest.mark.parametrize("folder", [True, False])
def test_what_no_run_wrote_is_never_replaced(tmp_path, vectors, capsys, name, folder):
    out = tmp_path / "out"
    mine = out / name / "mine.csv" if folder else out / name
    mine.parent.mkdir(parents=True)
    mine.write_text("mine", encoding="utf-8")
    assert audit(vectors, out) == 2
    assert name in capsys.readouterr().err
    assert mine.read_text(encoding="utf-8") == "mine"
    assert [path.name for path in out.iterdir()] == [name]


@pytest.mark.parametrize("held", ["my data", "[]", '{"kind": "audit"}', '{"format": 1}', ""])
@pytest.mark.parametrize("name", ["result.json", ".result.json"])
def test_a_result_of_somebody_else_makes_no_run_of_a_folder(tmp_path, vectors, held, name):
    out = tmp_path / "out"
    (out / "tables").mkdir(parents=True)
    (out / name).write_text(held, encoding="utf-8")
    (out / "tables" / "mine.csv").write_text("mine", encoding="utf-8")
    assert audit(vectors, out) == 2
    assert (out / name).read_text(encoding="utf-8") == held
    assert (out / "tables" / "mine.csv").read_text(encoding="utf-8") == "mine"


@pytest.mark.parametrize("beside", [(), ("notes.txt",)])
@pytest.mark.parametrize("older", [False, True])
def test_tables_that_no_run_wrote_stay(tmp_path, vectors, beside, older):
    """Also where the earlier run, of an older version, did not list its own."""
    out = tmp_path / "out"
    assert audit(vectors, out) == 0
    for name in (*beside, "tables/my-notes.csv"):
        (out / name).write_text("mine", encoding="utf-8")
    if older:
        kept = (out / "settings.toml").read_text(encoding="utf-8").partition("# tables: ")[0]
        (out / "settings.toml").write_text(kept, encoding="utf-8")
    before = {path.name for path in (out / "tables").iterdir()}
    assert audit(vectors, out, "--seed", "4") == 0
    assert seed_of(out) == 4
    for name in (*beside, "tables/my-notes.csv"):
        assert (out / name).read_text(encoding="utf-8") == "mine"
    assert {path.name for path in (out / "tables").iterdir()} == before


def test_tables_of_the_earlier_run_that_the_new_one_has_not_go(tmp_path, vectors):
    out = tmp_path / "out"
    np.savez(tmp_path / "g.npz", vectors=np.load(vectors), group=["a", "b"] * 15)
    assert audit(tmp_path / "g.npz", out, "--groups", "group") == 0
    first = {path.name for path in (out / "tables").iterdir()}
    (out / "notes.txt").write_text("mine", encoding="utf-8")
    assert audit(vectors, out) == 0
    left = {path.name for path in (out / "tables").iterdir()}
    assert left < first


def test_a_file_by_the_name_of_a_new_table_is_kept_beside_it(tmp_path, vectors):
    out = tmp_path / "out"
    np.savez(tmp_path / "g.npz", vectors=np.load(vectors), group=["a", "b"] * 15)
    assert audit(vectors, out) == 0
    known = {path.name for path in (out / "tables").iterdir()}
    assert audit(tmp_path / "g.npz", tmp_path / "other", "--groups", "group") == 0
    name = min({path.name for path in (tmp_path / "other" / "tables").iterdir()} - known)
    (out / "tables" / name).write_text("mine", encoding="utf-8")
    assert audit(tmp_path / "g.npz", out, "--groups", "group") == 0
    assert (out / "tables" / name).read_text(encoding="utf-8") != "mine"
    kept = (out / "tables" / name).with_suffix(".kept.csv")
    assert kept.read_text(encoding="utf-8") == "mine"


def test_neither_the_root_nor_the_home_of_a_user_is_a_folder_of_a_run(
    tmp_path, vectors, monkeypatch, capsys
):
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    (tmp_path / "home").mkdir()
    for place in ("/", tmp_path / "home"):
        assert audit(vectors, place) == 2
        assert "is no place" in capsys.readouterr().err
    assert not list((tmp_path / "home").iterdir())


def test_a_run_replaces_an_earlier_one_and_leaves_other_files(tmp_path, vectors):
    out = tmp_path / "out"
    assert audit(vectors, out) == 0
    assert audit(vectors, out, "--seed", "1") == 0
    (out / "notes.txt").write_text("mine", encoding="utf-8")
    (out / "tables" / "mine.txt").write_text("mine", encoding="utf-8")
    assert audit(vectors, out, "--seed", "2") == 0
    assert one_run(out)
    assert seed_of(out) == 2
    assert (out / "notes.txt").exists()
    assert (out / "tables" / "mine.txt").exists()
    assert not [path for path in (*out.iterdir(), *tmp_path.iterdir()) if path.name[0] == "."]


def test_a_report_in_other_words_leaves_no_page_of_the_earlier_run(tmp_path, vectors):
    for kept in ((), ("notes.txt",)):
        out = tmp_path / f"out{len(kept)}"
        assert audit(vectors, out) == 0
        for name in kept:
            (out / name).write_text("mine", encoding="utf-8")
        assert audit(vectors, out, words="ja") == 0
        pages = {path.name for path in out.glob("*.html")}
        assert pages == {"report.html", "report.en.html"}


def test_the_folder_we_stand_in_is_filled_not_exchanged(tmp_path, vectors, monkeypatch):
    assert audit(vectors, tmp_path / "out") == 0
    monkeypatch.chdir(tmp_path / "out")
    before = (tmp_path / "out").stat().st_ino
    assert audit(vectors, ".", "--seed", "3") == 0
    assert (tmp_path / "out").stat().st_ino == before
    assert one_run(tmp_path / "out")


@pytest.mark.parametrize("name", ["日 本", "a'b", "sp ace/deep", "trailing/", "[x]*"])
def test_names_of_any_kind(tmp_path, vectors, monkeypatch, capsys, name):
    monkeypatch.chdir(tmp_path)
    assert audit(vectors, name) == 0
    assert one_run(tmp_path / name)
    command = capsys.readouterr().out.split("next: ")[1]
    assert "gate" in command


def test_an_empty_name_is_not_this_folder(tmp_path, vectors, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert audit(vectors, "") == 2
    assert '""' in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["v.npy"]


def test_a_link_to_a_folder_stays_a_link(tmp_path, vectors):
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to("real")
    for _ in range(2):
        assert audit(vectors, tmp_path / "link") == 0
    assert (tmp_path / "link").is_symlink()
    assert one_run(tmp_path / "real")


def test_a_full_disk_is_told_of_the_folder_and_keeps_the_old_run(tmp_path, vectors):
    out = tmp_path / "out"
    assert audit(vectors, out) == 0
    before = (out / "result.json").read_bytes()
    code = ("import resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (20000, 20000));"
            "from monosashi.cli import main; raise SystemExit(main())")  # fmt: skip
    command = [sys.executable, "-c", code, "audit", str(vectors), "--out", str(out)]
    done = subprocess.run(  # noqa: S603 - our own command
        [*command, "--seed", "7", "--words", "en"], capture_output=True, check=False, text=True
    )
    assert done.returncode == 4
    assert "too large" in done.stderr
    assert "Traceback" not in done.stderr
    assert (out / "result.json").read_bytes() == before
    assert one_run(out)
    assert {path.name for path in tmp_path.iterdir()} == {"out", "v.npy"}


@pytest.mark.parametrize("sent", [signal.SIGTERM, signal.SIGINT])
def test_a_polite_kill_leaves_nothing_and_exits_with_130(tmp_path, sent):
    code = ("import monosashi.advice as a, os, time\n"
            "def wait(*_, **__):\n"
            "    print('here', flush=True)\n"
            "    time.sleep(60)\n"
            "a.audit = wait\n"
            "from monosashi.cli import main\nraise SystemExit(main())\n")  # fmt: skip
    np.save(tmp_path / "v.npy", np.eye(4))
    command = [sys.executable, "-c", code, "audit", str(tmp_path / "v.npy"), "--out",
               str(tmp_path / "out"), "--words", "en"]  # fmt: skip
    with subprocess.Popen(  # noqa: S603 - our own command
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as run:
        assert run.stdout.readline() == b"here\n"
        run.send_signal(sent)
        _, err = run.communicate(timeout=60)
    assert run.returncode == 130
    assert b"half-written" in err
    assert [path.name for path in tmp_path.iterdir()] == ["v.npy"]


def test_what_a_killed_run_left_is_removed_by_the_next_into_the_same_place(tmp_path, vectors):
    code = ("import os, signal\n"
            "from monosashi.report import Report\n"
            "def end(self, path, words):\n"
            "    path.write_text('half')\n"
            "    os.kill(os.getpid(), signal.SIGKILL)\n"
            "Report.save = end\n"
            "from monosashi.cli import main\nraise SystemExit(main())\n")  # fmt: skip
    for kept in ((), ("notes.txt",)):
        out = tmp_path / f"out{len(kept)}"
        for name in kept:  # then the folder is filled, not exchanged
            out.mkdir()
            (out / name).write_text("mine", encoding="utf-8")
        command = [sys.executable, "-c", code, "audit", str(vectors), "--out", str(out)]
        done = subprocess.run(command, check=False)  # noqa: S603 - our own command
        assert done.returncode == -signal.SIGKILL
        assert list(tmp_path.rglob(".monosashi-*"))
        assert audit(vectors, out) == 0
        assert not list(tmp_path.rglob(".monosashi-*"))
        assert one_run(out)


HELD = """
import sys
from pathlib import Path
from monosashi.embeddings.scratch import scratch_folder
with scratch_folder(Path(sys.argv[1]), ".monosashi-run-") as folder:
    print(folder.name, flush=True)
    sys.stdin.readline()
"""


@pytest.mark.parametrize("filled", [False, True])
def test_left_behind_goes_in_the_folder_and_beside_it_but_never_what_a_living_run_holds(
    tmp_path, vectors, filled
):
    """Which of both a run builds in depends on what else the folder holds that day."""
    out = tmp_path / "out"
    assert audit(vectors, out) == 0
    if filled:
        (out / "notes.txt").write_text("mine", encoding="utf-8")
    for home in (tmp_path, out):
        (home / ".monosashi-run-deadbeef").mkdir()
    command = [sys.executable, "-c", HELD, str(tmp_path)]
    with subprocess.Popen(  # noqa: S603 - our own command
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as alive:
        held = alive.stdout.readline().decode().strip()
        assert audit(vectors, out) == 0
        left = [path.name for path in tmp_path.rglob(".monosashi-*")]
        alive.communicate(b"\n", timeout=60)
    assert left == [held]
    assert one_run(out)


def stage(folder, number):
    folder.mkdir(parents=True)
    (folder / "tables").mkdir()
    for name in ("report.html", "report.ja.html", "result.json", "settings.toml", "tables/x.csv"):
        (folder / name).write_text(str(number), encoding="utf-8")
    held = {"kind": "audit", "format": 1, "version": str(number)}
    (folder / "result.json").write_text(json.dumps(held), encoding="utf-8")
    return folder


def number_of(path):
    told = path.read_text(encoding="utf-8")
    return json.loads(told)["version"] if path.name == "result.json" else told


class KilledError(BaseException):
    """As if the process ended here."""


@pytest.mark.parametrize("step", range(1, 12))
def test_killed_between_any_two_moves_no_result_stands_beside_files_of_another_run(
    tmp_path, monkeypatch, step
):
    out = tmp_path / "out"
    move_into(stage(tmp_path / "s", 0), out)
    (out / "notes.txt").write_text("mine", encoding="utf-8")  # so the folder is not exchanged
    done = []

    def counted(move):
        def one(*given, **named):
            done.append(move)
            if len(done) == step:
                raise KilledError
            return move(*given, **named)

        return one

    for name in ("replace", "rename", "unlink"):
        monkeypatch.setattr(Path, name, counted(getattr(Path, name)))
    with suppress(KilledError):
        move_into(stage(tmp_path / "s", 1), out)
    monkeypatch.undo()
    held = {number_of(path) for path in out.rglob("*") if path.is_file()
            and path.name not in {"notes.txt", ".result.json"}}  # fmt: skip
    assert len(held) == 1 or not (out / "result.json").exists()
    assert foreign_names(out) == []  # the next run mends it
    move_into(stage(tmp_path / "t", 2), out)
    assert number_of(out / "result.json") == "2"


def test_runs_into_one_folder_at_once_leave_one_of_them_whole(tmp_path, vectors):
    out = tmp_path / "out"
    runs = [started(vectors, out, "--seed", str(i)) for i in range(3)]
    assert [run.wait(timeout=120) for run in runs] == [0, 0, 0]
    assert one_run(out)
    assert {path.name for path in tmp_path.iterdir()} == {"out", "v.npy"}


def test_a_hard_kill_leaves_the_old_run_or_the_new_one(tmp_path, vectors):
    out = tmp_path / "out"
    begun = time.monotonic()
    assert started(vectors, out).wait(timeout=120) == 0
    whole = time.monotonic() - begun
    for i in range(5):
        with started(vectors, out, "--seed", str(i)) as run:
            time.sleep(whole * (0.75 + i / 20))
            run.kill()
        assert one_run(out)
