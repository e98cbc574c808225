"""Queries of today beside the means of queries that a repair holds."""

from __future__ import annotations

import numpy as np

from monosashi.embeddings import DataError, EmbeddingSet, fault
from monosashi.embeddings.arrays import TextArray
from monosashi.embeddings.sets import Column
from monosashi.language.fitted import FittedRepair
from monosashi.language.freshness.drift import Fresh
from monosashi.language.mendable import mended_faults
from monosashi.language.same_model import model_faults


def queries_of_today(
    repair: FittedRepair, sample: EmbeddingSet, queries: EmbeddingSet | None, *,
    language: Column | None, key: Column | None,
) -> Fresh | None:  # fmt: skip
    """Means and spreads of query vectors in languages that the repair has means of queries for.

    None where it has none, or where there are no queries. Languages of documents alone are counted
    as unknown elsewhere; queries in them are left out.

    Raises
    ------
    DataError
        Queries of another model, or mended before.
    """
    if repair.queries is None:
        return None
    if queries is not None:
        sides = ("repair", "queries")
        faults = [one for one in model_faults(repair.model, queries, sides=sides, roles=False)
                  if not one.code.startswith("embeddings.errors.mended")]  # fmt: skip
        if faults := [*faults, *mended_faults(repair.model, queries.model)]:
            raise DataError(*faults)
        return _fresh(repair, queries, queries.vectors, queries.ids, language)
    if sample.query_vectors is None or repair.has_own_queries:
        return None  # documents in the query role are no sample of queries
    units = sample.ids if key is None else sample.column(key, "key")
    return _fresh(repair, sample, sample.query_vectors, units, language)


def _fresh(
    repair: FittedRepair, held: EmbeddingSet, vectors: np.ndarray, units: TextArray,
    language: Column | None,
) -> Fresh | None:  # fmt: skip
    labels = language_labels(repair, held, language)
    known = np.isin(labels, list(repair.queries.means if repair.queries else ()))
    return Fresh.of(vectors[known], labels[known], units[known]) if known.any() else None


def language_labels(repair: FittedRepair, held: EmbeddingSet, language: Column | None) -> TextArray:
    """Languages of rows; a repair that knows none calls all alike."""
    given = repair.column if language is None else language
    if repair.is_global:
        return np.array([repair.languages[0]] * held.n, dtype=object)
    if given is None:
        raise DataError(fault("language.errors.language_needed"))
    return held.column(given, "language")
