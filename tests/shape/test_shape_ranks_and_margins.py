"""Rank intervals, equivalence, and what the bootstrap admits."""

import numpy as np
import pytest
from scipy.stats import t as student

from monosashi.embeddings import DataError, EmbeddingSet
from monosashi.embeddings.panel import Panel
from monosashi.shape import agreement, compare_shapes
from monosashi.words import LANGUAGES, say


def models(groups=20, widths=(0.4, 0.41, 1.0), d=10, seed=0, names="abcdef"):
    rng = np.random.default_rng(seed)
    labels = np.repeat(np.arange(groups), 4)
    centres = rng.normal(size=(groups, d))[labels]
    noise = rng.normal(size=centres.shape)
    sets = [EmbeddingSet.from_arrays(centres + w * noise + 0.02 * rng.normal(size=centres.shape))
            for w in widths]  # fmt: skip
    return Panel.of(*sets, names=list(names[: len(widths)])), labels


def ranks_of(found):
    return {row["model"]: (row["rank"], row["rank_low"], row["rank_high"]) for row in found.ranks}


def test_ranks_follow_the_decided_pairs():
    panel, labels = models(widths=(0.4, 0.4, 0.7, 1.2))
    found = compare_shapes(panel, labels)
    ranks = ranks_of(found)
    assert {ranks["a"][0], ranks["b"][0]} == {1, 2}
    assert ranks["a"][1:] == ranks["b"][1:] == (1, 2)
    assert ranks["c"] == (3, 3, 3)
    assert ranks["d"] == (4, 4, 4)
    for low, rank, high in ((low, rank, high) for rank, low, high in ranks.values()):
        assert low <= rank <= high
    levels = {row["model"]: row for row in found.tables()["comparison_levels"]}
    assert levels["c"]["rank_low"] == 3


def test_equal_models_share_all_ranks_they_may_have():
    panel, labels = models(widths=(0.5, 0.5))
    same = Panel.of(*panel.sets[:1] * 3, names=["x", "y", "z"])
    assert set(ranks_of(compare_shapes(same, labels)).values()) == {(1, 1, 3)}
    assert compare_shapes(same, labels, statistics=("w_bar",)).ranks == ()


def test_equivalence_is_the_interval_at_twice_the_level_inside_the_margin():
    panel, labels = models(widths=(0.4, 0.41))
    row = compare_shapes(panel, labels).differences[0]
    assert not {"equivalence_p", "equivalent"} & set(row)
    half = student.ppf(0.95, 19) * row["standard_error"]
    reach = abs(row["bias_corrected"]) + half
    for margin, expected in ((0.99 * reach, False), (1.01 * reach, True)):
        judged = compare_shapes(panel, labels, margin=margin).differences[0]
        assert judged["equivalent"] is expected
    at = compare_shapes(panel, labels, margin=reach).differences[0]
    assert at["equivalence_p"] == pytest.approx(0.05, abs=1e-9)


def test_pairs_adjust_equivalence_and_scale_bound_statistics_have_none():
    panel, labels = models()
    found = compare_shapes(panel, labels, margin=0.05, statistics=("r_squared", "w_bar"))
    rows = [row for row in found.differences if row["statistic"] == "r_squared"]
    assert all(row["equivalence_p"] <= row["equivalence_p_adjusted"] for row in rows)
    assert [row["equivalent"] for row in rows] == [True, False, False]
    bound = [row for row in found.differences if row["statistic"] == "w_bar"]
    assert not any("equivalent" in row for row in bound)
    (told,) = [f for f in found.findings() if f.code == "shape.equivalent"]
    assert (told.numbers["equivalent"], told.numbers["pairs"]) == (1, 3)
    assert "a = b" in told.numbers["names"]


def test_none_equivalent_is_not_advised_as_if_some_were():
    panel, labels = models(widths=(0.4, 1.0))
    edge = abs(compare_shapes(panel, labels).differences[0]["bias_corrected"])
    found = compare_shapes(panel, labels, margin=edge)
    (told,) = [f for f in found.findings() if "equivalent" in f.code]
    assert told.code == "shape.not_equivalent"
    assert "none of 1 pairs" in told.say("en")
    assert told.say("ja")


def test_a_copy_is_equivalent_without_variation():
    panel, labels = models(widths=(0.5, 0.5))
    same = Panel.of(*panel.sets[:1] * 2, names=["x", "y"])
    for method in ("jackknife", "bootstrap"):
        row = compare_shapes(same, labels, margin=1e-6, method=method).differences[0]
        assert row["equivalent"] is True


def test_bootstrap_agrees_on_equivalence():
    panel, labels = models(groups=40, widths=(0.4, 0.41, 1.0))
    a, b = (
        compare_shapes(panel, labels, margin=0.05, method=m) for m in ("jackknife", "bootstrap")
    )
    for one, two in zip(a.differences, b.differences, strict=True):
        assert one["equivalent"] == two["equivalent"]
    assert {row["undefined_draws"] for row in b.differences} == {0}


@pytest.mark.parametrize("margin", [0, -1, float("nan"), float("inf")])
def test_margins_that_mean_nothing(margin):
    panel, labels = models()
    with pytest.raises(DataError, match="margin"):
        compare_shapes(panel, labels, margin=margin)


@pytest.mark.parametrize("language", LANGUAGES)
def test_bootstrap_over_few_groups_warns_and_counts(language):
    panel, labels = models(groups=5)
    found = compare_shapes(panel, labels, method="bootstrap", rng=0, margin=0.1)
    assert 0 < found.degenerate_draws < 20  # 2,000 draws, each with chance 5 ** -4
    codes = {finding.code: finding for finding in found.findings()}
    assert codes["shape.bootstrap_groups"].level == "warning"
    for code in ("shape.bootstrap_groups", "shape.equivalent"):
        for part in ("headline", "usual", "meaning", "next", "verify"):
            assert say(f"{code.replace('.', '.findings.')}.{part}", language,
                       **codes[code].numbers)  # fmt: skip
    enough = compare_shapes(*models(groups=20), method="bootstrap")
    assert "shape.bootstrap_groups" not in {finding.code for finding in enough.findings()}
    none = compare_shapes(*models(groups=20))
    assert (none.draws, none.degenerate_draws, none.margin) == (None, None, None)
    assert {"draws", "degenerate_draws", "margin"} <= set(none.reasons)


def test_many_objects_are_compared_by_sampled_anchors(monkeypatch):
    panel, labels = models(groups=30)
    whole = compare_shapes(panel, labels).agreement
    monkeypatch.setattr(agreement, "MOST", 100)
    monkeypatch.setattr(agreement, "ANCHORS", 60)
    part = compare_shapes(panel, labels, rng=1).agreement
    assert {row["n_anchors"] for row in part} == {60}
    for one, two in zip(whole, part, strict=True):
        assert two["knn_overlap"] == pytest.approx(one["knn_overlap"], abs=0.1)
    assert part == compare_shapes(panel, labels, rng=1).agreement


def test_a_difference_surely_beyond_the_margin_is_said_to_be():
    """All intervals lie outside the margin: more groups would make nothing equivalent."""
    rng = np.random.default_rng(3)
    labels = np.repeat(np.arange(30), 4)
    centres = rng.normal(size=(30, 10))[labels]
    clouds = [centres + w * rng.normal(size=centres.shape) for w in (0.1, 0.8, 2.5)]
    panel = Panel.of(*(EmbeddingSet.from_arrays(one) for one in clouds), names=list("abc"))
    for method in ("jackknife", "bootstrap"):
        found = compare_shapes(panel, labels, margin=0.05, method=method, rng=0)
        assert all(min(abs(row["low"]), abs(row["high"])) > 0.05 for row in found.differences)
        assert all(row["beyond"] and not row["equivalent"] for row in found.differences)
        told = found.findings()[-1]
        assert told.code == "shape.all_beyond"
        assert told.numbers["beyond"] == 3
    wide = compare_shapes(panel, labels, margin=0.95, rng=0)
    assert not any(row["beyond"] for row in wide.differences)


def test_a_test_beyond_the_margin_keeps_its_level_at_the_edge():
    """A true difference of exactly the margin is rarely taken for a larger one."""
    from monosashi.shape.equivalence import beyond_by_jackknife
    from monosashi.statistics.jackknife import jackknife

    rng, margin, level = np.random.default_rng(5), 0.1, 0.05
    found = []
    for _ in range(2000):
        values = margin + 0.3 * rng.normal(size=20)
        without = (values.sum() - values) / 19
        found.append(beyond_by_jackknife(jackknife(values.mean(), without), margin, 1.0))
    assert 0.03 < np.mean(np.array(found) < level) < 0.07
