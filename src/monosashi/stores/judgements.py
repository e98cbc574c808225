"""``monosashi.read_gold``: which documents answer which query, from any usual file."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from monosashi.embeddings import DataError, Gold, fault
from monosashi.embeddings.files.table import Table
from monosashi.stores.formats import local_path
from monosashi.stores.gold_rows import gold_of_mapping, gold_of_rows, gold_per_query
from monosashi.stores.json_mapping import read_mapping
from monosashi.stores.judged_rows import (
    DOCUMENT_NAMES,
    GRADE_NAMES,
    ITEM_NAMES,
    QUERY_NAMES,
    fields_of,
    first_fields,
    ids_of,
    name_among,
)
from monosashi.stores.text_tables import load_table

GOLD_NAMES = ("gold", "answers", "relevant", "positives")
TREC_ENDINGS = (".qrels", ".qrel", ".txt", ".trec", ".tsv", ".qrels.gz", ".txt.gz")
TABLE_ENDINGS = (
    ".jsonl",
    ".ndjson",
    ".jsonl.gz",
    ".ndjson.gz",
    ".csv",
    ".tsv",
    ".parquet",
    ".pq",
    ".arrow",
    ".feather",
)
SPLIT = "test"


def read_gold(
    path: str | Path,
    *,
    split: str | None = None,
    column: str | None = None,
    encoding: str | None = None,
) -> Gold:
    r"""Read judgements: query, document and how well the one answers the other.

    Parameters
    ----------
    path : path
        TREC qrels (``query 0 document grade``); a table (jsonl, csv, tsv, parquet) with a row a
        judgement, under the usual names ``query`` or ``query-id``, ``doc`` or ``corpus-id``,
        ``rel`` or ``score``; a table with a row a query and a column ``gold`` or ``answers`` of
        one id or a list of ids; JSON ``{query: {document: grade}}`` or ``{query: [documents]}``;
        a BEIR folder (``FOLDER#dev`` for another split).
    split : str
        Split of a BEIR folder; default ``test``.
    column : column of gold ids in a table with a row a query
    encoding : name of a text encoding

    Returns
    -------
    Gold
        A judgement without a grade has grade 1. Grades below 0 (junk, in TREC) become 0, which
        the notices say.

    Raises
    ------
    DataError
        Every fault with its lines: missing ids, grades that are no numbers, pairs judged twice.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     file = Path(folder, "qrels.txt")
    ...     _ = file.write_text("q1 0 d3 2\nq1 0 d4 0\nq2 0 d1 1\n", encoding="utf-8")
    ...     read_gold(file).relevance["q1"]
    {'d3': 2.0, 'd4': 0.0}
    """
    place, split = _place(path, split)
    try:
        return _read(place, split, column, encoding)
    except OSError as error:
        raise DataError(fault("stores.errors.cannot_open", path=error.filename or place,
                              why=error.strerror or error)) from None  # fmt: skip


def _place(path: str | Path, split: str | None) -> tuple[Path, str | None]:
    """``FOLDER#dev`` is the split ``dev``, unless there is a file of that name."""
    text, mark, named = str(path).rpartition("#")
    if not mark or Path(str(path)).exists():
        return local_path(path), split
    if split not in {None, named}:
        raise DataError(fault("stores.errors.two_splits", path=path, split=split))
    return local_path(text), named


def _read(path: Path, split: str | None, column: str | None, encoding: str | None) -> Gold:
    if path.is_dir():
        return _read(_split_file(path, split or SPLIT), None, column, encoding)
    if split is not None:
        raise DataError(fault("stores.errors.split_of_file", path=path.name, split=split))
    name = path.name.lower()
    if name.endswith((".json", ".json.gz")):
        return gold_of_mapping(read_mapping(path, encoding), path.name)
    table = name.endswith(TABLE_ENDINGS)
    if name.endswith(TREC_ENDINGS) and (not table or is_trec_gold(first_fields(path, encoding))):
        return _from_trec(path, encoding)
    if table:
        return _from_table(load_table(path, encoding, vectors=True), column)
    raise DataError(fault("stores.errors.unknown_gold", path=path.name))


def is_trec_gold(fields: list[str]) -> bool:
    """Four values, the last one something like a number: no header.

    Whether it is a number that a grade may be is judged by row, whatever the file is called.
    """
    try:
        return len(fields) == 4 and isinstance(float(fields[3]), float)
    except ValueError:
        return False


def _split_file(folder: Path, split: str) -> Path:
    found = {file.stem: file for file in sorted((folder / "qrels").glob("*.tsv"))}
    if not found:
        raise DataError(fault("stores.errors.no_judgements", path=folder.name, split=split))
    if split not in found:
        raise DataError(fault("stores.errors.no_split", path=folder.name, split=split,
                              known=", ".join(found) or "-"))  # fmt: skip
    return found[split]


def _from_trec(path: Path, encoding: str | None) -> Gold:
    table = fields_of(path, 4, "qrels", encoding)
    rows = zip(*(table.columns[place] for place in ("0", "2", "3")), strict=True)
    return gold_of_rows(rows, table)


def _from_table(table: Table, column: str | None) -> Gold:
    names = [*table.columns]
    document = name_among(names, DOCUMENT_NAMES)
    gold = column or name_among(names, GOLD_NAMES)
    query = name_among(names, QUERY_NAMES)
    if column is None and query and document:
        grade = name_among(names, GRADE_NAMES)
        queries, documents = ids_of(table, query, document)
        grades = np.ones(table.n) if grade is None else table.columns[grade]
        return gold_of_rows(zip(queries, documents, grades, strict=True), table)
    item = name_among(names, ITEM_NAMES) or query
    if gold is None or item is None:
        raise DataError(fault("stores.errors.gold_columns", path=table.source,
                              known=", ".join(names)))  # fmt: skip
    return gold_per_query(table, item, table.take(gold, "gold"))
