"""Tests of terms keep their level; intervals cover; pairs keep the family's level (-m slow)."""

import numpy as np
import pytest

from monosashi.shape import pairwise_groups, partition_variance

pytestmark = pytest.mark.slow

D = 12
WIDTHS = 1 / np.sqrt(np.arange(1, D + 1))
REPLICATES = 1_000


def within(level, hits, replicates=REPLICATES):
    return abs(hits / replicates - level) <= 3 * np.sqrt(level * (1 - level) / replicates)


def uneven_design(rng, n=49):
    """Topic and language, correlated, every combination at least once."""
    topic = rng.integers(0, 4, n)
    lang = np.where(rng.random(n) < 0.4, topic % 3, rng.integers(0, 3, n))
    topic[:12], lang[:12] = np.repeat(range(4), 3), np.tile(range(3), 4)
    return topic, lang


def noise(rng, n=49):
    return rng.normal(size=(n, D)) * WIDTHS


@pytest.mark.parametrize("by", ["terms", "margin"])
def test_language_keeps_its_level_beside_strong_topics(by):
    """Freedman-Lane is near 0.05; raw rows lose power, so their level is far below."""
    rng, hits = np.random.default_rng(0), {"freedman-lane": 0, "raw": 0}
    for _ in range(REPLICATES):
        topic, lang = uneven_design(rng)
        rows = 2 * rng.normal(size=(4, D))[topic] + noise(rng)
        for method in hits:
            found = partition_variance(rows, {"topic": topic, "lang": lang}, by=by, rng=rng,
                                       normalise=False, permutations=99, method=method)  # fmt: skip
            hits[method] += found["lang"]["p_value"] <= 0.05
    assert within(0.05, hits["freedman-lane"])
    assert hits["raw"] / REPLICATES < 0.04


def test_interaction_keeps_its_level_beside_strong_main_effects():
    rng, hits = np.random.default_rng(1), 0
    for _ in range(REPLICATES):
        topic, lang = uneven_design(rng)
        rows = 2 * rng.normal(size=(4, D))[topic] + rng.normal(size=(3, D))[lang] + noise(rng)
        found = partition_variance(rows, {"topic": topic, "lang": lang},
                                   interactions="topic:lang", normalise=False, permutations=99,
                                   rng=rng)  # fmt: skip
        hits += found["topic:lang"]["p_value"] <= 0.05
    assert hits / REPLICATES < 0.05 + 3 * np.sqrt(0.05 * 0.95 / REPLICATES)
    assert hits / REPLICATES > 0.02


def test_language_keeps_its_level_beside_a_number_that_goes_with_it():
    rng, hits, without = np.random.default_rng(2), 0, 0
    for _ in range(REPLICATES):
        _, lang = uneven_design(rng)
        length = lang + rng.normal(size=49)
        rows = 2 * length[:, None] * rng.normal(size=D) + noise(rng)
        options = {"normalise": False, "permutations": 99, "rng": rng}
        found = partition_variance(rows, {"lang": lang}, covariates={"length": length}, **options)
        hits += found["lang"]["p_value"] <= 0.05
        without += partition_variance(rows, {"lang": lang}, **options)["lang"]["p_value"] <= 0.05
    assert within(0.05, hits)
    assert without / REPLICATES > 0.9, "length passes for language"


def test_topics_of_documents_keep_their_level_only_when_documents_move_whole():
    rng, hits = np.random.default_rng(3), {"free": 0, "whole": 0}
    unit, lang = np.repeat(np.arange(16), 3), np.tile(np.arange(3), 16)
    for _ in range(REPLICATES):
        rows = rng.normal(size=(16, D))[unit] + rng.normal(size=(3, D))[lang] + noise(rng, 48)
        for scheme, options in (("free", {}), ("whole", {"whole": unit})):
            found = partition_variance(rows, {"topic": unit % 4, "lang": lang}, normalise=False,
                                       permutations=99, rng=rng, **options)  # fmt: skip
            hits[scheme] += found["topic"]["p_value"] <= 0.05
    assert within(0.05, hits["whole"])
    assert hits["free"] / REPLICATES > 0.5


def sample(rng, authors):
    """Authors with a place of their own, who write on 3 topics in 2 languages, unequally often."""
    author = np.repeat(np.arange(authors), 8)
    topic, lang = rng.integers(0, 3, len(author)), rng.integers(0, 2, len(author))
    effects = np.random.default_rng(99).normal(size=(5, D))
    rows = 0.5 * effects[topic] + 0.4 * effects[3 + lang] + noise(rng, len(author))
    return rows + 0.5 * noise(rng, authors)[author], {"topic": topic, "lang": lang}, author


@pytest.mark.parametrize("authors", [10, 30])
def test_intervals_over_clusters_cover(authors):
    rng = np.random.default_rng(4)
    options = {"normalise": False, "permutations": 1}
    rows, factors, _ = sample(rng, 4_000)
    truth = partition_variance(rows, factors, **options)
    covered = np.zeros(4)
    for _ in range(REPLICATES):
        rows, factors, author = sample(rng, authors)
        found = partition_variance(rows, factors, clusters=author, **options)
        covered += [found[name][low] <= truth[name][key] <= found[name][high]
                    for name in factors
                    for key, low, high in (("r_squared", "low", "high"),
                                           ("partial_r_squared", "partial_low", "partial_high"))
                    ]  # fmt: skip
    assert (covered / REPLICATES >= 0.92).all()
    assert (covered / REPLICATES <= 0.985).all()


@pytest.mark.parametrize(("statistic", "widths"), [("f", [1, 1, 1, 1]), ("welch", [0.5, 1, 2, 2])])
def test_pairs_keep_the_level_of_the_family(statistic, widths):
    rng, any_pair = np.random.default_rng(5), 0
    labels = np.repeat(np.arange(4), [12, 9, 7, 20])
    for _ in range(300):
        rows = rng.normal(size=(48, D)) * np.array(widths)[labels, None]
        found = pairwise_groups(rows, labels, normalise=False, statistic=statistic, rng=rng,
                                permutations=399)  # fmt: skip
        any_pair += min(row["p_adjusted"] for row in found.pairs) <= 0.05
    assert any_pair / 300 < 0.05 + 3 * np.sqrt(0.05 * 0.95 / 300)
