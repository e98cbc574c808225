"""Queries beside documents, checked together: everything that can be wrong in one error."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from monosashi.embeddings import DataError, EmbeddingSet, Fault, as_set, fault
from monosashi.embeddings.arrays import FloatArray
from monosashi.embeddings.checks import zero_rows
from monosashi.embeddings.errors import Faults, name_ids
from monosashi.ranking import Candidates, Directions, JudgedTask, Lists
from monosashi.ranking.cosine import IntArray
from monosashi.retrieval.exclusion import Exclude, hidden_pairs, refuse_hidden_golds
from monosashi.retrieval.judgement import Judgement, gold_of
from monosashi.retrieval.library import Library
from monosashi.retrieval.same_space import space_faults
from monosashi.retrieval.units import Units, labels_of


@dataclass(frozen=True, eq=False)
class Asking:
    """What one pass needs, and what its numbers mean.

    Attributes
    ----------
    queries : EmbeddingSet
    rows : (asked,) int
        Rows of ``queries`` that are judged, in the order of ``judgement.ids``.
    library : Library
    judgement : Judgement
    units : Units
    task : JudgedTask
    pairs : (found,) int
        Which relevant pairs of the judgement can be found: asked, and in the collection.
    absent : tuple of str
        Gold documents that are not in the collection.
    """

    queries: EmbeddingSet
    rows: IntArray
    library: Library
    judgement: Judgement
    units: Units
    task: JudgedTask
    pairs: IntArray
    absent: tuple[str, ...]

    @classmethod
    def of(
        cls,
        queries: EmbeddingSet | Any,
        documents: EmbeddingSet | Any,
        *,
        gold: Any,
        document: Any = None,
        exclude: Exclude = None,
        groups: Any = None,
    ) -> Asking:
        """Check both sets, the gold and the columns; list every fault."""
        faults = Faults()
        asked = faults.attempt(as_set, queries)
        searched = faults.attempt(as_set, documents)
        if asked is None or searched is None:
            raise DataError(*faults.found)
        faults.found += space_faults(asked, searched)
        judged = faults.attempt(_judge, gold, asked)
        library = faults.attempt(Library.of, searched, document)
        labels = faults.attempt(labels_of, asked, groups)
        if judged is None or library is None or faults.found:
            raise DataError(*faults.found)
        return cls._joined(asked, library, judged, Units.of(judged.ids, labels), exclude)

    @classmethod
    def _joined(
        cls,
        queries: EmbeddingSet,
        library: Library,
        judged: Judgement,
        units: Units,
        exclude: Exclude,
    ) -> Asking:
        where = {name: row for row, name in enumerate(queries.ids)}
        rows = np.array([where[name] for name in judged.ids[: judged.n_asked]], dtype=np.intp)
        query, names, _ = judged.pairs
        number = np.array([library.number.get(name, -1) for name in names], dtype=np.intp)
        absent = tuple(dict.fromkeys(np.array(names, dtype=object)[number < 0].tolist()))
        pairs = np.flatnonzero((number >= 0) & (query < judged.n_asked))
        if not len(pairs):
            raise DataError(_no_gold_here(absent, library))
        order = np.lexsort((number[pairs], query[pairs]))
        pairs = pairs[order]
        golds = Lists.from_pairs(len(rows), query[pairs], number[pairs])
        hidden = hidden_pairs(queries, rows, library, exclude)
        refuse_hidden_golds(judged, golds, hidden)
        return cls(queries, rows, library, judged, units, JudgedTask(golds, hidden), pairs, absent)

    @property
    def notices(self) -> tuple[Fault, ...]:
        """What both sets said when they were read."""
        return (*self.queries.notices, *self.library.set.notices)

    def directions(self) -> tuple[Directions, Candidates]:
        """Both sides as directions; zero vectors of both are refused by id."""
        faults = Faults()
        asked = faults.attempt(_asked_directions, self.queries, self.rows)
        candidates = faults.attempt(self.library.candidates)
        if asked is None or candidates is None:
            raise DataError(*faults.found)
        return asked, candidates


def asked_vectors(queries: EmbeddingSet) -> FloatArray:
    """The query role where a set has it, else the vectors."""
    return queries.vectors if queries.query_vectors is None else queries.query_vectors


def _asked_directions(queries: EmbeddingSet, rows: IntArray) -> Directions:
    """Directions of the judged queries; those that nobody judged may be anything."""
    vectors = asked_vectors(queries)
    if empty := sorted({*zero_rows(vectors)} & {*rows.tolist()}):
        raise DataError(fault("embeddings.errors.zero_vectors", empty, list(queries.ids[empty])))
    return Directions(vectors[rows])


def _judge(gold: Any, queries: EmbeddingSet) -> Judgement:
    return Judgement.of(gold_of(gold, queries), queries.ids.tolist())


def _no_gold_here(absent: tuple[str, ...], library: Library) -> Fault:
    return fault("retrieval.errors.no_gold_here", ids=absent, known=name_ids(library.ids))
