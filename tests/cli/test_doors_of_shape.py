"""Small things at the doors: names of columns, zero vectors, Ctrl-C, labels that steer."""

import json
import pathlib
import subprocess
import sys

import numpy as np
import pytest

import monosashi as ms
from monosashi.cli import main
from monosashi.embeddings import DataError
from monosashi.report import Report
from monosashi.results import Estimate
from monosashi.shape import measure_shape, measure_shape_from_distances

N = 24


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    rng = np.random.default_rng(0)
    rows = [{"番号": f"r{i}", "質問文": f"語{i % 5} 句{i}", "分類": f"c{i // 6}",
             "v": rng.normal(size=4).tolist(), "w": rng.normal(size=4).tolist()}
            for i in range(N)]  # fmt: skip
    write("a.jsonl", rows)
    rows[3]["v"] = [0.0] * 4
    write("zero.jsonl", rows)


def write(name, rows):
    text = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    pathlib.Path(name).write_text(text, encoding="utf-8")


@pytest.mark.parametrize("words", [["shape"], ["compare"]])
@pytest.mark.usefixtures("folder")
def test_columns_are_listed_as_they_stand_in_the_file(words, capsys):
    models = "hashing" if words == ["shape"] else "hashing,hashing?dimension=64"
    given = [*words, "a.jsonl", "--text", "質問文", "--id", "番号", "--groups", "区分",
             "--embedder", models, "--store", "none", "--words", "ja"]  # fmt: skip
    assert main(given) == 4
    told = capsys.readouterr().err
    for name in ("番号", "質問文", "分類"):
        assert name in told
    assert "text" not in told


@pytest.mark.parametrize("words", [
    ["shape", "zero.jsonl", "--vectors", "v", "--permutations", "19"],
    ["compare", "zero.jsonl", "--vectors", "v,w"],
])  # fmt: skip
@pytest.mark.usefixtures("folder")
def test_zero_vectors_are_dropped_where_that_is_asked_for(words, capsys):
    given = [*words, "--id", "番号", "--groups", "分類", "--json"]
    assert main(given) == 4
    assert "--invalid drop" in capsys.readouterr().err
    assert main([*given, "--invalid", "drop"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["data"]["n"] == N - 1
    codes = [one["code"] for one in document["data"]["notices"]]
    assert codes.count("embeddings.notices.dropped_zero") == 1
    assert "embeddings.notices.zero_vectors" not in codes


@pytest.mark.parametrize("words", [["shape", "a.jsonl"], ["compare", "a.jsonl", "b.jsonl"]])
@pytest.mark.usefixtures("folder")
def test_the_side_that_was_measured_is_said(words, capsys):
    pathlib.Path("b.jsonl").write_bytes(pathlib.Path("a.jsonl").read_bytes())
    given = [*words, "--vectors", "v", "--query-vectors", "w", "--id", "番号", "--groups", "分類",
             "--json"]  # fmt: skip
    found = {}
    for side, more in (("passages", []), ("queries", ["--as-queries"])):
        assert main([*given, *more]) == 0
        document = json.loads(capsys.readouterr().out)
        codes = [one["code"] for one in document["data"]["notices"]]
        assert f"cli.notices.compared_{side}" in codes
        part = document["results"].get("shape") or document["results"]["comparison"]
        held = part.get("r_squared") or next(iter(part["levels"].values()))["r_squared"]
        found[side] = held["value"]
    for side, column in (("passages", "v"), ("queries", "w")):
        same = ms.measure_shape(ms.read("a.jsonl", vectors=column, id="番号"), "分類",
                                permutations=19)  # fmt: skip
        assert found[side] == pytest.approx(same.r_squared.value)


@pytest.mark.usefixtures("folder")
def test_the_side_for_groups_and_queries_do_not_go_together(capsys):
    given = ["compare", "a.jsonl", "--vectors", "v,w", "--id", "番号", "--groups", "分類"]
    assert main([*given, "--queries", "a.jsonl", "--as-queries", "--words", "en"]) == 2
    assert "--as-queries" in capsys.readouterr().err


def test_ctrl_c_while_modules_load_shows_no_traceback():
    code = """
import sys
class Stop:
    def find_spec(self, name, path=None, target=None):
        if name == "monosashi.cli.streams":
            raise KeyboardInterrupt
sys.meta_path.insert(0, Stop())
import monosashi.cli
"""
    done = subprocess.run(  # noqa: S603 - ourselves
        [sys.executable, "-c", code], capture_output=True, text=True, check=False
    )
    assert done.returncode == 130
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("words", ["en", "ja"])
def test_a_label_cannot_steer_the_terminal_from_the_report(words):
    labels = ["\x1b[31mred\u202e", "plain"] * 8
    rows = np.random.default_rng(0).normal(size=(16, 3))
    page = Report([measure_shape(rows, labels, permutations=19)]).render(words)
    assert not {"\x1b", "\u202e"} & set(page)
    assert "\N{REPLACEMENT CHARACTER}[31mred" in page


def test_an_estimate_is_written_with_a_value_that_its_interval_belongs_to():
    outside = Estimate(0.3, 0.35, 0.45, 0.02, "jackknife", 4, 0.4)
    assert f"{outside:.2f}" == "0.40 [0.35, 0.45; sample 0.30]"
    assert f"{Estimate(0.4, 0.35, 0.45, 0.02, 'jackknife', 4, 0.41):.2f}" == "0.40 [0.35, 0.45]"
    labels = np.repeat(list("abc"), 3)
    rows = np.random.default_rng(5).normal(size=(9, 30))
    found = ms.measure_shape(rows, labels, permutations=19)
    if not found.r_squared.low <= found.r_squared.value <= found.r_squared.high:
        assert "sample" in repr(found)


def test_masked_distances_are_gaps():
    table = np.ma.masked_array(np.ones((4, 4)) - np.eye(4), mask=False)
    table[0, 1] = table[1, 0] = np.ma.masked
    with pytest.raises(DataError, match="no finite number"):
        measure_shape_from_distances(table)


def test_no_module_hides_a_public_function():
    """A module of the same name would take the place of the function in its package."""
    import importlib
    import pkgutil

    from monosashi import shape

    modules = {one.name for one in pkgutil.iter_modules(shape.__path__)}
    importlib.import_module("monosashi.shape.source_two_tables")
    clash = {name for name in shape.__all__ if name in modules} - {"power"}
    assert clash == set()
    assert callable(shape.source_tables)
