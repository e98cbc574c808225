"""Tables as they stand in files, for readers of texts and judgements."""

from __future__ import annotations

from pathlib import Path

from monosashi.embeddings import DataError, fault
from monosashi.embeddings.files.arrow_files import read_arrow
from monosashi.embeddings.files.delimited import read_delimited
from monosashi.embeddings.files.jsonl import read_jsonl
from monosashi.embeddings.files.parquet import read_parquet
from monosashi.embeddings.files.table import Table
from monosashi.stores.formats import format_of


def load_table(path: Path, encoding: str | None = None, *, vectors: bool = False) -> Table:
    """Read all columns but vectors (they are named in ``unread``, where the format tells them).

    With ``vectors``, values such as ``[0.1, 0.2]`` in csv and tsv are read as lists.
    """
    kind = format_of(path)
    if kind == "jsonl":
        return read_jsonl(path, encoding)
    if kind == "delimited":
        return read_delimited(path, encoding, vectors=vectors)
    if encoding is not None:
        raise DataError(fault("stores.errors.encoding_unused", path=path.name))
    if kind == "parquet":
        return read_parquet(path, guess=False)
    if kind == "arrow":
        return read_arrow(path, guess=False)
    raise DataError(fault("stores.errors.no_texts_inside", path=path.name))
