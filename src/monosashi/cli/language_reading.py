"""Pages, queries and gold of `monosashi language`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from monosashi.cli.language_run import LanguageRun
    from monosashi.embeddings import EmbeddingSet, Gold
    from monosashi.models import Embedder

ENOUGH = 50  # documents of a language that a repair is fitted to


@dataclass(frozen=True, eq=False)
class ReadPages:
    """What was read, in the languages asked for.

    Attributes
    ----------
    documents : EmbeddingSet
    queries : EmbeddingSet or None
    gold : Gold, name of a column, or None
    embedders : sequence of at most one Embedder
    enough : bool
        Whether every language has as many rows as a repair needs.
    """

    documents: EmbeddingSet
    queries: EmbeddingSet | None
    gold: Gold | str | None
    embedders: Sequence[Embedder]
    enough: bool


def read_pages(run: LanguageRun) -> ReadPages:
    """Documents and, where they are named, queries with their answers."""
    import numpy as np

    from monosashi.cli.asked_queries import read_asked_queries
    from monosashi.cli.embedding import one_embedder, read_sets
    from monosashi.cli.language_values import check_directions
    from monosashi.cli.queries_in_languages import in_languages
    from monosashi.cli.query_columns import check_query_columns
    from monosashi.cli.reading import compressed

    key, language = run.columns()
    made_by = one_embedder(run.texts, run.data)
    (documents,) = read_sets(Path(str(run.path)), run.data, run.texts, made_by, key=key,
                             language=language, seed=run.how.seed)  # fmt: skip
    check_directions(documents, language,
                     {"--source": run.how.source, "--target": run.how.target})  # fmt: skip
    documents = replace(documents, notices=(*documents.notices, *run.assumed))
    _, counts = np.unique(documents.column(language, "language"), return_counts=True)
    enough = bool((counts >= ENOUGH).all())
    search = read_asked_queries(run.asked, run.data, run.texts, made_by)
    if search is None:
        return ReadPages(documents, None, None, made_by, enough)
    own = key if search.gold is None and run.gold_column is None else None
    check_query_columns(search.sets[0], run.asked.queries or "", key=own, language=language)
    queries = compressed(search.sets[0], run.data, index=documents)
    queries, gold = in_languages(run.data.languages, documents, queries, search.gold, language)
    return ReadPages(documents, queries, run.gold_column or gold, made_by, enough)
