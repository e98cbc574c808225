"""What titles, verdicts, names and figures about robustness say in both languages."""

import re
from pathlib import Path

import numpy as np
import pytest
from report.robustness_documents import DOCUMENTS, measured, others
from robustness.cubes import made

from monosashi.advice.robustness_document import robustness_document
from monosashi.report import Report
from monosashi.report.everything import Everything
from monosashi.report.figures.drawing import NARROW, WIDTH
from monosashi.report.figures.slopes import Slope, slopes
from monosashi.report.sections.drift import drift_section
from monosashi.report.sections.ratings import ratings_section
from monosashi.report.sections.robustness import robustness_section
from monosashi.report.sections.sensitivity import sensitivity_section
from monosashi.report.sentences import verdict_sentence
from monosashi.report.tongue import Tongue
from monosashi.report.trust import size
from monosashi.robustness import measure_drift, robustness_statistics
from monosashi.words import LANGUAGES, catalogue


@pytest.mark.parametrize("language", LANGUAGES)
def test_titles_of_tables_begin_alike(language):
    found = robustness_document(DOCUMENTS["whole"]()).to_dict()["results"]
    section = robustness_section(found, Tongue(language))
    drift = drift_section({"drift": measure_drift(np.eye(3), np.ones((3, 3))).to_dict()},
                          Tongue(language))  # fmt: skip
    for table in (*section.tables, *drift.tables):
        assert not table.caption[0].islower(), table.caption


def test_an_interval_of_ratings_has_the_digits_of_its_mean():
    found = robustness_document({"ratings": others()["ratings"]}).to_dict()["results"]
    section = ratings_section(found, Tongue("en"))
    told = [row[1].text for figure in section.figures for row in figure.table.rows]
    told += [f"{row[3].text} {row[3].note}" for table in section.tables for row in table.rows]
    assert any("[" in text for text in told)
    assert all(re.fullmatch(r"\d\.\d\d( \[\d\.\d\d, \d\.\d\d\])?", text.strip())
               for text in told), told  # fmt: skip


def test_weights_and_levels_of_agreement_have_words():
    found = robustness_document({"ratings": others()["ratings"]}).to_dict()
    assert "順序尺度" in ratings_section(found["results"], Tongue("ja")).sentence
    page = Report(found).render("ja")
    assert "ordinal" not in re.sub(r"<[^>]+>", " ", page).split("すべての数値")[1]


def test_verdicts_say_of_what_and_how_sure():
    ratings = robustness_document({"ratings": others()["ratings"]}).to_dict()["verdict"]
    assert "how well the meaning is kept: 4.00 [" in verdict_sentence(ratings, "en")
    assert verdict_sentence(ratings, "en").endswith("] (1–5).")
    moved = robustness_document({"sensitivity": others()["sensitivity"]}).to_dict()["verdict"]
    assert re.search(r"\d\.\d{3} \[\d\.\d+, \d\.\d+\]", verdict_sentence(moved, "en"))
    assert "「" in verdict_sentence(moved, "ja"), "a name that begins with a number"


def test_one_unit_has_no_level_in_brackets():
    found = robustness_document({"robustness": robustness_statistics(made(3, 1))}).to_dict()
    captions = [figure.caption for figure in
                robustness_section(found["results"], Tongue("en")).figures]  # fmt: skip
    assert not any("in brackets" in caption for caption in captions)


def test_one_dataset_is_no_datasets():
    found = robustness_document({"robustness": robustness_statistics(made(3, 1))}).to_dict()
    assert size(found, Tongue("en")).endswith("scores of 3 models on 1 dataset")


def test_without_a_harmless_rewording_that_is_said_once():
    found = robustness_document({"sensitivity": others()["sensitivity"]}).to_dict()["results"]
    table = sensitivity_section(found, Tongue("en")).tables[0]
    assert len(table.columns) == 4
    assert table.note == "no harmless rewriting was given to compare with."
    assert not any("harmless" in cell.note for row in table.rows for cell in row)


def test_what_changed_and_did_not_move_is_counted_and_all_named():
    run = measured().to_dict()
    rows = [{**row, "n": 500, "n_blind": int(row["transformation"] == "paraphrasing")}
            for row in run["drift"]]  # fmt: skip
    told = drift_section({"robustness_run": {**run, "drift": rows}}, Tongue("en")).sentence
    assert "at most 1 of 500 texts (0.2%), with bag · paraphrasing" in told
    assert "first · paraphrasing" in told


@pytest.mark.parametrize("full", [WIDTH, NARROW])
def test_bars_of_open_places_do_not_touch_the_dots(full):
    rows = [Slope("use-multilingual", n, (1, 2), n, (1, 2)) for n in (1, 2)]
    drawn = slopes(rows, ("元のテキスト", "書き換え後"), title="t", description="d", full=full)
    starts = {float(x) for x in re.findall(r'd="M ([\d.]+) [\d.]+ L', drawn)}
    bar, dot = sorted(starts)[:2]
    assert dot - bar >= 6


def test_heads_of_close_dots_stand_apart():
    rows = [Slope("use-multilingual", n, (1, 2), n, (1, 2)) for n in (1, 2)]
    drawn = slopes(rows, ("BEFORE", "AFTER"), title="t", description="d", full=NARROW)
    before, after = (re.search(rf"<text[^>]*>{head}<", drawn).group() for head in
                     ("BEFORE", "AFTER"))  # fmt: skip
    assert "text-anchor: end" in before
    assert "text-anchor: start" in after or "text-anchor" not in after


def test_lists_of_rewritings_have_names_of_their_own():
    for language, name in (("en", "texts side by side"), ("ja", "テキストの並記")):
        held = {"examples": [{"original": "a", "text": "b"}], "statuses": [{"count": 1}]}
        tables = list(Everything("rewrites", Tongue(language)).tables(held))
        assert tables[0].caption.endswith(name)
        assert not tables[1].caption.endswith("statuses")


def test_the_group_and_generator_are_listed_as_the_language_does():
    found = robustness_document(DOCUMENTS["whole"]()).to_dict()["results"]
    title = robustness_section(found, Tongue("ja")).figures[0].table.caption
    assert "全データセット、google" in title


def test_fixed_names_have_words_among_all_numbers():
    rows = [{"dataset_group": "all", "axis": "lexical", "transformation": "all"}]
    (table,) = Everything("robustness", Tongue("ja")).tables({"tests": rows})
    assert [cell.text for cell in table.rows[0]] == ["全データセット", "言い回し", "all"]
    (table,) = Everything("ratings", Tongue("ja")).tables({"rows": rows})
    assert table.rows[0][2].text == "全体"
    tasks = [{"kind": "retrieval", "side": "left, right", "metric": "ndcg_at_10"}]
    (table,) = Everything("robustness_run", Tongue("ja")).tables({"tasks": tasks})
    assert [cell.text for cell in table.rows[0]] == ["検索", "左側、右側", "nDCG@10"]
    for section, name in (("sensitivity", "kinds"), ("robustness_run", "sensitivity")):
        (table,) = Everything(section, Tongue("ja")).tables({name: [{"kind": "names", "n": 4}]})
        assert [cell.text for cell in table.rows[0]] == ["2 つの名前の入れ替え", "4"]


def test_one_japanese_term_for_each_thing():
    rooms = ("robustness.", "robustness_run.", "rewriting.", "report.rewrites.",
             "report.robustness", "report.drift.", "report.ratings.")  # fmt: skip
    said = {key: text for key, text in catalogue("ja").items() if key.startswith(rooms)}
    docs = Path(__file__).parents[2] / "docs" / "robustness.ja.md"
    for word in ("文章", "損失", "関門", "表記", "課題", "スコア", "生成モデル"):
        assert not [key for key, text in said.items() if word in text], word
        assert word not in docs.read_text(encoding="utf-8"), word


@pytest.mark.parametrize(("section", "name", "told"), [
    ("ratings", "mean", "mean"), ("sensitivity", "original", "original text"),
    ("robustness", "original", "original (points)")])  # fmt: skip
def test_a_mean_rating_is_no_loss_and_a_text_has_no_points(section, name, told):
    (table,) = Everything(section, Tongue("en")).tables({"rows": [{name: "x"}]})
    assert table.columns == [told]


def test_the_drift_of_a_text_is_not_called_drift_beside_loss():
    rows = [{"drift": 0.1, "pattern": "high_low", "input_low": 0.2, "sure": True}]
    drift, worst = Everything("robustness_run", Tongue("en")).tables(
        {"drift": rows, "worst": rows})  # fmt: skip
    assert drift.caption.endswith("drift beside loss")
    assert worst.columns[0].startswith("drift (1")
    assert worst.rows[0][1].text == "high in, low out"
    assert worst.columns[2:] == ["low", "pattern is sure"]


@pytest.mark.parametrize("room", ["sensitivity", "robustness_run"])
def test_ends_of_shares_have_words(room):
    rows = [{"share_unmoved_low": 0.0, "share_unmoved_high": 0.3, "separation_low": 0.1}]
    (table,) = Everything(room, Tongue("en")).tables({"rows": rows})
    assert table.columns == ["low", "high", "low"]
