"""Old model against new: what was planted is what is found."""

import json

import numpy as np
import pytest

from monosashi.advice.comparison import compare
from monosashi.advice.first_documents import first_documents
from monosashi.advice.first_rules import first_rules
from monosashi.embeddings import DataError, EmbeddingSet, ModelCard
from monosashi.embeddings.panel import Panel
from monosashi.report import Report
from monosashi.results.gate import Gate
from monosashi.results.writing import strict_json

N, D = 150, 16
GOLD = {f"q{i}": f"d{i}" for i in range(N)}
SPOILT = [f"q{i}" for i in range(0, N, 5)]


def vectors(seed=0):
    rng = np.random.default_rng(seed)
    held = rng.normal(size=(N, D))
    return held, held + 0.2 * rng.normal(size=(N, D))


def named(rows, names, model, text, **columns):
    texts = [f"{text} {name}" for name in names]
    return EmbeddingSet.from_arrays(rows, ids=list(names), model=ModelCard(name=model),
                                    columns={"text": texts, **columns})  # fmt: skip


def both(new_documents, new_queries):
    """The old model beside another: a panel of documents, and the queries of each."""
    documents, queries = vectors()
    ids = list(GOLD.values())
    groups = [f"g{i // 3}" for i in range(N)]
    topics = [f"t{i % 15}" for i in range(N)]
    panel = Panel.of(named(documents, ids, "old", "page", topic=topics),
                     named(new_documents, ids, "new", "page", topic=topics))  # fmt: skip
    asked = [named(queries, GOLD, "old", "ask", user=groups),
             named(new_queries, GOLD, "new", "ask", user=groups)]  # fmt: skip
    return panel, asked


def rotated():
    turn = np.linalg.qr(np.random.default_rng(7).normal(size=(D, D)))[0]
    return tuple(rows @ turn for rows in vectors())


def spoilt():
    """The same model, but some queries are noise."""
    documents, queries = vectors()
    rows = [int(name[1:]) for name in SPOILT]
    noisy = queries.copy()
    noisy[rows] = np.random.default_rng(11).normal(size=(len(rows), D))
    return documents, noisy


@pytest.fixture(scope="module")
def bad():
    panel, asked = both(*spoilt())
    return compare(panel, queries=asked, gold=GOLD)


def test_a_rotation_changes_nothing():
    panel, asked = both(*rotated())
    found = compare(panel, "topic", queries=asked, gold=GOLD)
    assert found.switch.overlap.value == 1.0
    assert found.switch.same_first.value == 1.0
    assert found.switch.lost.value == found.switch.gained.value == 0.0
    assert found.switch.difference.value == 0.0
    assert found.switch.mcnemar_p == 1.0
    assert found.switch.lost_queries == found.switch.gained_queries == ()
    assert set(found.retrieval_comparison.tied_with_best["ndcg@10"]) == {"old", "new"}
    assert found.comparison.differences[0]["difference"] == pytest.approx(0, abs=1e-9)
    assert found.verdict["code"] == "advice.verdicts.found_equal"


def test_spoilt_queries_are_lost_and_no_others(bad):
    lost = [row["query_id"] for row in bad.switch.lost_queries]
    assert set(lost) <= set(SPOILT)
    assert bad.switch.gained.value == 0.0
    count = round(bad.switch.lost.value * N)
    assert len(SPOILT) * 0.7 < count <= len(SPOILT)  # some noise lands near its answer by chance
    assert len(lost) == min(count, 20)
    assert bad.switch.difference.value == pytest.approx(-count / N)
    assert bad.switch.difference.high < -0.02


def test_rows_of_lost_queries_hold_both_sides_in_words(bad):
    row = bad.switch.lost_queries[0]
    assert row["query_text"] == f"ask {row['query_id']}"
    assert row["gold_id"] == GOLD[row["query_id"]]
    assert row["gold_text"] == f"page {row['gold_id']}"
    assert row["rank_old"] <= 10 < row["rank_new"]
    assert row["first_new_text"] == f"page {row['first_new']}"
    ranks = [row["rank_new"] for row in bad.switch.lost_queries]
    assert ranks == sorted(ranks, reverse=True)


def test_every_number_stands_once(bad):
    results = bad.to_dict()["results"]
    assert set(results) == {"retrieval_comparison", "switch"}
    assert "switch" not in results["retrieval_comparison"]
    assert bad.switch is bad.retrieval_comparison.switch
    codes = [found.code for found in bad.findings()]
    assert codes.count("retrieval.switch") == 1


def test_a_bad_switch_is_a_problem_and_fails_its_gate(bad):
    (found,) = [f for f in bad.findings() if f.code == "retrieval.switch"]
    assert found.level == "problem"
    assert bad.verdict["numbers"]["best"] == "old"
    outcome = Gate(tuple(first_rules(bad.to_dict()))).check(bad)
    failed = [one.rule.path for one in outcome.outcomes if not one.passed]
    assert failed == ["results.switch.main_difference", "results.switch.difference",
                      "results.switch.first_difference", "results.switch.lost"]  # fmt: skip


def test_the_other_way_round_gains_and_passes_the_gate():
    documents, queries = vectors()
    panel, asked = both(*spoilt())
    turned = Panel.of(panel.sets[1], panel.sets[0])
    found = compare(turned, queries=asked[::-1], gold=GOLD)
    assert found.switch.lost.value == 0.0
    assert found.switch.difference.low > 0
    assert {row["query_id"] for row in found.switch.gained_queries} <= set(SPOILT)
    assert Gate(tuple(first_rules(found.to_dict()))).check(found).passed
    assert len(documents) == len(queries) == N


def test_gold_free_overlap_never_says_which_is_better():
    panel, asked = both(*spoilt())
    found = compare(panel, queries=asked)
    assert found.retrieval_comparison is None
    assert found.switch.lost is None
    assert found.switch.reasons["lost"].code == "retrieval.reasons.no_gold"
    kept = (N - len(SPOILT)) / N
    assert kept < found.switch.overlap.value < kept + 0.1
    assert {row["query_id"] for row in found.switch.changed_queries} <= set(SPOILT)
    common = [row["common"] for row in found.switch.changed_queries]
    assert common == sorted(common)
    (finding,) = found.findings()
    assert (finding.code, finding.level) == ("retrieval.overlap", "note")
    assert "not say which model is better" in Report(found).render("en")
    *order, rule = first_rules(found.to_dict())
    assert [one.path for one in order] == [
        "results.switch.n_left_out.old", "results.switch.n_left_out.new", "results.switch.old",
        "results.switch.new"]  # fmt: skip
    assert rule.path.endswith("switch.overlap")
    assert Gate((*order, rule)).check(found).passed


def test_overlap_is_the_same_with_and_without_gold(bad):
    panel, asked = both(*spoilt())
    plain = compare(panel, queries=asked).switch
    assert plain.overlap.value == pytest.approx(bad.switch.overlap.value, abs=1e-12)
    assert plain.same_first.value == pytest.approx(bad.switch.same_first.value, abs=1e-12)


def test_groups_of_queries_are_the_units():
    panel, asked = both(*spoilt())
    found = compare(panel, queries=asked, gold=GOLD, query_groups="user")
    assert found.switch.n_groups == found.retrieval_comparison.n_groups == N // 3
    assert found.switch.lost.n == N // 3
    assert compare(panel, queries=asked, query_groups="user").switch.overlap.n == N // 3


def test_queries_in_another_order_are_joined_by_id():
    panel, asked = both(*rotated())
    order = np.random.default_rng(2).permutation(N)
    found = compare(panel, queries=[asked[0], asked[1].take(order)], gold=GOLD)
    assert found.switch.overlap.value == 1.0


def test_three_models_have_no_switch_and_need_gold():
    panel, asked = both(*rotated())
    third = EmbeddingSet.from_arrays(vectors(3)[0], ids=list(GOLD.values()),
                                     model=ModelCard(name="third"))  # fmt: skip
    three = Panel.of(*panel.sets, third)
    queries = [*asked, EmbeddingSet.from_arrays(vectors(3)[1], ids=list(GOLD))]
    found = compare(three, queries=queries, gold=GOLD)
    assert found.switch is None
    assert len(found.retrieval_comparison.differences) >= 3
    with pytest.raises(DataError) as caught:
        compare(three, queries=queries)
    assert caught.value.faults[0].code == "advice.errors.overlap_of_two"


@pytest.mark.parametrize(
    ("change", "code"),
    [(lambda asked: asked[:1], "advice.errors.queries_of_models"),
     (lambda asked: [asked[0], asked[1].take(np.arange(3, N))], "advice.errors.queries_missing"),
     (lambda _: None, "advice.errors.no_queries")],
)  # fmt: skip
def test_queries_that_do_not_fit_are_named(change, code):
    panel, asked = both(*rotated())
    with pytest.raises(DataError) as caught:
        compare(panel, queries=change(asked), gold=GOLD)
    assert caught.value.faults[0].code == code


def test_missing_queries_are_listed_by_id():
    panel, asked = both(*rotated())
    with pytest.raises(DataError, match='"q0", "q1", "q2"'):
        compare(panel, queries=[asked[0], asked[1].take(np.arange(3, N))], gold=GOLD)


def test_nothing_to_compare_by_is_refused():
    panel, _ = both(*rotated())
    with pytest.raises(DataError) as caught:
        compare(panel)
    assert caught.value.faults[0].code == "advice.errors.compare_nothing"


def test_documents_are_strict_json_and_pages_have_no_unexplained_gap(bad):
    panel, asked = both(*spoilt())
    for found in (bad, compare(panel, queries=asked), compare(panel, "topic", queries=asked)):
        document = json.loads(strict_json(found.to_dict()))
        assert "switch" in document["results"]
        for words, missing in (
            ("en", "no reason was recorded"),
            ("ja", "理由は記録されていません"),
        ):
            page = Report(found).render(words)
            assert missing not in page
            assert Report(document).render(words) == page


def test_groups_alone_are_compared_as_before():
    panel, _ = both(*rotated())
    found = compare(panel, "topic")
    assert set(found.to_dict()["results"]) == {"comparison"}
    assert found.verdict["code"] == "advice.verdicts.tied"


def test_first_documents_join_chunks_and_keep_their_best_place():
    held = EmbeddingSet.from_arrays(
        [[1, 0], [1, 0.1], [0, 1], [1, 0.2], [-1, 0]], ids=list("abcde"),
        columns={"page": ["A", "A", "B", "C", "D"]},
    )  # fmt: skip
    asked = EmbeddingSet.from_arrays([[1, 0], [0, 1]], ids=["p", "q"])
    assert first_documents(asked, held, k=3, document="page") == (("A", "C", "B"), ("B", "C", "A"))
    assert first_documents(asked, held, k=9)[0] == ("a", "b", "d", "c", "e")


def test_the_difference_of_a_switch_is_new_minus_old_in_every_finding(bad):
    numbers = {one.code: one.numbers for one in bad.findings()}
    assert numbers["retrieval.ahead"]["best"] == "old"
    assert numbers["retrieval.ahead"]["pair"] == "new − old"
    assert numbers["retrieval.ahead"]["difference"] < 0


def test_missing_queries_and_their_notices_are_told_once():
    panel, asked = both(*rotated())
    gold = GOLD | {f"gone{i}": "d0" for i in range(50)}
    found = compare(panel, queries=asked, gold=gold)
    (missing,) = [one for one in found.findings() if one.code == "retrieval.missing"]
    assert (missing.numbers["count"], missing.numbers["n_queries"]) == (50, N + 50)
    assert missing.numbers["name"] == "old, new"
    few = compare(panel, queries=asked, gold={f"q{i}": "d0" for i in range(5)})
    told = [note["code"] for note in few.to_dict()["data"]["notices"]]
    assert told.count("retrieval.notices.few_units") == 1
    assert told.count("retrieval.notices.shared_golds") == 1
