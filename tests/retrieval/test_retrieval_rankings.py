"""Ranked lists of any system."""

import pytest

import monosashi as ms
from monosashi.retrieval import measure_rankings


def test_case_b071_a_query_without_results_counts_as_zero():
    for run in ({"q1": ["a"], "q2": []}, {"q1": ["a"]}):
        found = measure_rankings(run, {"q1": "a", "q2": "a"})
        assert (found.mrr.value, found.n_queries) == (0.5, 2)
    assert found.missing == ("q2",)


def test_names_of_documents_decide_nothing():
    """Case B064: equal scores, whichever document is gold and however ids sort."""
    for names in (("a", "b", "c"), ("c", "b", "a")):
        run = {"q": dict.fromkeys(names, 1.0)}
        for gold in names:
            found = measure_rankings(run, {"q": gold})
            assert (found.recall[1].value, found.optimistic["recall@1"]) == (0, 1)
            assert found.ranks.mid.tolist() == [2]


def test_lists_without_scores_have_no_ties():
    found = measure_rankings({"q": ["b", "a"]}, {"q": "a"})
    assert (found.ties, found.mrr.value) == (0, 0.5)
    assert found.misses[0].score_gap is None


def test_scores_keep_full_precision():
    """.80000001 and .8 are one number in float32."""
    found = measure_rankings({"q": {"a": 0.80000001, "b": 0.8}}, {"q": "a"})
    assert (found.ties, found.recall[1].value) == (0, 1)


def test_short_lists_are_said():
    run = {"q1": list("abc"), "q2": [f"d{i}" for i in range(20)]}
    found = measure_rankings(run, {"q1": "z", "q2": "d1"})
    assert found.depth == 3
    texts = [notice.say("en") for notice in found.provenance.notices]
    assert any("1 of 2 lists hold fewer than 10" in text for text in texts)
    full = measure_rankings({"q": [f"d{i}" for i in range(10)]}, {"q": "d1"})
    assert "retrieval.notices.short_lists" not in [n.code for n in full.provenance.notices]


def test_lists_do_not_tell_the_collection():
    found = measure_rankings({"q": ["a"]}, {"q": ["a", "nowhere"]})
    assert found.recall[5].value == 0.5
    assert found.golds_absent is None
    assert found.n_documents is None
    assert found.margin is None
    assert {"golds_absent", "n_documents", "margin"} <= found.reasons.keys()


def test_rising_scores_are_distances():
    held = ms.Rankings({"q": ("a", "b")}, {"q": (0.1, 0.9)})
    with pytest.raises(ms.DataError, match="rise"):
        measure_rankings(held, {"q": "a"})


def test_groups_need_every_query():
    run, gold = {"q1": ["a"], "q2": ["a"]}, {"q1": "a", "q2": "a"}
    with pytest.raises(ms.DataError, match='"q2"'):
        measure_rankings(run, gold, groups={"q1": "x"})
    with pytest.raises(ms.DataError, match="mapping"):
        measure_rankings(run, gold, groups=["x", "y"])
    assert measure_rankings(run, gold, groups={"q1": "x", "q2": "x"}).n_groups == 1


def test_other_ids_on_both_sides():
    with pytest.raises(ms.DataError, match=r"Q-1.*\"1\""):
        measure_rankings({"1": ["a"]}, {"Q-1": "a"})


def test_misses_with_texts_and_scores():
    run = {"q": {"x": 3.5, "a": 1.25, "y": 1.0}}
    found = measure_rankings(run, {"q": "a"}, query_texts={"q": "what?"},
                             document_texts={"x": "wrong", "a": "right"})  # fmt: skip
    (miss,) = found.misses
    assert (miss.query_text, miss.gold_text, miss.first_text) == ("what?", "right", "wrong")
    assert miss.score_gap == 2.25
