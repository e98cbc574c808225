"""The pass over the product, and what it says query by query."""

from __future__ import annotations

import numpy as np

from monosashi.ranking import Judged, rank_judged
from monosashi.retrieval.asking import Asking
from monosashi.retrieval.assembling import query_table
from monosashi.retrieval.margin import MarginArrays, OfSeveral, margins_of
from monosashi.retrieval.misses import worst_misses
from monosashi.retrieval.options import Settings
from monosashi.retrieval.query_table import FloatArray, QueryTable
from monosashi.retrieval.results import LISTED, RetrievalMiss
from monosashi.retrieval.scoring import Scored, score_golds


def search(
    asking: Asking, n_jobs: int | None, of_several: OfSeveral = "nearest"
) -> tuple[Judged, MarginArrays]:
    """The one pass over the product, and the margins of what it found."""
    directions, candidates = asking.directions()
    found = rank_judged(directions, candidates, asking.task, k=LISTED, n_jobs=n_jobs)
    return found, margins_of(directions, candidates, asking.task, found, of_several)


def score_pass(asking: Asking, found: Judged, settings: Settings) -> Scored:
    """Scores of all judged queries from what the pass found."""
    pairs = len(asking.judgement.pairs[0])
    score, above, ties = np.full(pairs, np.nan), np.zeros(pairs, int), np.zeros(pairs, int)
    for table, values in ((score, found.score), (above, found.above), (ties, found.ties)):
        table[asking.pairs] = values
    return score_golds(asking.judgement, score, above, ties, settings)


def table_of(asking: Asking, found: Judged, scored: Scored, margins: MarginArrays) -> QueryTable:
    """The table of all judged queries, missing ones at the end."""
    missing = asking.judgement.n - asking.judgement.n_asked
    names = asking.library.ids
    top = tuple(tuple(names[i] for i in row if i >= 0) for row in found.top)
    margin: FloatArray = np.concatenate([margins.normalised, np.full(missing, np.nan)])
    return query_table(asking.judgement, asking.units, scored, texts=_texts(asking), margin=margin,
                       top=(*top, *((),) * missing), text_of=asking.library.text_of)  # fmt: skip


def _texts(asking: Asking) -> tuple[str | None, ...] | None:
    held = asking.queries.columns.get("text")
    if held is None:
        return None
    known = [text if isinstance(text, str) else None for text in held[asking.rows]]
    return (*known, *(None,) * (asking.judgement.n - asking.judgement.n_asked))


def misses_of(
    asking: Asking, table: QueryTable, found: Judged, scored: Scored
) -> tuple[RetrievalMiss, ...]:
    """The deepest misses, with texts and cosines."""
    score = np.full(len(asking.judgement.pairs[0]), np.nan)
    score[asking.pairs] = found.score
    golds = [None if pair < 0 else float(score[pair]) for pair in scored.first]
    missing = table.n - len(found.top)
    scores = [*found.top_score.tolist(), *[None] * missing]
    return worst_misses(table, scores, golds, asking.library.text_of)
