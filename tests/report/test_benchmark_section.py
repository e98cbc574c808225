"""The section of the benchmark: counts, a curve, every row, in both languages."""

import pytest

from monosashi.fidelity.benchmark import run_fidelity_benchmark
from monosashi.fidelity.benchmark.catalogue import all_checks
from monosashi.fidelity.benchmark.rows import ROWS
from monosashi.report import Report
from monosashi.report.sentences import has_sentence
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
    names = {"en": ("7b uniform-hypersphere-surface", "real rounded: first"),
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


def test_english_names_of_checks_are_those_of_their_authors():
    for check in all_checks():
        assert say(f"fidelity.checks.{check.number}", "en") == check.name
