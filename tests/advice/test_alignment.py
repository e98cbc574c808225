"""Queries beside their answers: what is undefined, what is grouped, and the one shift undone."""

import numpy as np
import pytest

from monosashi.advice.alignment_measure import measure_alignment
from monosashi.embeddings import DataError, EmbeddingSet
from monosashi.retrieval import measure_retrieval


def sets(documents, queries, **columns):
    return (EmbeddingSet.from_arrays(queries, ids=[f"q{i}" for i in range(len(queries))]),
            EmbeddingSet.from_arrays(documents, ids=[f"d{i}" for i in range(len(documents))],
                                     columns=columns or None))  # fmt: skip


def aligned(queries, documents, gold, **options):
    sizes = options.pop("pool_sizes", ())
    found = measure_retrieval(queries, documents, gold=gold, **options)
    return measure_alignment(queries, documents, found, pool_sizes=sizes, gold=gold, **options)


def cloud(n=40, push=0.8):
    rng = np.random.default_rng(1)
    documents = rng.normal(size=(n, 8))
    documents /= np.linalg.norm(documents, axis=1, keepdims=True)
    shift = np.zeros(8)
    shift[0] = push
    queries, searched = sets(documents, documents + shift + 0.1 * rng.normal(size=(n, 8)))
    return queries, searched, {f"q{i}": f"d{i}" for i in range(n)}


def test_queries_that_equal_their_answers_have_no_share():
    queries, documents = sets(np.eye(4), np.eye(4))
    found = aligned(queries, documents, {f"q{i}": f"d{i}" for i in range(4)})
    assert found.offset_share is None
    assert found.offset.value == 0
    assert found.reasons["offset_share"].code == "advice.reasons.on_answer"
    rows = {row["quantity"]: row for row in found.tables()["alignment"]}
    assert "the vector of its answer" in rows["offset_share"]["reason"]


def test_one_answer_for_all_has_no_spread():
    queries, documents = sets(np.eye(3), [[1, 1, 0], [1, 0.9, 0], [0, 1, 1]])
    found = aligned(queries, documents, {"q0": "d0", "q1": "d0"})
    assert found.offset is None
    assert found.reasons["offset"].code == "advice.reasons.same_answer"
    assert 0 <= found.offset_share.value <= 1
    assert found.n_judged == 2


def test_only_right_documents_leave_no_margin_and_refuse_sizes():
    queries, documents = sets([[1, 0], [0, 1]], [[1, 0.1], [0.1, 1]])
    gold = {"q0": ["d0", "d1"], "q1": ["d0", "d1"]}
    found = aligned(queries, documents, gold)
    assert found.margin is None
    assert "margin" in found.reasons
    with pytest.raises(DataError):
        aligned(queries, documents, gold, pool_sizes=[1])


def test_units_behind_the_interval_are_the_groups():
    queries, documents, gold = cloud()
    alone = aligned(queries, documents, gold)
    groups = {f"q{i}": f"g{i // 8}" for i in range(40)}
    grouped = aligned(queries, documents, gold, groups=groups)
    assert (alone.offset_share.n, grouped.offset_share.n) == (40, 5)
    assert grouped.offset_share.value == pytest.approx(alone.offset_share.value, abs=1e-12)


def test_a_large_shift_is_told_with_what_undoing_it_does():
    queries, documents, gold = cloud()
    (found,) = aligned(queries, documents, gold).findings()
    assert found.code == "advice.displaced"
    (remedy,) = found.remedies
    assert remedy.numbers["after"] > remedy.numbers["before"] + 0.05
    retrieval = measure_retrieval(queries, documents, gold=gold)
    plain = measure_alignment(queries, documents, retrieval, gold=gold, shift_back=False)
    assert plain.findings()[0].remedies == ()
    quiet, near, answers = cloud(push=0.0)
    assert aligned(quiet, near, answers).findings() == []


def test_sizes_are_shown_with_the_whole_collection_last():
    queries, documents, gold = cloud()
    found = aligned(queries, documents, gold, pool_sizes=[30, 4], rng=2)
    rows = found.tables()["margin_pools"]
    assert [row["documents"] for row in rows] == [4, 30, 40]
    values = [row["value"] for row in rows]
    assert values == sorted(values, reverse=True)
    again = aligned(queries, documents, gold, pool_sizes=[30, 4], rng=2)
    assert again.at_pool_sizes == found.at_pool_sizes
