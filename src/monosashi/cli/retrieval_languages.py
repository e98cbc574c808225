"""Documents and queries in the languages asked for, and the judgements that remain."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeVar

from monosashi.cli.options import DataOptions
from monosashi.cli.reading import chosen_rows, listed, wide_column

if TYPE_CHECKING:
    from monosashi.cli.retrieval_measuring import Asked
    from monosashi.embeddings import EmbeddingSet, Gold, TextSet

    Rows = TypeVar("Rows", EmbeddingSet, TextSet)
else:
    Rows = TypeVar("Rows")


@dataclass(frozen=True)
class LeftOut:
    """Ids of queries and documents in other languages: nobody asked them, or searched them."""

    queries: frozenset[str] = frozenset()
    documents: frozenset[str] = frozenset()


def chosen_sides(
    documents: Rows, queries: Rows, data: DataOptions, asked: Asked
) -> tuple[Rows, Rows, LeftOut]:
    """Both sides in the languages asked for, where they have the column; a sample of queries."""
    kept, found = documents, queries
    if data.languages is not None:
        kept, found = _in_languages(documents, queries, data, asked)
    left_out = LeftOut(_ids(queries, None) - _ids(found, None),
                       _ids(documents, asked.options.document)
                       - _ids(kept, asked.options.document))  # fmt: skip
    drawn = chosen_rows(found, replace(data, languages=None), key=None, language=None,
                        seed=asked.seed)  # fmt: skip
    return kept, drawn, left_out


def _in_languages(
    documents: Rows, queries: Rows, data: DataOptions, asked: Asked
) -> tuple[Rows, Rows]:
    from monosashi.cli.wrong_usage import WrongUsageError
    from monosashi.embeddings import DataError, fault

    wanted, column = listed(data.languages or ""), wide_column(data, asked.language, "language")
    if column is None:
        raise WrongUsageError("cli.errors.languages_need")
    if column not in {*documents.columns, *queries.columns}:
        documents.column(column, "language")  # says which columns there are
    known = _labels(documents, column) | _labels(queries, column)
    if absent := sorted(set(wanted) - known):
        listing = ", ".join(sorted(known))
        raise DataError(fault("cli.errors.no_language", ids=absent, known=listing))
    return _only(documents, column, wanted), _only(queries, column, wanted)


def _only(side: Rows, column: str, wanted: Sequence[str]) -> Rows:
    """The rows in these languages; all of them where the side does not say."""
    import numpy as np

    from monosashi.embeddings import DataError, fault

    if column not in side.columns:
        return side
    labels = side.column(column, "language")
    kept = np.isin(labels.astype(str), wanted)
    if not kept.any():
        known = ", ".join(sorted(set(labels)))
        raise DataError(fault("cli.errors.no_language", ids=wanted, known=known))
    return side.take(kept)


def _labels(side: EmbeddingSet | TextSet, column: str) -> set[str]:
    return {*side.column(column, "language")} if column in side.columns else set()


def _ids(side: EmbeddingSet | TextSet, document: str | None) -> frozenset[str]:
    names = side.ids if document is None else side.column(document, "document")
    return frozenset(names.tolist())


def judged_in_languages(gold: Gold, left_out: LeftOut) -> Gold:
    """Gold without what is in other languages.

    A query keeps its answers in these languages; one that has none is counted as not judged.
    """
    if not left_out.queries and not left_out.documents:
        return gold
    kept = {query: {name: grade for name, grade in row.items() if name not in left_out.documents}
            for query, row in gold.relevance.items() if query not in left_out.queries}  # fmt: skip
    return replace(gold, relevance=kept)
