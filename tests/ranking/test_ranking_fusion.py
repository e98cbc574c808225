"""Fusing lists by rank: by hand, with ties, and whatever order the lists come in."""

import pytest

import monosashi as ms
from monosashi.embeddings import DataError, Rankings


def fused(*lists, **options):
    return ms.reciprocal_rank_fusion([{"q": one} for one in lists], **options)


def test_by_hand():
    found = fused(["a", "b", "c"], ["c", "a"])
    assert found.documents["q"] == ("a", "c", "b")
    known = (1 / 61 + 1 / 62, 1 / 63 + 1 / 61, 1 / 62)
    assert found.scores["q"] == pytest.approx(known)
    assert fused(["a", "b"], ["c"], k=1).scores["q"] == pytest.approx((1 / 2, 1 / 2, 1 / 3))


def test_heads_of_disjoint_lists_are_an_interval():
    """Published: recall@1 is 0 or the recall within the language, by the rule for ties alone."""
    found = fused(["ja1", "ja2"], ["en1", "en2"])
    measured = ms.measure_rankings(found, {"q": "en1"}, ks=(1, 2))
    assert measured.ranks.pessimistic.tolist() == [2]
    assert measured.ranks.optimistic.tolist() == [1]
    assert measured.recall[2].value == 1.0


def test_the_order_of_lists_changes_nothing():
    lists = (["a", "b", "c", "d"], ["d", "a", "e"], ["e", "c", "b", "a"])
    first = fused(*lists)
    for again in (fused(*lists[::-1]), fused(lists[1], lists[2], lists[0])):
        assert again.documents == first.documents
        assert again.scores == first.scores
    ranks = (1, 8, 4)  # whose reciprocals sum to other bits in another order
    placed = [{ranks[i]: "a", ranks[(i + 1) % 3]: "b", ranks[(i + 2) % 3]: "c"} for i in range(3)]
    turned = fused(*([names.get(place, f"{i}-{place}") for place in range(1, 9)]
                     for i, names in enumerate(placed)))  # fmt: skip
    scores = dict(zip(turned.documents["q"], turned.scores["q"], strict=True))
    assert scores["a"] == scores["b"] == scores["c"]


def test_documents_that_tie_in_a_list_share_its_places():
    found = fused({"a": 0.9, "b": 0.5, "c": 0.5}, ["c", "b", "a"])
    scores = dict(zip(found.documents["q"], found.scores["q"], strict=True))
    assert scores == pytest.approx({"a": 1 / 61 + 1 / 63, "b": 1 / 62.5 + 1 / 62,
                                    "c": 1 / 62.5 + 1 / 61})  # fmt: skip


def test_a_list_without_order_adds_none():
    level = dict.fromkeys("abc", 0.5)
    assert fused(["c", "b"], level).documents["q"] == ("c", "b", "a")


def test_missing_queries_are_named_or_left_empty():
    lists = {"dense": {"q1": ["a"], "q2": ["b"]}, "words": {"q1": ["b"]}}
    with pytest.raises(DataError, match=r'words has no list for 1 queries.*"q2"'):
        ms.reciprocal_rank_fusion(lists)
    found = ms.reciprocal_rank_fusion(lists, missing="empty")
    assert found.documents["q2"] == ("b",)
    assert found.name == "rrf(dense, words)"


@pytest.mark.parametrize("k", [0, -1, float("nan"), float("inf"), "60", True])
def test_k_is_a_positive_number(k):
    with pytest.raises(DataError, match="k must be a number above 0"):
        fused(["a"], ["b"], k=k)


def test_what_is_refused():
    with pytest.raises(DataError, match="at least two"):
        ms.reciprocal_rank_fusion([{"q": ["a"]}])
    with pytest.raises(DataError, match="at least two"):
        ms.reciprocal_rank_fusion(Rankings.of({"q": ["a"]}))
    rising = Rankings({"q": ("a", "b")}, {"q": (0.1, 0.9)}, "distances")
    with pytest.raises(DataError, match="distances: lists whose scores rise"):
        ms.reciprocal_rank_fusion([rising, {"q": ["a"]}])
    with pytest.raises(DataError, match="missing"):
        fused(["a"], ["b"], missing="drop")
    with pytest.raises(DataError, match="rankings 2"):
        fused(["a"], ["b", "b"])
