"""Counts of two measures are told apart by the same draws of the repeats."""

import numpy as np
import pytest

from monosashi.advice.benchmark_document import BenchmarkDocument
from monosashi.fidelity.benchmark import run_fidelity_benchmark


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
    return run_fidelity_benchmark(FUNCTIONS, checks=[1, 12], repeats=3)


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
    first, *others = sorted(found.counts, key=lambda row: -row["passed"])
    tied = {one["metric"] for one in others if not found.told_apart(first["metric"], one["metric"])}
    assert set(filter(None, held["numbers"]["tied"].split(", "))) == tied
    assert {"steady", "again"} <= tied | {first["metric"]} or {"constant"} == {first["metric"]}


def test_one_repeat_tells_nothing_apart():
    alone = run_fidelity_benchmark(FUNCTIONS, checks=[1], repeats=1)
    assert verdict(alone)["code"] == "advice.verdicts.benchmarks_level"
    assert all(row["low"] is None for row in alone.differences)


def test_a_gain_whose_limits_hold_0_is_not_called_a_gain():
    part = run_fidelity_benchmark(["coverage", "coverage:filtered"], checks=[12], repeats=2)
    (gain,) = [one for one in part.findings() if "gain" in one.code]
    apart = part.told_apart("coverage:filtered", "coverage")
    assert gain.code == ("fidelity.benchmark_gain" if apart else "fidelity.benchmark_gain_tied")
