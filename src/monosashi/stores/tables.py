"""Text files and tables, with vectors in a column or in a file beside."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from monosashi.embeddings import DataError, EmbeddingSet
from monosashi.embeddings.arrays import TextArray
from monosashi.embeddings.checks import shown_ids
from monosashi.embeddings.errors import Fault, Faults, name_ids
from monosashi.embeddings.files.arrow_files import read_arrow
from monosashi.embeddings.files.beside import VectorFile
from monosashi.embeddings.files.cards import card_of, narrowed
from monosashi.embeddings.files.delimited import read_delimited
from monosashi.embeddings.files.heads import refuse_other
from monosashi.embeddings.files.jsonl import read_jsonl
from monosashi.embeddings.files.parquet import read_parquet
from monosashi.embeddings.files.table import Table
from monosashi.stores.assembly import assemble
from monosashi.stores.formats import Format, beside, is_vector_file
from monosashi.stores.options import Options
from monosashi.stores.roles import USUAL, Finder
from monosashi.stores.rows import id_column, rows_of
from monosashi.stores.store_protocols import MENDED, QUERIES_MENDED


def read_table(path: Path, kind: Format, options: Options) -> EmbeddingSet:
    """Read parquet, arrow, jsonl, csv or tsv, and the vectors beside it."""
    table = _load(path, kind, options)
    faults = Faults()
    faults.found += table.faults
    given = options.vectors
    beside_text = is_vector_file(given) and str(given) not in table.columns
    source = faults.attempt(beside, str(given), path) if beside_text else path
    file = faults.attempt(VectorFile.load, source) if beside_text and source else None
    card = faults.attempt(card_of, source, options.model) if source else None
    rows = faults.attempt(rows_of, table, options)
    if rows is None and not beside_text:
        _check_column(table, options, faults)
    if faults.found or rows is None or card is None:
        raise DataError(*table.with_lines(faults.found))
    data = assemble(rows, Finder(rows, options, path, file, card.dimension), card, options)
    data = replace(data, notices=(*table.notices, *data.notices))
    return narrowed(data, path) if kind == "jsonl" and file is None else data


def _load(path: Path, kind: Format, options: Options) -> Table:
    if kind in {"jsonl", "delimited"}:
        zipped = path.suffix.lower() == ".gz"
        refuse_other(path, "gzip" if zipped else kind)
        read = read_jsonl if kind == "jsonl" else read_delimited
        return read(path, options.encoding)
    given = {str(one) for one in (options.vectors, options.query_vectors) if one is not None}
    given |= {QUERIES_MENDED} if str(options.vectors) == MENDED else set()
    wanted = given | set(USUAL if options.vectors is None else USUAL[1:])
    if kind == "arrow":
        return read_arrow(path, wanted, guess=options.vectors is None)
    refuse_other(path, kind)
    return read_parquet(path, wanted, guess=options.vectors is None)


def _check_column(table: Table, options: Options, faults: Faults) -> None:
    """The ids are unusable: check the vectors all the same, so that all faults come together."""
    name = options.vectors or next(iter(table.vector_columns()), None)
    if options.wide is not None or name is None:
        return
    values = faults.attempt(table.take, str(name), "vectors")
    if values is None:
        return
    found = Faults()
    found.attempt(EmbeddingSet.from_arrays, values, invalid=options.invalid)
    column = id_column(table, options)
    ids = shown_ids(table.columns[column]) if column and column in table.columns else None
    faults.found += [one if ids is None else _named(one, ids) for one in found.found]


def _named(one: Fault, ids: TextArray) -> Fault:
    """Rows under the ids of the file, which are unusable, and not under their numbers."""
    if not one.rows or not one.values.get("ids"):
        return one
    return replace(one, values={**one.values, "ids": name_ids(list(ids[list(one.rows)]))})
