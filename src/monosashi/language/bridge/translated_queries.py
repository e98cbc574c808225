"""Queries of a corpus in every language of its documents."""

from __future__ import annotations

import numpy as np

from monosashi.embeddings import DataError, EmbeddingSet, TextSet, fault
from monosashi.language.bridge.road import Road
from monosashi.language.bridge.scores import BridgeScores
from monosashi.language.corpus import Corpus
from monosashi.language.judging import GoldPages, Question
from monosashi.models import Role


def bridge_scores(
    pages: Corpus | GoldPages,
    question: Question,
    documents: EmbeddingSet,
    road: Road,
    *,
    queries: EmbeddingSet | None = None,
    text: str = "text",
) -> BridgeScores:
    """Translate every query into every other language, and embed the translations.

    Parameters
    ----------
    pages : Corpus or GoldPages
    question : Question
        Of these pages.
    documents : EmbeddingSet
        Raw vectors: a bridge needs no mending.
    road : Road
        Its ``toll`` then says what that took.
    queries : EmbeddingSet, optional
        Independent queries; default those of ``pages``.
    text : str
        Column of the queries' texts.

    Raises
    ------
    DataError
        Queries without texts; what ``Road.vectors`` refuses. Two languages between which no
        translator is known stop it too, unless the road may drop: they are then not searched.
    """
    asked = pages.directions(documents, queries)
    held, rows = _asked_rows(pages, documents, queries)
    if text not in held.columns:
        raise DataError(fault("language.errors.bridge_needs_texts", name=text))
    own = asked.unit(np.arange(len(asked))).astype(np.float32)
    languages = pages.languages
    vectors = [own.copy() for _ in languages]
    known = np.zeros((question.n, len(languages)), dtype=bool)
    known[np.arange(question.n), question.own_pool] = True
    role: Role = "query" if _as_queries(pages) else "passage"
    for source, target in np.ndindex(len(languages), len(languages)):
        mine = np.flatnonzero(question.own_pool == source)
        names = languages[source], languages[target]
        if source == target or not len(mine) or not (road.leads(*names) or road.invalid != "drop"):
            continue
        texts = _texts(held.take(rows[mine]), text)
        made, there = road.vectors(texts, *names, role=role, like=documents)
        vectors[target][mine] = made
        known[mine, target] = there
    return BridgeScores(vectors, known)


def _as_queries(pages: Corpus | GoldPages) -> bool:
    return not isinstance(pages, Corpus) or pages.role != "documents as queries"


def _asked_rows(
    pages: Corpus | GoldPages, documents: EmbeddingSet, queries: EmbeddingSet | None
) -> tuple[EmbeddingSet, np.ndarray]:
    if isinstance(pages, Corpus):
        independent = pages.role == "independent queries"
        held = (pages.queries if queries is None else queries) if independent else documents
        return held, pages.asked.rows
    return (pages.queries if queries is None else queries), pages.rows


def _texts(held: EmbeddingSet, text: str) -> TextSet:
    columns = {"key": held.columns["key"]} if "key" in held.columns else {}
    return TextSet.from_lists(held.columns[text], ids=held.ids, columns=columns)
