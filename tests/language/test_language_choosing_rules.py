"""The rules of the choice, on rows made by hand; and the words for every outcome."""

from dataclasses import replace

import pytest
from language.choosing_sets import queries_of

from monosashi.language.choosing import Costs, RepairOption, compare_language_repairs
from monosashi.language.choosing.picking import Limits, nothing_to_repair, standing
from monosashi.report.sentences import finding_sentences
from monosashi.results import Estimate
from monosashi.results.plain import plain
from monosashi.words import LANGUAGES

LIMITS = Limits(0.01, 50.0, 0.95)
COSTS = Costs("documents", 100, 1, 1, 0, 1, rewrites=True, memory_bytes=0, query_language=True,
              extra_ms=0.0)  # fmt: skip


def estimate(value, low, high):
    return Estimate(value, low, high, None, "made", 100)


def option(**more):
    held = {"loss": estimate(0.0, -0.01, 0.009), "costs": COSTS, **more}
    return RepairOption("made", "vectors", estimate(0.5, 0.4, 0.6), "eligible", **held)


@pytest.mark.parametrize(
    ("more", "expected"),
    [
        ({}, "eligible"),
        ({"loss": estimate(0.0, -0.01, 0.01)}, "eligible"),
        ({"loss": estimate(0.005, -0.01, 0.011)}, "cap_not_shown"),
        ({"loss": estimate(0.03, 0.011, 0.05)}, "over_cap"),
        ({"gamed": ("precision_lost",)}, "gamed"),
        ({"loss": None, "overlap": estimate(0.45, 0.4, 0.49)}, "own_language_reshuffled"),
        ({"loss": None, "overlap": estimate(0.49, 0.4, 0.51)}, "eligible"),
        ({"loss": None}, "eligible"),
        ({"costs": replace(COSTS, extra_ms=50.0)}, "eligible"),
        ({"costs": replace(COSTS, extra_ms=51.0)}, "too_slow"),
        ({"costs": replace(COSTS, extra_ms=None)}, "latency_unknown"),
    ],
)
def test_standing(more, expected):
    assert standing(option(**more), LIMITS) == expected


def test_without_a_budget_time_does_not_count():
    slow = option(costs=replace(COSTS, extra_ms=None))
    assert standing(slow, replace(LIMITS, latency_ms=None)) == "eligible"


def test_every_direction_must_be_surely_small():
    small, open_question = estimate(0.01, 0.0, 0.029), estimate(0.01, 0.0, 0.031)
    assert nothing_to_repair({("ja", "en"): small, ("en", "ja"): small})
    assert not nothing_to_repair({("ja", "en"): small, ("en", "ja"): open_question})


@pytest.fixture(scope="module")
def outcomes(made_set):
    """One comparison for each reason, of both kinds of queries."""
    biased, slight = made_set(100, 1.0, seed=1), made_set(100, 0.6, seed=1)
    level = made_set(400, 0.0, noise=0.3, seed=1)
    named = {"key": "key", "language": "lang"}
    return [
        compare_language_repairs(biased, methods=["centering"], **named),
        compare_language_repairs(slight, methods=["centering", "csls+centering"], **named,
                                 queries=queries_of(slight), max_same_language_loss=0.1),
        compare_language_repairs(slight, methods=["csls+centering", "centering"], **named),
        compare_language_repairs(slight, methods=["shift"], **named, queries=queries_of(slight)),
        compare_language_repairs(level, methods=["centering"], **named),
    ]  # fmt: skip


def test_every_reason_occurs(outcomes):
    assert {one.why for one in outcomes} == {
        "highest", "simplest_of_tied", "not_surely_better", "nothing_to_repair",
    }  # fmt: skip


def test_what_is_taken_is_surely_better_than_none_and_level_with_the_best(outcomes):
    for outcome in outcomes:
        taken = outcome[outcome.pick]
        assert taken.standing == "eligible"
        if outcome.pick != "none":
            assert taken.gain.low > 0
            assert taken.behind.low <= 0


def test_where_nothing_is_open_no_best_is_named(outcomes):
    codes = [one.findings()[0].code for one in outcomes if one.why == "not_surely_better"]
    assert codes == ["language.choice_none_open"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_findings_have_words(outcomes, language):
    for outcome in outcomes:
        findings = outcome.findings()
        codes = {one.code.removeprefix("language.choice_") for one in findings}
        assert codes & {outcome.why, "none_open"}
        for finding in plain(findings):
            said = finding_sentences(finding, language)
            assert "None" not in said.headline
            assert bool(said.remedies) == (
                finding["code"] in {"language.choice_highest", "language.choice_simplest_of_tied"}
            )
