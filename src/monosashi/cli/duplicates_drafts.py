"""What is held against the index: vectors as they are, texts embedded as the pages are."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from monosashi.cli.options import DataOptions, TextOptions

if TYPE_CHECKING:
    from monosashi.embeddings import EmbeddingSet
    from monosashi.models import Embedder

WITH_VECTORS = (".npz", ".npy", ".parquet", ".safetensors", ".faiss", ".arrow", ".feather")


def read_asked(
    path: Path,
    index: EmbeddingSet,
    embedder: Embedder | None,
    texts: TextOptions,
    data: DataOptions,
    *,
    language: str | None,
    column: str,
    whole: Path | None = None,
) -> EmbeddingSet:
    """Drafts as vectors of the index's model; a table that is the ``whole`` index is read once.

    Their column of languages gets the name that it has in the index.
    """
    from monosashi.cli.embedding import embed_texts
    from monosashi.embeddings import DataError, fault
    from monosashi.embeddings.folder import HEAD
    from monosashi.stores import read
    from monosashi.stores.draft_pages import read_drafts

    if whole is not None and same_table(path, whole):
        return index
    if path.name.lower().endswith(WITH_VECTORS) or (path / HEAD).is_file():
        held = read(path, vectors=None if (path / HEAD).is_file() else data.vectors, id=data.id)
    else:
        known = {str(name) for name in index.columns.get(column, ())}
        told = read_drafts(path, text=texts.text, encoding=data.encoding, language=language,
                           known=known)  # fmt: skip
        if embedder is None:
            name = index.model.name or "-"
            raise DataError(fault("cli.errors.drafts_need_embedder", model=name))
        held = embed_texts(told, embedder, texts, "passage")
    if column != "language" and "language" in held.columns and column not in held.columns:
        held = replace(held, columns={**held.columns, column: held.columns["language"]})
    return held


def same_table(path: Path, index: Path) -> bool:
    """Whether drafts and index are one table or store; a site is read anew, for its drafts."""
    from monosashi.cli.site_index import is_site_folder

    return is_same_place(path, index) and not is_site_folder(path)


def is_same_place(path: Path, index: Path) -> bool:
    """Whether the pages are held against themselves."""
    from monosashi.stores import is_store

    if is_store(str(path)):
        return str(path) == str(index)
    return path.exists() and index.exists() and path.samefile(index)
