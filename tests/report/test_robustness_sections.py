"""Sections about robustness: every gap has a reason, and every name its words."""

import re

import numpy as np
import pytest
from report.robustness_documents import DOCUMENTS, measured, others, statistics
from robustness.cubes import made
from robustness.wording import bag, planted, rewritten, search_task

from monosashi.advice.robustness_document import robustness_document
from monosashi.report import Report
from monosashi.report.figures.heat_map import _fitting
from monosashi.report.rewrite_words import with_rewrite_words
from monosashi.report.sections.drift import drift_section
from monosashi.report.sections.robustness import robustness_section
from monosashi.report.sections.robustness_run import _measured, robustness_run_section
from monosashi.report.sections.sensitivity import sensitivity_section
from monosashi.report.tongue import Tongue
from monosashi.robustness import measure_drift, robustness_statistics
from monosashi.robustness.runs import measure_robustness
from monosashi.words import LANGUAGES, catalogue


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", DOCUMENTS)
def test_every_gap_has_its_reason(kind, language):
    document = robustness_document(DOCUMENTS[kind](), {"rng": 0}, title=kind, source="cube.csv",
                                   command="monosashi", created="2026-01-01")  # fmt: skip
    page = Report(document).render(language)
    unnamed = catalogue(language)["report.no_reason"]
    held = re.sub(r"<[^>]+>", " ", page)
    assert unnamed not in held
    assert not re.search(r"\brobustness\.[a-z]", held)
    assert not re.search(r"\b(nan|None)\b", held)


def test_figures_and_tables_of_the_section():
    found = robustness_document({"robustness": statistics("whole")}).to_dict()["results"]
    section = robustness_section(found, Tongue("en"))
    titles = [figure.table.caption for figure in section.figures]
    starts = ("Loss of each model", "What each transformation", "Loss by dataset", "Order of the")
    assert all(title.startswith(start) for title, start in zip(titles, starts, strict=True))
    assert all("gemma" in title for title in titles)
    tests = section.tables[0]
    assert len(tests.rows) == 8
    level = tests.rows[0][5].text
    assert level == "96.09%"  # of 9 datasets
    assert "96.1%" in section.figures[1].svg.wide


def test_one_dataset_alone_has_no_table_of_tests():
    alone = robustness_statistics(made(3, 1))
    found = robustness_document({"robustness": alone}).to_dict()["results"]
    captions = [table.caption for table in robustness_section(found, Tongue("en")).tables]
    title = Tongue("en").term("robustness", "tests")
    assert title not in captions


def test_changes_of_meaning_say_how_many_texts_and_how_sure():
    task = search_task(40)
    made_rows = rewritten(task, str.upper, name="case", axis="surface")
    found = measure_robustness(task, embedders=[planted("bag", bag)], rewrites=made_rows, draws=50,
                               store=False, rng=0).to_dict()  # fmt: skip
    rows = [{"model": "m", "dataset": "d", "kind": "number", "movement": 0.083, "low": None,
             "high": None, "n": 1, "share_unmoved": 0.0, "separation": 1.0,
             "separation_low": 0.025, "separation_high": 1.0}]  # fmt: skip
    section = robustness_run_section({"robustness_run": {**found, "sensitivity": rows}},
                                     Tongue("en"))  # fmt: skip
    held = {table.caption: table for table in section.tables}
    moved = held[Tongue("en").heading("robustness_run", "sensitivity")].rows[0][-1]
    assert moved.text == "0.083"
    assert moved.below == "1 text"
    beyond = held[Tongue("en").heading("robustness_run", "beyond_harmless")].rows[0][-1]
    assert beyond.text == "100%"
    assert "2.5" in beyond.note


def test_a_gain_is_drawn_in_another_colour():
    rows = made(2, 6, noise=0, loss=lambda at: -4.0 if at.t == "summarise" else 4.0)
    found = robustness_document({"robustness": robustness_statistics(rows)}).to_dict()["results"]
    drawing = robustness_section(found, Tongue("en")).figures[2].svg.wide
    assert "var(--blue)" in drawing
    assert "var(--vermillion)" in drawing


def test_drift_of_a_run_has_a_section_of_its_own():
    found = robustness_document({"robustness_run": measured()}).to_dict()["results"]
    section = drift_section(found, Tongue("en"))
    assert section.title == "Drift: how far do other words move the vectors?"
    by_wording, beside = section.figures
    assert [row[0].text for row in by_wording.table.rows] == ["bag", "bag", "first", "first"]
    first = next(row for row in found["robustness_run"]["drift"] if row["model"] == "bag")
    assert f"{first['normalised']:.3f}" in by_wording.table.rows[0][2].text
    assert len(beside.table.rows) == 4
    assert len(section.tables[0].rows) == 4
    assert "style_change" in section.sentence, "letters that the model does not tell apart"
    assert "0 of" in section.sentence or "0.000" in section.sentence
    run = robustness_run_section(found, Tongue("en"))
    assert not any("high_" in cell.text for table in run.tables for row in table.rows
                   for cell in row), "patterns have words"  # fmt: skip
    assert not any("Drift" in figure.table.caption for figure in run.figures)


def test_drift_of_two_sets_is_told_with_its_interval():
    random = np.random.default_rng(0)
    before = random.normal(size=(50, 8))
    drift = measure_drift(before, before + random.normal(scale=0.4, size=(50, 8)))
    document = robustness_document({"drift": drift}).to_dict()
    section = drift_section(document["results"], Tongue("ja"))
    assert section.title == "ずれ：言い換えでベクトルはどれだけ動くか"
    assert f"{drift.normalised.value:.3f}" in section.sentence
    assert f"{drift.normalised.high:.3f}" in section.sentence
    assert len(section.tables[1].rows) == 10
    assert document["verdict"]["code"] == "robustness.verdicts.drift"


def test_the_least_moved_changes_stand_side_by_side():
    document = robustness_document({"sensitivity": others()["sensitivity"]}).to_dict()
    section = sensitivity_section(document["results"], Tongue("en"))
    first = section.tables[1].rows[0]
    assert first[0].text == "Swapping two names"
    assert first[1].text != first[2].text


@pytest.mark.parametrize("language", LANGUAGES)
def test_one_dataset_is_not_said_to_have_an_interval_over_datasets(language):
    held = {}
    for n in (1, 9):
        found = robustness_document({"robustness": robustness_statistics(made(3, n))}).to_dict()
        tongue = Tongue(language)
        held[n] = robustness_section(found["results"], tongue).figures[0].caption
    assert held[1] != held[9]
    assert not any(word in held[1] for word in ("t interval", "t 区間"))


def test_numbers_of_neighbouring_cells_do_not_touch_on_a_telephone():
    texts = [["+12.5", "−0.1", "+8.0"]]
    assert _fitting(texts, 36.0) == [["12.5", "−0.1", "8.0"]]
    assert _fitting(texts, 96.0) == texts


@pytest.mark.parametrize(("language", "word"), [("en", "wording"), ("ja", "言い回し")])
def test_weights_are_told_by_the_names_of_axes(language, word):
    numbers = {"weights": "original 50 %, lexical 50 %"}
    told = with_rewrite_words(numbers, language)["weights"]
    assert f"{word} 50%" in told
    assert "lexical" not in told
    assert ("、" in told) == (language == "ja")


def test_wordings_in_and_out_stand_only_where_both_are_measured():
    row = {"model": "m", "dataset": "faq", "generator": "rules", "input_icc": 0.8,
           "output_icc": 0.6, "pattern": "high_high", "sure": True}  # fmt: skip
    without = {**row, "dataset": "sts", "output_icc": None}
    (shown,) = _measured({"input_output": [without, row]}, Tongue("en"))["input_output"]
    assert shown == {**row, "dataset": "faq (rules)", "pattern": "high in, high out"}
