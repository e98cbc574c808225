"""Texts, gold and rankings at the door: right values, and every fault by name."""

import numpy as np
import pytest

from monosashi.embeddings import DataError, Gold, Rankings, TextSet


def faults(call, *args, **kwargs):
    with pytest.raises(DataError) as caught:
        call(*args, **kwargs)
    return {one.code.rsplit(".", 1)[1]: one for one in caught.value.faults}


def test_texts_keep_ids_columns_and_order():
    held = TextSet.from_lists(["b", "a"], ids=[7, 1], columns={"lang": ["en", "ja"]})
    assert (list(held.texts), list(held.ids)) == (["b", "a"], ["7", "1"])
    assert list(held.take([1]).columns["lang"]) == ["ja"]
    assert list(held.column("lang", "language")) == ["en", "ja"]


def test_all_faults_of_texts_come_together():
    found = faults(
        TextSet.from_lists,
        ["a", "", 3, "  ", None],
        ids=["x", "x", "y", "", "z"],
        columns={"c": [1]},
    )
    assert set(found) >= {"empty_texts", "not_texts", "duplicate_ids", "missing_text",
                          "column_length"}  # fmt: skip
    assert found["empty_texts"].rows == (1, 3, 4)
    assert found["not_texts"].rows == (2,)


def test_empty_texts_are_dropped_and_counted_when_asked():
    held = TextSet.from_lists(["a", " ", "c"], ids=["x", "y", "z"], invalid="drop")
    assert list(held.ids) == ["x", "z"]
    assert '"y"' in str(held.notices[0])


@pytest.mark.parametrize("texts", [[], ["", None]])
def test_no_text_left_is_refused_also_with_drop(texts):
    with pytest.raises(DataError):
        TextSet.from_lists(texts, invalid="drop")


def test_ids_of_another_length_are_refused():
    assert "column_length" in faults(TextSet.from_lists, ["a", "b"], ids=["x"])


def test_gold_takes_one_id_several_and_grades():
    gold = Gold.of({"q1": "d1", "q2": ["d1", "d2"], 3: {"d1": 2, "d4": 0}})
    assert gold.relevance == {"q1": {"d1": 1}, "q2": {"d1": 1, "d2": 1}, "3": {"d1": 2, "d4": 0}}
    assert gold.relevant("3") == {"d1": 2}
    assert gold.relevant("unknown") == {}
    assert Gold.of(gold) is gold


def test_a_query_without_a_relevant_document_is_kept_but_not_counted():
    assert Gold.of({"q1": {"d1": 0}, "q2": "d1"}).n_queries == 1


def test_all_faults_of_gold_come_together():
    rows = [("q", "d", 1), ("q", "d", 2), ("", "d", 1), ("q", None, 1), ("q", "e", -1),
            ("q", "f", float("nan")), ("q", "g", "high")]  # fmt: skip
    found = faults(Gold.from_rows, rows)
    assert {code: one.rows for code, one in found.items()} == {
        "gold_twice": (1,), "gold_gap": (2, 3), "gold_grade": (4, 5, 6)}  # fmt: skip


@pytest.mark.parametrize("grade", ["1_000", "\uff11", "-1_0", "inf", "nan", "", 10**400, None])
def test_grades_are_plain_finite_numbers(grade):
    assert faults(Gold.from_rows, [("q", "d", 1), ("q", "e", grade)])["gold_grade"].rows == (1,)


@pytest.mark.parametrize("odd", [["a"], 1.5, ("a",), {"a": 1}.keys(), True])
def test_ids_of_gold_and_rankings_are_text_or_whole_numbers(odd):
    assert faults(Gold.from_rows, [("q", "d", 1), ("q", odd, 1)])["gold_id"].rows == (1,)
    assert faults(Rankings.of, {"p": ["a"], "q": ["b", odd]})["ranking_id"].values["ids"] == '"q"'
    assert Rankings.of({np.int64(4): [np.int64(3), 2]}).documents == {"4": ("3", "2")}


def test_ids_that_stand_as_number_and_as_text_are_not_merged():
    assert faults(Gold.of, {1: "a", "1": "b", "2": "c"})["mixed_types"].rows == (0, 1)
    assert faults(Gold.of, {"p": [7], "q": ["7", "8"]})["mixed_types"].rows == (0, 1)
    found = faults(Rankings.of, {1: ["a"], "1": ["b"]})["mixed_names"]
    assert found.values["ids"] == '"1"'
    found = faults(Rankings.of, {"p": [7], "q": ["7"], "r": 3})
    assert found["mixed_names"].values["ids"] == '"7"'
    assert "ranking_kind" in found
    assert Gold.of({1: [2, 1], 2: [1]}).relevance == {"1": {"2": 1, "1": 1}, "2": {"1": 1}}


@pytest.mark.parametrize("score", [float("inf"), "1_0", 10**400, "high", None])
def test_scores_are_plain_finite_numbers(score):
    assert "ranking_score" in faults(Rankings.of, {"q": {"a": 1, "b": score}})


@pytest.mark.parametrize("given", [["d1"], "qrels.txt", None])
def test_gold_of_another_kind_is_refused(given):
    assert "gold_kind" in faults(Gold.of, given)


def test_rankings_sort_by_score_and_keep_a_given_order():
    held = Rankings.of({"q1": ["b", "a"], "q2": {"a": 0.1, "b": 0.9, "c": 0.9}, "q3": []})
    assert held.documents == {"q1": ("b", "a"), "q2": ("b", "c", "a"), "q3": ()}
    assert held.scores["q1"] is None
    assert (held.tied("q1"), held.tied("q2")) == (0, 1)


def test_faulty_rankings_are_named_by_query():
    found = faults(
        Rankings.of,
        {"q1": ["a", "a"], "q2": {"a": float("nan")}, "q3": ["", "a"], "q4": "a", "q5": 3},
    )
    assert {code: one.values["ids"] for code, one in found.items()} == {
        "ranking_twice": '"q1"', "ranking_score": '"q2"', "ranking_gap": '"q3"',
        "ranking_kind": '"q4", "q5"'}  # fmt: skip
    assert "no_records" in faults(Rankings.of, {})
    assert "rankings_kind" in faults(Rankings.of, ["a"])
