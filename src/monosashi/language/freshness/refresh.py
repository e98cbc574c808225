"""Fit the same recipe to the documents of today."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

from monosashi.embeddings import DataError, EmbeddingSet, fault
from monosashi.embeddings.errors import Faults, distinct
from monosashi.embeddings.sets import Column
from monosashi.language.centroids import Centroids
from monosashi.language.fitted import FittedRepair
from monosashi.language.fitting import count_faults
from monosashi.language.freshness.refreshed import RefreshedRepair, means_moved
from monosashi.language.freshness.replaceable import (
    moved_notices,
    other_model,
    refresh_faults,
    shrunk_faults,
)
from monosashi.language.kinds import kind_faults, refuse_kinds
from monosashi.language.language_columns import gathered
from monosashi.language.mendable import raw_faults
from monosashi.language.spread import measure_spread
from monosashi.results.provenance import Provenance


def refresh_repair(
    old: FittedRepair,
    documents: EmbeddingSet,
    *,
    language: Column | None = None,
    key: Column | None = None,
    queries: EmbeddingSet | None = None,
    force: bool = False,
) -> RefreshedRepair:
    """Fit the same kind of repair with the same settings to other documents.

    Parameters
    ----------
    old : FittedRepair
    documents : EmbeddingSet
        All of the index, raw. Of another model only with ``force``.
    language : column name or values; default the column that ``old`` was fitted with
    key : column, optional
        Rows that share a key are one unit of the spread, as in ``check_repair``.
    queries : EmbeddingSet, optional
        Raw query vectors. Without them means of queries stay as they are (a notice says so), unless
        they were of the documents in the query role: these are then taken from ``documents``.
    force : bool
        Accept languages of fewer than 50 documents, another model, and fewer documents than
        before, in all or of a language (less than 80 %, or fewer than 200 where there were more).

    Raises
    ------
    DataError
        What ``fit`` refuses; documents that look like a sample, or like another index; mended
        vectors; means of queries that neither can be fitted again nor stay (those of another
        model, or without a language that has documents now).

    Notes
    -----
    Documents never stand in for queries: a mean of queries is replaced by one of the same kind.
    """
    refuse_kinds(kind_faults(FittedRepair, old=old), kind_faults(EmbeddingSet, documents=documents),
                 kind_faults((EmbeddingSet, type(None)), queries=queries))  # fmt: skip
    given = old.column if language is None else language
    if mended := raw_faults(documents.model):
        raise DataError(*mended)
    faults = Faults()
    faults.found += [] if force else refresh_faults(old, documents)
    if given is None and not old.is_global:
        raise DataError(fault("language.errors.language_needed"))
    stays = queries is None and old.has_own_queries
    asked = documents.query_vectors if queries is None and not stays else queries
    unlike = stays and bool(other_model(old, documents))
    if unlike or (old.queries is not None and asked is None and not stays):
        raise DataError(fault("language.errors.refresh_needs_queries"))
    today = datetime.now(UTC).date().isoformat()
    column: Column = given if given is not None else ["all"] * documents.n
    refit = replace(old, built_at=today).refit
    made = faults.attempt(refit, documents, language=column, queries=asked)
    made = made if made is None or not stays else with_queries_of(old, made)
    faults.found += [] if force or made is None else shrunk_faults(old, made)
    faults.found += [] if made is None else count_faults(made.documents, made.queries, force=force)
    if made is None:
        raise DataError(*faults.found)
    if faults.found:
        raise DataError(*gathered(faults.found, made.documents, documents.columns, given))
    if isinstance(given, str):
        made = replace(made, column=old.column if old.column is None else given)
    if key is not None:
        made = with_units(made, documents, language=given, key=key,
                          own_queries=queries is None and not stays)  # fmt: skip
    moves, origin = tuple(means_moved(old, made)), Provenance.of(documents)
    left = [fault("language.notices.refresh_queries_stay")] if stays else []
    told = distinct([*origin.notices, *moved_notices(old, made, moves), *left])
    return RefreshedRepair(
        provenance=replace(origin, notices=told), repair=made, method=old.called,
        built_before=old.built_at, built_at=today, moves=moves,
    )  # fmt: skip


def with_queries_of(old: FittedRepair, made: FittedRepair) -> FittedRepair:
    """The new repair with the means of queries of the old one, in languages that it still knows."""
    if old.queries is None:
        return made
    names = [name for name in old.queries.means if name in made.documents.means]
    held = Centroids({name: old.queries.means[name] for name in names},
                     {name: old.queries.counts[name] for name in names})  # fmt: skip
    kept = old.query_spread
    spread = None if kept is None else {name: kept[name] for name in names if name in kept}
    return replace(made, queries=held, query_spread=spread, query_source=old.query_source)


def with_units(
    repair: FittedRepair, documents: EmbeddingSet, *, language: Column | None, key: Column,
    own_queries: bool = True,
) -> FittedRepair:  # fmt: skip
    """The same repair, its spread told by units: rows of a language that share a key are one.

    ``own_queries`` says that the means of queries are of the documents' query vectors, whose units
    are then the same; queries of their own are a unit each.
    """
    labels = repair._labels(documents, language)  # noqa: SLF001 - one family
    names = documents.column(key, "key")
    spread = measure_spread(documents.vectors, labels, names, repair.documents)
    made = replace(repair, spread=spread)
    asked = documents.query_vectors
    if not own_queries or repair.queries is None or asked is None:
        return made
    return replace(made, query_spread=measure_spread(asked, labels, names, repair.queries))
