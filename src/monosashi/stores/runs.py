"""``monosashi.read_rankings``: what a system answered, from any usual file."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from monosashi.embeddings import DataError, Rankings, fault
from monosashi.embeddings.files.table import Table
from monosashi.stores.formats import local_path
from monosashi.stores.json_mapping import read_mapping
from monosashi.stores.judged_rows import (
    DOCUMENT_NAMES,
    ITEM_NAMES,
    QUERY_NAMES,
    SCORE_NAMES,
    fields_of,
    first_fields,
    ids_of,
    name_among,
)
from monosashi.stores.judgements import TABLE_ENDINGS
from monosashi.stores.run_lists import rankings_per_query
from monosashi.stores.run_rows import ScoredRows, rankings_of_rows
from monosashi.stores.text_tables import load_table

LIST_NAMES = ("documents", "docs", "results", "ranking", "hits")
RANK_NAMES = ("rank", "position")


def read_rankings(
    path: str | Path, *, name: str | None = None, encoding: str | None = None
) -> Rankings:
    r"""Read the ranked lists of any system.

    Parameters
    ----------
    path : path
        A TREC run (``query Q0 document rank score name``); jsonl with a row a query,
        ``{"query": id, "documents": [ids]}`` or ``[{"id": …, "score": …}]``; a table with a row a
        document (``query``, ``doc``, ``score`` or ``rank``); JSON ``{query: [ids]}`` or
        ``{query: {id: score}}``.
    name : str
        Name of the system; default the last column of a TREC run, else the name of the file.
    encoding : name of a text encoding

    Returns
    -------
    Rankings
        Where there are scores, the order is by falling score, as trec_eval reads a run: neither
        the order of the lines nor the column of ranks counts. Equal scores keep the order of the
        file and are told apart from an order (``tied``). The notices say where ranks and scores
        disagree.

    Raises
    ------
    DataError
        Every fault with its lines: a document twice in one list, scores that are no numbers,
        several runs in one file.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     file = Path(folder, "bm25.run")
    ...     _ = file.write_text("q1 Q0 d1 1 2.5 bm25\nq1 Q0 d2 2 1e1 bm25\n", encoding="utf-8")
    ...     run = read_rankings(file)
    >>> run.name, run.documents["q1"]
    ('bm25', ('d2', 'd1'))
    """
    place = local_path(path)
    try:
        found = _read(place, encoding)
    except OSError as error:
        raise DataError(fault("stores.errors.cannot_open", path=error.filename or place,
                              why=error.strerror or error)) from None  # fmt: skip
    return replace(found, name=name or found.name or place.name.split(".")[0])


def _read(path: Path, encoding: str | None) -> Rankings:
    low = path.name.lower()
    if path.is_dir():
        raise DataError(fault("stores.errors.unknown_run", path=path.name))
    if low.endswith((".json", ".json.gz")):
        return Rankings.of(read_mapping(path, encoding), source=path.name)
    if low.endswith(TABLE_ENDINGS) and not _is_trec(path, encoding):
        return _from_table(load_table(path, encoding, vectors=True))
    return _from_trec(path, encoding)


def _is_trec(path: Path, encoding: str | None) -> bool:
    if not path.name.lower().endswith(".tsv"):
        return False
    return is_trec_run(first_fields(path, encoding))


def is_trec_run(fields: list[str]) -> bool:
    """Six values, of which the fourth is a whole number and the fifth a number: no header."""
    try:
        return len(fields) == 6 and float(fields[4]) == float(fields[4]) and fields[3].isdigit()
    except ValueError:
        return False


def _from_trec(path: Path, encoding: str | None) -> Rankings:
    table = fields_of(path, 6, "run", encoding)
    tags = list(dict.fromkeys(table.columns["5"]))
    if len(tags) > 1:
        raise DataError(fault("stores.errors.several_runs", ids=tags, path=path.name))
    queries, documents, scores, ranks = (table.columns[place] for place in ("0", "2", "4", "3"))
    found = rankings_of_rows(ScoredRows(table, queries, documents, scores, ranks))
    return replace(found, name=tags[0])


def _from_table(table: Table) -> Rankings:
    names = [*table.columns]
    query, listed = name_among(names, QUERY_NAMES), name_among(names, LIST_NAMES)
    document = name_among(names, DOCUMENT_NAMES)
    score, rank = name_among(names, SCORE_NAMES), name_among(names, RANK_NAMES)
    item = query or name_among(names, ITEM_NAMES)
    if listed and item:
        return rankings_per_query(table, item, listed)
    if query and document and (score or rank):
        queries, documents = ids_of(table, query, document)
        scores, ranks = (table.columns[name] if name else None for name in (score, rank))
        return rankings_of_rows(ScoredRows(table, queries, documents, scores, ranks))
    raise DataError(fault("stores.errors.run_columns", path=table.source, known=", ".join(names)))
