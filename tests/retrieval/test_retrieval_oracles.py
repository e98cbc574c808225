"""The same numbers as ir_measures and pytrec_eval without ties; the documented difference with."""

import numpy as np
import pytest

from monosashi.retrieval import measure_rankings, measure_retrieval

NAMES = {"recall": "R", "ndcg": "nDCG", "mrr": "RR", "map": "AP", "hits": "Success"}


def make_run(seed, *, documents=40, queries=25, depth=30, tied=False):
    """Scores of random documents for each query, and graded gold for most of them."""
    rng = np.random.default_rng(seed)
    run, gold = {}, {}
    for i in range(queries):
        listed = rng.permutation(documents)[:depth]
        scores = rng.integers(0, 6, depth).astype(float) if tied else rng.permutation(depth) / depth
        run[f"q{i}"] = {f"d{j}": float(s) for j, s in zip(listed, scores, strict=True)}
        judged = rng.permutation(documents)[: rng.integers(1, 8)]
        gold[f"q{i}"] = {f"d{j}": int(g) for j, g in
                         zip(judged, rng.integers(0, 4, len(judged)), strict=True)}  # fmt: skip
        gold[f"q{i}"][f"d{judged[0]}"] = 2
    return run, gold


def asked(ks=(1, 5, 10, 20)):
    import ir_measures

    named = {f"{ours}@{k}": getattr(ir_measures, theirs) @ k
             for ours, theirs in NAMES.items() if ours in ("recall", "ndcg", "hits")
             for k in ks}  # fmt: skip
    return {**named, "mrr": ir_measures.RR, "map": ir_measures.AP}


@pytest.mark.parametrize("seed", range(5))
def test_ir_measures(seed):
    ir_measures = pytest.importorskip("ir_measures")
    run, gold = make_run(seed)
    found = measure_rankings(run, gold, ks=(1, 5, 10, 20), ndcg_ks=(1, 5, 10, 20))
    named = asked()
    theirs = ir_measures.calc_aggregate(list(named.values()), gold, run)
    for name, measure in named.items():
        assert found.metrics[name].value == pytest.approx(theirs[measure], abs=1e-9), name
    per_query = {(row.query_id, row.measure): row.value
                 for row in ir_measures.iter_calc(list(named.values()), gold, run)}  # fmt: skip
    for row in found.per_query():
        for name, measure in named.items():
            ours = row[name]
            assert ours == pytest.approx(per_query[row["query"], measure], abs=1e-9), name


def test_ir_measures_counts_a_missing_query_as_we_do():
    ir_measures = pytest.importorskip("ir_measures")
    run, gold = make_run(7)
    del run["q3"], run["q11"]
    found = measure_rankings(run, gold, ks=(5,))
    theirs = ir_measures.calc_aggregate([ir_measures.RR, ir_measures.nDCG @ 10], gold, run)
    assert found.missing == ("q3", "q11")
    assert found.mrr.value == pytest.approx(theirs[ir_measures.RR], abs=1e-9)
    assert found.ndcg[10].value == pytest.approx(theirs[ir_measures.nDCG @ 10], abs=1e-9)


def test_pytrec_eval_leaves_a_missing_query_out():
    """The documented difference: its mean is over the queries that have a list."""
    pytrec_eval = pytest.importorskip("pytrec_eval")
    run, gold = make_run(8)
    del run["q3"]
    measures = {"recip_rank", "map", "ndcg_cut_10", "recall_5"}
    theirs = pytrec_eval.RelevanceEvaluator(gold, measures).evaluate(run)
    found = measure_rankings(run, gold, ks=(5,))
    assert len(theirs) == found.n_queries - 1
    keys = {"recip_rank": "mrr", "map": "map", "ndcg_cut_10": "ndcg@10", "recall_5": "recall@5"}
    for key, name in keys.items():
        total = sum(row[key] for row in theirs.values())
        assert found.metrics[name].value == pytest.approx(total / found.n_queries, abs=1e-9)


@pytest.mark.parametrize("seed", range(5))
def test_pytrec_eval_lies_between_our_two_ends_with_ties(seed):
    """It orders ties by falling document id, so renaming documents changes its numbers."""
    pytrec_eval = pytest.importorskip("pytrec_eval")
    run, gold = make_run(seed, tied=True)
    found = measure_rankings(run, gold, ks=(1, 5, 10))
    assert found.ties > 0
    keys = {"recip_rank": "mrr", "map": "map", "ndcg_cut_10": "ndcg@10", "recall_5": "recall@5"}
    seen = set()
    for rename in (lambda name: name, lambda name: f"d{99 - int(name[1:])}"):
        named_run = {q: {rename(d): s for d, s in row.items()} for q, row in run.items()}
        named_gold = {q: {rename(d): g for d, g in row.items()} for q, row in gold.items()}
        theirs = pytrec_eval.RelevanceEvaluator(named_gold, set(keys)).evaluate(named_run)
        for row in found.per_query():
            i = found.queries.ids.index(row["query"])
            for key, name in keys.items():
                best = found.queries.optimistic[name][i]
                assert row[name] - 1e-9 <= theirs[row["query"]][key] <= best + 1e-9
        seen.add(round(np.mean([row["recip_rank"] for row in theirs.values()]), 9))
    assert len(seen) == 2, "their mean depends on names"
    renamed = measure_rankings(
        {q: {rename(d): s for d, s in row.items()} for q, row in run.items()},
        {q: {rename(d): g for d, g in row.items()} for q, row in gold.items()}, ks=(1, 5, 10),
    )  # fmt: skip
    assert renamed.mrr.value == found.mrr.value


@pytest.mark.parametrize("seed", range(3))
def test_vectors_give_what_their_full_ranking_gives(seed):
    ir_measures = pytest.importorskip("ir_measures")
    rng = np.random.default_rng(seed)
    queries, documents = rng.normal(size=(30, 6)), rng.normal(size=(50, 6))
    unit = [x / np.linalg.norm(x, axis=1, keepdims=True) for x in (queries, documents)]
    run = {str(i): {str(j): float(s) for j, s in enumerate(row)}
           for i, row in enumerate(unit[0] @ unit[1].T)}  # fmt: skip
    gold = {str(i): {str(j): int(rng.integers(1, 4)) for j in rng.permutation(50)[:4]}
            for i in range(30)}  # fmt: skip
    gold["99"] = {"3": 1}  # judged, never asked
    found = measure_retrieval(queries, documents, gold=gold, ks=(1, 5, 10, 20),
                              ndcg_ks=(1, 5, 10, 20))  # fmt: skip
    named = asked()
    theirs = ir_measures.calc_aggregate(list(named.values()), gold, run)
    for name, measure in named.items():
        assert found.metrics[name].value == pytest.approx(theirs[measure], abs=1e-9), name
    listed = measure_rankings(run, gold, ks=(1, 5, 10, 20), ndcg_ks=(1, 5, 10, 20))
    assert {name: e.value for name, e in listed.metrics.items()} == pytest.approx(
        {name: e.value for name, e in found.metrics.items()}, abs=1e-12)  # fmt: skip
    assert listed.missing == found.missing == ("99",)
