"""What the commands about one repair read: documents, queries, and where they may write."""

from __future__ import annotations

import errno
import os
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from monosashi.cli.options import DATA, DataOptions, TextOptions

if TYPE_CHECKING:
    from monosashi.embeddings import EmbeddingSet
    from monosashi.models import Embedder, Role

LANGUAGE = Annotated[str | None, Parameter(group=DATA)]
NO_VECTORS = "embeddings.errors.no_vectors"


def start(words: str | None, vectors: str | None, command: str) -> None:
    """Settle the language; a saved set is no file of vectors beside others."""
    from monosashi.cli.progress import show_step
    from monosashi.cli.saved_sets import refuse_sets_as_vectors
    from monosashi.words import choose_language, current_language

    choose_language(words or current_language())
    refuse_sets_as_vectors(command, vectors)
    show_step("reading")


def read_documents(
    path: Path, data: DataOptions, texts: TextOptions, *, key: str | None = None,
    language: str | None = None, role: Role | None = None,
) -> EmbeddingSet:  # fmt: skip
    """Vectors from a file or store, or of its texts with --embedder.

    Of a file that holds vectors --embedder embeds nothing.
    """
    from monosashi.cli.embedding import one_embedder, read_sets
    from monosashi.cli.site_index import is_site_folder
    from monosashi.embeddings import DataError

    plain = replace(texts, embedder=None)
    if texts.embedder is not None and not is_site_folder(path):
        if data.vectors or is_store_address(path):
            return read_sets(path, data, plain, [], key=key, language=language)[0]
        try:
            return read_sets(path, data, plain, [], key=key, language=language)[0]
        except DataError as error:
            if not any(one.code == NO_VECTORS for one in error.faults):
                raise
    made_by = one_embedder(texts, data)
    return read_sets(path, data, texts, made_by, key=key, language=language, role=role)[0]


def is_store_address(path: Path) -> bool:
    """Whether that is no file but a vector store."""
    from monosashi.stores import is_store

    return is_store(str(path))


def read_queries(
    queries: Path | None, vectors: str | None, data: DataOptions, texts: TextOptions, *,
    language: str | None = None, text: str | None = None,
) -> EmbeddingSet | None:  # fmt: skip
    """A sample of queries as vectors in the query role, in the languages asked for.

    Their file has columns of its own: what tells how documents are read (wide rows, ids) does not
    hold for it. A column or array of vectors may be called the same in both.
    """
    if queries is None:
        return None
    from monosashi.cli.asked_queries import read_asked_queries
    from monosashi.cli.embedding import one_embedder
    from monosashi.cli.query_options import QueryOptions
    from monosashi.cli.reading import keep_languages, listed

    embedded = texts.embedder is not None and vectors is None
    own = replace(data, id=None, vectors=None if embedded else data.vectors)
    made_by = one_embedder(texts, replace(own, query_vectors=None)) if embedded else []
    asked = QueryOptions(queries=str(queries), queries_vectors=vectors, query_text=text)
    read = read_asked_queries(asked, own, texts, made_by)
    found = read.sets[0] if read is not None else None
    if found is None or data.languages is None or language is None:
        return found
    return keep_languages(found, listed(data.languages), language)


def query_options(
    queries: Path | None, vectors: str | None, text: str | None
) -> dict[str, Path | str | None]:
    """The options of queries by name, for the command that follows."""
    return {"queries": queries, "queries_vectors": vectors, "query_text": text}


def canary_embedder(texts: TextOptions) -> Embedder | None:
    """The model that embeds fixed texts again."""
    if texts.embedder is None:
        return None
    from monosashi.cli.chosen_models import chosen_embedder

    return chosen_embedder(texts.embedder)


def check_writable(out: Path) -> None:
    """Refuse a place that cannot be written to before the minutes of work, not after."""
    from monosashi.cli.run_folder import existing_folder

    home = existing_folder(out.absolute().parent)
    if not os.access(home, os.W_OK | os.X_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(home))
