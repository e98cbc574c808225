"""Systems on the same queries: paired differences, ties with the best, what a switch changes."""

import json

import numpy as np
import pytest

import monosashi as ms
from monosashi.retrieval import compare_retrieval, measure_rankings
from monosashi.statistics.paired import mcnemar_exact

LETTERS = tuple("abcdefghijklmnop")


def system(ranks, *, groups=None, name="", depth=12):
    """Lists that put the one answer ("gold") of query i at ``ranks[i]`` (0: not listed)."""
    run = {}
    for i, rank in enumerate(ranks):
        listed = list(LETTERS[:depth])
        if rank:
            listed.insert(rank - 1, "gold")
        run[f"q{i}"] = listed
    gold = dict.fromkeys(run, "gold")
    return measure_rankings(run, gold, groups=groups, name=name)


def test_gained_and_lost_by_hand():
    old, new = system([1, 1, 11, 2, 6, 0]), system([1, 12, 1, 7, 5, 3])
    found = compare_retrieval({"old": old, "new": new}, metric="mrr")
    switch = found.switch
    moves = [(row["k"], row["gained"], row["lost"]) for row in switch.moves]
    assert moves == [(1, 1, 1), (5, 3, 2), (10, 2, 1)]
    assert [row["mcnemar_p"] for row in switch.moves][1] == mcnemar_exact(3, 2)
    assert [row["net"] for row in switch.moves] == pytest.approx([0, 1 / 6, 1 / 6])
    assert (switch.k, switch.gained.value, switch.lost.value) == (10, 2 / 6, 1 / 6)
    assert switch.mcnemar_p == mcnemar_exact(2, 1)
    (lost,) = switch.lost_queries
    assert (lost["query_id"], lost["rank_old"], lost["rank_new"]) == ("q1", 1, 12)
    gained = [(row["query_id"], row["rank_old"], row["rank_new"]) for row in switch.gained_queries]
    assert gained == [("q5", None, 3), ("q2", 11, 1)]
    row = found.difference("new", "old")
    assert (row["wins"], row["losses"], row["equal"]) == (3, 2, 1)
    assert row["difference"] == pytest.approx(new.mrr.value - old.mrr.value)
    back = found.difference("old", "new")
    assert (back["low"], back["high"], back["wins"]) == (-row["high"], -row["low"], 2)


def test_overlap_of_the_first_ten():
    gold = {"q1": "a", "q2": "a"}
    old = measure_rankings({"q1": list("abcd"), "q2": list("abcdefghij")}, gold)
    new = measure_rankings({"q1": list("abxy"), "q2": list("abcdefghij")}, gold)
    found = compare_retrieval({"old": old, "new": new})
    assert found.switch.overlap.value == pytest.approx((0.5 + 1) / 2)


def test_yes_or_no_metrics_are_tested_exactly_as_mcnemar():
    rng = np.random.default_rng(0)
    ranks = [rng.integers(1, 4, 80) for _ in range(2)]
    found = compare_retrieval({"a": system(ranks[0]), "b": system(ranks[1])})
    row = found.difference("a", "b", "recall@1")
    assert row["exact"]
    assert row["p_value"] == pytest.approx(mcnemar_exact(row["wins"], row["losses"]))


def test_order_of_queries_does_not_matter():
    rng = np.random.default_rng(1)
    ranks = rng.integers(1, 9, 40)
    old, new = system(ranks), system(np.maximum(1, ranks - 1))
    turned = [f"q{i}" for i in rng.permutation(40)]
    run = {q: new.queries.top[new.queries.ids.index(q)] for q in turned}
    shuffled = measure_rankings(run, dict.fromkeys(turned, "gold"))
    one = compare_retrieval({"old": old, "new": new}, metric="mrr")
    two = compare_retrieval({"old": old, "new": shuffled}, metric="mrr")
    assert one.difference("new", "old") == two.difference("new", "old")
    assert one.switch.moves == two.switch.moves
    assert one.switch.lost_queries == two.switch.lost_queries
    assert one.switch.overlap == two.switch.overlap


def test_holm_over_the_pairs_of_a_metric():
    rng = np.random.default_rng(2)
    base = rng.integers(1, 6, 60)
    systems = {"a": system(base), "b": system(base + rng.integers(0, 2, 60)),
               "c": system(rng.integers(1, 6, 60))}  # fmt: skip
    found = compare_retrieval(systems, metric="mrr")
    for metric in found.metrics:
        rows = [row for row in found.differences if row["metric"] == metric]
        p = sorted(row["p_value"] for row in rows)
        assert len(rows) == 3
        assert min(row["p_adjusted"] for row in rows) == pytest.approx(min(1, 3 * p[0]))
    assert found.switch is None
    assert "switch" in found.reasons
    assert found.best["mrr"] in found.tied_with_best["mrr"]


def test_tied_with_best():
    rng = np.random.default_rng(3)
    good = rng.integers(1, 3, 100)
    same = good.copy()
    same[:4] = 3 - same[:4]
    found = compare_retrieval({"far": system(good + 6), "good": system(good), "near": system(same)},
                              metric="mrr")  # fmt: skip
    assert set(found.tied_with_best["mrr"]) == {"good", "near"}
    (verdict,) = [f for f in found.findings() if f.code in ("retrieval.tied", "retrieval.ahead")]
    assert verdict.code == "retrieval.tied"
    clear = compare_retrieval({"far": system(good + 6), "good": system(good)}, metric="mrr")
    assert clear.tied_with_best["mrr"] == ("good",)
    assert {f.code for f in clear.findings()} == {"retrieval.ahead", "retrieval.switch_kept"}


@pytest.mark.parametrize(("lost", "level"), [(12, "warning"), (60, "problem")])
def test_the_level_of_a_switch_is_what_it_surely_loses(lost, level):
    old, new = system([1] * 400), system([12] * lost + [1] * (400 - lost))
    levels = {f.code: f.level for f in compare_retrieval([old, new]).findings()}
    assert levels["retrieval.switch"] == level
    levels = {f.code: f.level for f in compare_retrieval([new, old]).findings()}
    assert levels["retrieval.switch_kept"] == "note"


def test_identical_systems():
    held = system([1, 2, 3] * 10)
    found = compare_retrieval({"a": held, "b": held}, metric="mrr")
    row = found.difference("a", "b")
    assert (row["difference"], row["p_value"], row["equal"]) == (0, 1, 30)
    assert row["low"] <= 0 <= row["high"]
    assert found.switch.overlap.value == 1
    assert found.tied_with_best["mrr"] == ("a", "b")
    json.dumps(found.to_dict(), allow_nan=False)


def test_whole_groups_are_flipped_and_resampled():
    """Twenty copies of one query are one piece of evidence."""
    groups = {f"q{i}": str(i // 20) for i in range(100)}
    old, new = system([2] * 100, groups=groups), system([1] * 100, groups=groups)
    row = compare_retrieval({"old": old, "new": new}, metric="mrr").difference("new", "old")
    assert row["p_value"] == pytest.approx(2 / 2**5)
    free = compare_retrieval({"old": system([2] * 100), "new": system([1] * 100)}, metric="mrr")
    assert free.difference("new", "old")["p_value"] == pytest.approx(1e-4)


def test_what_cannot_be_compared_is_named():
    base = system([1, 2, 3])
    with pytest.raises(ms.DataError, match='"q3"'):
        compare_retrieval({"a": base, "b": system([1, 2, 3, 4])})
    other = measure_rankings({f"q{i}": ["a"] for i in range(3)}, {f"q{i}": "a" for i in range(3)})
    with pytest.raises(ms.DataError, match="different gold: 3"):
        compare_retrieval({"a": base, "b": other})
    grouped = system([1, 2, 3], groups={"q0": "x", "q1": "x", "q2": "q2"})
    with pytest.raises(ms.DataError, match="different groups: 2"):
        compare_retrieval({"a": base, "b": grouped})
    with pytest.raises(ms.DataError, match="at least two"):
        compare_retrieval([base])
    with pytest.raises(ms.DataError, match="share names"):
        compare_retrieval([system([1], name="m"), system([1], name="m")])
    with pytest.raises(ms.DataError, match=r"recall@1"):
        compare_retrieval([base, base], metric="ndcg@7")
    with pytest.raises(ms.DataError, match="no difference"):
        compare_retrieval([base, base]).difference("a", "b")
