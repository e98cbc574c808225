"""What every repair learns from documents in one pass, checked: counts, means, one model."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

import numpy as np

from monosashi.embeddings import DataError, EmbeddingSet, Fault, ModelCard, fault
from monosashi.embeddings.arrays import FloatArray, TextArray
from monosashi.embeddings.sets import Column
from monosashi.language.centroids import Centroids, Float64Array, Gram
from monosashi.language.kinds import kind_faults
from monosashi.language.language_columns import gathered
from monosashi.language.parts import Documents, LearnedParts, learn_parts
from monosashi.language.same_model import model_faults
from monosashi.language.spread import Spread, measure_spread, spread_by_language

LEAST_DOCUMENTS, ADVISED_DOCUMENTS, LEAST_QUERIES = 50, 200, 10
MOST_STRENGTH = 2.0  # twice the mean: rows then lie as far on its other side
LONGEST_DAY = 40  # signs


@dataclass(frozen=True, eq=False)
class Learned:
    """Means, and what a repair keeps of where they come from.

    Attributes
    ----------
    kept : mapping
        The fields that all repairs share, by name.
    grams : mapping of language (or ``"all"``) to (d, d) sums of outer products of unit rows
    """

    kept: Mapping[str, Any]
    grams: Mapping[str, Float64Array]

    @property
    def held(self) -> Centroids:
        """Means of the documents."""
        means: Centroids = self.kept["documents"]
        return means


def learn(
    documents: Documents,
    *,
    language: Column,
    queries: EmbeddingSet | FloatArray | None = None,
    query_language: Column | None = None,
    force: bool = False,
    built_at: str | None = None,
    gram: Gram = "none",
    least_languages: int = 1,
) -> Learned:
    """Go through the documents once and refuse what no repair should be fitted to."""
    if built_at is not None and not good_day(built_at):
        raise DataError(fault("language.errors.bad_day", given=repr(built_at)[:LONGEST_DAY]))
    learned = learn_parts(documents, language, gram)
    held = learned.sums.centroids()
    spoken = language if query_language is None else query_language
    asked, faults = query_side(learned.first, learned.labels, queries, spoken)
    faults += count_faults(held, asked, force=force)
    if len(held.means) < least_languages:
        faults.append(fault("language.errors.one_language", known=", ".join(held.means)))
    if faults:
        raise DataError(*gathered(faults, held, learned.first.columns, language))
    kept = {
        "documents": held,
        "queries": asked,
        "model": replace(learned.first.model, dimension=learned.first.dimension),
        "built_at": built_at or datetime.now(UTC).date().isoformat(),
        "fingerprint": learned.fingerprint,
        "ids_digest": ids_digest(learned.ids),
        "column": language if isinstance(language, str) else None,
        "notices": few_notices(held),
        "spread": spread_by_language(learned.units, held),
        "query_spread": query_spread(learned, queries, spoken, asked),
        "query_source": None if asked is None else (
            "queries" if isinstance(queries, EmbeddingSet) else "documents"),
    }  # fmt: skip
    return Learned(kept, learned.sums.grams)


def good_day(given: Any) -> bool:
    r"""Whether a day can be kept and shown: a short text without signs that steer a terminal.

    >>> good_day("2026-01-10"), good_day("\x1b[31m"), good_day(20260110)
    (True, False, False)
    """
    return isinstance(given, str) and given.isprintable() and 0 < len(given) <= LONGEST_DAY


def good_strength(given: Any) -> bool:
    """Whether a share of the mean is a finite number from 0 to 2.

    >>> good_strength(0.75), good_strength(-3), good_strength(True)
    (True, False, False)
    """
    number = isinstance(given, int | float | np.number) and not isinstance(given, bool)
    return number and bool(0 <= given <= MOST_STRENGTH)


def few_notices(held: Centroids) -> tuple[Fault, ...]:
    """Languages whose mean is still unsteady."""
    return tuple(held.too_few("language.notices.few_documents", ADVISED_DOCUMENTS))


def unused_queries(queries: object) -> tuple[Fault, ...]:
    """Say that a repair learns from documents only."""
    return () if queries is None else (fault("language.notices.queries_not_used"),)


def ids_digest(ids: Iterable[str]) -> str:
    """SHA-256 of the sorted ids: shows growth and loss whatever the order."""
    digest = hashlib.sha256()
    for name in sorted(ids):
        encoded = name.encode("utf-8", "surrogatepass")
        digest.update(len(encoded).to_bytes(8, "little") + encoded)
    return digest.hexdigest()


def query_side(
    documents: EmbeddingSet | ModelCard,
    labels: TextArray | None,
    queries: EmbeddingSet | FloatArray | None,
    language: Column,
) -> tuple[Centroids | None, list[Fault]]:
    """Means of the query vectors, if there are any, and what is wrong with them.

    ``labels`` are the languages of the documents; None for documents that came in parts, whose
    queries must be a set of their own.
    """
    if queries is None:
        return None, []
    if isinstance(queries, EmbeddingSet):
        faults = model_faults(documents, queries, sides=("documents", "queries"), roles=False)
        spoken = queries.column(language, "language")
        return Centroids.of(queries.vectors, spoken, queries.ids), faults
    if labels is None or isinstance(documents, ModelCard):
        return None, [fault("language.errors.queries_of_parts")]
    if faults := kind_faults((EmbeddingSet, np.ndarray), queries=queries):
        return None, faults
    if queries.shape != documents.vectors.shape:
        return None, [fault("embeddings.errors.query_shape", shape=queries.shape,
                            expected=documents.vectors.shape)]  # fmt: skip
    return Centroids.of(queries, labels, documents.ids), []


def query_spread(
    learned: LearnedParts, queries: EmbeddingSet | FloatArray | None, language: Column,
    asked: Centroids | None,
) -> Mapping[str, Spread] | None:  # fmt: skip
    """How queries lie around their means; a query is a unit."""
    if queries is None or asked is None:
        return None
    if isinstance(queries, EmbeddingSet):
        labels = queries.column(language, "language")
        return measure_spread(queries.vectors, labels, queries.ids, asked)
    if learned.labels is None:  # pragma: no cover - query_side has refused it
        return None
    return measure_spread(queries, learned.labels, learned.first.ids, asked)


def count_faults(held: Centroids, asked: Centroids | None, *, force: bool) -> list[Fault]:
    """Languages with too few rows for a mean."""
    faults = held.too_few("language.errors.one_document", 2)
    few = [] if force else held.too_few("language.errors.few_documents", LEAST_DOCUMENTS)
    faults += [found for found in few if found.values["n"] > 1]
    if asked is not None:
        faults += asked.too_few("language.errors.few_queries", 2 if force else LEAST_QUERIES)
        faults += [fault("language.errors.no_query_mean", language=name)
                   for name in held.means if name not in asked.means]  # fmt: skip
    return faults
