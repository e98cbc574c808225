"""What ``measure_retrieval`` counts, leaves out, hides and refuses."""

import json
from dataclasses import replace

import numpy as np
import pytest

import monosashi as ms
from monosashi.retrieval import measure_retrieval

AXES = np.eye(4)


def make_set(vectors, ids, *, model=None, queries=None, **columns):
    return ms.EmbeddingSet.from_arrays(np.array(vectors, float), ids=ids, columns=columns,
                                       model=model, query_vectors=queries)  # fmt: skip


def faults(function, *args, **kwargs):
    with pytest.raises(ms.DataError) as caught:
        function(*args, **kwargs)
    return {fault.code.removeprefix("retrieval.errors."): fault.say("en")
            for fault in caught.value.faults}  # fmt: skip


def test_case_b033_both_dimensions_are_named():
    said = faults(measure_retrieval, [[1, 0, 0]], [[1, 0], [0, 1]], gold={"0": "0"})
    assert "3 dimensions" in said["dimension"]
    assert "documents 2" in said["dimension"]


def test_all_faults_come_together():
    """Another model, gold of other ids and a missing column in one error."""
    queries = make_set(AXES[:2], ["q1", "q2"], model=ms.ModelCard(name="a", role="query"))
    documents = make_set(AXES, list("abcd"), model=ms.ModelCard(name="b", role="passage"))
    said = faults(measure_retrieval, queries, documents, gold={"x": "a"}, document="page")
    assert {"other_model", "no_query_judged", "embeddings.errors.no_column"} <= said.keys()
    assert '"a"' in said["other_model"]


def test_roles_and_prefixes_may_differ():
    card = ms.ModelCard(name="e5", role="query", prefix="query: ")
    queries = make_set(AXES[:1], ["q"], model=card)
    documents = make_set(AXES, list("abcd"),
                         model=replace(card, role="passage", prefix="passage: "))  # fmt: skip
    assert measure_retrieval(queries, documents, gold={"q": "a"}).mrr.value == 1
    other = replace(card, revision="2")
    documents = make_set(AXES, list("abcd"), model=replace(other, role="passage"))
    queries = make_set(AXES[:1], ["q"], model=replace(card, revision="1"))
    assert "other_card" in faults(measure_retrieval, queries, documents, gold={"q": "a"})


def test_query_role_is_used_where_the_set_has_one():
    queries = make_set(AXES[:1], ["q"], queries=AXES[1:2])
    documents = make_set(AXES, list("abcd"))
    assert measure_retrieval(queries, documents, gold={"q": "b"}).recall[1].value == 1


def test_zero_vectors_of_both_sides_are_named():
    queries = make_set([[0, 0], [1, 0]], ["empty", "full"])
    documents = make_set([[1, 0], [0, 0]], ["a", "blank"])
    with pytest.raises(ms.DataError) as caught:
        measure_retrieval(queries, documents, gold={"empty": "a", "full": "a"})
    assert "empty" in str(caught.value)
    assert "blank" in str(caught.value)


def test_missing_queries_count_as_zero_and_are_named():
    found = measure_retrieval(make_set(AXES[:1], ["q1"]), make_set(AXES, list("abcd")),
                              gold={"q1": "a", "q2": "a", "gone": "b"})  # fmt: skip
    assert found.missing == ("q2", "gone")
    assert found.n_queries == 3
    assert found.recall[10].value == pytest.approx(1 / 3)
    rows = {row["query"]: row for row in found.per_query()}
    assert rows["gone"]["rank_pessimistic"] is None
    assert rows["gone"]["missing"] is True
    assert rows["gone"]["ndcg@10"] == 0
    finding = next(f for f in found.findings() if f.code == "retrieval.missing")
    assert '"q2", "gone"' in finding.say("en")


def test_unjudged_queries_are_left_out_and_counted():
    """Not in the gold, or all its grades are 0."""
    found = measure_retrieval(make_set(AXES[:3], ["q1", "q2", "q3"]), make_set(AXES, list("abcd")),
                              gold={"q1": "a", "q2": {"b": 0}, "q9": {"c": 0}})  # fmt: skip
    assert (found.n_queries, found.n_unjudged, found.missing) == (1, 3, ())


def test_absent_gold_stays_in_the_denominator():
    found = measure_retrieval(make_set(AXES[:2], ["q1", "q2"]), make_set(AXES, list("abcd")),
                              gold={"q1": ["a", "z"], "q2": "y"})  # fmt: skip
    assert found.golds_absent == ("z", "y")
    assert found.recall[10].value == 0.25
    assert found.hits[1].value == 0.5
    finding = next(f for f in found.findings() if f.code == "retrieval.absent_gold")
    assert finding.numbers["queries"] == 2
    said = faults(measure_retrieval, AXES, AXES, gold={"0": "page-7"})
    assert '"page-7"' in said["no_gold_here"]


def test_documents_judged_wrong_compete():
    """A grade of 0 is a judgement too: the document counts against the answer."""
    queries, documents = make_set([[1, 0.5]], ["q"]), make_set([[1, 0], [0, 1]], ["x", "a"])
    found = measure_retrieval(queries, documents, gold={"q": {"a": 1, "x": 0}})
    assert found.ranks.pessimistic.tolist() == [2]


def test_gold_from_a_column():
    documents = make_set(AXES, list("abcd"))
    one = make_set(AXES[:3], ["q1", "q2", "q3"], answer=["a", None, "a"])
    found = measure_retrieval(one, documents, gold="answer")
    assert (found.n_queries, found.n_unjudged, found.mrr.value) == (2, 1, 0.625)
    several = make_set(AXES[:2], ["q1", "q2"], answer=[["a", "b"], []])
    found = measure_retrieval(several, documents, gold="answer")
    assert [row["n_gold"] for row in found.per_query()] == [2]
    given = measure_retrieval(AXES[:2], AXES, gold=[0, 1])
    assert given.recall[1].value == 1


def test_a_document_scores_by_its_best_chunk():
    documents = make_set([[0, 1], [1, 0.1], [1, 0.3]], ["a-1", "b-1", "a-2"], page=["a", "b", "a"])
    queries = make_set([[1, 0.3], [1, 0]], ["q1", "q2"])
    found = measure_retrieval(queries, documents, gold={"q1": "a", "q2": "a"}, document="page")
    assert found.n_documents == 2
    assert found.ranks.pessimistic.tolist() == [1, 2]
    assert found.top["q2"] == ("b", "a")
    assert "no_gold_here" in faults(measure_retrieval, queries, documents, gold={"q1": "a"})


def bilingual():
    """Ids equal in two languages are different documents."""
    vectors = [[1, 0, 0], [0.9, 0.1, 0], [0.8, 0.3, 0], [0.7, 0.5, 0]]
    return make_set(vectors, ["ja:1", "en:1", "ja:2", "en:2"],
                    language=["ja", "en", "ja", "en"], key=["1", "1", "2", "2"])  # fmt: skip


def test_exclusion_by_language_and_key_hides_one_document():
    held = bilingual()
    query = held.take([0])
    options = {"gold": {"ja:1": "en:1"}}
    assert measure_retrieval(query, held, **options).ranks.pessimistic.tolist() == [2]
    for exclude in ("id", ("id",), ("language", "key"), ("language", "id")):
        found = measure_retrieval(query, held, exclude=exclude, **options)
        assert found.ranks.pessimistic.tolist() == [1]
        assert found.n_excluded == 1
        assert "ja:1" not in found.top["ja:1"]


def test_exclusion_by_key_alone_would_hide_the_answer():
    held = bilingual()
    said = faults(measure_retrieval, held.take([0]), held, gold={"ja:1": "en:1"}, exclude=("key",))
    assert '"ja:1"' in said["gold_excluded"]
    assert "bad_exclude" in faults(measure_retrieval, held, held, gold={"ja:1": "en:1"},
                                   exclude="key")  # fmt: skip


def test_groups_are_the_units_of_the_intervals():
    rng = np.random.default_rng(0)
    documents = rng.normal(size=(30, 4))
    queries = np.repeat(rng.normal(size=(30, 4)), 5, axis=0)
    gold = {str(i): str(i // 5) for i in range(150)}
    alone = measure_retrieval(queries, documents, gold=gold)
    grouped = measure_retrieval(queries, documents, gold=gold, groups=np.arange(150) // 5)
    assert (alone.n_groups, grouped.n_groups) == (150, 30)
    assert alone.mrr.value == grouped.mrr.value
    width = [found.mrr.high - found.mrr.low for found in (alone, grouped)]
    assert 1.7 < width[1] / width[0] < 2.8  # five copies of a query carry no news: sqrt(5)
    codes = [notice.code for notice in alone.provenance.notices]
    assert codes == ["retrieval.notices.shared_golds"]
    assert not grouped.provenance.notices


def test_missing_queries_keep_their_group_where_a_mapping_names_it():
    groups = {"q1": "g", "q2": "h", "q3": "g"}
    options = {"gold": {"q1": "a", "q2": "a", "q3": "a"}, "groups": groups}
    queries = make_set(AXES[:2], ["q1", "q2"])
    found = measure_retrieval(queries, make_set(AXES, list("abcd")), **options)
    assert found.queries.groups == ("g", "h", "g")
    assert found.n_groups == 2


def test_ties_are_bracketed_and_named():
    documents = make_set([[1, 0], [1, 0], [1, 0], [0, 1]], list("abcd"))
    found = measure_retrieval(make_set([[1, 0]], ["q"]), documents, gold={"q": "b"})
    assert found.ranks.pessimistic.tolist() == [3]
    assert found.ranks.optimistic.tolist() == [1]
    assert found.ranks.mid.tolist() == [2]
    assert (found.ties, found.recall[1].value, found.optimistic["recall@1"]) == (1, 0, 1)
    finding = next(f for f in found.findings() if f.code == "retrieval.ties")
    assert (finding.level, finding.numbers["metric"]) == ("warning", "recall@1")


def test_misses_show_what_came_first():
    documents = make_set([[1, 0], [0, 1]], ["x", "a"], text=["wrong", "right"])
    found = measure_retrieval(make_set([[1, 0.5]], ["q"], text=["what?"]), documents,
                              gold={"q": "a"})  # fmt: skip
    (miss,) = found.misses
    assert (miss.query_text, miss.gold_text, miss.first_text) == ("what?", "right", "wrong")
    assert (miss.gold_rank, miss.first_id) == (2, "x")
    assert miss.score_gap == pytest.approx(0.5 / np.sqrt(1.25))


def test_bytes_do_not_depend_on_threads_and_rows():
    rng = np.random.default_rng(4)
    queries, documents = rng.normal(size=(70, 5)), rng.normal(size=(90, 5))
    gold = {str(i): [str(i), str(i + 1)] for i in range(70)}
    one, two = (measure_retrieval(queries, documents, gold=gold, rng=3, n_jobs=n) for n in (1, 2))
    assert json.dumps(one.to_dict(), allow_nan=False) == json.dumps(two.to_dict())
    turned = rng.permutation(90)
    moved = make_set(documents[turned], [str(i) for i in turned])
    other = measure_retrieval(queries, moved, gold=gold, rng=3)
    assert other.metrics == one.metrics
    assert other.top == one.top


def test_a_rotation_and_a_scale_change_nothing():
    rng = np.random.default_rng(5)
    queries, documents = rng.normal(size=(30, 6)), rng.normal(size=(40, 6))
    gold = {str(i): str(i) for i in range(30)}
    turn, _ = np.linalg.qr(rng.normal(size=(6, 6)))
    plain = measure_retrieval(queries, documents, gold=gold)
    moved = measure_retrieval(7 * queries @ turn, documents @ turn, gold=gold)
    assert moved.ranks.pessimistic.tolist() == plain.ranks.pessimistic.tolist()
    assert moved.margin.value == pytest.approx(plain.margin.value)


def test_bad_options_are_refused_together():
    said = faults(measure_retrieval, AXES, AXES, gold={"0": "0"}, ks=(0,), ndcg_ks=(),
                  confidence=95)  # fmt: skip
    assert said.keys() == {"bad_ks", "bad_confidence"}


def test_a_collection_of_answers_only_has_no_margin():
    found = measure_retrieval(AXES[:1], AXES[:1], gold={"0": "0"})
    assert found.margin is None
    assert "margin" in found.reasons
    assert found.per_query()[0]["margin"] is None
    json.dumps(found.to_dict(), allow_nan=False)


def test_zero_vectors_of_queries_that_nobody_judged_do_not_matter():
    queries = make_set([[0, 0], [1, 0]], ["empty", "full"])
    documents = make_set([[1, 0], [0, 1]], ["a", "b"])
    found = measure_retrieval(queries, documents, gold={"full": "a"})
    assert (found.n_queries, found.n_unjudged) == (1, 1)
