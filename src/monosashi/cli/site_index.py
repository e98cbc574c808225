"""The pages of a site: their vectors from a file or store, or embedded now."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from monosashi.cli.options import DataOptions, TextOptions

if TYPE_CHECKING:
    from monosashi.embeddings import EmbeddingSet, Fault
    from monosashi.models import Embedder

PAIR = 2  # languages that can be paired
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


def site_columns(
    path: Path, data: DataOptions, key: str | None, language: str | None
) -> tuple[str | None, str | None]:
    """Columns of key and language as they were given; the paths of a site name both.

    Not of a site in one language, nor with --languages and one of them: there are no pairs.
    """
    from monosashi.cli.comma_lists import listed_names

    if not is_site_folder(path):
        return key, language
    kept = listed_names(data.languages)
    if len(site_languages(path)) < PAIR or len(kept) == 1:
        return key, language or ("language" if kept else None)
    return key or "key", language or "language"


def site_languages(path: Path) -> set[str | None]:
    """Languages that the paths of a site name; None for pages whose path names none."""
    from monosashi.stores.site import page_files
    from monosashi.stores.site_places import places_of

    places = places_of(page.relative_to(path).as_posix() for page in page_files(path))
    return {place.language for place in places}


def assumed_columns(given: Sequence[str | None], taken: Sequence[str | None]) -> list[Fault]:
    """The notice of columns that were not named but taken."""
    from monosashi.embeddings import fault

    names = ("key", "language")
    told = [f"--{name} {after}" for name, before, after in zip(names, given, taken, strict=True)
            if after is not None and before is None]  # fmt: skip
    return [fault("cli.notices.site_columns", options=" ".join(told))] if told else []


def is_site_folder(path: Path) -> bool:
    """Whether pages of Markdown stand there, and no vectors."""
    from monosashi.embeddings.folder import HEAD
    from monosashi.stores.site import is_site

    return path.is_dir() and not (path / HEAD).is_file() and is_site(path)
