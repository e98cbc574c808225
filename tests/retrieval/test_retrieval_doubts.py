"""What a comparison must not hide: missing queries, few units, groups, ties, several answers."""

import json

import numpy as np
import pytest

from monosashi.embeddings import DataError
from monosashi.retrieval import compare_retrieval, measure_rankings, measure_retrieval


def system(hit, name, gold=None, groups=None):
    """A list a query: the answer first where ``hit``, else nowhere."""
    lists = {f"q{i}": ["a", "b"] if found else ["b", "c"] for i, found in enumerate(hit)}
    answers = gold or dict.fromkeys(lists, "a")
    return measure_rankings(lists, answers, name=name, groups=groups, rng=0)


def codes(found):
    return {one.code: one for one in found.findings()}


def test_missing_queries_of_both_are_told_once_and_counted():
    gold = {f"q{i}": "a" for i in range(40)}
    old, new = (system([True] * 25 + [False] * 5, name, gold) for name in ("old", "new"))
    found = compare_retrieval([old, new], rng=0)
    missing = [one for one in found.findings() if one.code == "retrieval.missing"]
    assert len(missing) == 1
    assert missing[0].numbers["name"] == "old, new"
    assert "10 of 40" in missing[0].say("en")
    assert found.to_dict()["n_missing"] == {"old": 10, "new": 10}


def test_missing_queries_of_one_carry_its_name():
    gold = {f"q{i}": "a" for i in range(30)}
    old, new = system([True] * 30, "old", gold), system([True] * 20, "new", gold)
    assert codes(compare_retrieval([old, new], rng=0))["retrieval.missing"].numbers["name"] == "new"


def test_absent_gold_and_notices_come_along():
    axes = np.eye(6)
    gold = {"0": ["0", "gone"], **{str(i): "0" for i in range(1, 6)}}
    found = compare_retrieval({name: measure_retrieval(axes, axes, gold=gold)
                               for name in ("old", "new")}, rng=0)  # fmt: skip
    assert codes(found)["retrieval.absent_gold"].numbers["name"] == "old, new"
    told = [notice.code for notice in found.provenance.notices]
    assert {"retrieval.notices.few_units", "retrieval.notices.shared_golds"} <= {*told}
    assert len(told) == len(set(told))


def test_missing_queries_without_a_group_are_said_to_stand_alone():
    gold = {f"q{i}": "a" for i in range(12)}
    groups = {f"q{i}": f"g{i // 5}" for i in range(10)}
    found = system([True] * 10, "one", gold, groups)
    (note,) = [n for n in found.provenance.notices if n.code == "retrieval.notices.missing_alone"]
    assert note.values["missing"] == 2
    assert found.n_groups == 4
    named = system([True] * 10, "one", gold, {**groups, "q10": "g0", "q11": "g0"})
    assert named.n_groups == 2
    assert not [n for n in named.provenance.notices if n.code.endswith("missing_alone")]


def grouped(groups):
    names = {f"q{i}": f"g{i % groups}" for i in range(40)}
    hit = np.arange(40) % 4 != 0
    return compare_retrieval([system([True] * 40, "old", groups=names),
                              system(hit, "new", groups=names)], rng=0)  # fmt: skip


@pytest.mark.parametrize("groups", [2, 3])
def test_few_units_cannot_decide_whatever_the_interval_says(groups):
    found = codes(grouped(groups))
    assert "retrieval.switch" not in found
    undecided = found["retrieval.switch_undecided"]
    assert undecided.level == "note"
    assert undecided.numbers["smallest_p"] > 0.05


def test_enough_units_that_all_lose_are_more_than_a_note():
    old = system([True] * 40, "old", groups={f"q{i}": f"g{i % 8}" for i in range(40)})
    new = system([i >= 24 for i in range(40)], "new",
                 groups={f"q{i}": f"g{i % 8}" for i in range(40)})  # fmt: skip
    found = codes(compare_retrieval([old, new], rng=0))["retrieval.switch"]
    assert found.level in ("problem", "warning")
    assert found.numbers["p_value"] == pytest.approx(2 / 2**8)


def test_a_level_needs_the_test_too():
    """8 of 10 units lose: the high end may lie below 0 while p is above alpha."""
    hit = [i >= 6 for i in range(100)]
    names = {f"q{i}": f"g{i}" if i >= 6 else f"g{i % 6}" for i in range(100)}
    found = compare_retrieval([system([True] * 100, "old", groups=names),
                               system(hit, "new", groups=names)], rng=0)  # fmt: skip
    (row,) = [row for row in found.switch.moves if row["k"] == 10]
    told = next(one for code, one in codes(found).items() if code.startswith("retrieval.switch"))
    assert (told.level in ("problem", "warning")) <= (row["p_value"] <= 0.05)


def test_mcnemar_is_not_given_for_groups_and_says_why():
    found = grouped(10)
    assert found.switch.mcnemar_p is None
    assert found.switch.reasons["mcnemar_p"].code == "retrieval.reasons.grouped"
    assert {row["mcnemar_p"] for row in found.switch.moves} == {None}
    alone = compare_retrieval([system([True] * 9, "a"), system([True] * 3 + [False] * 6, "b")])
    assert alone.switch.mcnemar_p == pytest.approx(2 / 2**6)
    assert {row["p_value"] for row in alone.switch.moves} == {alone.switch.mcnemar_p}


def test_no_loss_has_nothing_to_read():
    both = [system([False] * 30 + [True], "old"), system([True] * 31, "new")]
    found = codes(compare_retrieval(both))["retrieval.switch_kept"]
    assert found.numbers["lost"] == 0
    assert "–" not in found.say("en").replace("−", "")


def test_everything_is_new_minus_old_where_two_are_compared():
    old, new = system([True] * 30, "old"), system([True] * 20 + [False] * 10, "new")
    found = compare_retrieval([old, new], rng=0)
    assert {(row["model_a"], row["model_b"]) for row in found.differences} == {("new", "old")}
    assert all(row["difference"] < 0 for row in found.differences)
    ahead = codes(found)["retrieval.ahead"]
    assert ahead.numbers["best"] == "old"
    assert ahead.numbers["pair"] == "new − old"
    assert ahead.numbers["difference"] < 0 < ahead.numbers["wins"]
    assert (
        found.switch.difference.value == found.difference("new", "old", "recall@10")["difference"]
    )


def test_of_several_the_higher_in_the_main_metric_comes_first():
    three = [system([True] * n + [False] * (30 - n), f"s{n}") for n in (10, 30, 20)]
    found = compare_retrieval(three, rng=0)
    pairs = {(row["model_a"], row["model_b"]) for row in found.differences}
    assert pairs == {("s30", "s20"), ("s30", "s10"), ("s20", "s10")}


def test_equal_systems_are_not_called_highest():
    found = compare_retrieval([system([True, False] * 9, name) for name in ("dA", "dB")])
    assert "retrieval.equal" in codes(found)
    assert "highest" not in codes(found)["retrieval.equal"].say("en")


def test_lists_of_other_documents_are_refused():
    with pytest.raises(DataError) as caught:
        measure_rankings({"q": ["doc-1", "doc-2"], "r": ["doc-3"]}, {"q": "1", "r": ["2", "3"]})
    assert caught.value.faults[0].code == "retrieval.errors.no_gold_listed"
    for name in ('"doc-1"', '"1"'):
        assert name in str(caught.value)


@pytest.mark.parametrize(
    ("lists", "gold"),
    [({"q": ["b"], "r": ["a"]}, {"q": "a"}),  # listed, for another query
     ({"q": ["b"]}, {"q": {"a": 1, "b": 0}}),  # listed, and judged wrong
     ({"q": []}, {"q": "a"})],
)  # fmt: skip
def test_a_search_that_only_finds_nothing_is_measured(lists, gold):
    assert measure_rankings(lists, gold).recall[1].value == 0.0


def test_the_ceiling_of_recall_with_several_answers():
    gold = {"q": list("abcd"), "r": "a"}
    found = measure_rankings({"q": list("abcd"), "r": ["a"]}, gold, ks=(1, 2, 5))
    assert found.ceiling == {1: (0.25 + 1) / 2, 2: (0.5 + 1) / 2, 5: 1.0}
    assert {k: found.recall[k].value for k in found.ks} == found.ceiling
    assert found.to_dict()["ceiling"]["1"] == 0.625


def test_rows_of_queries_are_whole_numbers_and_keep_odd_ids_apart():
    found = measure_rankings({"e": ["a b", "a"], "x": ["a"]}, {"e": "a", "x": "a", "g": "a"},
                             groups={"e": "g", "x": "g"})  # fmt: skip
    rows = {row["query"]: row for row in found.per_query()}
    assert str(rows["e"]["rank_pessimistic"]) == "2"
    assert json.loads(rows["e"]["top"]) == ["a b", "a"]
    assert rows["g"]["group"] == rows["e"]["group"] == "g"  # one is a group, one a missing query
    assert rows["g"]["unit"] != rows["e"]["unit"] == rows["x"]["unit"]
