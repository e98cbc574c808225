"""Retrieval and reranking: where the right documents come."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

import numpy as np

from monosashi.embeddings import EmbeddingSet, fault
from monosashi.robustness.drift import unit_rows
from monosashi.robustness.tasks.scored import FloatArray, IntArray, Scored
from monosashi.robustness.tasks.task import Task
from monosashi.robustness.tasks.vectors import Keep, Vectors

DEPTH, CUT = 10, 1000
TIED = 1e-9


def score_retrieval(task: Task, vectors: Vectors, keep: Keep) -> Scored:
    """nDCG@10 by cosine, mean over queries; ties count against the model.

    The gain of a grade is the grade; the best order is that of all judged documents that are
    there. Queries without a relevant document among them are left out on both sides.
    """
    from monosashi.retrieval.asking import Asking
    from monosashi.retrieval.options import Settings
    from monosashi.retrieval.passing import score_pass, search, table_of

    queries, documents = task.fields["query"], task.fields["document"]
    relevance = relevant(task, keep)
    rows = np.array([queries.place[query] for query in relevance], dtype=np.intp)
    if not len(rows):
        return Scored(None, rows, reason=fault("robustness_run.reasons.no_queries"))
    pool = np.flatnonzero(keep["document"])
    asked = EmbeddingSet.from_arrays(vectors["query"][rows], ids=list(relevance))
    searched = EmbeddingSet.from_arrays(vectors["document"][pool],
                                        ids=[documents.ids[row] for row in pool])  # fmt: skip
    exclude = "id" if task.ignore_identical_ids else None
    asking = Asking.of(asked, searched, gold=relevance, exclude=exclude)
    found, margins = search(asking, None)
    settings = Settings.of((1,), (DEPTH,), 0.95, None)
    table = table_of(asking, found, score_pass(asking, found, settings), margins)
    per_query = np.asarray(table.scores[f"ndcg@{DEPTH}"], dtype=np.float64)
    return Scored.mean(per_query, np.array([queries.place[name] for name in table.ids]))


def relevant(task: Task, keep: Keep) -> dict[str, dict[str, float]]:
    """Kept queries with their kept documents of a grade above 0."""
    queries, documents = task.fields["query"].place, task.fields["document"].place
    held: dict[str, dict[str, float]] = defaultdict(dict)
    for query, document, grade in task.gold["relevance"]:
        row = documents.get(document)
        fits = row is not None and keep["document"][row] and keep["query"][queries[query]]
        own = task.ignore_identical_ids and query == document
        if fits and grade > 0 and not own:
            held[query][document] = float(grade)
    return dict(held)


def score_reranking(task: Task, vectors: Vectors, keep: Keep) -> Scored:
    """Average precision over the first 1,000 candidates of a query, mean over queries."""
    queries, documents = task.fields["query"].place, task.fields["document"].place
    right = relevant(task, keep)
    asked, pool = unit_rows(vectors["query"]), unit_rows(vectors["document"])
    units, scores = [], []
    for query, names in task.gold["candidates"].items():
        if query not in right:
            continue
        held = [name for name in names if keep["document"][documents[name]]]
        near = pool[[documents[name] for name in held]] @ asked[queries[query]]
        units.append(queries[query])
        scores.append(ranked_precision(near, [name in right[query] for name in held],
                                       len(right[query])))  # fmt: skip
    rows: IntArray = np.array(units, dtype=np.intp)
    if not units:
        return Scored(None, rows, reason=fault("robustness_run.reasons.no_queries"))
    return Scored.mean(np.array(scores), rows)


def ranked_precision(near: FloatArray, right: Sequence[bool], n_right: int) -> float:
    """Average precision of a ranked list; a wrong document that ties comes first.

    >>> ranked_precision(np.array([0.9, 0.5, 0.5]), [True, True, False], 2)
    0.8333333333333333
    """
    hit = np.array(right, dtype=np.bool_)
    good = np.sort(near[hit])[::-1]
    before = (near[~hit][None, :] >= good[:, None] - TIED).sum(axis=1)
    ranks = np.arange(1, len(good) + 1) + before
    precision = np.arange(1, len(good) + 1) / ranks
    return float(precision[ranks <= CUT].sum() / n_right)
