"""Headlines of tables with several groups, few datasets, failures, and nothing but zeros."""

import pytest
from robustness.cubes import made

import monosashi as ms
from monosashi.advice.robustness_document import robustness_document
from monosashi.report.sentences import verdict_sentence
from monosashi.robustness import robustness_statistics
from monosashi.robustness.cube import Cube
from monosashi.robustness.failures import failures
from monosashi.robustness.rating.result import Ratings
from monosashi.words import say


def grouped(english, others, names=("paraphrasing", "style_change", "expansion"), loss=3.0):
    """Losses that spread evenly around their mean, in two groups of datasets."""
    return [{"model": model, "dataset": f"d{d}", "transformation": name, "generator": "g",
             "dataset_group": "english" if d < english else "multilingual",
             "original": 80.0, "transformed": 80.0 - loss - d / 10 - k}
            for model in "AB" for d in range(english + others)
            for k, name in enumerate(names)]  # fmt: skip


def verdict(rows):
    return robustness_document({"robustness": robustness_statistics(rows)}).verdict


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_headline_is_of_one_group_and_names_it(language):
    held = verdict(grouped(7, 5, tuple(f"t{i}" for i in range(5))))
    assert held["code"] == "robustness.verdicts.open"
    assert (held["numbers"]["above"], held["numbers"]["tests"], held["numbers"]["n"]) == (5, 5, 7)
    assert say("robustness.words.english", language) in verdict_sentence(held, language)


def test_intervals_below_the_level_that_was_asked_for_are_counted():
    found = robustness_statistics(grouped(5, 0))
    (told,) = [one for one in found.findings() if one.code == "robustness.losses_few"]
    assert told.numbers["short"] == 3
    usual = say("robustness.findings.losses_few.usual", "en", **told.numbers)
    assert "3 of 3" in usual
    assert "95%" in usual


def test_a_group_of_one_dataset_is_no_headline():
    held = verdict(grouped(3, 1))
    assert (held["code"], held["numbers"]["n"]) == ("robustness.verdicts.few", 3)
    assert (held["numbers"]["group"], held["numbers"]["level_text"]) == ("english", "75%")
    assert "[" in held["numbers"]["hl_text"]


def test_losses_that_are_all_zero_have_no_interval():
    rows = robustness_statistics(made(3, 8, loss=0.0, noise=0.0)).tests
    assert all(row["low"] is None and row["level"] is None for row in rows)
    assert {row["reason"].code for row in rows} == {"robustness.reasons.all_zero"}
    assert verdict(made(3, 8, loss=0.0, noise=0.0))["code"] == "robustness.verdicts.still"


def test_failures_that_the_original_stood_in_for_are_discounted_once():
    one = {"model": "A", "dataset": "d", "transformation": "typos", "generator": "g",
           "original": 80.0, "chance": 0.0, "n": 100, "n_failed": 20}  # fmt: skip
    # 80 texts lose 10 points: 8 over all where the original stood in for the others
    (dropped,) = failures(Cube.of([{**one, "transformed": 70.0}]), "drop")
    (stood_in,) = failures(Cube.of([{**one, "transformed": 72.0}]), "original")
    for name, value in (("bound_low", 8.0), ("bound_high", 8.0 + 0.2 * 80)):
        assert dropped[name] == pytest.approx(value)
        assert stood_in[name] == pytest.approx(value)
    assert stood_in["bound_low"] <= stood_in["mean"] <= stood_in["bound_high"]


@pytest.mark.parametrize("language", ["en", "ja"])
def test_an_odd_score_is_no_odd_count(language):
    row = {"model": "A", "dataset": "d", "transformation": "typos", "original": "7_0",
           "transformed": 60}  # fmt: skip
    with pytest.raises(ms.DataError) as error:
        Cube.of([row])
    (one,) = error.value.faults
    assert one.code == "robustness.errors.not_a_number"
    assert not any(word in one.say(language) for word in ("whole number", "件数"))


def rated(alpha_low, wrong):
    row = {"criterion": "quality", "transformation": "all", "generator": "", "n": 30, "mean": 4.0,
           "low": 3.9, "high": 4.1, "sd": 0.8, "acceptable": 0.9, "acceptable_low": 0.8,
           "acceptable_high": 1.0, "ac2": 0.8, "ac2_low": 0.7, "ac2_high": 0.9, "alpha": 0.14,
           "alpha_low": alpha_low, "alpha_high": 0.3}  # fmt: skip
    provenance = robustness_statistics(made(2, 2)).provenance
    return Ratings(provenance=provenance, n=30, n_raters=3, scale=(1.0, 5.0), weights="ordinal",
                   level="ordinal", acceptable_from=3.0, rows=(row,),
                   checks=({"rater": "a", "n": 3, "n_wrong": wrong},), n_missing=0,
                   confidence=0.95)  # fmt: skip


@pytest.mark.parametrize(("low", "wrong", "code"), [
    (-0.02, 2, "ratings_both"), (-0.02, 0, "ratings_apart"), (0.05, 2, "ratings_checks"),
    (0.05, 0, "ratings")])  # fmt: skip
def test_the_headline_of_ratings_carries_its_warning(low, wrong, code):
    held = robustness_document({"ratings": rated(low, wrong)}).verdict
    assert held["code"] == f"robustness.verdicts.{code}"
    for language in ("en", "ja"):
        assert "{" not in say(held["code"], language, **held["numbers"])
