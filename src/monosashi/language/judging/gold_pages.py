"""Pages of several languages and queries with any number of known answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from monosashi.embeddings import DataError, EmbeddingSet, Fault, Gold, Pairs, fault
from monosashi.embeddings.errors import Faults
from monosashi.embeddings.sets import Column
from monosashi.language.chunking import uneven_chunks
from monosashi.language.door import with_twins
from monosashi.language.exclusions import Exclusions
from monosashi.language.judging.gold_links import Links, links_by_column, links_by_gold
from monosashi.language.judging.question import Question
from monosashi.language.judging.units import linked_units
from monosashi.language.layout import IntArray, Layout
from monosashi.language.same_model import model_faults
from monosashi.ranking import Candidates, Directions, Lists


@dataclass(frozen=True, eq=False)
class GoldPages:
    """A corpus whose queries have several answers in every language.

    Attributes
    ----------
    pairs : Pairs
    layout : Layout
    queries : EmbeddingSet
    rows : (n,) int
        Rows of ``queries`` that ask: those with an answer, by language.
    question : Question
    document_units : (m,) int
        Unit of every document, -1 where it answers nothing: queries and documents of one unit
        are linked by answers, so that folds can keep them together.
    notices : tuple of Fault
    """

    pairs: Pairs
    layout: Layout
    queries: EmbeddingSet
    rows: IntArray
    question: Question
    document_units: IntArray
    notices: tuple[Fault, ...] = ()

    @property
    def languages(self) -> tuple[str, ...]:
        """Names of the languages, sorted."""
        return self.pairs.languages

    def candidates(self, documents: EmbeddingSet) -> Candidates:
        """The columns, from these vectors of the documents."""
        return self.layout.candidates(documents)

    def directions(self, documents: EmbeddingSet, queries: EmbeddingSet | None) -> Directions:  # noqa: ARG002
        """The rows, from these vectors of the queries."""
        held = self.queries if queries is None else queries
        return Directions(held.vectors, self.rows, held.ids)


def open_gold_pages(
    documents: EmbeddingSet,
    *,
    key: Column,
    language: Column,
    queries: EmbeddingSet,
    gold: Gold | Mapping[str, Any] | str,
    query_language: Column | None = None,
) -> GoldPages:
    """Join queries with all documents that answer them, in every language.

    Parameters
    ----------
    documents : EmbeddingSet
    key, language : column name or (n,) values
        Rows that share both are chunks of one document.
    queries : EmbeddingSet
        Independent queries, in languages of the documents.
    gold : Gold, or a mapping of query id to ids of rows, or the name of a column
        A column that queries and documents share: what has the query's value answers it.
    query_language : column name or values, optional
        Default: the name given as ``language``.

    Raises
    ------
    DataError
        Queries in a language without documents or of another model, gold that names no document,
        and no query with an answer; all faults together.
    """
    pairs = Pairs.from_set(documents, key=key, language=language)
    layout = Layout.of(pairs)
    faults = Faults()
    faults.found += model_faults(documents, queries, sides=("documents", "queries"), roles=False)
    spoken = faults.attempt(_spoken, pairs, queries, language, query_language)
    place = _document_of_row(layout, documents.n)
    found = faults.attempt(_links, documents, queries, gold, place)
    faults.raise_any()
    if spoken is None or found is None:  # pragma: no cover - raise_any has spoken
        raise DataError(*faults.found)
    excluded = Exclusions.of(pairs, layout)
    links = found.without(_empty_documents(layout, excluded))
    if not len(links.queries):
        raise DataError(fault("language.errors.gold_finds_nothing"))
    rows = np.flatnonzero(np.isin(np.arange(queries.n), links.queries))
    rows = rows[np.argsort(spoken[rows], kind="stable")]
    question, units = _question(links.among(rows), spoken[rows], layout, excluded)
    lost = np.setdiff1d(np.arange(queries.n), rows)
    notices = [*pairs.notices, *uneven_chunks(layout, pairs.languages)]
    if len(lost):
        notices.append(fault("language.notices.no_gold", lost.tolist(), list(queries.ids[lost])))
    return GoldPages(pairs, layout, queries, rows, question, units, tuple(notices))


def _spoken(
    pairs: Pairs, queries: EmbeddingSet, language: Column, query_language: Column | None
) -> IntArray:
    given = language if query_language is None else query_language
    names = queries.column(given, "language")
    foreign = np.flatnonzero(~np.isin(names, pairs.languages))
    if len(foreign):
        known = ", ".join(pairs.languages)
        raise DataError(
            fault("language.errors.foreign_queries", foreign.tolist(), sorted(set(names[foreign])),
                  known=known)
        )  # fmt: skip
    return np.searchsorted(np.array(pairs.languages, dtype=object), names)


def _links(
    documents: EmbeddingSet, queries: EmbeddingSet, gold: Gold | Mapping[str, Any] | str,
    place: IntArray,
) -> Links:  # fmt: skip
    if isinstance(gold, str):
        _check_column(gold, documents=documents, queries=queries)
        return links_by_column(queries.column(gold, "gold"), documents.column(gold, "gold"), place)
    return links_by_gold(Gold.of(gold), list(queries.ids), list(documents.ids), place)


def _check_column(name: str, **sides: EmbeddingSet) -> None:
    """A column that joins stands on both sides; every side that lacks it is named."""
    lacking = [
        fault(f"language.errors.no_gold_column_{side}", name=name, known=", ".join(held.columns))
        for side, held in sides.items() if name not in held.columns
    ]  # fmt: skip
    if lacking:
        raise DataError(*lacking)


def _document_of_row(layout: Layout, n: int) -> IntArray:
    """(n,) number of the document every row of the set belongs to."""
    lengths = np.diff(np.append(layout.starts, len(layout.rows)))
    place = np.empty(n, dtype=np.intp)
    place[layout.rows] = np.repeat(np.arange(len(lengths)), lengths)
    return place


def _empty_documents(layout: Layout, excluded: Exclusions) -> IntArray:
    return layout.document_of[excluded.empty & (layout.document_of >= 0)]


def _question(
    links: Links, spoken: IntArray, layout: Layout, excluded: Exclusions
) -> tuple[Question, IntArray]:
    n, documents = len(spoken), len(layout.starts)
    golds = Lists.from_pairs(n, links.queries, links.documents)
    equals = with_twins(n, links.queries, links.documents, excluded)
    nobody = np.empty(0, dtype=np.intp)
    hidden = Lists.from_pairs(n, nobody, nobody)
    units, of_document = linked_units(links, n, documents, layout.document_of)
    return Question(golds, hidden, equals, layout.pools, spoken, units), of_document
