import json

import numpy as np
import pytest

from monosashi.cli import main
from monosashi.cli.layout import cells


@pytest.fixture
def models(tmp_path, monkeypatch):
    """Two models of the same 60 items in five groups; the second is noise."""
    monkeypatch.chdir(tmp_path)
    rng = np.random.default_rng(0)
    centres = rng.normal(size=(12, 6))
    near = centres[np.arange(60) % 12] + 0.3 * rng.normal(size=(60, 6))
    for name, vectors in (("sharp", near), ("blunt", rng.normal(size=(60, 4)))):
        rows = [{"id": f"d{i}", "topic": f"t{i % 12}", "emb": row.tolist()}
                for i, row in enumerate(vectors)]  # fmt: skip
        lines = "".join(json.dumps(row) + "\n" for row in rows)
        (tmp_path / f"{name}.jsonl").write_text(lines, encoding="utf-8")
    return ["compare", "sharp.jsonl", "blunt.jsonl", "--vectors", "emb", "--id", "id",
            "--groups", "topic"]  # fmt: skip


def test_models_are_named_by_their_files_and_told_apart(models, capsys):
    assert main([*models, "--words", "en"]) == 0
    lines = capsys.readouterr().out.rstrip("\n").split("\n")
    assert "60 items, sharp (6), blunt (4)" in lines
    assert any("sharp is ahead of blunt" in line for line in lines)
    assert all(cells(line) <= 80 for line in lines)


@pytest.mark.parametrize("words", ["en", "ja"])
def test_the_screen_shows_the_places_that_the_tests_leave(models, capsys, words):
    assert main([*models, "--margin", "0.05", "--words", words]) == 0
    lines = capsys.readouterr().out.rstrip("\n").split("\n")
    rows = [line.split() for line in lines if line.startswith(("  sharp ", "  blunt "))]
    assert [(row[0], row[-1]) for row in rows] == [("sharp", "1"), ("blunt", "2")]
    assert len(lines) <= 24
    assert all(cells(line) <= 80 for line in lines)
    assert any("0.05" in line for line in lines)  # what the margin showed


def test_names_can_be_given(models, capsys):
    assert main([*models, "--model", "a,b", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["results"]["comparison"]["models"] == ["a", "b"]
    assert main([*models, "--model", "a"]) == 2


@pytest.mark.parametrize("order", [1, -1])
def test_items_that_a_model_lacks_are_never_dropped_in_silence(models, tmp_path, capsys, order):
    lines = (tmp_path / "blunt.jsonl").read_text().splitlines(keepends=True)
    (tmp_path / "blunt.jsonl").write_text("".join(lines[:-3]))
    models[1:3] = models[1:3][::order]
    assert main([*models, "--words", "en"]) == 4
    err = capsys.readouterr().err
    assert "blunt lacks 3 items" in err
    assert '"d57", "d58", "d59"' in err
    assert main([*models, "--invalid", "drop", "--out", "out", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["data"]["n"] == 57
    assert "d57" in document["data"]["notices"][0]["text"]
    assert "d57" in (tmp_path / "out" / "report.html").read_text(encoding="utf-8")


def test_the_same_vectors_twice_are_tied_without_a_p(models, capsys):
    models[2] = "sharp.jsonl"
    assert main([*models, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)["results"]["comparison"]
    assert found["differences"][0]["p_value"] is None
    assert len(found["tied_with_best"]) == 2


def test_one_text_file_with_several_vectors_and_languages(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    rng = np.random.default_rng(1)
    rows = [{"id": f"p{i}", "topic": f"t{i % 6}", "text": {"ja": "あ", "en": "a", "de": "b"}}
            for i in range(30)]  # fmt: skip
    lines = "".join(json.dumps(row) + "\n" for row in rows)
    (tmp_path / "pages.jsonl").write_text(lines, encoding="utf-8")
    ids = np.array([row["id"] for row in rows])
    for name, languages in (("m1", ("ja", "en", "de")), ("m2", ("ja", "en"))):
        arrays = {language: rng.normal(size=(30, 5)) for language in languages}
        np.savez(tmp_path / f"{name}.npz", ids=ids, **arrays)
    command = ["compare", "pages.jsonl", "--wide", "text", "--vectors", "m1.npz,m2.npz",
               "--groups", "topic"]  # fmt: skip
    assert main([*command, "--words", "en"]) == 4
    assert "m2 lacks 30 items" in capsys.readouterr().err
    assert main([*command, "--languages", "ja,en", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["data"]["n"] == 60
