"""Language: the answer is found among the documents of its language, or without their means."""

from __future__ import annotations

import numpy as np

from monosashi.advice.explaining.centring import CENTERING, OF_QUERIES, Centring
from monosashi.advice.explaining.languages import Languages
from monosashi.advice.explaining.search import FAR, Rows, Search
from monosashi.advice.explaining.trial import Tested, removal_trial
from monosashi.embeddings import Fault
from monosashi.ranking import Candidates, JudgedTask, Lists

LAYER = "language"
POOL = "own_language_pool"


def try_language(search: Search, languages: Languages | Fault) -> Tested:
    """Search in the language of the answer only; search with the mean of each language taken off.

    The first control takes out as many documents at random. The second takes off the overall mean
    and moves each language as far from it as before, but in a random direction.
    """
    if isinstance(languages, Fault):
        return Tested(LAYER, reason=languages)
    alone, removed = _in_own_pool(search, languages)
    rows = search.missed
    trials = [removal_trial(POOL, search, alone[rows], removed[rows], search.generator(1))]
    centring = Centring.of(search, languages)
    if isinstance(centring, Fault):
        why = dict.fromkeys((CENTERING, OF_QUERIES), centring)
        return Tested(LAYER, tuple(trials), {POOL: alone}, missing=why)
    trial, mends, missing = centring.tried()
    return Tested(LAYER, (*trials, *trial), {POOL: alone, **mends}, missing=missing)


def _in_own_pool(search: Search, languages: Languages) -> tuple[Rows, Rows]:
    """Wrong documents of the answer's language before it, and how many others are left out.

    A query with answers in several languages takes the language in which it does best.
    """
    best, removed = np.full(search.n, FAR, dtype=np.intp), np.zeros(search.n, dtype=np.intp)
    for code in range(len(languages.names)):
        inside = np.flatnonzero(languages.documents == code)
        candidates, task, rows = _part(search, inside)
        if not len(rows):
            continue
        before = search.stand(search.queries.take(rows), candidates, task)
        seen = len(inside) - np.diff(task.golds.starts) - np.diff(task.hidden.starts)
        better = before < best[rows]
        best[rows[better]] = before[better]
        removed[rows[better]] = (search.wrong[rows] - seen)[better]
    return best, removed


def _part(search: Search, documents: Rows) -> tuple[Candidates, JudgedTask, Rows]:
    """Some documents, renumbered, and the queries that have an answer among them."""
    held = search.candidates
    rows, _ = held.expand(documents)
    lengths = held.lengths[documents]
    part = Candidates(held.rows.take(rows), np.cumsum(lengths) - lengths,
                      np.array([0, len(documents)]))  # fmt: skip
    place = np.full(held.n, -1, dtype=np.intp)
    place[documents] = np.arange(len(documents))
    golds = _inside(search.task.golds, place)
    having = np.flatnonzero(np.diff(golds.starts))
    hidden = _inside(search.task.hidden, place)
    return part, JudgedTask(golds.take(having), hidden.take(having)), having


def _inside(lists: Lists, place: Rows) -> Lists:
    n = len(lists.starts) - 1
    asked, documents = lists.of(slice(0, n))
    kept = place[documents] >= 0
    return Lists.from_pairs(n, asked[kept], place[documents[kept]])
