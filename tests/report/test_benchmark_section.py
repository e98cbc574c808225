"""The section of the benchmark: counts, a curve, every row, in both languages."""

import json
import re

import numpy as np
import pytest

import monosashi as ms
from monosashi.advice.benchmark_document import BenchmarkDocument
from monosashi.fidelity.benchmark import run_fidelity_benchmark
from monosashi.fidelity.benchmark.catalogue import all_checks
from monosashi.fidelity.benchmark.rows import ROWS
from monosashi.report import Report
from monosashi.report.figures import both
from monosashi.report.sections.benchmark import benchmark_section
from monosashi.report.sentences import has_sentence
from monosashi.report.tongue import Tongue
from monosashi.words import LANGUAGES, say


def by_radius(real, generated):
    """1 where both spheres have one radius."""
    ours, theirs = ((rows**2).sum(axis=1).mean() for rows in (real, generated))
    return float(max(0.0, 1 - 4 * abs(theirs / ours - 1)))


def nothing(_, __):
    return float("nan")


@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_bare_result(tmp_path, language):
    found = run_fidelity_benchmark({"radius": by_radius, "nothing": nothing}, checks=[7, 15],
                                   repeats=2)  # fmt: skip
    assert found.passed() == {"radius": 2, "nothing": 0}
    Report(found).save(tmp_path / "r.html", words=(language,))
    text = (tmp_path / "r.html").read_text()
    assert text.count("✓") == 2
    names = {"en": ("7b surface of a sphere, radius changed (uniform-hypersphere-surface)",
                    "real rounded: first"),
             "ja": ("7b 球面、半径を変える", "実データを丸める：始めの値")}  # fmt: skip
    page = text[: text.index('id="part-1-tables"')]
    for name in names[language]:
        assert name in page
    assert ("uniform-hypersphere" in page) == (language == "en")
    assert "radius" in text
    assert say("report.trust_model.unknown", language) not in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_check_case_and_criterion_has_words(language):
    for check in all_checks():
        assert has_sentence(f"fidelity.checks.{check.number}", language)
        for part in (part for name in check.variants for part in name.split(", ")):
            assert "d=" in part or has_sentence(f"fidelity.cases.{part.replace(' ', '_')}",
                                                language)  # fmt: skip
    for row in ROWS:
        kinds = [*row.criteria.values(), *(one for case in (row.special or {}).values()
                                           for one in case.values())]  # fmt: skip
        for name in (name for kind in kinds for name in kind):
            assert has_sentence(f"fidelity.criteria.{name}", language)


def test_english_names_of_checks_are_words_with_those_of_their_authors_beside():
    for check in all_checks():
        words, _, beside = say(f"fidelity.checks.{check.number}", "en").partition(" (")
        assert beside == f"{check.name})"
        assert "-" not in words


@pytest.fixture(scope="module")
def level():
    """Counts that no draw of the six repeats moves."""
    found = run_fidelity_benchmark({"radius": by_radius, "nothing": nothing}, checks=[7, 15],
                                   repeats=6)  # fmt: skip
    assert all(row["low"] == row["high"] for row in found.counts)
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_differences_become_cards_where_there_is_no_room(level, language):
    """Three columns would be cut at the edge of a narrow screen."""
    section = benchmark_section({"fidelity_benchmark": level.to_dict()}, Tongue(language))
    table = section.tables[0]
    assert table.cards
    assert [cell.text for cell in table.rows[0]][-1] == say("report.benchmark.apart", language)


def test_no_bar_of_no_width(level, monkeypatch):
    drawn = []

    def heard(made, rows, **named):
        drawn.append(rows)
        return both(made, rows, **named)

    monkeypatch.setattr("monosashi.report.sections.benchmark.both", heard)
    benchmark_section({"fidelity_benchmark": level.to_dict()}, Tongue("en"))
    assert [(row.low, row.high) for row in drawn[0]] == [(None, None)] * 2


@pytest.mark.parametrize("kind", ["fidelity_benchmark", "hubs"])
def test_a_saved_result_brings_its_findings(level, kind, tmp_path):
    found = (
        level
        if kind == "fidelity_benchmark"
        else ms.measure_hubs(np.random.default_rng(0).normal(size=(60, 4)))
    )
    found.save(tmp_path / "kept")
    stored = json.loads((tmp_path / "kept" / "result.json").read_text())
    alike = [Report(one).render("en", {}) for one in (found, stored)]
    text = re.sub(r"<[^>]+>", "", alike[1])
    assert all(one.say("en").split("\n")[0][:20] in text for one in found.findings())
    assert "of 0 dimensions" not in text
    assert alike[0] == alike[1]


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_it_was_measured_on_is_in_words(level, language):
    document = BenchmarkDocument(provenance=level.provenance, part=level, title="t").to_dict()
    told = " ".join(say("report.trust_items.a_side", language, n="1,000").split())
    page = Report(document, title="t").render(language, {})
    assert told[:10] in re.sub(r"<[^>]+>", "", page)
    assert say("report.trust_items.objects", "en", n="1,000") not in page
