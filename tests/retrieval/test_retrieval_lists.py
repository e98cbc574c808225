"""Two systems without gold: how much of their lists is the same."""

import numpy as np
import pytest

import monosashi as ms
from monosashi.retrieval import compare_lists, compare_retrieval, measure_rankings


def test_by_hand():
    old = {"q1": list("abcd"), "q2": list("ab"), "q3": []}
    new = {"q1": list("bxyz"), "q2": list("ab"), "q3": ["a"]}
    found = compare_lists(old, new, query_texts={"q1": "what?"}, document_texts={"a": "first"})
    assert (found.overlap.value, found.same_first.value) == ((0.25 + 1) / 2, 0.5)
    assert found.lost is None
    assert found.reasons["difference"].code == "retrieval.reasons.no_gold"
    changed = {row["query_id"]: row for row in found.changed_queries}
    assert list(changed) == ["q3", "q1"]
    assert (changed["q3"]["first_old"], changed["q3"]["first_new_text"]) == (None, "first")
    assert changed["q1"] == {
        "query_id": "q1", "query_text": "what?", "common": 1, "first_old": "a",
        "first_old_text": "first", "first_new": "b", "first_new_text": None,
    }  # fmt: skip


def test_gold_changes_nothing_about_the_lists():
    rng = np.random.default_rng(0)
    gold = {f"q{i}": str(i) for i in range(40)}
    old, new = ({q: rng.permutation(20).astype(str)[:12].tolist() for q in gold} for _ in "ab")
    groups = {q: str(i // 2) for i, q in enumerate(gold)}
    judged = [measure_rankings(run, gold | {"q0": "0"}, groups=groups) for run in (old, new)]
    with_gold = compare_retrieval(judged).switch
    alone = compare_lists(old, new, groups=groups)
    assert alone.overlap.value == pytest.approx(with_gold.overlap.value, abs=1e-12)
    assert alone.same_first.value == pytest.approx(with_gold.same_first.value, abs=1e-12)
    assert alone.n_groups == with_gold.n_groups == 20


def test_a_list_that_nobody_made_has_a_reason():
    found = compare_lists({"q": []}, {"q": ["a"]})
    assert found.overlap is None
    assert found.reasons["overlap"].code == "retrieval.reasons.no_list"
    assert found.findings() == []


def test_without_10_the_largest_k_counts_and_the_lists_stay_10_long():
    gold = dict.fromkeys([f"q{i}" for i in range(8)], "gold")
    old = measure_rankings({key: ["gold", *"abcdefghijkl"] for key in gold}, gold, ks=(1, 3))
    new = measure_rankings(
        {key: [*"abcd", "gold", *"efghijkl"] for key in gold}, gold, ks=(1, 3, 5)
    )
    switch = compare_retrieval({"old": old, "new": new}, metric="mrr").switch
    assert (switch.k, switch.listed, switch.lost.value) == (3, 10, 1.0)
    assert switch.overlap.value == 1.0
    (finding,) = switch.findings()
    assert (finding.numbers["k"], finding.numbers["lost"], finding.level) == (3, 8, "problem")


def test_systems_without_a_common_k_are_compared_by_their_lists():
    gold = dict.fromkeys("pqr", "gold")
    old, new = (measure_rankings({key: ["gold", "a"] for key in gold}, gold, ks=ks)
                for ks in ((1,), (2,)))  # fmt: skip
    found = compare_retrieval({"old": old, "new": new}, metric="mrr")
    assert found.switch.lost is None
    assert found.switch.reasons["lost"].code == "retrieval.reasons.no_k"
    assert [one.code for one in found.switch.findings()] == ["retrieval.overlap"]


def test_what_cannot_be_compared_is_named():
    with pytest.raises(ms.DataError, match='"q2"') as caught:
        compare_lists({"q1": ["a"], "q2": ["a"]}, {"q1": ["a"], "q3": ["a"]}, names=("x", "x"))
    codes = [one.code for one in caught.value.faults]
    assert codes == ["retrieval.errors.same_names", *["retrieval.errors.lists_differ"] * 2]
