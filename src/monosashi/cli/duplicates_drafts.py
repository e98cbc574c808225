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
    known = {str(name) for name in index.columns.get(column, ())}
    named = path.name.lower().endswith(WITH_VECTORS) or (path / HEAD).is_file()
    if named or _has_vectors(path, data, embeds=embedder is not None):
        held = read(path, vectors=None if (path / HEAD).is_file() else data.vectors, id=data.id)
    else:
        told = read_drafts(path, text=texts.text, encoding=data.encoding, language=language,
                           known=known)  # fmt: skip
        if embedder is None:
            name = index.model.name or "-"
            raise DataError(fault("cli.errors.drafts_need_embedder", model=name))
        held = embed_texts(told, embedder, texts, "passage")
    held = _with_language(held, language, known, column)
    if column != "language" and "language" in held.columns and column not in held.columns:
        held = replace(held, columns={**held.columns, column: held.columns["language"]})
    return held


def _with_language(
    held: EmbeddingSet, language: str | None, known: set[str], column: str
) -> EmbeddingSet:
    """The script of the texts beside vectors tells the language, where that is wanted."""
    import numpy as np

    from monosashi.embeddings.translations import texts_of
    from monosashi.stores.draft_pages import spoken_in
    from monosashi.stores.site_places import AUTO

    told = texts_of(held, None)
    if language != AUTO or told is None or {"language", column} & set(held.columns):
        return held
    named = spoken_in([str(text) for text in told], list(held.ids), language, known)
    labels = np.array(named["language"], dtype=object)
    return replace(held, columns={**held.columns, "language": labels})


def _has_vectors(path: Path, data: DataOptions, *, embeds: bool) -> bool:
    """Whether a table of drafts holds vectors: under the name that was given, or the only ones.

    With a model and no name of vectors the texts of a table are embedded.
    """
    from monosashi.stores.draft_pages import PLAIN
    from monosashi.stores.formats import PAGES, is_vector_file
    from monosashi.stores.text_tables import load_table

    named = data.vectors is not None and not is_vector_file(data.vectors)
    if not path.is_file() or path.suffix.lower() in (*PAGES, *PLAIN) or (embeds and not named):
        return False
    held = load_table(path, data.encoding, vectors=True).vector_columns()
    return str(data.vectors) in held if named else bool(held)


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
