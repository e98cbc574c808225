"""Tables of scores: what is read, and what is refused, all at once."""

import csv
import json

import pandas as pd
import polars as pl
import pytest
from robustness.cubes import made

import monosashi as ms
from monosashi.embeddings import DataError
from monosashi.robustness import Cube, read_cube, robustness_statistics


def row(**more):
    return {"model": "A", "dataset": "d", "transformation": "typos", "generator": "rules",
            "original": 80.0, "transformed": 78.0, **more}  # fmt: skip


def write_csv(rows, path):
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
    return path


def test_every_kind_of_table_is_the_same_cube(tmp_path):
    rows = made(2, 2)
    whole = Cube.of(rows).rows
    csv_file = write_csv(rows, tmp_path / "cube.csv")
    (tmp_path / "cube.json").write_text(json.dumps({"cube": rows}), encoding="utf-8")
    (tmp_path / "columns.json").write_text(json.dumps(pd.DataFrame(rows).to_dict("list")),
                                           encoding="utf-8")  # fmt: skip
    (tmp_path / "cube.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    pl.DataFrame(rows).write_parquet(tmp_path / "cube.parquet")
    for given in (csv_file, tmp_path / "cube.json", tmp_path / "columns.json",
                  tmp_path / "cube.jsonl", tmp_path / "cube.parquet", pd.DataFrame(rows),
                  pl.DataFrame(rows), Cube.of(rows)):  # fmt: skip
        assert Cube.of(given).rows == whole


def test_all_faults_come_together():
    rows = [row(), row(), row(model=""), row(original="eighty", dataset="e"),
            row(n=-3, dataset="f"), row(n=3, n_failed=4, dataset="g"), row(metric="ndcg", seed=1),
            row(axis="length", seed=2)]  # fmt: skip
    with pytest.raises(ms.DataError) as error:
        Cube.of(rows)
    codes = [one.code.rpartition(".")[2] for one in error.value.faults]
    assert sorted(codes) == [
        "axes",
        "blank",
        "counts",
        "metrics",
        "not_a_count",
        "not_a_number",
        "twice",
    ]
    assert {one.rows for one in error.value.faults} >= {(0, 1), (2,), (3,), (4,)}
    told = error.value.say("en")
    assert all(word in told for word in ("ndcg", "rows 0-1", "surface"))


@pytest.mark.parametrize("rows", [[], [{"model": "A", "original": 3}], 7])
def test_no_table(rows):
    with pytest.raises(ms.DataError):
        Cube.of(rows)


def test_holes_are_shown_and_never_count_as_nothing():
    rows = [row(model=m, dataset=f"d{d}", transformed=70 + d) for m in "AB" for d in range(4)]
    rows[5] = {**rows[5], "transformed": None}
    del rows[2]
    found = robustness_statistics(rows)
    assert [(one["model"], one["dataset"]) for one in found.holes] == [("A", "d2"), ("B", "d1")]
    assert all(one["gap"] == (10 + 7) / 2 for one in found.profile)  # d0 and d3 only
    assert any(one.code == "robustness.holes" for one in found.findings())


def test_a_model_with_hardly_any_scores_does_not_empty_the_table():
    rows = [row(model=m, dataset=f"d{d}") for m in "AB" for d in range(6)]
    rows.append(row(model="C", dataset="d5", transformed=20))
    found = {one["model"]: one for one in robustness_statistics(rows).profile}
    assert found["A"]["n_datasets"] == 6
    assert (found["C"]["comparable"], found["C"]["gap"], found["C"]["low"]) == (False, 60, None)


def test_shares_become_points():
    cube = Cube.of([row(original=0.8, transformed=0.75)])
    assert (cube.rows[0].original, cube.rows[0].transformed) == (80, 75)
    assert [note.code for note in cube.notices] == ["robustness.notices.shares"]
    mixed = Cube.of([row(original=0.8, transformed=0.7), row(dataset="e")])
    assert mixed.rows[0].original == 0.8
    assert '"d"' in mixed.notices[0].say("en")


def test_a_model_in_shares_among_models_in_points_is_named():
    rows = [row(model=m, dataset=d, original=score, transformed=score * 0.95)
            for m, score in (("A", 0.8), ("B", 80), ("C", 60)) for d in "de"]  # fmt: skip
    (told,) = Cube.of(rows).notices
    assert told.code == "robustness.notices.mixed_units_models"
    assert told.say("en").startswith('the scores of "A" never')
    rows[-1] = row(model="C", dataset="e", original=0.6, transformed=0.5)
    (told,) = Cube.of(rows).notices
    assert told.say("en").startswith('the scores of "A", "C (e)" never')
    assert "C (e)" in told.say("ja")


def test_scores_of_hteb(tmp_path):
    group = {"model": "all-MiniLM", "dataset": "banking77", "seed_transform": 1337,
             "seed_evaluation": 1337, "original": 80.5, "axes": {"language": 61.0},
             "transformations": {"paraphrasing": 78.0,
                                 "translation": {"score": 61.0, "languages": ["de"]}}}  # fmt: skip
    (tmp_path / "scores.JSON").write_text(json.dumps([group]), encoding="utf-8")
    (tmp_path / "settings.json").write_text(
        json.dumps({"generator_model": "cyankiwi/gemma-4-31B-it-AWQ-4bit"}), encoding="utf-8"
    )
    for place in (tmp_path, tmp_path / "scores.JSON"):
        cube = read_cube(place)
        assert [(one.transformation, one.axis, one.transformed) for one in cube.rows] == [
            ("paraphrasing", "lexical", 78.0), ("translation", "language", 61.0)]  # fmt: skip
        assert {one.generator for one in cube.rows} == {"cyankiwi/gemma-4-31B-it-AWQ-4bit"}
        assert {(one.dataset_group, one.seed) for one in cube.rows} == {("english", "1337")}
        assert cube.hteb == ("cyankiwi/gemma-4-31B-it-AWQ-4bit",)
        assert robustness_statistics(cube).hteb_generators == cube.hteb
    (tmp_path / "settings.json").write_text(
        json.dumps({"generator_model": "SmolLM2-135M"}), encoding="utf-8"
    )
    assert read_cube(tmp_path).hteb == (), "HTEB's program with another model is not HTEB"


def test_folders_of_mteb_results(tmp_path):
    def write(condition, score):
        folder = tmp_path / condition / "org__model" / "main"
        folder.mkdir(parents=True)
        scores = {
            "test": [{"main_score": score, "hf_subset": "default", "languages": ["eng-Latn"]}]
        }
        (folder / "STS12.json").write_text(
            json.dumps({"task_name": "STS12", "scores": scores}), encoding="utf-8"
        )
        (folder / "model_meta.json").write_text("{}", encoding="utf-8")

    write("original", 0.8)
    with pytest.raises(ms.DataError, match="does not hold both sides"):
        read_cube(tmp_path)
    write("paraphrasing/my-model/1337", 0.75)
    write("typos", 0.7)
    cube = read_cube(tmp_path)
    told = {(one.model, one.dataset, one.language, one.transformation, one.generator, one.seed,
             one.original, one.transformed) for one in cube.rows}  # fmt: skip
    assert told == {("org/model", "STS12", "eng", "paraphrasing", "my-model", "1337", 80, 75),
                    ("org/model", "STS12", "eng", "typos", "unknown", "", 80, 70)}  # fmt: skip


@pytest.mark.parametrize("name", ["missing.csv", "cube.xlsx", "cube.json"])
def test_files_that_cannot_be_read(tmp_path, name):
    if name != "missing.csv":
        (tmp_path / name).write_text("{", encoding="utf-8")
    with pytest.raises(ms.DataError):
        read_cube(tmp_path / name)


def mteb_result(folder, task="STS12", *, revision="main", experiment="", **splits):
    """A file as ``ResultCache.save_to_cache`` of mteb 2 writes it, and what lies beside."""
    place = folder / "org__model" / revision
    place = place / "experiments" / experiment if experiment else place
    place.mkdir(parents=True, exist_ok=True)
    held = {
        "dataset_revision": "a0d554a64d88156834ff5ae9920b964011b16384",
        "task_name": task,
        "mteb_version": "2.26.24",
        "scores": {
            split: [{"cosine_spearman": score, "main_score": score, "hf_subset": subset,
                     "languages": languages, "mteb_version": "2.26.24"}
                    for subset, languages, score in rows]
            for split, rows in splits.items()
        },
        "evaluation_time": 1.5,
        "kg_co2_emissions": None,
        "date": 1790000000.0,
        "evaluation_phases": None,
    }  # fmt: skip
    (place / f"{task}.json").write_text(json.dumps(held, indent=2), encoding="utf-8")
    (place / "model_meta.json").write_text(
        json.dumps({"name": "org/model", "revision": revision, "loader": None}), encoding="utf-8"
    )
    (place / "run_settings.jsonl").write_text('{"task": "STS12"}\n', encoding="utf-8")


EN, JA = ["eng-Latn"], ["jpn-Jpan"]


def test_what_mteb_writes_is_taken_as_it_lies(tmp_path):
    for condition, lost in (("original", 0.0), ("paraphrasing/gemma/1337", 0.1)):
        cache = tmp_path / condition / "results"
        mteb_result(cache, test=[("default", EN, 0.8 - lost)],
                    validation=[("default", EN, 0.6 - lost)])  # fmt: skip
        mteb_result(cache, "AmazonCounterfactualClassification", test=[
            ("en", EN, 0.7 - lost), ("en-ext", EN, 0.5), ("ja", JA, float("nan"))])  # fmt: skip
        mteb_result(cache, experiment="embed_dim_64", test=[("default", EN, 0.4)])
    told = {(one.model, one.dataset, one.language,
             *(None if x is None else round(x, 9) for x in (one.original, one.transformed)))
            for one in read_cube(tmp_path).rows}  # fmt: skip
    name = "AmazonCounterfactualClassification"
    assert told == {
        ("org/model", "STS12", "eng", 70, 60),
        ("org/model", f"{name} (en)", "eng", 70, 60),
        ("org/model", f"{name} (en-ext)", "eng", 50, 50),
        ("org/model", name, "jpn", None, None),
        ("org/model (embed_dim_64)", "STS12", "eng", 40, 40),
    }
    assert {(one.transformation, one.generator, one.seed) for one in read_cube(tmp_path).rows} == {
        ("paraphrasing", "gemma", "1337")}  # fmt: skip


def test_revisions_and_old_results_of_mteb_are_refused(tmp_path):
    for condition in ("original", "typos"):
        mteb_result(tmp_path / condition, test=[("default", EN, 0.8)])
    mteb_result(tmp_path / "typos", revision="v2", test=[("default", EN, 0.8)])
    old = tmp_path / "original" / "org__model" / "main" / "STS13.json"
    old.write_text(json.dumps({"mteb_version": "1.1.0", "test": {"cos_sim": {}}}), encoding="utf-8")
    with pytest.raises(ms.DataError) as caught:
        read_cube(tmp_path)
    assert [one.code.rpartition(".")[2] for one in caught.value.faults] == [
        "mteb_old", "mteb_revisions"]  # fmt: skip
    assert "main" in str(caught.value)


def both_sides(folder, **after):
    mteb_result(folder / "original", test=[("default", EN, 0.8)])
    mteb_result(folder / "typos", **{"test": [("default", EN, 0.7)], **after})
    return folder / "typos" / "org__model" / after.get("revision", "main") / "STS12.json"


def test_a_loss_between_two_revisions_of_a_model_is_refused(tmp_path):
    both_sides(tmp_path, revision="v2")
    with pytest.raises(ms.DataError) as caught:
        read_cube(tmp_path)
    (told,) = caught.value.faults
    assert told.code == "robustness.errors.mteb_revisions_apart"
    assert all(word in told.say("ja") for word in ("original: main", "typos: v2"))


def test_datasets_of_two_revisions_are_named(tmp_path):
    file = both_sides(tmp_path)
    assert [one.code for one in read_cube(tmp_path).notices] == [
        "robustness.notices.no_generator", "robustness.notices.shares"]  # fmt: skip
    file.write_text(file.read_text().replace("a0d554a6", "b0d554a6"))
    told = read_cube(tmp_path).notices[0]
    assert told.code == "robustness.notices.mteb_data_revisions"
    assert '"STS12"' in told.say("en")


LONG = "1" + "0" * 400  # more than a float holds


@pytest.mark.parametrize("text", [
    "[]", "3", "{}", '{"mteb_version": "2.26", "scores": null}',
    '{"scores": {}}', '{"scores": {"test": null}}', '{"scores": {"test": ["x"]}}',
    '{"scores": {"test": [{"main_score": "0.5"}]}}',
    '{"scores": {"test": [{"main_score": true, "languages": 5}]}}',
    f'{{"scores": {{"test": [{{"main_score": {LONG}}}]}}}}',
])  # fmt: skip
def test_results_without_scores_are_named(tmp_path, text):
    mteb_result(tmp_path / "original", "STS13", test=[("default", EN, 0.8)])
    both_sides(tmp_path).with_name("STS13.json").write_text(text)
    told = read_cube(tmp_path).notices[0]
    assert told.code == "robustness.notices.mteb_no_scores"
    assert '"typos/org__model/main/STS13.json"' in told.say("en")
    assert "STS13" in told.say("ja")


def test_a_mark_at_the_start_of_a_result_is_no_damage(tmp_path):
    file = both_sides(tmp_path)
    file.write_text("\ufeff" + file.read_text(), encoding="utf-8")
    assert len(read_cube(tmp_path).rows) == 1


def test_languages_that_are_no_list_are_not_spelled_out(tmp_path):
    mteb_result(tmp_path / "original", test=[("default", "eng", 0.8)])
    mteb_result(tmp_path / "typos", test=[("default", 5, 0.7)])
    assert {one.language for one in read_cube(tmp_path).rows} == {""}


@pytest.mark.parametrize("text", ["[" * 100_000, f"[{'9' * 5_000}]"])
def test_json_that_no_parser_takes(tmp_path, text):
    file = both_sides(tmp_path)
    file.write_text(text)
    (tmp_path / "cube.json").write_text(text)
    for path in (tmp_path, tmp_path / "cube.json"):
        with pytest.raises(ms.DataError, match="cannot be read"):
            read_cube(path)


def test_scores_beyond_all_numbers_are_refused(tmp_path):
    path = tmp_path / "cube.json"
    path.write_text(json.dumps([row(original=0.25)]).replace("0.25", LONG))
    with pytest.raises(ms.DataError) as caught:
        read_cube(path)
    assert [one.code for one in caught.value.faults] == ["robustness.errors.not_a_number"]


def test_the_result_of_one_task_is_refused_with_what_to_do(tmp_path):
    path = tmp_path / "SciFact.json"
    path.write_text(json.dumps({"task_name": "SciFact", "mteb_version": "2.26", "scores": {
        "test": [{"main_score": 0.6}]}, "evaluation_time": 12}), encoding="utf-8")  # fmt: skip
    with pytest.raises(DataError, match="original/MODEL/REVISION"):
        robustness_statistics(path)


def test_a_mapping_of_single_values_is_no_table():
    with pytest.raises(DataError, match="no columns"):
        robustness_statistics({"model": "A", "loss": 3})
