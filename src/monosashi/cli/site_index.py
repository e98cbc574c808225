"""The pages of a site: their vectors from a file or store, or embedded now."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from monosashi.cli.options import DataOptions, TextOptions

if TYPE_CHECKING:
    from monosashi.embeddings import EmbeddingSet
    from monosashi.models import Embedder

NO_VECTORS = "embeddings.errors.no_vectors"


def read_index(
    path: Path,
    data: DataOptions,
    texts: TextOptions,
    embedder: Embedder | None,
    *,
    key: str | None,
    language: str,
) -> EmbeddingSet:
    """Vectors of the pages; texts are embedded where there are no vectors and a model is named.

    A model that is named beside vectors made them: it embeds drafts.
    """
    from monosashi.cli.reading import read_data
    from monosashi.embeddings import DataError

    if embedder is not None and data.vectors is None and is_site_folder(path):
        return _embedded(path, data, texts, embedder, key=key, language=language)
    try:
        return read_data(path, data, key=key, language=language)
    except DataError as error:
        bare = any(one.code == NO_VECTORS for one in error.faults)
        if embedder is None or not bare:
            raise
    return _embedded(path, data, texts, embedder, key=key, language=language)


def _embedded(
    path: Path, data: DataOptions, texts: TextOptions, embedder: Embedder, *,
    key: str | None, language: str,
) -> EmbeddingSet:  # fmt: skip
    from monosashi.cli.embedding import embed_texts, read_chosen_texts
    from monosashi.cli.reading import compressed

    plain = replace(data, vectors=None, query_vectors=None)
    held = read_chosen_texts(path, plain, texts, key=key, language=language)
    return compressed(embed_texts(held, embedder, texts, "passage"), data)


def is_site_folder(path: Path) -> bool:
    """Whether pages of Markdown stand there, and no vectors."""
    from monosashi.embeddings.folder import HEAD
    from monosashi.stores.site import is_site

    return path.is_dir() and not (path / HEAD).is_file() and is_site(path)
