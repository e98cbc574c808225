"""`settings.toml` of a run, laid in the folder as `monosashi.toml`, repeats the run."""

import json
import shutil

import numpy as np
import pytest

from monosashi.cli import main
from monosashi.results.toml import load_toml


def write(path, seed):
    rng = np.random.default_rng(seed)
    rows = ({"id": f"r{i}", "topic": f"t{i // 6}", "v": rng.normal(size=4).tolist()}
            for i in range(60))  # fmt: skip
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write(tmp_path / "a.jsonl", 0)
    write(tmp_path / "b.jsonl", 1)
    gold = "".join(f"r{i} 0 r{(i + 1) % 60} 1\n" for i in range(60))
    (tmp_path / "gold.qrels").write_text(gold, encoding="utf-8")
    return tmp_path


RUNS = {
    "audit": ["a.jsonl", "--groups", "topic", "--permutations", "99", "--k", "5"],
    "compare": ["a.jsonl", "b.jsonl", "--groups", "topic", "--title", "Two “models”"],
    "retrieval": ["a.jsonl", "b.jsonl", "--queries", "a.jsonl,b.jsonl", "--gold", "gold.qrels",
                  "--exclude", "id", "--k", "1,3", "--metric", "recall@3"],
    "hubs": ["a.jsonl", "b.jsonl", "--k", "5", "--metric", "euclidean"],
    "fidelity": ["a.jsonl", "b.jsonl", "--k", "3", "--metrics", "precision,coverage"],
}  # fmt: skip


@pytest.mark.parametrize("name", RUNS)
def test_settings_repeat_the_run_with_its_files(folder, capsys, monkeypatch, name):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    whole = [name, *RUNS[name], "--vectors", "v", "--seed", "3", "--words", "en"]
    assert main([*whole, "--out", "first"]) == 0
    shutil.copy("first/settings.toml", "monosashi.toml")
    assert main([name, "--out", "again", "--words", "en"]) == 0
    capsys.readouterr()
    first, again = ((folder / run / "result.json").read_bytes() for run in ("first", "again"))
    assert first == again
    assert (folder / "again/settings.toml").read_bytes() == (
        folder / "first/settings.toml"
    ).read_bytes()


@pytest.mark.parametrize(("name", "key"), [("audit", "path"), ("compare", "paths"),
                                           ("retrieval", "documents"), ("hubs", "paths"),
                                           ("fidelity", "paths")])  # fmt: skip
def test_files_named_on_the_command_line_win_over_the_settings(folder, capsys, name, key):
    files = RUNS[name][: 1 if name == "audit" else 2]
    assert main([name, *RUNS[name], "--vectors", "v", "--out", "out", "--words", "en"]) == 0
    held = load_toml(folder / "out/settings.toml")[name][key]
    assert held == (files[0] if name == "audit" else files)
    shutil.copy("out/settings.toml", "monosashi.toml")
    assert main([name, *["nothing.jsonl"] * len(files), "--words", "en"]) == 4
    assert "nothing.jsonl" in capsys.readouterr().err


def test_an_encoding_holds_for_vectors_in_tables_and_not_for_arrays(folder, capsys):
    lines = "".join(f'記事{i},"[{i}, 1]"\n' for i in range(12))
    (folder / "v.csv").write_bytes(f"id,v\n{lines}".encode("cp932"))
    np.savez(folder / "v.npz", ids=np.array([f"記事{i}" for i in range(12)]),
             v=np.ones((12, 2)) + np.eye(12)[:, :2])  # fmt: skip
    assert main(["audit", "v.csv", "--vectors", "v", "--words", "en"]) == 4
    assert "--encoding cp932" in capsys.readouterr().err
    for name in ("v.csv", "v.npz"):
        assert main(["audit", name, "--vectors", "v", "--encoding", "cp932", "--words", "en"]) == 0


def test_settings_of_a_benchmark_repeat_it(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    asked = ["--checks", "3", "--repeats", "1", "--first-repeat", "5", "--metrics", "precision@4"]
    assert main(["benchmark", *asked, "--out", "first", "--words", "en"]) == 0
    shutil.copy("first/settings.toml", "monosashi.toml")
    assert main(["benchmark", "--out", "again", "--words", "en"]) == 0
    capsys.readouterr()
    for name in ("result.json", "settings.toml"):
        assert (tmp_path / "first" / name).read_bytes() == (tmp_path / "again" / name).read_bytes()
