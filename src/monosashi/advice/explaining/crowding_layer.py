"""Crowding: the answer is found once its near-duplicates are set aside."""

from __future__ import annotations

import numpy as np

from monosashi.advice.explaining.search import Rows, Search
from monosashi.advice.explaining.trial import Tested, removal_trial
from monosashi.embeddings import EmbeddingSet, fault
from monosashi.neighbors import nearest
from monosashi.shape.configuration import configure

LAYER, ASIDE = "crowding", "set_duplicates_aside"
NEAR = 0.1  # squared distance over the mean squared distance of two documents
MOST = 200  # rows looked at around one answer


def try_crowding(search: Search, near: dict[int, Rows] | None) -> Tested:
    """Hide from each query what is nearly the same as its nearest answer, or has its text.

    The control hides as many other wrong documents at random.
    """
    if near is None:
        return Tested(LAYER, reason=fault("misses.reasons.same_documents"))
    rows = search.missed
    task = search.hiding(rows, [near[row] for row in rows])
    after = search.before.copy()  # what is found stays found
    after[rows] = search.stand(search.queries.take(rows), task=task)
    removed = np.diff(task.hidden.starts) - np.diff(search.task.hidden.take(rows).starts)
    trial = removal_trial(ASIDE, search, after[rows], removed, search.generator(5))
    return Tested(LAYER, (trial,), {ASIDE: after})


def near_duplicates(search: Search) -> dict[int, Rows] | None:
    """Documents nearly the same as the nearest answer of every miss, itself among them.

    A copy is one whose squared distance (unit vectors) to the answer is at most a tenth of the mean
    squared distance of two documents, or that has the answer's text. None where all documents are
    one vector.
    """
    documents = search.asking.library.set
    typical = mean_squared_distance(documents)
    if typical is None:
        return None
    answers, which = np.unique(search.pairs.answers[search.place[search.missed]],
                               return_inverse=True)  # fmt: skip
    lists = nearest(documents.take(answers), documents, k=min(MOST, documents.n),
                    metric="cosine")  # fmt: skip
    close = 2 * lists.distances <= NEAR * typical
    same, of = _same_text(documents, answers), search.asking.library.document_of
    found = [np.union1d(of[rows[held]], of[same[i]])
             for i, (rows, held) in enumerate(zip(lists.indices, close, strict=True))]  # fmt: skip
    return {int(row): found[i] for row, i in zip(search.missed, which, strict=True)}


def mean_squared_distance(documents: EmbeddingSet) -> float | None:
    """Of two documents, as unit vectors; None where all are the same."""
    spread = configure(documents).ss_total
    return 2 * spread / (documents.n - 1) if spread else None


def _same_text(documents: EmbeddingSet, answers: Rows) -> list[Rows]:
    """Rows with the text of each answer, blanks apart."""
    texts = documents.columns.get("text")
    if texts is None:
        return [np.empty(0, dtype=np.intp) for _ in answers]
    plain = [" ".join(text.split()) if isinstance(text, str) else "" for text in texts]
    wanted = {plain[row] for row in answers} - {""}
    held: dict[str, list[int]] = {}
    for row, text in enumerate(plain):
        if text in wanted:
            held.setdefault(text, []).append(row)
    return [np.array(held.get(plain[row], []), dtype=np.intp) for row in answers]
