"""A switch is judged by the worst of nDCG, recall within k and first place, each adjusted."""

import numpy as np
import pytest

from monosashi.retrieval import compare_retrieval, measure_rankings
from monosashi.statistics.multiplicity import holm


def system(ranks, name, golds=("gold",), **rest):
    """Lists of 12 that put the first answer of query i at ``ranks[i]``, the others nowhere."""
    lists = {}
    for i, rank in enumerate(ranks):
        listed = [f"d{j}" for j in range(12)]
        listed.insert(rank - 1, "gold")
        lists[f"q{i}"] = listed
    return measure_rankings(lists, {query: list(golds) for query in lists}, name=name, **rest)


def cost(found):
    return next(one for one in found.findings() if one.code.startswith("retrieval.switch"))


ALL_FIRST, FEWER_FIRST = [1] * 200, [2] * 50 + [1] * 150


def test_first_places_that_are_lost_are_a_problem_though_all_stay_in_the_first_ten():
    found = compare_retrieval([system(ALL_FIRST, "old"), system(FEWER_FIRST, "new")])
    assert found.switch.difference.value == 0
    assert found.switch.first_difference.value == -0.25
    assert found.switch.main_difference.value == pytest.approx(0.25 * (1 / np.log2(3) - 1))
    told = cost(found)
    assert (told.code, told.level) == ("retrieval.switch", "problem")
    assert told.numbers["metric"] == "recall@1"
    assert told.numbers["difference"] == -0.25
    assert "recall@1 surely falls" in told.say("en")
    assert "nDCG@10 " in told.numbers["others_text"]
    assert "recall@10 +0.000" in told.numbers["others_text"]
    assert told.numbers["examples"] == "q0, q1, q2"


def test_the_same_the_other_way_round_is_a_note_that_loses_nobody():
    found = compare_retrieval([system(FEWER_FIRST, "old"), system(ALL_FIRST, "new")])
    assert (cost(found).code, cost(found).level) == ("retrieval.switch_kept", "note")


def test_the_finding_speaks_of_the_difference_that_the_result_holds():
    """With two answers a query, recall and hits differ: one of them is named, here and there."""
    golds = ("gold", "elsewhere")
    old = system([1] * 100, "old", golds)
    new = system([13] * 30 + [1] * 70, "new", golds)
    found = compare_retrieval([old, new])
    told = cost(found)
    named = {row["metric"]: row for row in found.switch.judged}
    assert set(named) == {"ndcg@10", "recall@10", "hits@1"}
    assert found.switch.difference.value == named["recall@10"]["difference"] == -0.15
    assert found.switch.first_difference.value == named["hits@1"]["difference"] == -0.3
    assert told.numbers["metric"] == "hits@1"
    assert told.numbers["difference"] == found.switch.first_difference.value


def test_p_is_adjusted_over_the_metrics_that_judge():
    rng = np.random.default_rng(0)
    ranks = [rng.integers(1, 4, 80) for _ in range(2)]
    found = compare_retrieval([system(ranks[0], "old"), system(ranks[1], "new")], rng=0)
    p = [row["p_value"] for row in found.switch.judged]
    assert [row["p_adjusted"] for row in found.switch.judged] == pytest.approx(list(holm(p)))
    for row in found.switch.judged:
        assert row["p_value"] == found.difference("new", "old", row["metric"])["p_value"]


def test_six_units_could_decide_one_metric_but_not_three():
    """2 / 2^6 is below 0.05; three times that is not."""
    found = compare_retrieval([system([1] * 6, "old"), system([13] * 6, "new")], rng=0)
    assert cost(found).code == "retrieval.switch_undecided"
    assert cost(found).numbers["smallest_p"] == pytest.approx(3 * 2 / 2**6)
    more = compare_retrieval([system([1] * 9, "old"), system([13] * 9, "new")], rng=0)
    assert cost(more).level == "problem"


def test_one_metric_twice_counts_once_and_none_without_1_among_the_ks():
    old, new = system(ALL_FIRST, "old"), system(FEWER_FIRST, "new")
    found = compare_retrieval([old, new], metric="recall@10").switch
    assert found.main_difference == found.difference
    first = next(row for row in found.judged if row["role"] == "first")
    assert first["p_adjusted"] == pytest.approx(2 * first["p_value"])
    deep = [system(ranks, name, ks=(5, 10)) for name, ranks in
            (("old", ALL_FIRST), ("new", FEWER_FIRST))]  # fmt: skip
    switch = compare_retrieval(deep).switch
    assert switch.first_difference is None
    assert switch.reasons["first_difference"].code == "retrieval.reasons.no_first"
    assert cost(compare_retrieval(deep)).numbers["metric"] == "nDCG@10"


def test_one_pair_is_not_said_to_be_adjusted_and_three_are():
    from monosashi.report.sentences import finding_sentences
    from monosashi.results.plain import plain

    systems = [system(ALL_FIRST, "a"), system(FEWER_FIRST, "b"), system([3] * 200, "c")]
    for count, said in ((2, False), (3, True)):
        found = compare_retrieval(systems[:count])
        ahead = next(one for one in found.findings() if one.code == "retrieval.ahead")
        held = {"code": ahead.code, "level": ahead.level, "numbers": plain(ahead.numbers)}
        told = finding_sentences(held, "en")
        assert ("adjusted" in told.headline) is said
        assert "on which a is worse than b" in told.next


def test_listed_documents_that_are_not_in_the_collection_are_counted_and_named():
    known = ["gold", *(f"d{j}" for j in range(10))]
    found = system([1, 2, 3], "lists", documents=known)
    assert (found.n_listed, found.n_unknown, found.unknown) == (13, 2, ("d10", "d11"))
    told = next(one for one in found.findings() if one.code == "retrieval.unknown_documents")
    assert told.level == "warning"
    assert '2 of 13 ("d10", "d11")' in told.say("en")
    assert system([1], "lists", documents=[*known, "d10", "d11"]).n_unknown == 0
    open_ended = system([1], "lists")
    assert open_ended.n_unknown is None
    assert open_ended.reasons["n_unknown"].code == "retrieval.reasons.collection_unknown"


def test_ids_that_do_not_meet_are_shown_alike_on_both_sides():
    import monosashi as ms

    lists = {f"q{i}": [f"doc-{i}"] for i in range(30)}
    with pytest.raises(ms.DataError) as caught:
        measure_rankings(lists, {query: f"d{i}" for i, query in enumerate(lists)})
    (one,) = caught.value.faults
    assert one.values["listed"].count('"') == one.values["ids"].count('"') == 20
