"""Sections about robustness: every gap has a reason, and every name its words."""

import hashlib
import re

import numpy as np
import pytest
from robustness.cubes import made

from monosashi.advice.robustness_document import robustness_document
from monosashi.report import Report
from monosashi.report.sections.robustness import robustness_section
from monosashi.report.sections.sensitivity import sensitivity_section
from monosashi.report.tongue import Tongue
from monosashi.robustness import measure_drift, robustness_statistics
from monosashi.robustness.rating import make_sheets, measure_ratings
from monosashi.robustness.sensitivity import measure_sensitivity
from monosashi.words import LANGUAGES, catalogue


def embedder(texts):
    def vector(word):
        digest = hashlib.sha256(word.encode()).digest()[:8]
        return np.random.default_rng(int.from_bytes(digest)).normal(size=8)

    return np.array([sum(map(vector, text.split())) for text in texts])


def statistics(kind):
    if kind == "whole":
        rows = made(4, 9, seeds=(1, 2), n=50, n_failed=3, chance=20, metric="accuracy",
                    loss=lambda at: 3.0 * (at.m == 3))  # fmt: skip
        sizes = [{"model": f"M{m}", "family": "F", "parameters": 10.0**m} for m in range(4)]
        return robustness_statistics(rows, models=sizes)
    if kind == "gaps":
        rows = made(2, 2, noise=0)[:-3]
        return robustness_statistics([*rows, {**rows[0], "dataset": "alone", "generator": "rules",
                                              "dataset_group": "other"}])  # fmt: skip
    if kind == "languages":
        rows = [{**row, "language": name, "dataset_group": name}
                for name in ("en", "es") for row in made(3, 1)]  # fmt: skip
        return robustness_statistics(rows)
    nothing = [{"model": "A", "dataset": "d", "transformation": "x", "original": 3,
                "transformed": ""}]  # fmt: skip
    return robustness_statistics(nothing)


def others():
    texts = [f"The road from Oslo to Rome is {i} miles long" for i in range(12)]
    pairs = [{"transformation": kind, "original": text, "rewritten": f"{text}, they say"}
             for kind in ("x", "y") for text in texts]  # fmt: skip
    sheets = make_sheets(pairs, per_transformation=12)
    rated = {str(r): [{**row, "quality": 3 + int(row["item"]) % 3, "fluency": 5} for row in sheet]
             for r, sheet in enumerate(sheets.raters)}  # fmt: skip
    return {"sensitivity": measure_sensitivity(texts, embedder=embedder),
            "blind": measure_sensitivity(texts, embedder=lambda t: np.ones((len(t), 2))),
            "ratings": measure_ratings(sheets.key, rated)}  # fmt: skip


DOCUMENTS = {kind: lambda kind=kind: {"robustness": statistics(kind)}
             for kind in ("whole", "gaps", "languages", "nothing")}  # fmt: skip
DOCUMENTS |= {
    "sensitivity": lambda: {"sensitivity": others()["sensitivity"]},
    "blind": lambda: {"sensitivity": others()["blind"]},
    "ratings": lambda: {"ratings": others()["ratings"]},
    "drift": lambda: {"drift": measure_drift(np.eye(3), np.ones((3, 3)))},
}


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


def test_a_gain_is_drawn_in_another_colour():
    rows = made(2, 6, noise=0, loss=lambda at: -4.0 if at.t == "summarise" else 4.0)
    found = robustness_document({"robustness": robustness_statistics(rows)}).to_dict()["results"]
    drawing = robustness_section(found, Tongue("en")).figures[2].svg.wide
    assert "var(--blue)" in drawing
    assert "var(--vermillion)" in drawing


def test_the_least_moved_changes_stand_side_by_side():
    document = robustness_document({"sensitivity": others()["sensitivity"]}).to_dict()
    section = sensitivity_section(document["results"], Tongue("en"))
    first = section.tables[1].rows[0]
    assert first[0].text == "Swapping two names"
    assert first[1].text != first[2].text
