"""What the screen of `monosashi robustness` tells: losses with intervals, nothing played down."""

import json

import pytest
from robustness.cubes import made

from monosashi.advice.robustness_document import robustness_document
from monosashi.cli.layout import cells
from monosashi.cli.robustness_screen import robustness_lines
from monosashi.embeddings import DataError
from monosashi.report.sections.robustness import robustness_section
from monosashi.report.sentences import finding_sentences
from monosashi.report.tongue import Tongue
from monosashi.robustness import robustness_statistics
from monosashi.words import choose_language, say


@pytest.fixture(autouse=True)
def _in_english():
    choose_language("en")
    yield
    choose_language("en")


def document(rows, **how):
    found = robustness_document({"robustness": robustness_statistics(rows, **how)}, source="cube")
    return json.loads(json.dumps(found.to_dict()))


def told(held):
    return say(held["verdict"]["code"], **held["verdict"]["numbers"])


@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_loss_beyond_doubt_is_told_where_holm_cannot_decide(language):
    choose_language(language)
    held = document(made(4, 8, loss=16.0))
    assert held["verdict"]["code"] == "robustness.verdicts.open"
    assert "No rewriting" not in told(held)
    assert "+1" in told(held)
    assert "8" in told(held)
    (one,) = [f for f in held["findings"] if f["code"] == "robustness.losses_open"]
    assert one["level"] == "warning"
    assert one["numbers"]["above"] == 8


@pytest.mark.parametrize(("datasets", "code"), [(1, "single"), (3, "few"), (13, "losses")])
def test_what_the_number_of_datasets_can_say(datasets, code):
    assert document(made(4, datasets, loss=16.0))["verdict"]["code"].endswith(f".{code}")


def test_no_loss_is_still_told_as_none_shown():
    assert document(made(4, 13, loss=-1.0))["verdict"]["code"] == "robustness.verdicts.none"


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_table_of_losses_holds_intervals_and_every_generator(language):
    rows = [*made(3, 9, loss=4.0), *({**row, "generator": "other"} for row in made(3, 9, rng=1))]
    choose_language(language)
    lines = robustness_lines(document(rows), 20)
    assert max(map(cells, lines)) <= 80
    assert sum("gemma" in line or "other" in line.split("、")[-1] for line in lines) >= 1
    assert sum(line.split()[0] == "M0" for line in lines if line.strip()) == 2
    assert all("[" in line for line in lines if line.strip().startswith("M"))
    short = robustness_lines(document(rows), 6)
    assert "1" in short[-1]
    assert len(short) <= 6


def test_the_table_of_a_run_is_that_of_its_findings_and_says_on_how_many_datasets():
    row = {"model": "m", "generator": "rules", "original": 80.0, "transformed": 77.1, "n_texts": 40}
    profile = [{**row, "axis": "surface", "gap": 2.9, "low": 2.1, "high": 3.8, "n_datasets": 6},
               {**row, "axis": "lexical", "gap": 0.5, "low": None, "high": None,
                "n_datasets": 2}]  # fmt: skip
    beside = [{**row, "dataset_group": "all", "axis": "surface", "gap": 0.5, "low": None,
               "high": None, "n_datasets": 2}]  # fmt: skip
    lines = robustness_lines(
        {
            "kind": "robustness",
            "results": {"robustness_run": {"profile": profile}, "robustness": {"profile": beside}},
        },
        20,
    )
    text = "\n".join(lines)
    assert "+2.9 [2.1, 3.8]" in text
    assert "surface (6 datasets)" in text
    assert "wording (2 datasets)" in text


def test_cells_that_no_model_can_have_are_not_asked_for():
    rows = [row for row in made(2, 7, rng=1)
            if not (row["dataset"] == "d0" and row["transformation"] == "expansion")]  # fmt: skip
    found = robustness_statistics(rows).findings()
    codes = [one.code for one in found]
    assert "robustness.holes" not in codes
    (one,) = [one for one in found if one.code == "robustness.never_made"]
    assert (one.level, one.numbers["count"], one.numbers["names"]) == ("note", 1, "expansion")
    assert "Measure the missing" not in one.say("en")


def test_cells_that_one_model_lacks_are_asked_for():
    rows = [row for row in made(2, 7, rng=1)
            if (row["model"], row["dataset"]) != ("M0", "d0")]  # fmt: skip
    codes = [one.code for one in robustness_statistics(rows).findings()]
    assert "robustness.holes" in codes
    assert "robustness.never_made" not in codes


def test_transformations_that_change_next_to_nothing_are_told_and_texts_are_counted_once():
    rows = made(4, 2, seeds=(1, 2), n=150, n_failed=0,
                n_unchanged=lambda at: 149 if at.t == "summarise" else 0)  # fmt: skip
    found = robustness_statistics(rows)
    (one,) = [one for one in found.findings() if one.code == "robustness.unchanged"]
    assert one.numbers["name"].startswith("summarise (")
    assert f"{one.numbers['share']:.0%}" == "99%"
    assert {row["n_texts"] for row in found.failures} == {300}


def test_what_is_missing_is_named_by_the_unit_of_the_tests():
    held = document(made(4, 8, loss=9.0), unit="model")
    (one,) = [one for one in held["findings"] if one["code"] == "robustness.too_few"]
    assert "more models" in str(finding_sentences(one))
    assert "Add datasets" not in str(finding_sentences(one))


@pytest.mark.parametrize("language", ["en", "ja"])
def test_one_sentence_holds_one_kind_of_estimate(language):
    """One dataset in six loses far more: means are near 6 points, centres near 0."""
    choose_language(language)
    held = document(made(4, 18, noise=0.2, loss=lambda at: 36.0 if at.d % 6 == 0 else 1.0))
    (one,) = [f for f in held["findings"] if f["code"] == "robustness.losses"]
    tests = held["results"]["robustness"]["tests"]
    centres = [row["hl"] for row in tests]
    numbers = one["numbers"]
    assert (numbers["hl_least"], numbers["hl_most"]) == (min(centres), max(centres))
    assert numbers["hl_most"] < min(row["mean"] for row in tests), "here the two differ"
    headline = finding_sentences(one, language).headline
    assert "Hodges-Lehmann" in headline
    assert "mean" not in headline
    assert "平均" not in headline


def test_the_mean_over_transformations_has_an_interval():
    found = robustness_statistics(made(2, 9, loss=lambda at: 2.0 * at.d))
    (first, _) = found.totals
    assert first["flat_low"] < first["flat"] < first["flat_high"]
    losses = [[row["loss"] for row in found.cells if row["dataset"] == f"d{d}"] for d in range(9)]
    assert all(len(one) == 8 for one in losses)
    single = robustness_statistics(made(2, 1)).totals[0]
    assert (single["flat_low"], single["flat_high"]) == (None, None)
    section = robustness_section({"robustness": found.to_dict()}, Tongue("en"))
    (table,) = [one for one in section.tables if one.caption == "Mean of the three axes"]
    assert all(row[-1].note.startswith("[") for row in table.rows)


@pytest.mark.parametrize(("count", "told"), [(1, "1 row has no dataset: row 0."),
                                             (2, "2 rows have no dataset: rows 0-1.")])  # fmt: skip
def test_counted_words_agree_with_their_number(count, told):
    rows = made(1, 2)
    for row in rows[:count]:
        row["dataset"] = ""
    with pytest.raises(DataError) as caught:
        robustness_statistics(rows)
    assert told in str(caught.value)


def test_one_more_group_is_no_groups():
    assert "1 more group or generator in" in say("robustness.screen.more_families", count=1)
    assert "2 more groups or generators in" in say("robustness.screen.more_families", count=2)
    assert say("robustness_run.findings.no_sensitivity.headline", count=1).endswith("(1 model).")
