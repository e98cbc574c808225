"""What `retrieval` says beside the ranks: the shift of all queries, margins of fixed size."""

import csv
import json
from pathlib import Path

import numpy as np
import pytest

import monosashi as ms
from monosashi.cli import main
from monosashi.cli.layout import cells

N = 60
GIVEN = ["retrieval", "docs.npz", "--queries", "asked.npz", "--gold", "gold.tsv"]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Sixty documents; queries lie beside them, all pushed the same way by 0.8."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    rng = np.random.default_rng(0)
    documents = rng.normal(size=(N, 12))
    documents /= np.linalg.norm(documents, axis=1, keepdims=True)
    push = np.zeros(12)
    push[0] = 0.8
    asked = documents + push + 0.1 * rng.normal(size=(N, 12))
    for name, vectors, sign in (
        ("docs", documents, "d"),
        ("asked", asked, "q"),
        ("other", documents + 0.3 * rng.normal(size=(N, 12)), "q"),
    ):
        np.savez(tmp_path / f"{name}.npz", ids=[f"{sign}{i}" for i in range(N)],
                 vectors=vectors)  # fmt: skip
    rows = "".join(f"q{i}\td{i}\t1\n" for i in range(N))
    (tmp_path / "gold.tsv").write_text(f"query-id\tcorpus-id\tscore\n{rows}", encoding="utf-8")
    return documents, asked


def document(words, capsys):
    assert main([*words, "--json", "--words", "en"]) == 0
    return json.loads(capsys.readouterr().out)


def test_shift_by_brute_force(folder, capsys):
    documents, asked = folder
    unit = asked / np.linalg.norm(asked, axis=1, keepdims=True)
    off = unit - documents
    share = (off.mean(axis=0) ** 2).sum() / (off**2).sum(axis=1).mean()
    found = document(GIVEN, capsys)
    held = found["results"]["alignment"]
    assert held["offset_share"]["value"] == pytest.approx(share, rel=1e-6)
    spread = documents.var(axis=0).sum()
    offset = np.sqrt((off.mean(axis=0) ** 2).sum() / spread)
    assert held["offset"]["value"] == pytest.approx(offset, rel=1e-6)
    assert held["at_pool_sizes"] == {}
    (note,) = [one for one in found["findings"] if one["code"] == "advice.displaced"]
    assert note["level"] == "note"
    assert note["numbers"]["share"] == pytest.approx(share, rel=1e-6)


def test_the_shift_is_undone_before_it_is_advised(folder, capsys):
    assert folder
    assert main([*GIVEN, "--out", "o", "--words", "en"]) == 0
    capsys.readouterr()
    page = Path("o/report.html").read_text(encoding="utf-8")
    assert "shift off the queries" in page
    assert "Queries beside their answers" in page
    assert "common shift, share of the distance" in page


def test_margins_fall_as_documents_are_added(folder, capsys):
    documents, asked = folder
    given = [*GIVEN, "--pool-sizes", "20,5", "--seed", "3"]
    held = document(given, capsys)["results"]["alignment"]
    assert list(held["at_pool_sizes"]) == ["5", "20"]
    five, twenty = (held["at_pool_sizes"][size]["value"] for size in ("5", "20"))
    assert five > twenty > held["margin"]["value"]
    names = [f"d{i}" for i in range(N)]
    direct = ms.measure_margins(
        ms.EmbeddingSet.from_arrays(asked, ids=[f"q{i}" for i in range(N)]),
        ms.EmbeddingSet.from_arrays(documents, ids=names),
        gold={f"q{i}": f"d{i}" for i in range(N)}, pool_sizes=[5, 20], rng=3)  # fmt: skip
    assert five == pytest.approx(direct.at_pool_sizes[5].value, abs=1e-9)


@pytest.mark.parametrize(("words", "said"), [("en", "among 5"), ("ja", "5 件中")])
def test_screen_and_page_show_the_sizes(folder, capsys, words, said):
    assert folder
    given = [*GIVEN, "--pool-sizes", "5,20", "--words", words, "--out", "o"]
    assert main(given) == 0
    lines = capsys.readouterr().out.rstrip("\n").split("\n")
    assert len(lines) <= 24
    assert all(cells(line) <= 80 for line in lines)
    assert said in "\n".join(lines)
    title = {"en": "Margin M as the collection grows", "ja": "文書が増えると"}[words]
    assert title in Path("o/report.html").read_text(encoding="utf-8")
    with Path("o/tables/margin_pools.csv").open(encoding="utf-8", newline="") as file:
        assert [row["documents"] for row in csv.DictReader(file)] == ["5", "20", "60"]
    assert "pool" in Path("o/settings.toml").read_text(encoding="utf-8")


def test_several_models_stand_side_by_side(folder, capsys):
    assert folder
    given = ["retrieval", "docs.npz", "--queries", "asked.npz,other.npz", "--gold", "gold.tsv",
             "--model", "A,B", "--pool-sizes", "10"]  # fmt: skip
    found = document([*given, "--out", "o"], capsys)["results"]["alignment"]["systems"]
    assert found["A"]["offset_share"]["value"] > 5 * found["B"]["offset_share"]["value"]
    with Path("o/tables/alignment.csv").open(encoding="utf-8", newline="") as file:
        assert {row["system"] for row in csv.DictReader(file)} == {"A", "B"}
    assert main([*given, "--words", "en"]) == 0
    lines = capsys.readouterr().out.rstrip("\n").split("\n")
    assert len(lines) <= 24
    assert [line.split(":")[0].strip() for line in lines if "Margin M" in line] == ["A", "B"]


@pytest.mark.parametrize(
    ("sizes", "code", "named"),
    [("ten", 2, "--pool-sizes"), ("0", 2, "--pool-sizes"), ("60", 4, "60"), ("5,90", 4, "90")],
)
def test_sizes_that_are_none_are_refused(folder, capsys, sizes, code, named):
    assert folder
    assert main([*GIVEN, "--pool-sizes", sizes, "--words", "en"]) == code
    assert named in capsys.readouterr().err


def test_ranked_lists_have_neither(folder, capsys):
    assert folder
    Path("a.run").write_text("".join(f"q{i} Q0 d{i} 1 1.0 a\n" for i in range(N)), encoding="utf-8")
    given = ["retrieval", "--run", "a.run", "--gold", "gold.tsv"]
    assert "alignment" not in document(given, capsys)["results"]
    assert main([*given, "--pool-sizes", "5", "--words", "en"]) == 2
    assert "--pool-sizes" in capsys.readouterr().err
