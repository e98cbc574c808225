"""`monosashi robustness stats` and `monosashi rate`: one screen, repeatable, refusals."""

import csv
import json
import shlex
import shutil

import numpy as np
import pytest
from robustness.cubes import made

from monosashi.cli import main
from monosashi.cli.layout import cells
from monosashi.results.toml import load_toml

STATS = ["robustness", "stats", "cube.csv", "--models", "models.csv", "--unit", "dataset"]
KINDS = [f"kind-{i}" for i in range(4)]


def write(path, rows):
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    rows = [{**row, "dataset": f"{group}-{row['dataset']}"}
            for group, n, lost in (("english", 9, 8), ("multilingual", 7, 1))
            for row in made(4, n, rng=n, dataset_group=group, n=50, n_failed=2,
                            loss=lambda at, lost=lost: lost + 4 * (at.m == 3))]  # fmt: skip
    write(tmp_path / "cube.csv", rows)
    write(tmp_path / "models.csv", [{"model": f"M{m}", "family": "F", "parameters": f"{m + 1}B"}
                                    for m in range(4)])  # fmt: skip
    write(tmp_path / "pairs.csv", [{"transformation": kind, "original": f"原文 {i}",
                                    "rewritten": f"{kind} {i}"}
                                   for kind in KINDS for i in range(20)])  # fmt: skip
    return tmp_path


def rated(folder):
    assert main(["rate", "make", "pairs.csv", "--out", "rate", "--pairs", "20"]) == 0
    for number in (1, 2, 3):
        path = folder / "rate" / f"rater_{number}.csv"
        with path.open(encoding="utf-8-sig") as file:
            rows = list(csv.DictReader(file))
        for row in rows:
            row["quality"] = 3 + (int(row["item"].lstrip("i")) + number) % 3
            row["fluency"] = 4 + int(row["item"].lstrip("i")) % 2
        path.unlink()
        write(path, rows)


@pytest.mark.parametrize("words", ["en", "ja"])
@pytest.mark.parametrize("name", ["stats", "read"])
def test_one_screen_that_ends_with_the_next_command(folder, capsys, name, words):
    rated(folder)
    given = STATS if name == "stats" else ["rate", "read", "rate"]
    capsys.readouterr()
    assert main([*given, "--words", words]) == 0
    lines = capsys.readouterr().out.rstrip("\n").split("\n")
    assert len(lines) <= 24
    assert all(cells(line) <= 80 for line in lines)
    assert (
        lines[-1]
        .removesuffix(" --words ja")
        .endswith("robustness-stats" if name == "stats" else "rate-read")
    )


@pytest.mark.parametrize("name", ["stats", "read"])
def test_settings_and_command_repeat_the_run(folder, capsys, name):
    rated(folder)
    given = STATS if name == "stats" else ["rate", "read", "rate", "--weights", "quadratic"]
    assert main([*given, "--seed", "3", "--confidence", "0.9", "--words", "en",
                 "--out", "first"]) == 0  # fmt: skip
    first = (folder / "first" / "result.json").read_bytes()
    shutil.copy("first/settings.toml", "monosashi.toml")
    assert main([*given[:2], "--out", "again", "--words", "en"]) == 0
    assert (folder / "again" / "result.json").read_bytes() == first
    held = load_toml(folder / "first" / "settings.toml")[given[0]][given[1]]
    assert held["seed"] == 3
    (folder / "monosashi.toml").unlink()
    capsys.readouterr()
    command = json.loads(first)["command"]
    assert main([*shlex.split(command)[1:], "--words", "en", "--out", "third"]) == 0
    assert (folder / "third" / "result.json").read_bytes() == first
    names = {"report.html", "report.ja.html", "result.json", "settings.toml", "tables"}
    assert {path.name for path in (folder / "first").iterdir()} == names


@pytest.mark.usefixtures("folder")
def test_numbers_and_figures(folder, capsys):
    assert main([*STATS, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    part = found["results"]["robustness"]
    assert found["verdict"]["code"] == "robustness.verdicts.losses"
    assert found["data"]["scores"] == {"models": 4, "datasets": 16}
    assert {row["family_size"] for row in part["tests"]} == {8}
    assert part["scaling"]
    assert main([*STATS, "--out", "out", "--words", "en"]) == 0
    for page in ("report.html", "report.ja.html"):
        text = (folder / "out" / page).read_text(encoding="utf-8")
        assert text.count("<svg") >= 2 * 2 * 4  # two groups, two widths, four figures
        assert "M3" in text
        assert "nan" not in text.lower().split()
    assert {path.name for path in (folder / "out" / "tables").iterdir()} >= {
        f"robustness_{name}.csv" for name in ("profile", "tests", "totals", "ranks", "scaling")
    }


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(("words", "code", "told"), [
    (["robustness", "stats", "none.csv"], 4, "no file or folder none.csv"),
    (["robustness", "stats", "models.csv"], 4, "lacks the columns dataset"),
    (["robustness", "stats", "cube.csv", "--unit", "text"], 2, "unit"),
    (["robustness", "stats", "cube.csv", "--models", "pairs.csv"], 4, "model, family"),
    (["rate", "make", "pairs.csv", "--out", "rate"], 4, "20 pairs, but 100"),
    (["rate", "make", "models.csv", "--out", "rate"], 4, "lacks the columns transformation"),
    (["rate", "read", "."], 4, "no key.csv"),
    (["rate"], 2, "make, read"),
])  # fmt: skip
def test_refusals(capsys, words, code, told):
    asked = [] if words[0] == "rate" and words[-1] != "." else ["--words", "en"]
    assert main([*words, *asked]) == code
    error = capsys.readouterr().err
    assert told in error
    assert "Traceback" not in error


SENTENCES = ["The card {i} is active since {y}.", "Apple bought {i} shares of Nokia in {y}.",
             "You can pay within {i} days from {y} on."]  # fmt: skip


def sensitivity_file(folder):
    rows = [{"id": str(n), "text": SENTENCES[n % 3].format(i=n + 2, y=1990 + n),
             "same": f"Note: {SENTENCES[n % 3].format(i=n + 2, y=1990 + n)}"}
            for n in range(30)]  # fmt: skip
    write(folder / "texts.csv", rows)
    return ["robustness", "sensitivity", "texts.csv", "--text", "text", "--embedder", "hashing"]


@pytest.mark.parametrize("words", ["en", "ja"])
def test_sensitivity_has_a_command(folder, capsys, words):
    given = sensitivity_file(folder)
    assert main([*given, "--harmless", "same", "--words", words]) == 0
    lines = capsys.readouterr().out.rstrip("\n").split("\n")
    assert len(lines) <= 24
    assert all(cells(line) <= 80 for line in lines)
    assert "--out robustness-sensitivity" in " ".join(lines[-3:]).replace("\\", "")


def test_sensitivity_repeats_and_writes_both_reports(folder, capsys):
    given = sensitivity_file(folder)
    assert main([*given, "--first", "20", "--out", "first", "--words", "en"]) == 0
    held = json.loads((folder / "first" / "result.json").read_text(encoding="utf-8"))
    found = held["results"]["sensitivity"]
    assert held["data"]["model"]["name"] == "hashing"
    assert (found["n"], found["language"], found["harmless"]) == (20, "en", None)
    assert {row["kind"] for row in found["kinds"]} == {"negation", "number", "names"}
    assert main([*shlex.split(held["command"])[1:], "--out", "again", "--words", "en"]) == 0
    first, again = ((folder / name / "result.json").read_bytes() for name in ("first", "again"))
    assert first == again
    assert (folder / "first" / "report.ja.html").is_file()
    (folder / "texts.csv").write_text("id,text\na,ほら\nb,へえ\n", encoding="utf-8")
    capsys.readouterr()
    assert main([*given, "--words", "en"]) == 4
    assert "none of the 2 texts" in capsys.readouterr().err


def test_only_a_declared_generator_stands_beside_hteb(folder, capsys):
    with (folder / "cube.csv").open(encoding="utf-8") as file:
        name = next(csv.DictReader(file))["generator"]
    assert main([*STATS, "--json"]) == 0
    plain = json.loads(capsys.readouterr().out)
    assert not any(row["hteb"] for row in plain["results"]["robustness"]["totals"])
    assert main([*STATS, "--hteb-generator", name, "--out", "out", "--words", "en"]) == 0
    held = json.loads((folder / "out" / "result.json").read_text(encoding="utf-8"))
    assert all(row["hteb"] for row in held["results"]["robustness"]["totals"])
    assert "--hteb-generator" in held["command"]
    capsys.readouterr()
    assert main([*STATS, "--hteb-generator", "gpt-5", "--words", "en"]) == 4
    assert "gpt-5" in capsys.readouterr().err


@pytest.mark.usefixtures("folder")
def test_the_table_of_scores_stands_without_an_option(capsys):
    assert main(["robustness", "stats", "cube.csv", "--json"]) == 0
    capsys.readouterr()
    assert main(["robustness", "stats"]) == 2
    told = capsys.readouterr().err
    assert "needs CUBE." in told
    assert "--cube" not in told


def test_faults_name_the_lines_of_their_files(folder, capsys):
    rows = made(1, 1)[:3]
    rows[1]["original"] = "x"
    write(folder / "odd.csv", rows)
    assert main(["robustness", "stats", "odd.csv"]) == 4
    assert "row 1." in (told := capsys.readouterr().err)
    assert "Lines 3 of odd.csv" in told
    write(folder / "sizes.csv", [{"model": "M0", "family": "F", "parameters": "large"}])
    assert main(["robustness", "stats", "cube.csv", "--models", "sizes.csv"]) == 4
    assert "Lines 2 of sizes.csv" in capsys.readouterr().err
    rated(folder)
    path = folder / "rate" / "rater_2.csv"
    with path.open(encoding="utf-8-sig") as file:
        held = list(csv.DictReader(file))
    held[4]["quality"] = "9"
    write(path, held)
    capsys.readouterr()
    assert main(["rate", "read", "rate"]) == 4
    assert "Lines 6 of rater_2.csv" in capsys.readouterr().err


@pytest.mark.parametrize("words", ["en", "ja"])
def test_raters_who_answer_at_random_are_told_on_the_screen(folder, capsys, words):
    rated(folder)
    random = np.random.default_rng(0)
    for number in (1, 2, 3):
        path = folder / "rate" / f"rater_{number}.csv"
        with path.open(encoding="utf-8-sig") as file:
            rows = list(csv.DictReader(file))
        for row in rows:
            row["quality"], row["fluency"] = random.choice([4, 5], 2, p=[0.1, 0.9])
        write(path, rows)
    capsys.readouterr()
    assert main(["rate", "read", "rate", "--words", words]) == 0
    screen = capsys.readouterr().out
    lines = screen.rstrip().split("\n")
    assert len(lines) <= 24
    assert max(map(cells, lines)) <= 80
    assert "AC2" in screen
    assert {"en": "alpha", "ja": "α"}[words] in screen
    told = {"en": "agreement is not shown", "ja": "一致は示されていません"}[words]
    assert told.replace(" ", "") in "".join(screen.split())
