"""Simulations with a known truth: intervals that cover, p values that are uniform."""

import numpy as np
import pytest

from monosashi.retrieval import compare_retrieval, measure_rankings

GROUPS, EACH, WORLDS = 40, 6, 300
FILL = [f"x{i}" for i in range(12)]


def lists(hit):
    """The answer first where there is a hit, else fifth."""
    return {f"q{i}": ["gold", *FILL] if yes else [*FILL[:4], "gold", *FILL[4:]]
            for i, yes in enumerate(hit)}  # fmt: skip


def clustered(rng, shift=0.0):
    """Yes or no for queries of groups whose own chance varies a lot; 0.6 on average."""
    chance = np.repeat(rng.beta(1.2, 0.8, GROUPS), EACH) + shift
    return rng.random(GROUPS * EACH) < chance


@pytest.mark.slow
def test_group_intervals_cover_and_naive_ones_do_not():
    rng = np.random.default_rng(0)
    groups = {f"q{i}": str(i // EACH) for i in range(GROUPS * EACH)}
    gold = dict.fromkeys(groups, "gold")
    covered = np.zeros(2)
    for world in range(WORLDS):
        run = lists(clustered(rng))
        for which, units in enumerate((groups, None)):
            found = measure_rankings(run, gold, groups=units, rng=world).recall[1]
            covered[which] += found.low <= 0.6 <= found.high
    grouped, naive = covered / WORLDS
    assert 0.92 <= grouped <= 0.98
    assert naive < 0.85


@pytest.mark.slow
def test_p_values_are_uniform_without_a_difference():
    """Two systems with equal chances in every group: exact, random and grouped flips."""
    rng = np.random.default_rng(1)
    groups = {f"q{i}": str(i // EACH) for i in range(GROUPS * EACH)}
    gold = dict.fromkeys(groups, "gold")
    rejected = {"recall@1": 0, "mrr": 0}
    covered = 0
    for world in range(WORLDS):
        chance = np.repeat(rng.beta(1.2, 0.8, GROUPS), EACH)
        effect = np.repeat(rng.normal(0, 0.25, GROUPS), EACH)  # groups favour one or the other
        runs = [lists(rng.random(GROUPS * EACH) < chance + sign * effect) for sign in (1, -1)]
        results = [measure_rankings(run, gold, groups=groups) for run in runs]
        found = compare_retrieval(results, metric="mrr", permutations=999, rng=world)
        for metric in rejected:
            row = found.difference("system 1", "system 2", metric)
            rejected[metric] += row["p_value"] <= 0.1
        row = found.difference("system 1", "system 2")
        covered += row["low"] <= 0 <= row["high"]
    for metric, count in rejected.items():
        assert 0.05 <= count / WORLDS <= 0.15, metric
    assert 0.91 <= covered / WORLDS <= 0.985
