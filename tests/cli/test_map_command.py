"""monosashi map, and the table for embedding-atlas."""

import json

import numpy as np
import pytest
from pyarrow import parquet

from monosashi.cli import main

N = 40


@pytest.fixture
def rows(tmp_path):
    vectors = np.random.default_rng(0).normal(size=(N, 5))
    vectors[3] = 0
    np.savez(tmp_path / "a.npz", vectors=vectors, ids=[f"i{i}" for i in range(N)],
             text=[f"文 {i}" for i in range(N)], topic=[f"t{i % 5}" for i in range(N)])  # fmt: skip
    return tmp_path / "a.npz", vectors


def run(*words):
    return main(["map", *map(str, words), "--words", "en"])


def test_neighbours_are_row_numbers_of_the_file(rows, tmp_path, capsys):
    """As `embedding-atlas --neighbors` wants them: zero-based, {ids, distances}."""
    path, vectors = rows
    out = tmp_path / "deep" / "atlas.parquet"
    assert run(path, "--k", 4, "--export", out) == 0
    table = parquet.read_table(out)
    held = table.to_pylist()
    assert table.column_names == ["id", "text", "topic", "x", "y", "neighbors"]
    assert len(held) == N - 1, "a row without direction has no place"
    unit = np.delete(vectors, 3, axis=0)
    unit /= np.linalg.norm(unit, axis=1, keepdims=True)
    for i, row in enumerate(held):
        apart = 1 - unit @ unit[i]
        apart[i] = np.inf
        assert row["neighbors"]["ids"] == apart.argsort()[:4].tolist()
        assert np.allclose(row["neighbors"]["distances"], np.sort(apart)[:4])
    assert held[3]["text"] == "文 4"
    said = capsys.readouterr().out
    assert "all 39 items" in said
    assert said.splitlines()[-1].endswith("--x x --y y --neighbors neighbors")


def test_a_sample_is_named_in_the_file_and_on_the_screen(rows, tmp_path, capsys):
    path, _ = rows
    out = tmp_path / "atlas.parquet"
    assert run(path, "--k", 4, "--sample", 20, "--seed", 7, "--export", out) == 0
    about = json.loads(parquet.read_schema(out).metadata[b"monosashi"])
    assert about["sample"] == 20
    assert about["seed"] == 7
    assert about["projection"] == "pca"
    assert about["kept_low"] <= about["kept"] <= about["kept_high"]
    assert "a random sample of" in " ".join(capsys.readouterr().out.split())


def test_the_report_shows_the_map_and_what_it_does_not_tell(rows, tmp_path, capsys):
    path, _ = rows
    assert run(path, "--k", 4, "--groups", "topic", "--out", tmp_path / "out") == 0
    page = (tmp_path / "out" / "report.html").read_text(encoding="utf-8")
    assert "Distances on a map are not distances of the space" in page
    assert "Signs show the column topic." in page
    assert "All 39 items." in page
    assert capsys.readouterr().out.splitlines()[-1].endswith("--export atlas.parquet")


@pytest.mark.parametrize("name", ["atlas.csv", "atlas"])
def test_only_parquet_is_written(rows, tmp_path, name, capsys):
    assert run(rows[0], "--export", tmp_path / name) == 2
    assert ".parquet" in capsys.readouterr().err


def test_columns_that_the_table_has_itself_are_refused(tmp_path, capsys):
    np.savez(tmp_path / "a.npz", vectors=np.random.default_rng(0).normal(size=(20, 3)),
             x=[f"{i}" for i in range(20)])  # fmt: skip
    assert run(tmp_path / "a.npz", "--k", 3, "--export", tmp_path / "t.parquet") == 4
    assert '"x"' in capsys.readouterr().err
    assert not (tmp_path / "t.parquet").exists()
