"""Generators on the same reals: pairs, knobs, people."""

import json
from dataclasses import asdict

import numpy as np
import pytest

import monosashi as ms
from monosashi.fidelity.human import interval
from monosashi.report.sentences import finding_sentences
from monosashi.results.writing import strict_json

NAMES = ("precision", "recall", "density", "coverage", "clipped_density", "clipped_coverage")


def draw(seed, n, d, shift=0.0):
    return np.random.default_rng(seed).normal(size=(n, d)) + shift


REAL = draw(0, 250, 6)


@pytest.fixture(scope="module")
def swept():
    sets = [draw(i + 1, 200, 6, 0.25 * i) for i in range(5)]
    human = {f"g{i}": 0.5 - 0.1 * i + 0.02 * (i % 2) for i in range(5)}
    return ms.compare_generators(REAL, *sets, names=list(human), knob=[0, 1, 2, 3, 4],
                                 human=human, metrics=(*NAMES, "memorisation"))  # fmt: skip


def test_scores_are_those_of_each_alone(swept):
    alone = ms.measure_fidelity(REAL, draw(3, 200, 6, 0.5), metrics=NAMES, other_ks=())
    rows = {row["metric"]: row for row in swept.generators if row["generator"] == "g2"}
    for name in NAMES:
        assert rows[name]["value"] == alone.scores[name].value
        assert rows[name]["low"] == alone.scores[name].low
        assert rows[name]["corrected"] == alone.corrected[name]


def test_what_both_share_cancels():
    """Two sets that differ in one point of 200: the difference is surely small."""
    first = draw(1, 200, 6)
    second = first.copy()
    second[0] += 100
    found = ms.compare_generators(REAL, first, second, names="ab", correct=None, metrics=NAMES)
    row = next(row for row in found.differences if row["metric"] == "precision")
    alone = found.results["a"].scores["precision"]
    assert row["difference"] == pytest.approx(1 / 200)
    assert row["low"] <= 1 / 200 <= row["high"]
    assert alone.low <= alone.value <= alone.high


def test_a_set_against_itself_differs_by_nothing():
    rows = draw(1, 150, 6)
    found = ms.compare_generators(REAL, rows, rows, names="ab", correct=None)
    assert all(row["difference"] == 0 for row in found.differences)
    assert {row["low"] is None or row["low"] < 0 < row["high"] for row in found.differences} == {
        True
    }


def test_trends_fall_along_the_knob(swept):
    rows = {row["metric"]: row for row in swept.trends}
    assert rows["clipped_coverage"]["spearman"] == -1
    assert rows["clipped_coverage"]["slope"] < 0
    assert rows["clipped_coverage"]["high"] < 0
    for row in swept.trends:
        assert row["low"] <= row["slope"] <= row["high"]
        assert row["spearman_low"] <= row["spearman_high"]


def test_slope_is_least_squares(swept):
    values = [row["value"] for row in swept.generators if row["metric"] == "recall"]
    expected = np.polyfit([0, 1, 2, 3, 4], values, 1)[0]
    row = next(row for row in swept.trends if row["metric"] == "recall")
    assert row["slope"] == pytest.approx(expected)


def test_people(swept):
    from scipy.stats import pearsonr, spearmanr

    rates = [0.5 - 0.1 * i + 0.02 * (i % 2) for i in range(5)]
    for name in NAMES:
        values = [row["value"] for row in swept.generators if row["metric"] == name]
        rows = {row["correlation"]: row for row in swept.human
                if (row["metric"], row["form"]) == (name, "plain")}  # fmt: skip
        assert rows["pearson"]["value"] == pytest.approx(pearsonr(values, rates)[0])
        assert rows["spearman"]["value"] == pytest.approx(spearmanr(values, rates)[0])
    gains = [row for row in swept.human if row["form"] == "corrected_minus_plain"]
    assert {row["metric"] for row in gains} == set(NAMES) - {"recall"}
    assert {"fidelity.few_to_correlate", "fidelity.few_to_correlate_alone"} & {
        one.code for one in swept.findings()
    }


def test_interval_of_a_correlation():
    """Fisher's, as in tables: r = 0.5 of 28 is 0.156 to 0.736."""
    assert interval(0.5, 28, 0.95, ranked=False) == pytest.approx((0.1560, 0.7358), abs=1e-4)
    assert interval(1.0, 28, 0.95, ranked=True) == (None, None)


def test_order_changes_only_where_plain_scores_tell_apart(swept):
    codes = {one.code for one in swept.findings()}
    assert "fidelity.order_changes" not in codes
    assert "fidelity.best" in codes


def test_unequal_sizes_and_copies_are_told():
    found = ms.compare_generators(REAL, draw(1, 100, 6), REAL[:120], names=["new", "copied"],
                                  correct=None)  # fmt: skip
    told = {one.code: one.say("en") for one in found.findings()}
    assert "100 to 120" in told["fidelity.sizes_differ"]
    assert "copied 100.0% [" in told["fidelity.memorisation_of"]


def test_wrong_options():
    one = draw(1, 50, 6)
    with pytest.raises(ms.DataError, match="at least one generated"):
        ms.compare_generators(REAL)
    with pytest.raises(ms.DataError, match="2 values of the knob for 1"):
        ms.compare_generators(REAL, one, knob=[1, 2])
    with pytest.raises(ms.DataError, match="missing for: b"):
        ms.compare_generators(REAL, one, one, names="ab", human={"a": 0.1})
    with pytest.raises(ms.DataError, match="names of their own"):
        ms.compare_generators(REAL, one, one, names="aa")


@pytest.mark.parametrize("odd", [float("nan"), float("inf"), 1e-300, -1e200])
def test_a_knob_that_cannot_be_squared_is_named(odd):
    with pytest.raises(ms.DataError, match=r"the knob has"):
        ms.compare_generators(REAL, draw(1, 40, 4), draw(2, 40, 4), knob=[1, odd])


def test_strict_json(swept):
    document = json.loads(strict_json(swept.to_dict()))
    assert len(document["generators"]) == 5 * 7
    assert set(swept.tables()) == {"generator_scores", "generator_differences",
                                       "generator_corrected_differences",
                                   "generator_trends", "generator_human"}  # fmt: skip


@pytest.fixture(scope="module")
def crowded():
    """Three generators, two of them drawn together; all are perfect by clipped density."""
    sets = [draw(1, 200, 6) / factor for factor in (1, 2, 3)]
    return ms.compare_generators(
        REAL,
        *sets,
        names=["whole", "half", "third"],
        knob=[1, 2, 3],
        human={"whole": 0.5, "half": 0.4, "third": 0.3},
        correct=None,
    )


def test_one_warning_lists_the_lowest_score_of_each_generator(crowded):
    told = [one for one in crowded.findings() if one.code == "fidelity.scores_below_of"]
    assert [one.level for one in told] == ["warning"]
    text = told[0].numbers["below_text"]
    assert "whole" not in text
    for name in ("half", "third"):
        recall = crowded.results[name].scores["recall"]
        assert f"{name}: recall {recall:.3f} < " in text


def test_one_finding_lists_the_generators_that_repeat_reals(crowded):
    told = [one for one in crowded.findings() if one.code == "fidelity.memorisation_of"]
    assert len(told) == 1
    alone = [name for name, one in crowded.results.items()
             if "fidelity.memorisation" in {told.code for told in one.findings()}]  # fmt: skip
    assert [part.split()[0] for part in told[0].numbers["generators_text"].split("; ")] == alone
    for language, word in (("en", "drawn together"), ("ja", "中心に寄っている")):
        assert word in finding_sentences(asdict(told[0]), language).meaning


def test_scores_at_the_ceiling_name_no_leader(crowded):
    codes = {one.code: one for one in crowded.findings()}
    assert not {"fidelity.best", "fidelity.best_alone"} & set(codes)
    assert {"half", "third"} <= set(codes["fidelity.equal_best"].numbers["equal"].split(", "))


def test_trends_are_a_finding(crowded):
    told = next(one for one in crowded.findings() if one.code == "fidelity.trends")
    row = next(row for row in crowded.trends if row["metric"] == "recall")
    minus = "\N{MINUS SIGN}"
    assert f"recall {row['slope']:.3f} [{row['low']:.3f}".replace("-", minus) in (
        told.numbers["trends_text"])  # fmt: skip


def test_too_few_generators_for_people_are_told(crowded):
    told = next(one for one in crowded.findings() if one.code == "fidelity.no_agreement")
    assert "3 generators" in told.say("en")


def test_rates_of_people_are_shares():
    with pytest.raises(ms.DataError, match=r"shares from 0 to 1.*: b\."):
        ms.compare_generators(REAL, REAL, REAL, names="ab", human={"a": 0.4, "b": 42})


def test_exact_copies_are_told_without_memorisation():
    rows = draw(1, 200, 6)
    rows[:20] = REAL[:20]
    found = ms.measure_fidelity(REAL, rows, metrics=["frechet"], correct=None)
    told = {one.code: one for one in found.findings()}
    assert told["fidelity.exact_copies"].numbers["exact"] == 20
    whole = ms.measure_fidelity(REAL[:50], REAL[:50], metrics=["frechet"], correct=None)
    assert "fidelity.exact_copies" in {one.code for one in whole.findings()}
    several = ms.compare_generators(REAL, rows, names="a", metrics=["recall"], correct=None)
    assert "a 20" in next(one for one in several.findings()
                          if one.code == "fidelity.exact_copies_of").say("en")  # fmt: skip
