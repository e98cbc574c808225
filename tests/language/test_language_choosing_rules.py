"""The rules of the choice, on rows made by hand; and the words for every outcome."""

from dataclasses import replace

import numpy as np
import pytest
from language.choosing_sets import queries_of

from monosashi.embeddings import EmbeddingSet
from monosashi.language.choosing import Costs, RepairOption, compare_language_repairs
from monosashi.language.choosing.picking import (
    Limits,
    Pick,
    _unless_nothing,
    nothing_to_repair,
    standing,
)
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


def unfound(bias, *, n=300, noise=4.0, seed=1):
    """Translations that are hardly found even among the other language alone."""
    rng = np.random.default_rng(seed)
    topics, tongue = rng.normal(size=(n, 24)), bias * np.eye(24)[0]
    sides = [topics + noise * rng.normal(size=(n, 24)) + side * tongue for side in (1, -1)]
    columns = {"key": [*range(n)] * 2, "lang": ["ja"] * n + ["en"] * n}
    return EmbeddingSet.from_arrays(np.concatenate(sides), columns=columns)


@pytest.mark.parametrize("language", LANGUAGES)
def test_where_little_is_found_a_small_loss_is_no_good_news(language):
    named = {"key": "key", "language": "lang", "methods": ["centering"]}
    same = EmbeddingSet.from_arrays(np.ones((400, 4)), columns=unfound(0, n=200).columns)
    codes = ("little_found", "little_found_none_open")
    for data, code in zip((unfound(0.0), same), codes, strict=True):
        found = compare_language_repairs(data, **named)
        assert (found.pick, found.why) == ("none", "little_found")
        finding = next(one for one in found.findings() if one.code.endswith(code))
        assert finding.level == "note"
        said = finding_sentences(plain([finding])[0], language)
        assert "None" not in f"{said.headline}{said.meaning}{said.usual}"


def test_a_way_that_surely_finds_more_is_taken_though_recall_at_1_loses_little():
    weak = unfound(9.0, n=1500, noise=1.9)
    found = compare_language_repairs(weak, key="key", language="lang", methods=["centering"])
    assert nothing_to_repair(found.language_drops)
    assert found.pick == "centering"
    assert "good" not in {one.level for one in found.findings()}


def test_a_sure_gain_worth_having_is_not_called_nothing():
    small = {("ja", "en"): estimate(0.01, 0.0, 0.02)}
    none = replace(option(), name="none", alone={("ja", "en"): estimate(0.9, 0.8, 0.95)})
    taken = Pick("made", "highest", "made")
    for low, why in ((0.031, "highest"), (0.029, "nothing_to_repair")):
        gains = option(gain=estimate(0.05, low, 0.07))
        assert _unless_nothing(taken, [none, gains], small).why == why


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
