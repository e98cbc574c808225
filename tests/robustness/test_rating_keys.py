"""A key of rating sheets that was edited, or is of another run."""

import csv

import pytest

import monosashi as ms
from monosashi.robustness.rating import make_sheets, measure_ratings
from monosashi.robustness.rating.files import read_sheets, write_sheets


def written(folder, *, start=0, rng=0, kinds=("typos", "style")):
    made = make_sheets([{"transformation": kind, "generator": "g", "id": f"0{i}",
                         "original": f"元の質問 {i}?", "rewritten": f"{i} {kind} 駅"}
                        for kind in kinds for i in range(start, start + 8)],
                       per_transformation=8, raters=2, rng=rng)  # fmt: skip
    write_sheets(made, folder)
    for number in (1, 2):
        changed(folder / f"rater_{number}.csv", lambda i, _row, n=number: {
            "quality": str(1 + (i + n) % 5), "fluency": "4"})  # fmt: skip
    return folder


def changed(path, change, *, drop=(), separator=","):
    """As somebody saves it again."""
    with path.open(encoding="utf-8-sig", newline="") as file:
        rows = [{**row, **change(i, row)} for i, row in enumerate(csv.DictReader(file))
                if i not in drop]  # fmt: skip
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]), delimiter=separator)
        writer.writeheader()
        writer.writerows(rows)


def told_of(folder):
    with pytest.raises(ms.DataError) as error:
        read_sheets(folder)
    (one,) = error.value.faults
    return one


def test_an_edited_key_is_refused_with_its_rows(tmp_path):
    folder = written(tmp_path)
    assert measure_ratings(*read_sheets(folder)).n == 16
    flipped = {"typos": "style", "style": "typos"}
    changed(folder / "key.csv", lambda i, row: {
        "transformation": flipped[row["transformation"]]} if i in {3, 5} else {})  # fmt: skip
    one = told_of(folder)
    assert (one.code, one.rows) == ("robustness.errors.rating_key_edited", (3, 5))
    assert one.say("en").endswith("(Lines 5, 7 of key.csv.)")
    assert "16 行のうち 2 行" in one.say("ja")


@pytest.mark.parametrize("change", [
    {"generator": "h"}, {"check": "same"}, {"sheets": "9"}, {"digest": ""}, {"item": "i99"},
])  # fmt: skip
def test_every_column_that_a_number_rests_on_is_covered(tmp_path, change):
    folder = written(tmp_path)
    changed(folder / "key.csv", lambda i, _row: change if i == 4 else {})
    assert told_of(folder).rows == (4,)


def test_a_row_taken_out_changes_them_all(tmp_path):
    folder = written(tmp_path)
    changed(folder / "key.csv", lambda _i, _row: {}, drop={2})
    assert len(told_of(folder).rows) == 15


def test_the_key_of_another_run_is_refused(tmp_path):
    folder = written(tmp_path / "a")
    other = written(tmp_path / "b", start=100)
    (folder / "key.csv").write_bytes((other / "key.csv").read_bytes())
    one = told_of(folder)
    assert one.code == "robustness.errors.rating_key_texts"
    assert len(one.rows) == 16
    # the same texts under other items
    again = written(tmp_path / "c", rng=1)
    (folder / "key.csv").write_bytes((again / "key.csv").read_bytes())
    assert told_of(folder).code == "robustness.errors.rating_key_texts"


def test_what_spreadsheets_do_to_a_key_and_its_sheets_is_no_edit(tmp_path):
    folder = written(tmp_path)
    changed(folder / "key.csv", lambda _i, row: {"id": row["id"].lstrip("0")}, separator=";")
    for number in (1, 2):
        changed(folder / f"rater_{number}.csv", lambda _i, row: {
            "original": row["original"].replace("元の質問", "????") + " ",
            "rewritten": row["rewritten"].replace("駅", "?")})  # fmt: skip
    assert measure_ratings(*read_sheets(folder)).n == 16


def test_keys_of_earlier_versions_are_taken_as_they_are(tmp_path):
    folder = written(tmp_path)
    with (folder / "key.csv").open(encoding="utf-8-sig", newline="") as file:
        rows = [{k: v for k, v in row.items() if k != "digest"} for row in csv.DictReader(file)]
    with (folder / "key.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
    assert measure_ratings(*read_sheets(folder)).n == 16


def test_one_sheet_that_differs_is_no_fault_of_the_key(tmp_path):
    folder = written(tmp_path)
    changed(folder / "rater_2.csv", lambda i, _row: {"rewritten": "another"} if not i else {})
    with pytest.raises(ms.DataError) as error:
        measure_ratings(*read_sheets(folder))
    assert {one.code for one in error.value.faults} == {"robustness.errors.rating_texts"}
