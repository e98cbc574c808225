"""The example workflow: what it says, and its steps run as a change meets them, sockets closed."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from repository.test_docs_examples import write_pages

ROOT = Path(__file__).resolve().parents[2]
WORKFLOW = ROOT / "docs" / "examples" / "embedding-gate.yml"
SHIM = """#!{python}
import socket, sys
def closed(*_given, **_named):
    raise OSError("the network is closed")
socket.socket.connect = socket.getaddrinfo = closed
from monosashi.cli import main
sys.exit(main())
"""
GH = """#!/bin/sh
printf '%s ' "$@" > gh.txt
"""
HOLDS, FAILS = 1.0, -1.0
CHANGED = "results.language.directions.ja->en.language_drop"


def steps():
    document = yaml.safe_load(WORKFLOW.read_text(encoding="utf-8"))
    return document["jobs"]["gate"]["steps"]


def named(name):
    (found,) = [step for step in steps() if step.get("name") == name]
    return found


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    folder = tmp_path_factory.mktemp("pages")
    write_pages(folder)
    return folder / "pages.parquet"


@pytest.fixture
def place(pages, tmp_path):
    """A checkout with pages, and the programs that the steps call."""
    shutil.copy(pages, tmp_path / "pages.parquet")
    (tmp_path / "bin").mkdir()
    program(tmp_path / "bin" / "monosashi", SHIM.format(python=sys.executable))
    program(tmp_path / "bin" / "gh", GH)
    return tmp_path


def program(path, text):
    path.write_text(text, encoding="utf-8")
    path.chmod(0o755)


def write_rules(place, limit):
    rule = f'[[rule]]\npath = "{CHANGED}"\noperator = "<="\nlimit = {limit}\n'
    change = f"{rule.replace(str(limit), '0.03')}baseline = true\n"
    (place / "gate.toml").write_text(rule + change, encoding="utf-8")


def run(place, name, words="en", **more):
    """One step, as the runner starts it: bash that stops at the first failure."""
    held = place / "env.txt"
    lines = held.read_text(encoding="utf-8").split() if held.exists() else []
    env = {**os.environ, "PATH": f"{place / 'bin'}{os.pathsep}{os.environ['PATH']}",
           "PYTHONPATH": str(ROOT / "src"), "PAGES": "pages.parquet", "WORDS": words,
           "GITHUB_STEP_SUMMARY": str(place / "summary.md"), "GITHUB_ENV": str(held),
           "CHANGE": "7", **dict(line.split("=", 1) for line in lines), **more}  # fmt: skip
    command = ["bash", "-e", "-o", "pipefail", "-c", named(name)["run"]]
    return subprocess.run(  # noqa: S603 - our own file
        command, cwd=place, env=env, capture_output=True, text=True, check=False
    )


def test_the_workflow_asks_for_no_more_rights_than_it_needs():
    document = yaml.safe_load(WORKFLOW.read_text(encoding="utf-8"))
    assert document["permissions"] == {"contents": "read", "pull-requests": "write"}
    assert all(("uses" in step) != ("run" in step) for step in steps())
    assert all(re.search(r"@v\d+$", step["uses"]) for step in steps() if "uses" in step)


def test_nothing_of_a_change_is_pasted_into_a_command():
    """Titles and branch names of strangers reach a shell as variables or not at all."""
    assert [step["name"] for step in steps() if "${{" in step.get("run", "")] == []


def test_the_baseline_is_kept_after_the_verdict_and_on_the_main_branch_only():
    order = [step.get("name", step.get("uses")) for step in steps()]
    save = "actions/cache/save@v4"
    assert order.index("Judge") < order.index("Keep") < order.index(save)
    kept = [step for step in steps() if step.get("name") == "Keep" or step.get("uses") == save]
    assert all("refs/heads/main" in step["if"] for step in kept)


@pytest.mark.parametrize("words", ["en", "ja"])
def test_a_first_run_without_a_baseline_passes_and_leaves_one(place, words):
    write_rules(place, HOLDS)
    for name in ("Measure", "Gate", "Comment", "Judge", "Keep"):
        done = run(place, name, words)
        assert done.returncode == 0, (name, done.stderr)
    comment = (place / "comment.md").read_text(encoding="utf-8")
    assert comment.startswith("**")
    assert {"en": "there is no baseline yet", "ja": "基準がまだありません"}[words] in comment
    assert comment == (place / "summary.md").read_text(encoding="utf-8")
    assert "comment.md" in (place / "gh.txt").read_text(encoding="utf-8").split()
    assert (place / "baseline" / "result.json").is_file()


def test_the_next_run_meets_the_baseline_and_a_failing_rule_fails_the_job(place):
    write_rules(place, FAILS)
    assert run(place, "Measure").returncode == 0
    shutil.copytree(place / "audit", place / "baseline")
    assert run(place, "Gate").returncode == 0
    assert run(place, "Judge").returncode == 3
    comment = (place / "comment.md").read_text(encoding="utf-8")
    assert "| baseline |" in comment
    assert "What to try" in comment


@pytest.mark.parametrize("fault", ["rules", "baseline", "result"])
def test_what_cannot_be_judged_stops_the_job_at_once(place, fault):
    write_rules(place, HOLDS)
    (place / "baseline").mkdir()
    for name in ("audit", "baseline"):
        (place / name).mkdir(exist_ok=True)
        (place / name / "result.json").write_text('{"kind": "audit", "results": {}}')
    if fault == "rules":
        (place / "gate.toml").write_text("[[rule]]\n")
    if fault == "baseline":
        (place / "baseline" / "result.json").write_text("{")
    done = run(place, "Gate")
    assert done.returncode == 4
    assert not (place / "summary.md").exists()


def test_the_sockets_of_the_steps_are_closed(place):
    (place / "texts.jsonl").write_text('{"id": "a", "text": "b"}\n' * 1, encoding="utf-8")
    command = [str(place / "bin" / "monosashi"), "embed", "texts.jsonl", "--embedder",
               "openai:m?url=http://127.0.0.1:1&attempts=1", "--out", "out"]  # fmt: skip
    env = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "XDG_CACHE_HOME": str(place / "cache")}
    done = subprocess.run(  # noqa: S603 - our own command
        command, cwd=place, env=env, capture_output=True, text=True, check=False
    )
    assert done.returncode != 0
    assert "closed" in done.stderr
