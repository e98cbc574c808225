"""Ranked lists from files: the order is that of the scores, as trec_eval reads them."""

import json
from itertools import starmap

import numpy as np
import pytest

import monosashi as ms


def write(path, text):
    path.write_text(text, encoding="utf-8")
    return path


def refused(path):
    with pytest.raises(ms.DataError) as error:
        ms.read_rankings(path)
    assert error.value.say("ja")
    return error.value.say("en")


def run_lines(rows):
    return "".join(f"{q} Q0 {d} {rank} {score} bm25\n" for q, d, rank, score in rows)


def test_scores_order_a_run_not_lines_or_ranks(tmp_path):
    rows = [("q1", "d1", 1, "2.5"), ("q1", "d2", 2, "1e1"), ("q1", "d3", 3, "-3E-1"),
            ("q2", "d1", 1, "0.5")]  # fmt: skip
    found = ms.read_rankings(write(tmp_path / "a.run", run_lines(rows)))
    assert found.documents == {"q1": ("d2", "d1", "d3"), "q2": ("d1",)}
    assert found.scores["q1"] == (10.0, 2.5, -0.3)
    assert found.name == "bm25"
    assert '"q1"' in str(found.notices[0])
    assert '"q2"' not in str(found.notices[0])


def test_equal_scores_with_any_ranks_are_no_disagreement(tmp_path):
    rows = [("q", "d1", 2, "1"), ("q", "d2", 1, "1"), ("q", "d3", 3, "0")]
    found = ms.read_rankings(write(tmp_path / "a.run", run_lines(rows)))
    assert found.notices == ()
    assert found.tied("q") == 1
    assert found.documents["q"] == ("d1", "d2", "d3")


def test_the_reciprocal_rank_is_that_of_trec_eval(tmp_path):
    """Shuffled lines and ranks that lie: only the scores count, there as here."""
    pytrec_eval = pytest.importorskip("pytrec_eval")
    rng = np.random.default_rng(0)
    rows = []
    for query in range(20):
        scores = rng.permutation(50) / 7
        rows += [(f"q{query}", f"d{i}", int(rng.integers(1, 99)), scores[i]) for i in range(50)]
    rng.shuffle(rows)
    found = ms.read_rankings(write(tmp_path / "a.run", run_lines(rows)))
    gold = {f"q{query}": {f"d{query}": 1} for query in range(20)}
    run = {query: {} for query in gold}
    for query, document, _, score in rows:
        run[str(query)][str(document)] = float(score)
    theirs = pytrec_eval.RelevanceEvaluator(gold, {"recip_rank"}).evaluate(run)
    for query, (document,) in ((query, tuple(row)) for query, row in gold.items()):
        ours = 1 / (found.documents[query].index(document) + 1)
        assert ours == pytest.approx(theirs[query]["recip_rank"], abs=1e-12)


LISTS = {"q1": ["b", "a"], "q2": []}


def test_json_lines_and_mappings(tmp_path):
    rows = list(starmap(lambda q, d: json.dumps({"query": q, "documents": d}), LISTS.items()))
    found = ms.read_rankings(write(tmp_path / "dense.jsonl", "\n".join(rows)))
    assert found.documents == {"q1": ("b", "a"), "q2": ()}
    assert found.scores["q1"] is None
    assert found.name == "dense"
    scored = [{"query": "q", "documents": [{"id": "a", "score": 0.1}, {"id": "b", "score": 2}]}]
    path = write(tmp_path / "s.jsonl", json.dumps(scored[0]))
    assert ms.read_rankings(path, name="mine").documents["q"] == ("b", "a")
    assert ms.read_rankings(path, name="mine").name == "mine"
    path = write(tmp_path / "m.json", json.dumps({"q1": {"a": 1, "b": 3}, "q2": ["c"]}))
    assert ms.read_rankings(path).documents == {"q1": ("b", "a"), "q2": ("c",)}


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("query,doc,score\nq,a,0.5\nq,b,0.75\n", ("b", "a")),
        ("query,doc,rank\nq,a,2\nq,b,1\n", ("b", "a")),
        ("query,doc,rank,score\nq,a,1,0.5\nq,b,2,0.75\n", ("b", "a")),
    ],
)
def test_a_row_a_document(tmp_path, text, order):
    assert ms.read_rankings(write(tmp_path / "r.csv", text)).documents["q"] == order


def test_all_faults_of_a_run_come_together_with_their_lines(tmp_path):
    text = "q1 Q0 d1 1 2.5 a\n\nq1 Q0 d1 2 nan a\nq1 Q0 d2 3 high a\n"
    said = refused(write(tmp_path / "r.run", text))
    assert "in 1 row(s)" in said
    assert '"q1"' in said
    assert "2 scores are no finite numbers" in said
    assert "(Lines 3-4 of r.run.)" in said
    assert '"a", "b"' in refused(write(tmp_path / "s.run", "q Q0 d 1 1 a\nq Q0 e 2 0 b\n"))
    assert "lines 1" in refused(write(tmp_path / "t.run", "q Q0 d 1 1\n"))


@pytest.mark.parametrize(
    "documents",
    [["a", "a"], [{"id": "a", "score": 1}, {"id": "b"}], [{"id": "a"}, "b"], "a", [["a"]],
     [{"name": "a"}], None],
)  # fmt: skip
def test_lists_that_are_none_name_their_query(tmp_path, documents):
    path = write(tmp_path / "r.jsonl", json.dumps({"query": "q7", "documents": documents}))
    assert '"q7"' in refused(path)


def test_columns_are_listed_when_they_say_nothing(tmp_path):
    assert "Columns: a, b" in refused(write(tmp_path / "r.csv", "a,b\n1,2\n"))


@pytest.mark.parametrize(
    "documents",
    [["a", None], ["a", 1.5], ["a", True], {"a": None}, {"a": "1_0"}, {"a": 1, "b": "inf"},
     [{"id": None, "score": 1}], [{"id": ["a"], "score": 1}], ["a", ""]],
)  # fmt: skip
def test_ids_and_scores_of_other_kinds_name_their_query(tmp_path, documents):
    rows = [{"query": "q1", "documents": ["a"]}, {"query": "q7", "documents": documents}]
    said = refused(write(tmp_path / "r.jsonl", "".join(json.dumps(row) + "\n" for row in rows)))
    assert '"q7"' in said
    assert '"q1"' not in said


def test_ranks_that_decide_are_places_each_once(tmp_path):
    text = "query,doc,rank\nq,a,1\nq,b,1.5\n\nq,c,-2\nq,d,3\nq,e,3\np,a,3\np,b,x\n"
    said = refused(write(tmp_path / "r.csv", text))
    assert "3 ranks are no whole numbers" in said
    assert "rows 1-2, 6" in said
    assert "2 rows share a rank" in said
    assert 'queries "q" (rows 3-4)' in said
    assert "3, 5" in said
    text = "query,doc,rank\nq,a,2.0\nq,b,0\np,a,2\n"  # floats of a data frame, from 0
    assert ms.read_rankings(write(tmp_path / "s.csv", text)).documents["q"] == ("b", "a")
    text = "query,doc,rank,score\nq,a,1,0.5\nq,b,1,0.75\n"  # the scores decide
    assert ms.read_rankings(write(tmp_path / "t.csv", text)).documents["q"] == ("b", "a")


@pytest.mark.parametrize("score", ["inf", "-inf", "1_000", "\uff11"])
def test_scores_that_are_no_plain_numbers_are_refused_by_line(tmp_path, score):
    said = refused(write(tmp_path / "r.run", f"q Q0 a 1 2 x\n\nq Q0 b 2 {score} x\n"))
    assert "1 scores are no finite numbers" in said
    assert "3" in said.split("rows 1", 1)[1]


def test_lines_of_another_width_and_documents_that_stand_twice_come_together(tmp_path):
    path = tmp_path / "r.run"
    path.write_text("q1 Q0 d1 1 2.5 bm25\nq1 Q0 d2 2\nq1 Q0 d1 3 1.5 bm25\n", encoding="utf-8")
    with pytest.raises(ms.DataError) as error:
        ms.read_rankings(path)
    said = error.value.say("en")
    assert "1 lines do not have the 6 values of a TREC run: lines 2." in said
    assert "in 1 row(s)" in said
    assert "(Lines 3 of r.run.)" in said
    assert "(Lines 2 of r.run.)" not in said
