"""What repairs are compared on: pages, who asks, what answers, and what belongs together."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from monosashi.embeddings import DataError, EmbeddingSet, Fault, Gold, fault
from monosashi.embeddings.arrays import TextArray
from monosashi.embeddings.sets import Column
from monosashi.language.choosing.sampling import most_queries, sampled
from monosashi.language.corpus import Corpus, QueryRole
from monosashi.language.door import open_corpus
from monosashi.language.fitted import FittedRepair
from monosashi.language.fitting import LEAST_DOCUMENTS
from monosashi.language.judging import GoldPages, Question, open_gold_pages
from monosashi.language.layout import IntArray
from monosashi.statistics.generators import as_generator

LANGUAGE = "__language__"
Answers = Gold | Mapping[str, Any] | str


@dataclass(frozen=True, eq=False)
class Ground:
    """One corpus with its queries.

    Attributes
    ----------
    held : Corpus or GoldPages
    documents : EmbeddingSet
        With the column ``__language__``.
    queries : EmbeddingSet or None
        Independent queries, with the same column; only rows that ask have a language there.
    question : Question
        Its units are numbered without gaps.
    document_units : (m,) int
        Unit of every document; -1 where it belongs to none that is asked about.
    role : str
    """

    held: Corpus | GoldPages
    documents: EmbeddingSet
    queries: EmbeddingSet | None
    question: Question
    document_units: IntArray
    role: QueryRole

    @property
    def languages(self) -> tuple[str, ...]:
        """Names of the languages, sorted."""
        return self.held.languages

    @property
    def n_units(self) -> int:
        """How many items are asked about."""
        return int(self.question.units.max()) + 1

    @property
    def asking(self) -> IntArray:
        """(n,) rows of the set of queries that ask."""
        return self.held.rows if isinstance(self.held, GoldPages) else self.held.asked.rows

    @cached_property
    def fitted(self) -> dict[tuple[str, bytes], FittedRepair]:
        """Repairs that were fitted, by name and the items left out: a few vectors each."""
        return {}

    @cached_property
    def row_units(self) -> IntArray:
        """(rows,) unit of the document that every row of ``documents`` belongs to."""
        layout = self.held.layout
        lengths = np.diff(np.append(layout.starts, len(layout.rows)))
        units = np.empty(self.documents.n, dtype=np.intp)
        units[layout.rows] = np.repeat(self.document_units, lengths)
        return units


def open_ground(
    documents: EmbeddingSet,
    *,
    key: Column,
    language: Column,
    queries: EmbeddingSet | None,
    gold: Answers | None,
    force: bool,
    max_queries: int | None = None,
    rng: np.random.Generator | None = None,
) -> Ground:
    """Check everything that came, and join it.

    Raises
    ------
    DataError
        As ``measure_language_bias``; gold without queries; fewer than 50 documents of a
        language; no answer in another language than its query.
    """
    if gold is not None and queries is None:
        raise DataError(fault("language.errors.gold_without_queries"))
    held: Corpus | GoldPages
    if gold is None or queries is None:
        held = open_corpus(documents, key=key, language=language, queries=queries)
    else:
        held = open_gold_pages(documents, key=key, language=language, queries=queries, gold=gold)
    held = sampled(held, most_queries(int(held.layout.sizes.sum()), max_queries), as_generator(rng))
    role, question, units = _asked_of(held)
    faults = [*_few_documents(held, force=force), *_nothing_across(question)]
    if faults:
        raise DataError(*faults)
    names = np.array(held.languages, dtype=object)
    labelled = _labelled(documents, names[held.pairs.language_codes])
    asked = None if queries is None else _asked(held, queries, question, names)
    return Ground(held, labelled, asked, *_numbered(question, units), role)


def _asked_of(held: Corpus | GoldPages) -> tuple[QueryRole, Question, IntArray]:
    """How queries were embedded, what they ask, and the unit of every document."""
    if isinstance(held, GoldPages):
        return "independent queries", held.question, held.document_units
    return held.role, Question.of_corpus(held), _units_of_keys(held)


def _units_of_keys(corpus: Corpus) -> IntArray:
    """Documents of a key are one unit, in whatever language."""
    units = np.full(len(corpus.layout.starts), -1, dtype=np.intp)
    keys, languages = np.nonzero(corpus.layout.document_of >= 0)
    units[corpus.layout.document_of[keys, languages]] = keys
    return units


def _numbered(question: Question, of_documents: IntArray) -> tuple[Question, IntArray]:
    known, units = np.unique(question.units, return_inverse=True)
    asked = np.isin(of_documents, known)
    place = np.where(asked, np.searchsorted(known, of_documents), -1)
    return replace(question, units=units), place


def _few_documents(held: Corpus | GoldPages, *, force: bool) -> list[Fault]:
    sizes = zip(held.languages, held.layout.sizes.tolist(), strict=True)
    codes = {1: "language.errors.one_document"}
    return [fault(codes.get(n, "language.errors.few_documents"), language=name, n=n,
                  least=LEAST_DOCUMENTS)
            for name, n in sizes if n < LEAST_DOCUMENTS and not force]  # fmt: skip


def _nothing_across(question: Question) -> list[Fault]:
    """A repair of language is for answers in another language than the query's."""
    queries, golds = question.golds.of(slice(0, question.n))
    foreign = question.language_of(golds) != question.own_pool[queries]
    return [] if foreign.any() else [fault("language.errors.nothing_across")]


def _asked(
    held: Corpus | GoldPages, queries: EmbeddingSet, question: Question, names: TextArray
) -> EmbeddingSet:
    labels = np.full(queries.n, names[0], dtype=object)
    rows = held.rows if isinstance(held, GoldPages) else held.asked.rows
    labels[rows] = names[question.own_pool]
    return _labelled(queries, labels)


def _labelled(held: EmbeddingSet, labels: TextArray) -> EmbeddingSet:
    return replace(held, columns={**held.columns, LANGUAGE: labels})
