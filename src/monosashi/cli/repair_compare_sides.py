"""Documents, queries and gold of a comparison of repairs, in the languages asked for."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from monosashi.cli.repair_compare_run import CompareRun
    from monosashi.embeddings import EmbeddingSet, Gold

    Sides = tuple[EmbeddingSet, EmbeddingSet | None, Gold | None]


def read_sides(run: CompareRun, key: str, language: str) -> Sides:
    """Read everything that the run names."""
    from monosashi.cli.asked_queries import read_asked_queries
    from monosashi.cli.embedding import one_embedder, read_sets
    from monosashi.cli.progress import show_step
    from monosashi.cli.queries_in_languages import in_languages
    from monosashi.cli.reading import compressed

    made_by = one_embedder(run.texts, run.data)
    show_step("reading")
    (documents,) = read_sets(Path(str(run.path)), run.data, run.texts, made_by, key=key,
                             language=language, seed=run.options["seed"])  # fmt: skip
    documents = replace(documents, notices=(*documents.notices, *run.assumed))
    search = read_asked_queries(run.asked, run.data, run.texts, made_by)
    if search is None:
        return documents, None, None
    queries = compressed(search.sets[0], run.data, index=documents)
    return documents, *in_languages(run.data.languages, documents, queries, search.gold, language)
