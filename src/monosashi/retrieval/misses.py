"""Queries whose gold document did not come first, deepest first."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from monosashi.retrieval.judgement import Answers
from monosashi.retrieval.query_table import QueryTable
from monosashi.retrieval.results import MISSES_SHOWN, RetrievalMiss

CUT = 200
Text = Callable[[str], str | None]
TopScores = Sequence[Sequence[float] | None]


def worst_misses(
    table: QueryTable,
    top_scores: TopScores,
    gold_scores: Sequence[float | None],
    text_of: Text,
) -> tuple[RetrievalMiss, ...]:
    """At most 20 queries: not found at all, then by falling rank of the best gold document.

    Missing queries are named elsewhere and left out here.

    Parameters
    ----------
    table : QueryTable
    top_scores : for every query the scores of ``table.top``, or None
    gold_scores : for every query the score of its best gold document, or None
    text_of : text of a document id
    """
    ranks = table.ranks.pessimistic
    depth = np.where(np.isnan(ranks), np.inf, ranks)
    order = np.lexsort((np.arange(table.n), -depth))
    worst = [int(i) for i in order if depth[i] > 1 and not table.missing[i]][:MISSES_SHOWN]
    return tuple(_miss(table, i, top_scores[i], gold_scores[i], text_of) for i in worst)


def _miss(
    table: QueryTable, i: int, scores: Sequence[float] | None, gold: float | None, text_of: Text
) -> RetrievalMiss:
    wanted = {name for name, _ in table.golds[i]}
    place = next((j for j, name in enumerate(table.top[i]) if name not in wanted), None)
    first = None if place is None else table.top[i][place]
    gap = None if None in (place, scores, gold) else float(scores[place]) - float(gold)  # type: ignore[index, arg-type]
    sought = table.best_gold[i] or best_graded(table.golds[i])
    rank = table.ranks.pessimistic[i]
    return RetrievalMiss(
        query_id=table.ids[i],
        query_text=cut(None if table.texts is None else table.texts[i]),
        gold_id=sought,
        gold_text=cut(text_of(sought)),
        gold_rank=None if np.isnan(rank) else int(rank),
        first_id=first,
        first_text=None if first is None else cut(text_of(first)),
        score_gap=gap if gap is not None and np.isfinite(gap) else None,
    )


def best_graded(golds: Answers) -> str:
    """The gold document of the highest grade, the first of equals."""
    return max(golds, key=lambda pair: pair[1])[0]


def cut(text: str | None) -> str | None:
    """The first 200 signs."""
    return text if text is None else text[:CUT]
