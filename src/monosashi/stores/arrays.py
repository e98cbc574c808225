"""Files of arrays (npy, npz, safetensors) and FAISS indexes, read without a text file."""

from __future__ import annotations

from pathlib import Path

from monosashi.embeddings import DataError, EmbeddingSet, fault
from monosashi.embeddings.checks import row_numbers
from monosashi.embeddings.files.beside import VectorFile
from monosashi.embeddings.files.cards import card_of
from monosashi.embeddings.files.table import Table
from monosashi.stores.assembly import assemble
from monosashi.stores.options import Options
from monosashi.stores.roles import Finder
from monosashi.stores.rows import Rows, flat_columns, rows_of_archive
from monosashi.stores.text_options import in_words


def read_arrays(path: Path, options: Options) -> EmbeddingSet:
    """Read one array or index, or the arrays of a file with its ids and columns."""
    if path.suffix.lower() in {".npy", ".faiss", ".index"}:
        _refuse_keys(path, options)
    file = VectorFile.load(path, options.id)
    card = card_of(path, options.model)
    rows = _rows(file, options)
    return assemble(rows, Finder(rows, options, path, file, card.dimension), card, options)


def _refuse_keys(path: Path, options: Options) -> None:
    """An npy or an index is one array: it has no names or languages."""
    if given := [name for name in options.given() if name != "query_vectors"]:
        names = ", ".join(map(in_words, given))
        raise DataError(fault("stores.errors.npy_options", path=path.name, options=names))


def _rows(file: VectorFile, options: Options) -> Rows:
    if options.wide is not None:
        wide = (options.wide,) if isinstance(options.wide, str) else options.wide
        return rows_of_archive(file, list(wide))
    name = str(options.vectors) if options.vectors is not None else file.name_of("vectors")
    held = file.arrays.get(str(name))
    n = len(held) if held is not None and held.ndim else 0
    ids = file.ids if file.ids is not None else row_numbers(n)
    id_name = None if file.ids is None else "ids"
    return Rows(Table(file.source, flat_columns(file, len(ids))), ids, id_name)
