"""`--order` from the command line: rotations, their floor, and what cannot be combined."""

import json
from pathlib import Path

import numpy as np
import pytest

from monosashi.cli import main


@pytest.fixture
def series(tmp_path, monkeypatch):
    """Twelve days of two stations, with runs of labels."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    rng = np.random.default_rng(0)
    rows = [{"id": f"r{i}", "topic": "ab"[i // 7], "station": "xy"[i // 6],
             "day": f"2024-05-{i:02}", "v": rng.normal(size=3).tolist()}
            for i in range(12)]  # fmt: skip
    with Path("a.jsonl").open("w", encoding="utf-8") as file:
        file.writelines(json.dumps(row) + "\n" for row in rows)
    vectors = np.array([row["v"] for row in rows])
    np.save("d.npy", np.linalg.norm(vectors[:, None] - vectors, axis=2))
    return ["shape", "a.jsonl", "--vectors", "v", "--groups", "topic", "--order", "day"]


def result(words, capsys):
    assert main([*words, "--json", "--words", "en"]) == 0
    return json.loads(capsys.readouterr().out)["results"]


def test_both_tests_rotate(series, capsys):
    found = result(series, capsys)
    for part in ("shape", "group_auc"):
        test = found[part]["permutation"]
        assert (test["scheme"], test["permutations"], test["exact"]) == ("cyclic", 12, True)
        assert test["smallest_p"] == pytest.approx(1 / 12)


def test_blocks_multiply_and_the_report_says_how(series, capsys):
    found = result([*series, "--within", "station", "--out", "o"], capsys)["shape"]
    assert found["permutation"]["scheme"] == "cyclic within"
    assert found["permutation"]["permutations"] == 6  # one station has one topic only
    page = Path("o/report.html").read_text(encoding="utf-8")
    assert "only rotated along day, inside one station" in page
    assert "day" in Path("o/settings.toml").read_text(encoding="utf-8")
    assert main(["report", "o", "--words", "ja", "--out", "p.html"]) == 0
    assert "day の順に回した" in Path("p.html").read_text(encoding="utf-8")


@pytest.mark.usefixtures("series")
def test_distances_rotate_and_show_dbicc(capsys):
    given = ["shape", "distances", "d.npy", "--labels", "a.jsonl", "--groups", "topic", "--order",
             "day", "--out", "o"]  # fmt: skip
    found = result(given, capsys)["shape"]
    assert found["permutation"]["permutations"] == 12
    assert found["dbicc"]["value"] < 1
    page = Path("o/report.html").read_text(encoding="utf-8")
    assert "dbICC, pairs weigh alike" in page
    assert "dbICC, groups weigh alike" in page


@pytest.mark.parametrize(
    ("more", "code", "named"),
    [
        (["--whole", "station"], 4, "cannot be combined"),
        (["--key", "station"], 4, "cannot be combined"),
        (["--order", "nothing"], 4, "nothing"), (["--order", "station"], 4, "share their place"),
    ],
)  # fmt: skip
def test_what_is_refused(series, more, code, named, capsys):
    base = series[:-2] if "--order" in more else series
    assert main([*base, *more, "--words", "en"]) == code
    assert named in capsys.readouterr().err


def test_order_needs_groups(series, capsys):
    given = ["shape", "a.jsonl", "--vectors", "v", "--order", "day", "--words", "en"]
    assert main(given) == 2
    assert "--groups" in capsys.readouterr().err
    assert series
