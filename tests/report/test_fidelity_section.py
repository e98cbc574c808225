"""Sections of fidelity and generators: what is cut, not drawn, or without an interval."""

import re

import numpy as np
import pytest

import monosashi as ms
from monosashi.advice.fidelity_document import FidelityDocument
from monosashi.cli.fidelity_screen import fidelity_lines
from monosashi.report import Report
from monosashi.report.sections.fidelity import fidelity_section
from monosashi.report.sections.generators import generators_section
from monosashi.report.sentences import finding_sentences, verdict_sentence
from monosashi.report.tongue import Tongue
from monosashi.words import LANGUAGES, say

METRICS = ("clipped_density", "clipped_coverage", "density", "alpha_precision", "beta_recall")
REAL = np.random.default_rng(0).normal(size=(200, 6))
GENERATED = np.random.default_rng(1).normal(size=(200, 6))


def document(part):
    return FidelityDocument(provenance=part.provenance, part=part, title="t").to_dict()


@pytest.fixture(scope="module")
def crowded():
    """Points drawn together in the middle: clipped density lies surely above 1."""
    return ms.measure_fidelity(REAL, GENERATED / 2, metrics=METRICS, correct=None)


@pytest.fixture(scope="module")
def few():
    """Two generated points: groups can be left out, but too few for an interval."""
    return ms.measure_fidelity(REAL[:60], GENERATED[:2], metrics=("clipped_density", "density"),
                               control=False)  # fmt: skip


def section(part, language):
    return fidelity_section({"fidelity": document(part)["results"]["fidelity"]}, Tongue(language))


def texts(table):
    return {row[0].text: [(cell.text, cell.note) for cell in row[1:]] for row in table.rows}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_score_cut_at_one_does_not_read_as_certain(crowded, language, monkeypatch):
    score = crowded.scores["clipped_density"]
    assert (score.low, score.high) == (1, 1)
    told = section(crowded, language)
    name = say("fidelity.terms.clipped_density", language)
    assert texts(told.tables[0])[name][0] == ("1.000", "[≥ 1]")
    before = f"{name} {crowded.uncapped['clipped_density']:.3f}"
    assert before in told.tables[0].note
    assert before in " ".join(_screen(crowded, language, monkeypatch))
    said = verdict_sentence(document(crowded)["verdict"], language)
    assert "clipped density 1.000 [≥ 1]" in said
    page = Report(document(crowded), title="t").render(language, {})
    assert not re.search(r"\[1\.0+, ?1\.0+\]", page[: page.index('id="part-1-tables"')])


def _screen(part, language, monkeypatch):
    monkeypatch.setattr("monosashi.cli.fidelity_screen.current_language", lambda: language)
    monkeypatch.setattr("monosashi.report.sentences.current_language", lambda: language)
    return [line.strip() for line in fidelity_lines(document(part), 20)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_headline_names_what_the_finding_names(crowded, language):
    held = document(crowded)
    finding = next(one for one in held["findings"] if one["code"] == "fidelity.lost_spread")
    listed = re.findall(r"(\w+ \w+|\w+) \d\.\d{3} \[", finding["numbers"]["below_text"])
    assert len(listed) > 1
    headline = verdict_sentence(held["verdict"], language)
    assert finding_sentences(finding, language).headline.count("[") == len(listed)
    for name in listed:
        assert name in headline.partition("1.000 [≥ 1]")[2]
    assert str(len(listed)) in headline


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_share_is_drawn_and_what_is_not_is_named(crowded, language):
    figure = section(crowded, language).figures[0]
    drawn = {row[0].text for row in figure.table.rows}
    for name in METRICS:
        term = say(f"fidelity.terms.{name}", language)
        assert (term in drawn) == (name != "density")
    assert figure.caption.rstrip(".。").endswith("density")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_missing_interval_of_a_form_names_its_reason(few, language):
    for form in ("filtered", "corrected"):
        assert few.intervals[f"{form}.density"].low is None
        assert f"{form}.density.interval" in few.reasons
    row = texts(section(few, language).tables[0])[say("fidelity.terms.density", language)]
    reason = say("fidelity.reasons.interval_few", language, n=60, m=2, k=5)
    assert [note for _, note in row] == [reason] * 3


@pytest.mark.parametrize("language", LANGUAGES)
def test_generators_say_what_is_cut_and_why_there_is_no_interval(language):
    found = ms.compare_generators(REAL, GENERATED / 2, GENERATED / 3, GENERATED, GENERATED + 1,
                                  names=list("abcd"), human=[0.4, 0.3, 0.2, 0.1], knob=[1, 2, 3, 4],
                                  metrics=METRICS[:3], correction_intervals=False)  # fmt: skip
    told = generators_section({"generators": document(found)["results"]["generators"]},
                              Tongue(language))  # fmt: skip
    plain, filtered, *_, human = told.tables
    assert texts(plain)["a"][0] == ("1.000", "[≥ 1]")
    assert say("fidelity.reasons.cut_at_one", language) in plain.note
    missing = say("fidelity.reasons.correction_intervals_off", language)
    assert missing[1:] in filtered.note
    assert all(row[-1].note for row in human.rows)
    page = Report(document(found), title="t").render(language, {})
    assert say("report.generators.trends_note", language)[:20] in page


def test_what_is_missing_stands_under_its_right_aligned_header():
    found = ms.measure_fidelity(REAL[:80], GENERATED[:60], metrics=("precision", "recall"),
                                control=False, correction_intervals=False)  # fmt: skip
    page = Report(document(found), title="t").render("en", {})
    row = next(one for one in page.split("<tr") if "recall</th>" in one and "no such form" in one)
    assert row.count('<td class="gap"') == 2
    assert re.search(r"\.gap { text-align: right; }", page)


@pytest.mark.parametrize("language", LANGUAGES)
def test_lists_say_by_what_they_are_ordered(language):
    found = ms.measure_fidelity(REAL[:80], GENERATED[:60] + 1, correct=None, control=False)
    notes = [table.note for table in section(found, language).tables]
    for name in ("uncovered", "outside", "crowding", "copies"):
        assert say(f"report.fidelity.order_{name}", language) in notes


@pytest.mark.parametrize("language", LANGUAGES)
def test_forms_without_an_interval_are_called_as_in_the_tables(language):
    why = say("fidelity.reasons.interval_alike_filtered", language, metric="density")
    assert say("fidelity.terms.filtered", language) in why


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_missing_interval_of_several_generators_names_its_generator(language):
    found = ms.compare_generators(REAL[:60], GENERATED[:2], GENERATED[:60], names=["few", "many"],
                                  metrics=("density",), control=False, correct=None)  # fmt: skip
    held = {"generators": document(found)["results"]["generators"]}
    note = generators_section(held, Tongue(language)).tables[0].note
    assert "few: " in note
    assert "many" not in note
