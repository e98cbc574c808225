"""What tables and figures about robustness say once, count, and call by its name."""

import pytest
from report.robustness_documents import measured
from robustness.cubes import made

from monosashi.advice.robustness_document import robustness_document
from monosashi.report.sections.robustness import robustness_section
from monosashi.report.sections.robustness_run import _measured, robustness_run_section
from monosashi.report.tongue import Tongue
from monosashi.robustness import robustness_statistics
from monosashi.robustness.tasks.kinds import KINDS
from monosashi.words import catalogue


def test_no_pattern_is_named_where_an_interval_leaves_it_open():
    row = {"model": "m", "dataset": "faq", "generator": "rules", "input_icc": 0.393,
           "output_icc": 0.7, "pattern": "low_high", "sure": False}  # fmt: skip
    (shown,) = _measured({"input_output": [row]}, Tongue("en"))["input_output"]
    assert shown["pattern"] == "open: an interval holds 0.5"


def run_section(language="en", **changed):
    found = robustness_document({"robustness_run": measured()}).to_dict()["results"]
    return robustness_run_section({"robustness_run": {**found["robustness_run"], **changed}},
                                  Tongue(language))  # fmt: skip


def test_changes_of_meaning_are_one_row_for_a_model_and_data_set():
    rows = [{"model": model, "dataset": data, "kind": kind, "n": 9, "movement": 0.1, "low": 0.05,
             "high": 0.2, "share_unmoved": 0.25, "separation": None if kind == "harmless" else 0.5,
             "separation_low": 0.2, "separation_high": 0.8}
            for model in "ab" for data in "xyz"
            for kind in ("negation", "number", "names", "harmless")]  # fmt: skip
    rows[2] = {"model": "a", "dataset": "x", "kind": "names", "n": 0, "movement": None,
               "reason": {"text": "nothing was measured here."}}  # fmt: skip
    rows[5] = {**rows[5], "n_unread": 3}
    moved, beyond = [table for table in run_section(sensitivity=rows).tables
                     if "hanges of meaning" in table.caption]  # fmt: skip
    assert (len(moved.rows), len(beyond.rows)) == (6, 6)
    assert moved.rows[0][2].below == "9 texts, 25% not moved"
    assert moved.rows[1][3].below == "9 texts, 25% not moved, 3 more not read"
    assert moved.columns[-1] == "harmless rewording"
    assert moved.rows[0][-2].text == "–", "swapped names: no text has two"
    assert len(beyond.columns) == len(moved.columns) - 1, "harmless is not further than itself"
    assert "x, Swapping two names: no text that the rule could change." in moved.note


def test_why_wordings_have_no_spread_is_said_once():
    whole = {"model": "m", "dataset": "faq", "transformation": "typos", "generator": "rules",
             "w_tilde": 0.1, "low": 0.05, "high": 0.2, "groups": 9, "n_left": 0}  # fmt: skip
    why = {"code": "robustness_run.reasons.one_transformation", "text": "", "values": {}}
    without = [{"model": m, "dataset": "faq", "generator": "people", "reason": why} for m in "mn"]
    (table,) = [table for table in run_section(spread=[whole, *without]).tables
                if table.caption.startswith("Spread")]  # fmt: skip
    assert len(table.rows) == 1
    assert table.note.endswith("faq (people): a comparison of transformations needs two.")


@pytest.mark.parametrize(("language", "told"), [("en", "missing: a, b."), ("ja", "a, b が")])
def test_why_there_is_no_total_is_said_once(language, told):
    rows = made(3, 9)
    found = robustness_statistics(rows).to_dict()
    why = {"code": "robustness.reasons.missing_transformations", "text": "",
           "values": {"names": "a, b"}}  # fmt: skip
    lacking = [{**row, "generator": "apertium", "gap": None, "reason": why}
               for row in found["totals"]]  # fmt: skip
    tongue = Tongue(language)
    title = tongue.heading("robustness", "totals")
    both = robustness_section({"robustness": {**found, "totals": found["totals"] + lacking}},
                              tongue)  # fmt: skip
    (table,) = [one for one in both.tables if one.caption == title]
    assert len(table.rows) == 3
    assert table.note.count(told) == 1
    assert not both.notes
    alone = robustness_section({"robustness": {**found, "totals": lacking}}, tongue)
    assert title not in [one.caption for one in alone.tables]
    assert [note.count(told) for note in alone.notes] == [1]


def test_texts_that_suffer_most_name_who_rewrote_them():
    (table,) = [table for table in run_section().tables if table.caption.startswith("Texts that")]
    found = measured().to_dict()
    generators = {row["generator"] for row in found["worst"]}
    assert {row[2].text.partition(" (")[2].rstrip(")") for row in table.rows} == generators


def test_sets_of_one_name_are_counted():
    names = {"rules": "d1", "rules 2": "d2", "rules 3": "d3", "phi 4": "d4"}
    assert "Rewritten texts from rules (3 sets), phi 4." in run_section(rewrites=names).sentence


@pytest.mark.parametrize(("language", "words"), [
    ("en", ["search", "nDCG@10", "queries"]), ("ja", ["検索", "nDCG@10", "クエリ"])])  # fmt: skip
def test_kinds_metrics_and_sides_of_tasks_have_words(language, words):
    tasks = run_section(language).tables[0]
    assert [cell.text for cell in tasks.rows[0][1:4]] == words


def test_every_kind_metric_and_side_has_its_word():
    known = catalogue("ja")
    for kind in KINDS.values():
        for name in (kind.name, *kind.metrics, *kind.fields):
            assert f"robustness_run.task_terms.terms.{name}" in known, name
