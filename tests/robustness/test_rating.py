"""Sheets for raters, and what comes back."""

import csv
from dataclasses import asdict

import numpy as np
import pytest

import monosashi as ms
from monosashi.report.sentences import finding_sentences
from monosashi.robustness.rating import make_sheets, measure_ratings
from monosashi.robustness.rating.files import read_pairs, read_sheets, write_sheets
from monosashi.robustness.rating.result import ends

KINDS = ["paraphrasing", "expansion", "translation"]


def pairs(n=60, kinds=KINDS):
    return [{"transformation": kind, "generator": "g", "id": f"{kind}-{i}",
             "original": f"text {i}", "rewritten": f"{i} {kind[::-1]}"}
            for kind in kinds for i in range(n)]  # fmt: skip


def answered(made, answer):
    return {str(r): [{**row, **answer(r, row)} for row in sheet]
            for r, sheet in enumerate(made.raters)}  # fmt: skip


def test_sheets_are_blind_balanced_and_the_same_for_all():
    made = make_sheets(pairs(), per_transformation=50)
    of = {row["item"]: row for row in made.key}
    assert len(made.key) == 150 + 3
    assert sum(bool(row["check"]) for row in made.key) == 3
    for sheet in made.raters:
        assert sorted(row["item"] for row in sheet) == sorted(of)
        assert set(sheet[0]) == {"item", "original", "rewritten", "quality", "fluency"}
        real = [of[row["item"]]["transformation"] for row in sheet if not of[row["item"]]["check"]]
        assert all(set(real[i : i + 3]) == set(KINDS) for i in range(0, 150, 3))
    orders = {tuple(row["item"] for row in sheet) for sheet in made.raters}
    assert len(orders) == 3
    assert make_sheets(pairs(), per_transformation=50) == made
    assert make_sheets(pairs(), per_transformation=50, rng=1) != made


def test_usual_size():
    made = make_sheets(pairs(100, [f"t{i}" for i in range(8)]))
    assert len(made.raters) == 3
    assert sum(not row["check"] for row in made.key) == 800


def test_what_is_wrong_with_pairs_comes_at_once():
    rows = [*pairs(10), {"transformation": "x", "original": "", "rewritten": "b"}]
    with pytest.raises(ms.DataError) as error:
        make_sheets(rows, raters=1)
    codes = {one.code.rpartition(".")[2] for one in error.value.faults}
    assert codes == {"rating_raters", "rating_pairs", "rating_few"}


def test_files_come_back_as_they_went(tmp_path):
    with (tmp_path / "pairs.csv").open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, ["transformation", "original", "transformed"])
        writer.writeheader()
        writer.writerows({"transformation": "x", "original": f"原文 {i}",
                          "transformed": f"言い換え, {i}"} for i in range(4))  # fmt: skip
    made = make_sheets(read_pairs(tmp_path / "pairs.csv"), per_transformation=4, raters=2)
    write_sheets(made, tmp_path / "rate")
    with pytest.raises(ms.DataError, match="is there already"):
        write_sheets(made, tmp_path / "rate")
    key, sheets = read_sheets(tmp_path / "rate")
    for read, written in ((key, made.key), *zip(sheets.values(), made.raters, strict=True)):
        assert [{k: v or "" for k, v in row.items()} for row in read] == list(written)
    with pytest.raises(ms.DataError, match="no key"):
        read_sheets(tmp_path)


def test_means_shares_and_agreement_per_transformation():
    made = make_sheets(pairs(), per_transformation=50)
    of = {row["item"]: row["transformation"] for row in made.key}
    low = {"translation": 2}
    found = measure_ratings(made.key, answered(made, lambda r, row: {
        "quality": low.get(of[row["item"]], 4 + (int(row["item"][1:]) + (r == 0)) % 2),
        "fluency": 5}))  # fmt: skip
    rows = {(row["criterion"], row["transformation"]): row for row in found.rows}
    assert rows["quality", "translation"]["mean"] == 2
    assert rows["quality", "translation"]["acceptable"] == 0
    assert rows["quality", "expansion"]["acceptable"] == 1
    whole = rows["quality", "all"]
    assert (whole["n"], whole["acceptable"]) == (150, pytest.approx(2 / 3))
    assert whole["low"] < whole["mean"] < whole["high"]
    # agreement is that of the table itself
    table = [[low.get(of[row["item"]], 4 + (int(row["item"][1:]) + (r == 0)) % 2) for r in range(3)]
             for row in made.key if not row["check"]]  # fmt: skip
    assert whole["ac2"] == pytest.approx(ms.gwet_ac2(table, scale=range(1, 6)).value)
    single = np.std(np.array(table), ddof=1)
    assert whole["sd"] == pytest.approx(single)
    fluency = rows["fluency", "all"]
    assert (fluency["ac2"], fluency["alpha"]) == (1, None)
    assert fluency["reason"].code == "robustness.reasons.one_answer"
    worst = next(one for one in found.findings() if one.numbers.get("criterion") == "quality")
    assert worst.numbers["worst"] == "translation"
    assert worst.numbers["worst_text"].startswith("2.00 [1.9")


def test_a_rater_who_does_not_read_is_found():
    made = make_sheets(pairs(), per_transformation=50)
    check = {row["item"]: row["check"] for row in made.key}

    def answer(rater, row):
        right = 1 if check[row["item"]] == "other" else 5
        return {"quality": 4 if rater == 2 else right, "fluency": 4}

    found = measure_ratings(made.key, answered(made, answer))
    wrong = {row["rater"]: row["n_wrong"] for row in found.checks}
    others = sum(kind == "other" for kind in check.values())
    assert wrong == {"0": 0, "1": 0, "2": others}
    (finding,) = [one for one in found.findings() if one.code.endswith("attention")]
    assert finding.numbers["raters"] == "2"


def test_gaps_are_counted():
    made = make_sheets(pairs(), per_transformation=50)
    found = measure_ratings(made.key, answered(made, lambda r, row: {
        "quality": "" if r == 1 or not row else 4, "fluency": 3 + r % 2}))  # fmt: skip
    assert found.n_missing == 150
    assert "150 of 900" in found.provenance.notices[0].say("en")


@pytest.mark.parametrize(("change", "code"), [
    (lambda rows: [{**rows[0], "quality": 7}, *rows[1:]], "rating_numbers"),
    (lambda rows: [{**rows[0], "quality": "good"}, *rows[1:]], "rating_numbers"),
    (lambda rows: [*rows, rows[0]], "rating_twice"),
    (lambda rows: [{**rows[0], "item": "none"}, *rows[1:]], "rating_unknown"),
])  # fmt: skip
def test_wrong_sheets(change, code):
    made = make_sheets(pairs(), per_transformation=50)
    sheets = answered(made, lambda _r, _row: {"quality": 4, "fluency": 4})
    sheets["1"] = change(sheets["1"])
    with pytest.raises(ms.DataError) as error:
        measure_ratings(made.key, sheets)
    assert [one.code for one in error.value.faults] == [f"robustness.errors.{code}"]


def test_empty_sheets():
    made = make_sheets(pairs(), per_transformation=50)
    with pytest.raises(ms.DataError, match="no ratings"):
        measure_ratings(made.key, answered(made, lambda _r, _row: {}))


def test_a_transformation_may_not_be_named_as_the_whole_is():
    with pytest.raises(ms.DataError, match="named all"):
        make_sheets(pairs(kinds=["all", "expansion"]), per_transformation=50)
    key = [{"item": str(i), "transformation": "all"} for i in range(4)]
    sheet = [{"item": str(i), "quality": 4, "fluency": 5} for i in range(4)]
    with pytest.raises(ms.DataError, match="named all"):
        measure_ratings(key, {"a": sheet, "b": sheet})


FORMULAS = ["=1+1", "+81 90", "-5 degrees", "@home", "'=quoted", "plain"]


def saved(folder, *, separator=",", plain=False, answers=True):
    """Sheets as a spreadsheet saves them again."""
    for number, path in enumerate(sorted(folder.glob("rater_*.csv"))):
        with path.open(encoding="utf-8-sig", newline="") as file:
            rows = list(csv.DictReader(file))
        for place, row in enumerate(rows if answers else ()):
            row |= {"quality": str(1 + (place + number) % 5), "fluency": "4"}
        if plain:
            rows = [{**row, "item": row["item"].lstrip("i0")} for row in rows]
        with path.open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, list(rows[0]), delimiter=separator)
            writer.writeheader()
            writer.writerows(rows)
    return folder


def written(folder, texts=FORMULAS):
    made = make_sheets([{"transformation": "x", "original": text, "rewritten": f"{text}!"}
                        for text in texts * 2], per_transformation=12, raters=2)  # fmt: skip
    write_sheets(made, folder)
    return made


def test_spreadsheets_compute_nothing_and_keep_the_items(tmp_path):
    made = written(tmp_path / "rate")
    assert all(row["item"].startswith("i") for row in made.key)
    plain = (tmp_path / "rate" / "rater_1.csv").read_text(encoding="utf-8-sig")
    cells = [cell for row in csv.reader(plain.splitlines()) for cell in row]
    assert not any(cell.startswith(("=", "+", "-", "@")) for cell in cells)
    _, sheets = read_sheets(tmp_path / "rate")
    for sheet, rows in zip(sheets.values(), made.raters, strict=True):
        assert [row["original"] for row in sheet] == [row["original"] for row in rows]
        assert {row["original"] for row in sheet} == set(FORMULAS)


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_sheets_that_a_spreadsheet_saved(tmp_path, separator):
    written(tmp_path / "rate")
    key, sheets = read_sheets(saved(tmp_path / "rate", separator=separator))
    assert measure_ratings(key, sheets).n == 12
    assert {row["original"] for row in sheets["1"]} == set(FORMULAS)


def test_items_that_lost_their_zeros_are_found(tmp_path):
    folder = tmp_path / "rate"
    written(folder)
    text = (folder / "key.csv").read_text(encoding="utf-8-sig").replace("\ni", "\n")
    (folder / "key.csv").write_text(text, encoding="utf-8")  # as older sheets named them
    key, sheets = read_sheets(saved(folder, plain=True))
    assert measure_ratings(key, sheets).n == 12


def test_copied_sheets_are_refused(tmp_path):
    folder = tmp_path / "rate"
    written(folder)
    saved(folder)
    first = (folder / "rater_1.csv").read_text(encoding="utf-8")
    (folder / "rater_anna.csv").write_text(first, encoding="utf-8")
    with pytest.raises(ms.DataError, match=r"rater_1\.csv = rater_anna\.csv"):
        read_sheets(folder)
    (folder / "rater_anna.csv").unlink()
    changed = first.replace(",4", ",5")
    (folder / "rater_1 (1).csv").write_text(changed, encoding="utf-8")
    with pytest.raises(ms.DataError, match=r"rater_1 \(1\)\.csv = rater_1\.csv"):
        read_sheets(folder)


def test_equal_ratings_have_an_interval_and_show_no_agreement():
    key = [{"item": str(i), "transformation": "x"} for i in range(100)]
    random = np.random.default_rng(0)

    def sheet():
        return [{"item": str(i), "quality": int(random.choice([3, 4, 4, 5])), "fluency": 5}
                for i in range(100)]  # fmt: skip

    found = measure_ratings(key, {name: sheet() for name in "abc"})
    quality, fluency = found.whole("quality"), found.whole("fluency")
    assert (fluency["mean"], fluency["high"]) == (5.0, 5.0)
    assert 4.8 < fluency["low"] < 4.95
    assert quality["ac2"] > 0.6
    assert quality["alpha"] < 0.2
    (one,) = [one for one in found.findings() if one.numbers.get("criterion") == "quality"]
    assert (one.code, one.level) == ("robustness.rated_alike", "warning")
    for language in ("en", "ja"):
        meaning = finding_sentences(asdict(one), language).meaning
        assert f"{quality['ac2']:.2f}" in meaning
    assert "at random" in finding_sentences(asdict(one), "en").meaning


def shifted(rows):
    """As where a spreadsheet sorted one column alone."""
    items = [row["item"] for row in rows]
    return [{**row, "item": item}
            for row, item in zip(rows, items[1:] + items[:1], strict=True)]  # fmt: skip


def told_of(key, sheets):
    with pytest.raises(ms.DataError) as error:
        measure_ratings(key, sheets)
    return error.value.faults


def test_an_item_whose_texts_differ_between_sheets_is_refused():
    made = make_sheets(pairs(), per_transformation=10)
    sheets = answered(made, lambda _r, _row: {"quality": 4, "fluency": 4})
    assert measure_ratings(made.key, sheets).n_raters == 3
    (one,) = told_of(made.key, {**sheets, "1": shifted(sheets["1"])})
    assert (one.code, one.values["source"]) == ("robustness.errors.rating_texts", "1")
    assert len(one.rows) == 30
    (one,) = told_of(made.key, {**sheets, "2": [{**sheets["2"][0], "rewritten": "another"},
                                                *sheets["2"][1:]]})  # fmt: skip
    assert (one.values["source"], one.rows) == ("2", (0,))
    # of two sheets none is the right one
    two = {"0": sheets["0"], "1": shifted(sheets["1"])}
    assert [fault.values["source"] for fault in told_of(made.key, two)] == ["0", "1"]
    assert "item、original" in one.say("ja")


def test_texts_that_spreadsheets_spoil_are_still_the_same():
    given = [{"transformation": "x", "original": f"Où  est {i}\r\n?", "rewritten": f"駅 {i}"}
             for i in range(12)]  # fmt: skip
    made = make_sheets(given, per_transformation=12, raters=2)
    sheets = answered(made, lambda _r, _row: {"quality": 4, "fluency": 4})
    sheets["1"] = [{**row, "original": row["original"].replace("ù", "?").replace("\r", ""),
                    "rewritten": row["rewritten"].replace("駅", "?")}
                   for row in sheets["1"]]  # fmt: skip
    assert measure_ratings(made.key, sheets).n_raters == 2


def test_sheets_under_any_case_are_read_and_other_names_refused(tmp_path):
    folder = tmp_path / "rate"
    written(folder)
    saved(folder)
    (folder / "rater_2.csv").rename(folder / "Rater_2.CSV")
    assert sorted(read_sheets(folder)[1]) == ["1", "2"]
    text = (folder / "Rater_2.CSV").read_text(encoding="utf-8")
    (folder / "Anna.csv").write_text(text, encoding="utf-8")
    (folder / "rater_3.xlsx").write_bytes(b"PK")
    (folder / "rater_1.xlsx").write_bytes(b"PK")  # stands beside its CSV
    (folder / "notes.csv").write_text("a,b\n1,2\n", encoding="utf-8")
    with pytest.raises(ms.DataError) as error:
        read_sheets(folder)
    (one,) = error.value.faults
    assert one.code == "robustness.errors.rating_names"
    assert '"Anna.csv", "rater_3.xlsx"' in one.say("ja")
    (folder / "Anna.csv").unlink()
    (folder / "rater_3.xlsx").unlink()
    (folder / "rater_2.csv").write_text(text, encoding="utf-8")
    with pytest.raises(ms.DataError, match=r"Rater_2\.CSV = rater_2\.csv"):
        read_sheets(folder)


def test_blank_and_lost_sheets_are_told_and_not_counted(tmp_path):
    write_sheets(make_sheets(pairs(), per_transformation=10, raters=4), tmp_path)
    saved(tmp_path)
    for rater, gone in (("2", False), ("3", True)):
        path = tmp_path / f"rater_{rater}.csv"
        with path.open(encoding="utf-8", newline="") as file:
            rows = [{**row, "quality": "", "fluency": ""} for row in csv.DictReader(file)]
        with path.open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, list(rows[0]))
            writer.writeheader()
            writer.writerows(rows)
        if gone:
            path.unlink()
    found = measure_ratings(*read_sheets(tmp_path))
    assert (found.n_raters, found.n_missing) == (2, 0)
    told = {one.code.rpartition(".")[2]: one for one in found.provenance.notices}
    assert set(told) == {"sheets_blank", "sheets_lost"}
    assert '"2"' in told["sheets_blank"].say("en")
    assert "4 sheets were made, but 3 were found" in told["sheets_lost"].say("en")


def test_lines_of_separators_alone_are_no_rows(tmp_path):
    written(tmp_path)
    path = saved(tmp_path) / "rater_1.csv"
    path.write_text(path.read_text(encoding="utf-8") + ",,,,\n" * 3, encoding="utf-8")
    assert measure_ratings(*read_sheets(tmp_path)).n == 12


def test_half_a_sign_is_refused_before_anything_is_written(tmp_path):
    rows = [*pairs(10, ["x"]), {**pairs(1, ["x"])[0], "rewritten": "b\ud800"}]
    with pytest.raises(ms.DataError) as error:
        make_sheets(rows, per_transformation=10)
    (one,) = error.value.faults
    assert (one.code, one.rows) == ("robustness.errors.rating_halves", (10,))
    made = make_sheets(rows[:10], per_transformation=10)
    made.raters[1][3]["rewritten"] = "\udc00"
    with pytest.raises(UnicodeEncodeError):
        write_sheets(made, tmp_path / "rate")
    assert not list((tmp_path / "rate").glob("*"))


def test_values_have_the_minus_of_their_intervals():
    row = {"alpha": -0.03, "low": -0.19, "high": 0.14, "none": None, "zero": -0.001}
    assert ends(row, "alpha", "low", "high") == "−0.03 [−0.19, 0.14]"
    assert ends(row, "zero", "none", "none") == "0.00"
