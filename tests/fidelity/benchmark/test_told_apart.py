"""Counts of two measures are told apart by the same draws of the repeats."""

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest

from monosashi.advice.benchmark_document import BenchmarkDocument
from monosashi.fidelity.benchmark import run_fidelity_benchmark
from monosashi.report.sentences import verdict_sentence


def steady(real, generated):
    return float(np.exp(-np.abs(real.mean(axis=0) - generated.mean(axis=0)).max()))


def same_again(real, generated):
    return steady(real, generated)


def constant(real, generated):
    del real, generated
    return 1.0


FUNCTIONS = {"steady": steady, "again": same_again, "constant": constant}


@pytest.fixture(scope="module")
def found():
    return run_fidelity_benchmark(FUNCTIONS, checks=[1, 12], repeats=6)


def verdict(part):
    told = BenchmarkDocument(provenance=part.provenance, part=part, source="", title="",
                             command="", created="")  # fmt: skip
    return told.verdict


def test_every_two_measures_are_compared_on_the_same_draws(found):
    pairs = {(row["metric_a"], row["metric_b"]) for row in found.differences}
    assert pairs == {("steady", "again"), ("steady", "constant"), ("again", "constant")}
    row = found.difference("again", "steady")
    assert (row["difference"], row["low"], row["high"]) == (0, 0, 0)
    one, other = found.difference("steady", "constant"), found.difference("constant", "steady")
    assert (one["low"], one["high"]) == (-other["high"], -other["low"])
    passed = found.passed()
    assert one["difference"] == passed["steady"] - passed["constant"]


def test_headline_says_what_is_not_told_apart(found):
    held = verdict(found)
    most = max(found.passed().values())
    first = {name for name, passed in found.passed().items() if passed == most}
    tied = {name for name in set(found.passed()) - first
            if not all(found.told_apart(one, name) for one in first)}  # fmt: skip
    assert set(filter(None, held["numbers"]["tied"].split(", "))) == tied
    assert set(held["numbers"]["metric"].split(", ")) == first


def one_after_another(counts):
    """A verdict on measures that pass so many rows, none told apart from an equal one."""
    names = list(counts)
    part = run_fidelity_benchmark(dict.fromkeys(names, constant), checks=[12], repeats=1)
    rows = [{**row, "passed": counts[row["metric"]], "rows": 9} for row in part.counts]
    limits = [{"metric_a": a, "metric_b": b, "difference": counts[a] - counts[b],
               "low": counts[a] - counts[b], "high": counts[a] - counts[b]}
              for a, b in combinations(names, 2)]  # fmt: skip
    return verdict(replace(part, counts=rows, differences=limits))


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize(
    ("counts", "code", "told"),
    [
        ({"a": 4, "b": 4}, "benchmarks_equal", ("4",)),
        ({"a": 4, "b": 2, "c": 4}, "benchmarks_shared_apart", ("a, c", "b")),
        ({"a": 5, "b": 2, "c": 2}, "benchmarks", ("a", "b, c")),
    ],
)
def test_measures_that_pass_equally_many_rows_share_their_place(counts, code, told, language):
    held = one_after_another(counts)
    assert held["code"] == f"advice.verdicts.{code}"
    text = verdict_sentence(held, language)
    assert all(one in text for one in told)
    assert ("most" in text or "最も多く" in text) == (code != "benchmarks_equal")


@pytest.mark.parametrize("repeats", [1, 5])
def test_few_repeats_tell_nothing_apart(repeats):
    """Of five, all lie on one side of the truth in 2 / 2 ** 5 = 6 % of the runs."""
    alone = run_fidelity_benchmark(FUNCTIONS, checks=[1], repeats=repeats)
    assert verdict(alone)["code"].startswith("advice.verdicts.benchmarks_")
    assert verdict(alone)["code"] != "advice.verdicts.benchmarks_shared_apart"
    assert all(row["low"] is None for row in (*alone.differences, *alone.counts))


@pytest.mark.parametrize(("low", "kind"), [(0, "_tied"), (1, ""), (None, "_few")])
def test_a_gain_whose_limits_hold_0_is_not_called_a_gain(low, kind):
    part = run_fidelity_benchmark(["coverage", "coverage:filtered"], checks=[12], repeats=1)
    rows = [{**row, "low": None if low is None else -2, "high": None if low is None else -low}
            for row in part.differences]  # fmt: skip
    assert [row["metric_a"] for row in rows] == ["coverage"]
    (gain,) = [one for one in replace(part, differences=rows).findings() if "gain" in one.code]
    assert gain.code == f"fidelity.benchmark_gain{kind}"
