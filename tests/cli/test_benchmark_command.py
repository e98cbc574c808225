"""`monosashi benchmark`: screen, folder, going on with a store, refusals."""

import json
import re

import pytest

from monosashi.cli import main
from monosashi.words import say

SMALL = ["--checks", "6,12", "--repeats", "2", "--metrics",
         "clipped_coverage,coverage,coverage@3"]  # fmt: skip


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def run(capsys, *words):
    code = main(["benchmark", *words])
    return code, capsys.readouterr()


@pytest.mark.parametrize("language", ["en", "ja"])
def test_screen_and_folder(capsys, tmp_path, language):
    code, told = run(capsys, *SMALL, "--store", "kept", "--out", "out", "--words", language)
    assert (code, told.err) == (0, "")
    lines = told.out.splitlines()
    assert len(lines) <= 24
    assert any(line.split()[:2] == ["coverage@3", "2/4"] for line in lines)
    assert not any(low == high for low, high in re.findall(r"(\d+)–(\d+)", told.out))
    assert lines[-1].removesuffix(" --words ja").endswith("monosashi gate out --init gate.toml")
    for page in ("report.html", "report.ja.html" if language == "en" else "report.en.html"):
        text = (tmp_path / "out" / page).read_text()
        assert "12b" in text
        assert "gaussian-scaling-one-dimension" in text
        shown = "ja" if (language == "ja") == (page == "report.html") else "en"
        assert say("fidelity.terms.fidelity_benchmark", shown) in text
    assert say("cli.screen.a_side", language, n=1000) in told.out
    header, *rows = (tmp_path / "out/tables/benchmark_rows.csv").read_text().splitlines()
    assert len(rows) == 4
    assert "clipped_coverage" in header


def test_going_on(capsys, tmp_path):
    found = json.loads(run(capsys, *SMALL, "--store", "kept", "--json")[1].out)
    lines = (tmp_path / "kept/scores.jsonl").read_bytes()
    again = json.loads(run(capsys, *SMALL, "--store", "kept", "--json")[1].out)
    assert (tmp_path / "kept/scores.jsonl").read_bytes() == lines
    assert again["results"] == found["results"]
    part = found["results"]["fidelity_benchmark"]
    assert {row["metric"]: row["rows"] for row in part["counts"]} == dict.fromkeys(
        SMALL[-1].split(","), 4)  # fmt: skip
    assert found["verdict"]["code"].startswith("advice.verdicts.benchmarks")


def test_the_command_that_repeats_it(capsys):
    found = json.loads(run(capsys, *SMALL, "--json")[1].out)
    assert found["command"] == (
        "monosashi benchmark --metrics clipped_coverage,coverage,coverage@3 --checks 6,12 "
        "--repeats 2")  # fmt: skip


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["--metrics", "clipped"], 4),
        (["--checks", "16"], 4),
        (["--checks", "one"], 2),
        (["--repeats", "0"], 2),
        (["--grid", "wide"], 2),
    ],
)
@pytest.mark.parametrize("language", ["en", "ja"])
def test_refusals(capsys, words, code, language):
    got, told = run(capsys, *words, "--words", language)
    assert got == code
    assert "Traceback" not in told.err
    assert told.err.strip()


def test_a_store_of_other_settings(capsys):
    assert run(capsys, *SMALL, "--store", "kept")[0] == 0
    code, told = run(capsys, *SMALL, "--store", "kept", "--grid", "full")
    assert code == 4
    assert "kept" in told.err
