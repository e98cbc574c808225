"""monosashi report --tables, --figures and --bibtex."""

import json

import pytest
from report.documents import audit

from monosashi.cli import main
from monosashi.report.figures import sheet


@pytest.fixture
def stored(tmp_path):
    (tmp_path / "result.json").write_text(json.dumps(audit()), encoding="utf-8")
    return tmp_path / "result.json"


def run(stored, *words, language="en"):
    return main(["report", str(stored), *map(str, words), "--words", language])


def test_everything_into_a_folder(stored, tmp_path, capsys):
    out = tmp_path / "paper"
    assert run(stored, "--tables", "latex", "--figures", "svg", "--bibtex", "--out", out) == 0
    names = {one.name for one in out.iterdir()}
    assert {"references.bib", "part-1-hubs-figure-1.svg", "part-1-hubs-figure-1.tex",
            "part-1-shape-table-1.tex"} <= names  # fmt: skip
    assert {one.rpartition(".")[2] for one in names} == {"bib", "svg", "tex"}
    assert f"Wrote {len(names)} files into" in capsys.readouterr().out
    assert not (tmp_path / "report.html").exists()


def test_tables_are_printed_where_no_folder_is_named(stored, capsys):
    assert run(stored, "--tables", "markdown", language="ja") == 0
    said = capsys.readouterr().out
    assert said.startswith("**")
    assert "| --- |" in said
    assert "方向" in said


def test_references_are_printed_where_no_folder_is_named(stored, capsys):
    assert run(stored, "--bibtex") == 0
    said = capsys.readouterr().out
    assert "@article{radovanovic2010," in said
    assert "libovicky2020" in said


def test_figures_need_a_folder(stored, capsys):
    assert run(stored, "--figures", "svg") == 2
    assert "--out" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["page.html", "x.tex", "refs.bib"])
def test_a_file_is_no_folder(stored, tmp_path, name, capsys):
    assert run(stored, "--bibtex", "--out", tmp_path / name) == 2
    assert "folder" in capsys.readouterr().err


def test_nothing_is_written_where_a_letter_has_no_font(stored, tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(sheet, "JAPANESE", ())
    out = tmp_path / "paper"
    assert run(stored, "--tables", "latex", "--figures", "pdf", "--out", out, language="ja") == 4
    assert not out.exists()
    assert "SVG" in capsys.readouterr().err


def test_a_broken_result_is_named(stored, tmp_path, capsys):
    broken = audit()
    broken["results"]["hubs"]["hubs"] = 3
    stored.write_text(json.dumps(broken), encoding="utf-8")
    assert run(stored, "--tables", "latex", "--out", tmp_path / "x") == 4
    assert "result.json" in capsys.readouterr().err
