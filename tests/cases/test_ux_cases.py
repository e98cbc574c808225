"""The cases of area ux on the reported inputs, in the terminal, in JSON and in the report.

B112 has a file of its own: every public function.
"""

import json
import re
from pathlib import Path

import numpy as np
import pytest

from monosashi.cli import main

LINES = (Path(__file__).parent / "cases.jsonl").read_text(encoding="utf-8").split("\n")
CASES = {case["id"]: case for case in map(json.loads, filter(None, LINES))}
NO_NUMBER = re.compile(r"(?i)(?<![a-z])(nan|-?inf(inity)?)(?![a-z])")
WORDS = ("en", "ja")


def strict(path):
    def refuse(word):
        raise AssertionError(word)

    return json.loads(path.read_text(encoding="utf-8"), parse_constant=refuse)


def pages(folder):
    return {path.name: path.read_text(encoding="utf-8") for path in folder.glob("*.html")}


def test_the_area_has_four_cases():
    ours = {name for name, case in CASES.items() if case["area"] == "ux"}
    assert ours == {"B063", "B112", "B152", "B154"}


@pytest.fixture
def equal_runs(tmp_path, monkeypatch):
    """Two systems whose reciprocal ranks are those of B063, query by query."""
    monkeypatch.chdir(tmp_path)
    per_query = CASES["B063"]["input"]["per_query"]
    judged = [f"{query}\tright\t1\n" for query in per_query["A"]]
    Path("gold.tsv").write_text("query-id\tcorpus-id\tscore\n" + "".join(judged), encoding="utf-8")
    for system, found in per_query.items():
        lines = []
        for query, value in found.items():
            order = ["right", "wrong"] if value == 1 else ["wrong", "right"]
            lines += [f"{query} Q0 {one} {i + 1} {9 - i} {system}\n" for i, one in enumerate(order)]
        Path(f"{system}.run").write_text("".join(lines), encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(("words", "told"), [
    ("en", "A and B are equal in MRR on every query: 0.833"), ("ja", "0.833"),
])  # fmt: skip
def test_b063_equal_runs_are_told_equal_and_nothing_is_divided_by_nothing(
    equal_runs, capsys, words, told
):
    asked = ["retrieval", "--run", "A.run,B.run", "--gold", "gold.tsv", "--metric", "mrr",
             "--words", words]  # fmt: skip
    assert main([*asked, "--out", "out"]) == 0
    out = capsys.readouterr().out
    assert told in " ".join(out.split())
    rows = strict(equal_runs / "out" / "result.json")["results"]["retrieval_comparison"]
    mrr = [row for row in rows["differences"] if row["metric"] == "mrr"]
    assert [row["difference"] for row in mrr] == [0.0]
    assert [(row["wins"], row["losses"], row["equal"]) for row in mrr] == [(0, 0, 3)]
    for text in (out, json.dumps(rows), *map(shown, pages(equal_runs / "out").values())):
        assert not NO_NUMBER.search(text)


def shown(page):
    """The text of a page, without style and drawings."""
    return re.sub(r"<[^>]*>", " ", re.sub(r"<(style|svg).*?</\1>", " ", page, flags=re.DOTALL))


@pytest.fixture
def no_spread(tmp_path, monkeypatch):
    """Groups without a spread of their own, under the name of B152: F is undefined."""
    monkeypatch.chdir(tmp_path)
    note = CASES["B152"]["input"]["result"]["note"]
    x = np.array([[1.0, 0.0], [1.0, 0.0], [0.0, 1.0], [0.0, 1.0]])
    np.savez("v.npz", vectors=x, ids=np.array(list("abcd")), g=np.array([note, note, "b", "b"]))
    return note


@pytest.mark.parametrize("words", WORDS)
def test_b152_the_undefined_is_null_with_a_reason_and_a_name_that_looks_like_it_stays(
    no_spread, tmp_path, capsys, words
):
    asked = ["shape", "v.npz", "--groups", "g", "--words", words]
    assert main([*asked, "--out", "out"]) == 0
    capsys.readouterr()
    assert main([*asked, "--json"]) == 0
    printed = capsys.readouterr().out
    (tmp_path / "printed.json").write_text(printed, encoding="utf-8")
    for document in (strict(tmp_path / "out" / "result.json"), strict(tmp_path / "printed.json")):
        shape = document["results"]["shape"]
        assert shape["f"] is None
        assert shape["reasons"]["f"]["text"]
        assert no_spread in {row["group"] for row in shape["groups"]}
    assert all(no_spread in page for page in pages(tmp_path / "out").values())
    for table in (tmp_path / "out" / "tables").glob("*.csv"):
        text = table.read_text(encoding="utf-8").replace(no_spread, "")
        assert not NO_NUMBER.search(text), table.name


@pytest.mark.parametrize("words", WORDS)
def test_b154_markup_in_names_and_texts_stays_text(tmp_path, monkeypatch, words):
    monkeypatch.chdir(tmp_path)
    hostile = CASES["B154"]["input"]["labels"][0]
    counts = {}
    for name, label in (("hostile", hostile), ("tame", "x")):
        vectors = np.random.default_rng(0).normal(size=(40, 4)).tolist()
        rows = [{"id": f"{label}{i}", "g": label if i % 2 else "ok", "text": f"{label} {i}",
                 "v": vector} for i, vector in enumerate(vectors)]  # fmt: skip
        lines = "".join(json.dumps(row) + "\n" for row in rows)
        Path(f"{name}.jsonl").write_text(lines, encoding="utf-8")
        assert main(["audit", f"{name}.jsonl", "--vectors", "v", "--id", "id", "--groups", "g",
                     "--title", label, "--permutations", "99", "--words", words,
                     "--out", name]) == 0  # fmt: skip
        counts[name] = [page.lower().count("<script") for page in pages(Path(name)).values()]
    assert counts["hostile"] == counts["tame"]
    for page in pages(Path("hostile")).values():
        assert "alert(1)</script>" not in page
        assert "&lt;/script&gt;&lt;script&gt;alert(1)" in page
