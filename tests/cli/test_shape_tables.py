"""`monosashi shape --demo-tables` with other numbers than those of the source."""

import json

import numpy as np
import pytest

from monosashi.cli import main
from monosashi.cli.layout import cells


def tables(capsys, *options):
    assert main(["shape", "--demo-tables", "--json", *options]) == 0
    return json.loads(capsys.readouterr().out)


def test_every_option_reaches_the_points(capsys):
    given = ["--demo-groups", "6", "--demo-size", "3", "--demo-dimension", "4", "--demo-noise",
             "0.3", "--demo-values", "0,2", "--demo-shrink", "0.5", "--demo-direction", "between",
             "--demo-neighbours", "2,4", "--demo-seed", "5", "--demo-relative"]  # fmt: skip
    whole = tables(capsys, *given)
    assert [row["value"] for row in whole["common_direction"]] == [0, 2]
    assert [row["c_over_length"] for row in whole["common_direction"]] == [0, 2]
    assert [row["value"] for row in whole["shrink"]] == [0.5]
    assert {"knn_2", "knn_4"} < set(whole["shrink"][0])
    for name in given[::2]:
        at = given.index(name)
        rest = given[:at] + given[at + 1 + (name != "--demo-relative") :]
        assert tables(capsys, *rest) != whole, name


def test_the_setting_is_said_and_lines_are_short(capsys):
    for words, said in (("en", "20 groups of 4 vectors"), ("ja", "20 グループ")):
        assert main(["shape", "--demo-tables", "--words", words]) == 0
        text = capsys.readouterr().out
        assert said in text
        assert max(map(cells, text.splitlines())) <= 80


@pytest.mark.parametrize(
    ("tokens", "code", "named"),
    [
        (["shape", "v.npy", "--demo-groups", "3"], 2, "--demo-groups: works only with"),
        (["shape", "--demo-tables", "--demo-noise", "0"], 2, "above 0"),
        (["shape", "--demo-tables", "--demo-size", "1"], 2, "at least 2"),
        (["shape", "--demo-tables", "--demo-values", "a"], 2, "--demo-values"),
        (["shape", "--demo-tables", "--demo-neighbours", "1.5"], 2, "--demo-neighbours"),
        (["shape", "--demo-tables", "--demo-neighbours", "79"], 4, "at most 78"),
    ],
)
def test_slips_are_told(tokens, code, named, capsys):
    assert main([*tokens, "--words", "en"]) == code
    assert named in capsys.readouterr().err


@pytest.mark.parametrize("language", ["en", "ja"])
def test_what_groups_explain_stands_with_its_intervals_on_the_screen(language, tmp_path, capsys):
    rng = np.random.default_rng(0)
    labels = np.repeat(np.arange(9), 5)
    rows = rng.normal(size=(9, 6))[labels] + rng.normal(size=(45, 6))
    np.savez(tmp_path / "v.npz", vectors=rows, g=labels)
    assert main(["shape", str(tmp_path / "v.npz"), "--groups", "g", "--permutations", "19",
                 "--out", str(tmp_path / "out"), "--words", language]) == 0  # fmt: skip
    screen = capsys.readouterr().out
    held = json.loads((tmp_path / "out" / "result.json").read_text())["results"]["shape"]
    epsilon = held["epsilon_squared"]
    assert epsilon["low"] < epsilon["value"] < epsilon["high"]
    line = next(line for line in screen.splitlines() if "ε²" in line)
    assert f"[{epsilon['low']:.3f}, {epsilon['high']:.3f}]" in line
