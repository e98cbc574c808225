import json
import os
import signal
import subprocess
import sys
import time

import numpy as np
import pytest

from monosashi.cli import main
from monosashi.cli.layout import cells


@pytest.fixture
def files(tmp_path):
    """A text file in wide rows and its vectors, ja and en."""
    rng = np.random.default_rng(0)
    topics = rng.normal(size=(60, 8))
    arrays = {
        lang: np.hstack([topics, np.tile(axis, (60, 1))]).astype(np.float32)
        for lang, axis in (("ja", [2, 0]), ("en", [0, 2]))
    }
    ids = [f"記事{i}" for i in range(60)]
    np.savez(tmp_path / "v.npz", ids=np.array(ids), **arrays)
    rows = [{"id": name, "topic": f"t{i % 4}", "text": {"ja": f"本文{i}", "en": f"text {i}"}}
            for i, name in enumerate(ids)]  # fmt: skip
    lines = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    (tmp_path / "pages.jsonl").write_text(lines, encoding="utf-8")
    return ["audit", str(tmp_path / "pages.jsonl"), "--wide", "text", "--vectors",
            str(tmp_path / "v.npz"), "--groups", "topic", "--permutations", "99"]  # fmt: skip


@pytest.mark.parametrize("words", ["en", "ja"])
def test_one_screen_with_report_and_next_command(files, tmp_path, capsys, words):
    out = tmp_path / "out"
    assert main([*files, "--out", str(out), "--words", words]) == 0
    lines = capsys.readouterr().out.rstrip("\n").split("\n")
    assert len(lines) <= 24
    assert all(cells(line) <= 80 for line in lines)
    squeezed = "".join("".join(lines).split())
    assert str(out / "report.html") in squeezed
    following = "".join(squeezed.split("monosashi")[-1].split("\\"))
    assert following.startswith("repaircompare")
    assert following.removesuffix("--wordsja").endswith("--outrepair-compare")
    names = {p.name for p in out.iterdir()}
    assert names == {"report.html", f"report.{'ja' if words == 'en' else 'en'}.html", "result.json",
                     "settings.toml", "tables"}  # fmt: skip
    assert {p.name for p in tmp_path.iterdir()} == {"out", "pages.jsonl", "v.npz"}


def test_json_is_one_strict_object_with_japanese_ids(files, capsys):
    assert main([*files, "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["kind"] == "audit"
    example = document["results"]["language"]["directions"]["ja->en"]["examples"][0]
    assert example["query_id"].startswith("記事")


def test_markdown_lists_findings_and_tables(files, capsys):
    assert main([*files, "--format", "markdown", "--words", "en"]) == 0
    text = capsys.readouterr().out
    assert text.startswith("## ")
    assert "| --- |" in text


@pytest.mark.parametrize(("level", "code"), [("problem", 3), ("warning", 3)])
def test_fail_on_makes_the_exit_code_speak(files, level, code):
    assert main([*files, "--fail-on", level]) == code


def test_the_settings_file_repeats_the_run(files, tmp_path, capsys, monkeypatch):
    out = tmp_path / "out"
    main([*files, "--seed", "5", "--out", str(out)])
    first = json.loads((out / "result.json").read_text(encoding="utf-8"))
    (tmp_path / "monosashi.toml").write_text((out / "settings.toml").read_text(encoding="utf-8"))
    monkeypatch.chdir(tmp_path)
    capsys.readouterr()
    assert main(["audit", files[1], "--json"]) == 0
    again = json.loads(capsys.readouterr().out)
    assert again["results"] == first["results"]


def test_a_second_run_replaces_the_first_and_stale_tables_go(files, tmp_path):
    out = tmp_path / "out"
    main([*files, "--out", str(out)])
    settings = (out / "settings.toml").read_text(encoding="utf-8")
    listed = settings.replace('# tables: ["', '# tables: ["stale.csv", "')  # of the earlier run
    (out / "settings.toml").write_text(listed, encoding="utf-8")
    for name in ("stale.csv", "mine.csv"):
        (out / "tables" / name).write_text("old")
    (out / "mine.txt").write_text("mine")
    main([*files, "--out", str(out)])
    assert not (out / "tables" / "stale.csv").exists()
    assert (out / "tables" / "mine.csv").read_text() == "old"
    assert (out / "mine.txt").exists()


def test_gate_init_then_gate_fails_on_the_planted_axis(files, tmp_path, capsys):
    out, rules = tmp_path / "out", tmp_path / "gate.toml"
    main([*files, "--out", str(out)])
    assert main(["gate", str(out), "--init", str(rules)]) == 0
    assert main(["gate", str(out), "--init", str(rules)]) == 2
    capsys.readouterr()
    assert main(["gate", str(out), str(rules), "--json"]) == 3
    outcome = json.loads(capsys.readouterr().out)
    failed = [row["rule"] for row in outcome["rules"] if not row["passed"]]
    assert failed == ["language drop en → ja", "language drop ja → en"]
    assert main(["gate", str(out), str(rules), "--format", "markdown", "--words", "ja"]) == 3
    assert "不合格" in capsys.readouterr().out


def test_report_renders_again_and_merges(files, tmp_path):
    out = tmp_path / "out"
    main([*files, "--out", str(out)])
    page = tmp_path / "merged.html"
    assert main(["report", str(out), str(out), "--out", str(page), "--words", "ja"]) == 0
    assert 'lang="ja"' in page.read_text(encoding="utf-8")
    assert (tmp_path / "merged.en.html").exists()


@pytest.mark.parametrize("wrong", ["duplicate", "nan", "missing-text"])
def test_wrong_data_exits_with_4_names_the_rows_and_writes_nothing(files, tmp_path, capsys, wrong):
    held = dict(np.load(tmp_path / "v.npz"))
    if wrong == "duplicate":
        held["ids"][3] = held["ids"][2]
    elif wrong == "nan":
        held["ja"][7, 0] = np.nan
    else:
        held = {name: values[:-1] for name, values in held.items()}
    np.savez(tmp_path / "v.npz", **held)
    assert main([*files, "--out", str(tmp_path / "out"), "--words", "en"]) == 4
    err = capsys.readouterr().err
    named = {"duplicate": "記事2", "nan": "記事7", "missing-text": "記事59"}[wrong]
    assert named in err
    assert "Traceback" not in err
    assert {p.name for p in tmp_path.iterdir()} == {"pages.jsonl", "v.npz"}


def test_languages_keeps_only_those_asked_for(files, capsys):
    assert main([*files, "--languages", "ja,fr"]) == 4
    assert "fr" in capsys.readouterr().err
    assert main([*files, "--sample", "55", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["data"]["n"] == 110


def test_too_few_pages_to_mend_are_measured_all_the_same(files, capsys):
    assert main([*files, "--sample", "30", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert "language" in document["results"]
    assert [why["section"] for why in document["skipped"]] == ["repairs"]
    assert "30 documents" in document["skipped"][0]["text"]


def test_a_killed_run_leaves_no_half_written_folder(files, tmp_path):
    out = tmp_path / "out"
    code = "from monosashi.cli import main; raise SystemExit(main())"
    for wait in (0.3, 0.8, 1.2):
        run = subprocess.Popen(  # noqa: S603 - our own command
            [sys.executable, "-c", code, *files, "--out", str(out)],
            stdout=subprocess.DEVNULL, env=os.environ,
        )  # fmt: skip
        time.sleep(wait)
        run.send_signal(signal.SIGKILL)
        run.wait(timeout=30)
        if out.exists():
            json.loads((out / "result.json").read_text(encoding="utf-8"))
            assert (out / "report.html").exists()
    assert main([*files, "--out", str(out)]) == 0
