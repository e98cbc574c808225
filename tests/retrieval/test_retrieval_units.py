"""What the independent units decide: order of rows, grouping, a single unit, equal p."""

import numpy as np
import pytest

from monosashi.retrieval import compare_lists, compare_retrieval, measure_rankings
from monosashi.retrieval.differences import told_apart
from monosashi.retrieval.estimating import estimate_means
from monosashi.retrieval.units import Units
from monosashi.statistics.bootstrap import Resampling

N = 60
NAMES = [f"q{i:02}" for i in range(N)]
GOLD = dict.fromkeys(NAMES, "gold")
GROUPS = {name: f"page {i // 3}" for i, name in enumerate(NAMES)}
FILL = [f"x{i}" for i in range(12)]


def system(seed, easy=0.6):
    """The answer somewhere among the first eleven."""
    rng = np.random.default_rng(seed)
    places = np.where(rng.random(N) < easy, 0, rng.integers(0, 11, N))
    return {name: [*FILL[:at], "gold", *FILL[at:]]
            for name, at in zip(NAMES, places, strict=True)}  # fmt: skip


def numbers(estimate):
    return estimate.value, estimate.low, estimate.high, estimate.standard_error


@pytest.mark.parametrize("groups", [None, GROUPS])
def test_order_of_queries_changes_no_bit(groups):
    run, turned = system(1), [NAMES[i] for i in np.random.default_rng(2).permutation(N)]
    one = measure_rankings(run, GOLD, groups=groups)
    other = measure_rankings({name: run[name] for name in turned},
                             {name: GOLD[name] for name in turned}, groups=groups)  # fmt: skip
    for metric, found in one.metrics.items():
        assert numbers(found) == numbers(other.metrics[metric]), metric


@pytest.mark.parametrize("groups", [None, GROUPS])
def test_order_of_queries_changes_no_p(groups):
    turned = [NAMES[i] for i in np.random.default_rng(3).permutation(N)]
    found = []
    for names in (NAMES, turned):
        gold = {name: GOLD[name] for name in names}
        results = [measure_rankings({name: run[name] for name in names}, gold, groups=groups)
                   for run in (system(1), system(2, 0.4))]  # fmt: skip
        found.append(compare_retrieval(results, metric="mrr", permutations=199))
    row, other = (one.difference("system 1", "system 2") for one in found)
    assert not row["exact"]
    assert row == other


def test_grouping_changes_the_interval_and_not_the_mean():
    run = system(1)
    alone, grouped = (measure_rankings(run, GOLD, groups=groups) for groups in (None, GROUPS))
    assert alone.mrr.value == grouped.mrr.value
    assert alone.mrr.low != grouped.mrr.low
    assert (alone.mrr.n, grouped.mrr.n) == (N, N // 3)


def test_the_same_lists_with_and_without_gold_overlap_alike():
    old, new = system(1), system(2)
    ready = [measure_rankings(run, GOLD, name=name) for run, name in ((old, "a"), (new, "b"))]
    with_gold = compare_retrieval(ready, rng=5).switch
    turned = NAMES[::-1]
    without = compare_lists(*({name: run[name] for name in turned} for run in (old, new)), rng=5)
    assert numbers(with_gold.overlap) == numbers(without.overlap)


def test_one_unit_has_no_standard_error():
    columns = {"mrr": np.array([1.0, 0.5])}
    found = estimate_means(columns, Units.of(["a", "b"], {"a": "x", "b": "x"}),
                           confidence=0.95, rng=None)["mrr"]  # fmt: skip
    assert found.standard_error is None
    assert found.method == "exact bound, a single unit"
    assert found.high - found.low > 0.97


def test_undefined_values_are_left_out_of_both_sums():
    columns = {"share": np.array([0.5, np.nan, 1.0, np.nan]), "all": np.ones(4)}
    found = estimate_means(columns, Units.of(list("abcd"), None), confidence=0.95, rng=None)
    assert (found["share"].value, found["share"].n, found["all"].n) == (0.75, 2, 4)


def test_units_are_numbered_by_label():
    units = Units.of(["c", "a", "b"], {"c": "z", "a": "y"})
    assert units.codes.tolist() == [2, 1, 0]
    assert units.names == ("z", "y", "b")


@pytest.mark.parametrize("confidence", [0.9, 0.95, 0.99])
def test_p_of_exactly_the_limit_tells_nothing_apart(confidence):
    limit = round(1 - confidence, 2)
    assert not told_apart(limit, confidence)
    assert told_apart(limit - 1e-6, confidence)


def test_grouped_changes_are_tested_by_groups_and_single_ones_by_mcnemar():
    """Ten wordings of one question that all turn better are one gain, not ten."""
    from monosashi.statistics.paired import mcnemar_exact

    found, tens = {}, {name: str(i // 10) for i, name in enumerate(NAMES)}
    for label, groups in (("alone", None), ("grouped", tens)):
        old = {name: [*FILL, "gold"] for name in NAMES}
        new = {name: ["gold"] if i < 30 else old[name] for i, name in enumerate(NAMES)}
        runs = [measure_rankings(run, GOLD, groups=groups) for run in (old, new)]
        row = compare_retrieval(runs).difference("system 2", "system 1", "hits@10")
        found[label] = row["p_value"], row["smallest_p"], row["low"] > 0
    assert found["alone"][0] == pytest.approx(mcnemar_exact(30, 0))
    assert found["grouped"] == (0.25, 0.25, False)
    assert found["alone"][2]


def test_standard_errors_are_those_of_resampled_units():
    values = np.random.default_rng(4).random(40)
    found = estimate_means({"a": values}, Units.of([f"{i:02}" for i in range(40)], None),
                           confidence=0.95, rng=3)["a"]  # fmt: skip
    draws = Resampling.of(40, rng=3).means(values[:, None], np.ones((40, 1)))
    assert found.standard_error == pytest.approx(draws.std(ddof=1))
