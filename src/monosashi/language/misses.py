"""Pages that other languages push away from their translation."""

from __future__ import annotations

import numpy as np

from monosashi.embeddings import EmbeddingSet
from monosashi.language.corpus import Corpus
from monosashi.language.layout import IntArray
from monosashi.language.results import Miss
from monosashi.ranking import Candidates, Directions, GoldRanks, exact_cosines

SHOWN = 20
CUT = 200


def worst_misses(
    corpus: Corpus,
    queries: Directions,
    candidates: Candidates,
    ranks: GoldRanks,
    rows: IntArray,
    target: int,
) -> tuple[Miss, ...]:
    """The queries whose translation is displaced furthest by mixing, at most 20."""
    mixed, alone = (ranks.ranks(pool)[rows, target] for pool in ("mixed", "pool"))
    order = np.lexsort((np.arange(len(rows)), -mixed, -(mixed - alone)))
    asked = [i for i in order if mixed[i] > 1][:SHOWN]
    found = (_miss(corpus, queries, candidates, ranks, int(rows[i]), target) for i in asked)
    return tuple(miss for miss in found if miss is not None)


def _miss(
    corpus: Corpus,
    queries: Directions,
    candidates: Candidates,
    ranks: GoldRanks,
    query: int,
    target: int,
) -> Miss | None:
    _, equals = corpus.task.equals.of(slice(query, query + 1))
    wrong = np.setdiff1d(ranks.top[query], [*equals, -1])
    if not len(wrong):
        return None
    first, _ = _best_row(queries, candidates, query, wrong)
    gold = corpus.task.gold[query, target]
    right, _ = _best_row(queries, candidates, query, np.array([gold]))
    documents, order = corpus.pairs.set, corpus.layout.rows
    query_id, query_text = _name(corpus.queries, int(corpus.asked.rows[query]))
    gold_id, gold_text = _name(documents, int(order[right]))
    first_id, first_text = _name(documents, int(order[first]))
    spoken = corpus.languages[corpus.pairs.language_codes[order[first]]]
    mixed, alone = (int(ranks.ranks(pool)[query, target]) for pool in ("mixed", "pool"))
    return Miss(query_id, query_text, gold_id, gold_text, first_id, first_text, spoken, mixed,
                alone)  # fmt: skip


def _best_row(
    queries: Directions, candidates: Candidates, query: int, documents: IntArray
) -> tuple[int, float]:
    """The candidate row (chunk) nearest to a query among some documents."""
    rows, _ = candidates.expand(documents)
    cosines = exact_cosines(queries, candidates.rows, np.full(len(rows), query), rows)
    best = int(np.argmax(cosines))
    return int(rows[best]), float(cosines[best])


def _name(held: EmbeddingSet, row: int) -> tuple[str, str | None]:
    text = held.columns["text"][row] if "text" in held.columns else None
    return str(held.ids[row]), text[:CUT] if isinstance(text, str) else None
