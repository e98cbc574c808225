"""`monosashi compare` with several criteria: one table, one screen, a choice."""

import json
import re

import numpy as np
import pytest
from advice.models_planted import COLUMNS, GOLD, IDS, cube, pages, queries

from monosashi.cli import main
from monosashi.cli.layout import cells

NAMES = ("near", "aside", "far")
ALL = ["--queries", "q-near.jsonl,q-aside.jsonl,q-far.jsonl", "--gold", "gold.tsv", "--groups",
       "topic", "--key", "key", "--language", "language", "--cube", "cube.csv"]  # fmt: skip


def write(path, rows):
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")


@pytest.fixture
def models(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, one in zip(NAMES, (pages(), pages(offset=6.0), pages(seed=3, noise=0.9)),
                         strict=True):  # fmt: skip
        asked = queries(one, 0.2 if name == "aside" else 1.5)
        write(tmp_path / f"{name}.jsonl",
              [{"id": IDS[i], "emb": row.tolist(), "text": f"text {i}",
                **{column: held[i] for column, held in COLUMNS.items()}}
               for i, row in enumerate(one.vectors)])  # fmt: skip
        write(tmp_path / f"q-{name}.jsonl",
              [{"id": q, "emb": row.tolist()}
               for q, row in zip(GOLD, asked.vectors, strict=True)])  # fmt: skip
    judged = "".join(f"{q}\t{d}\t1\n" for q, d in GOLD.items())
    (tmp_path / "gold.tsv").write_text("query-id\tcorpus-id\tscore\n" + judged, encoding="utf-8")
    rows = [{**row, "model": NAMES[int(row["model"][1])]} for row in cube([1.0, 2.0, 5.0])]
    lines = [",".join(rows[0]), *(",".join(map(str, row.values())) for row in rows)]
    (tmp_path / "cube.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return ["compare", *(f"{name}.jsonl" for name in NAMES), "--vectors", "emb", "--id", "id"]


@pytest.mark.parametrize("words", ["en", "ja"])
@pytest.mark.parametrize("more", [[], ["--weights", "retrieval=1,language=2,robustness=1"]])
def test_one_screen_with_a_row_a_model(models, capsys, words, more):
    assert main([*models, *ALL, *more, "--words", words, "--out", "out"]) == 0
    lines = capsys.readouterr().out.rstrip("\n").split("\n")
    assert len(lines) <= 24
    assert all(cells(line) <= 80 for line in lines)
    rows = [line.split()[0] for line in lines if line.startswith(tuple(f"  {n} " for n in NAMES))]
    assert sorted(rows) == sorted(NAMES)


def test_questions_that_disagree_are_told_first_and_the_next_command_runs(models, capsys):
    assert main([*models, *ALL, "--words", "en", "--out", "out"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("The criteria name different models")
    command = re.sub(r"\\\n", " ", out[out.index("next: ") + 6 :]).split()
    assert "--weights" in command
    assert main(command[1:]) == 0
    assert "By these weights" in capsys.readouterr().out


def test_a_choice_names_its_reason_and_a_look_at_the_chosen_model_comes_next(models, capsys):
    weights = ["--weights", "retrieval=9,language=1"]
    assert main([*models, *ALL, *weights, "--words", "en", "--out", "out"]) == 0
    out = capsys.readouterr().out
    assert "aside comes first, told from all others; nDCG@10 decides" in " ".join(out.split())
    command = re.sub(r"\\\n", " ", out[out.index("next: ") + 6 :]).split()
    assert command[:3] == ["monosashi", "audit", "aside.jsonl"]
    assert main(command[1:]) == 0


def test_page_and_tables_hold_the_table_the_choice_and_its_changes(models, tmp_path, capsys):
    assert main([*models, *ALL, "--weights", "retrieval=1,language=2", "--out", "out"]) == 0
    capsys.readouterr()
    english, japanese = ((tmp_path / "out" / name).read_text(encoding="utf-8")
                         for name in ("report.html", "report.ja.html"))  # fmt: skip
    for told in ("Models in one table", "When one weight changes", "language drop"):
        assert told in english
    for told in ("モデルの一覧表", "重みを 1 つ変えたとき", "言語による低下"):
        assert told in japanese
    assert "language drop" not in re.sub(r"<[^>]*>", " ", japanese)
    tables = {path.name for path in (tmp_path / "out" / "tables").iterdir()}
    assert {"models.csv", "model_differences.csv", "choice.csv", "choice_points.csv",
            "choice_sensitivity.csv"} <= tables  # fmt: skip


def test_two_models_by_language_alone_get_the_table(models, capsys):
    two = [models[0], *models[1:3], *models[4:], "--key", "key", "--language", "language"]
    assert main([*two, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)["results"]["models"]
    rows = {row["model"]: row["value"] for row in found["rows"] if row["criterion"] == "language"}
    assert rows["aside"] > rows["near"]


@pytest.mark.parametrize(("more", "told"), [
    (["--weights", "retrieval"], "'retrieval' is not a weight"),
    (["--weights", "size=1,size=2"], "twice"),
    (["--key", "key"], "--language COLUMN"),
])  # fmt: skip
def test_what_cannot_work_is_wrong_usage(models, capsys, more, told):
    assert main([*models, "--groups", "topic", *more, "--words", "en"]) == 2
    assert told in capsys.readouterr().err


def test_all_holes_under_a_weight_are_named(models, capsys):
    asked = [*models, "--groups", "topic", "--weights", "speed=1,truncation=1", "--words", "en"]
    assert main(asked) == 4
    err = " ".join(capsys.readouterr().err.split())
    assert all(f"{criterion} was weighed, but {name}" in err
               for criterion in ("speed", "truncation") for name in NAMES)  # fmt: skip


def test_speed_is_measured_where_models_embed_in_this_run(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    rng = np.random.default_rng(0)
    words = ["sea", "hill", "rain", "stone", "bird", "leaf", "moon", "road"]
    write(tmp_path / "texts.jsonl",
          [{"id": f"d{i}", "topic": f"t{i % 12}", "text": " ".join(rng.choice(words, 6))}
           for i in range(120)])  # fmt: skip
    asked = ["compare", "texts.jsonl", "--id", "id", "--embedder",
             "hashing?dimension=64,hashing?dimension=128", "--groups", "topic", "--weights",
             "groups=1,speed=1", "--json"]  # fmt: skip
    assert main(asked) == 0
    found = json.loads(capsys.readouterr().out)["results"]["models"]
    speeds = [row["value"] for row in found["rows"] if row["criterion"] == "speed"]
    assert len(speeds) == 2
    assert min(speeds) > 0
