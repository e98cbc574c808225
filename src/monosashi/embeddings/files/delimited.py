"""CSV and TSV: every value is text, also ids that look like numbers."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import numpy as np

from monosashi.embeddings.errors import DataError, Fault, fault
from monosashi.embeddings.files.encodings import read_told
from monosashi.embeddings.files.table import Table

csv.field_size_limit(2**30)
OTHERS = {";": "“;”", "\t": "TAB", "|": "“|”", ",": "“,”"}
Rows = list[list[str]]


def read_delimited(
    path: Path, encoding: str | None = None, *, vectors: bool = True, separator: str = ""
) -> Table:
    """Read a header and rows (RFC 4180); a value such as ``[0.1, 0.2]`` is read as a vector.

    UTF-8, or what a byte-order mark says, or the ``encoding`` named. Empty lines are skipped.
    Lines with more or fewer values than the header are named, and so is another separator. Quotes
    in a tsv that can only be text are kept as text, which is told. Without ``vectors`` every value
    stays text. ``separator`` is that of the name unless it is given.
    """
    separator = separator or ("\t" if path.name.lower().endswith((".tsv", ".tsv.gz")) else ",")
    text, notices = read_told(path, encoding)
    rows, lines, kept = _rows(text, path, separator)
    if len(rows) < 2:
        raise DataError(fault("embeddings.errors.no_records", path=path.name))
    first, *body = rows
    _refuse_other_separator(rows, path, separator)
    header = [name.strip() for name in first]
    if odd_names := [name for name in first if name != name.strip()]:
        kept += (fault("embeddings.notices.header_blanks", ids=odd_names, path=path.name),)
    odd = [line for row, line in zip(body, lines[1:], strict=True) if len(row) != len(header)]
    if repeated := [name for name in dict.fromkeys(header) if header.count(name) > 1]:
        raise DataError(fault("embeddings.errors.delimited_header", ids=repeated, path=path.name))
    if odd:
        raise DataError(fault("embeddings.errors.delimited_width", odd, path=path.name,
                              width=len(header), header=", ".join(header)))  # fmt: skip
    columns = {name: _column([row[i] for row in body], vectors=vectors)
               for i, name in enumerate(header)}  # fmt: skip
    return Table(path.name, columns, lines[1:], notices=(*notices, *kept))


def _rows(text: str, path: Path, separator: str) -> tuple[Rows, list[int], tuple[Fault, ...]]:
    """Rows, the lines they begin in, and what is worth saying of the quotes.

    Many programs write tsv without quoting anything. Where quotes would join lines, or do not
    match, and plain splitting gives every line as many values as the header, they are text.
    """
    plain = _plain_rows(text) if separator == "\t" and '"' in text else None
    try:
        rows, lines = _quoted_rows(text, path, separator)
    except DataError:
        if plain is None:
            raise
        rows, lines = [], []
    if plain is None or len(rows) == len(plain[0]):
        return rows, lines, ()
    note = fault("embeddings.notices.quotes_kept", path=path.name, width=len(plain[0][0]))
    return *plain, (note,)


def _plain_rows(text: str) -> tuple[Rows, list[int]] | None:
    """Lines split at tabs alone; None unless all have one width, of two or more."""
    numbered = [(number, line.removesuffix("\r").split("\t"))
                for number, line in enumerate(text.split("\n"), 1) if line.strip("\r")]  # fmt: skip
    widths = {len(row) for _, row in numbered}
    if len(widths) != 1 or widths == {1}:
        return None
    return [row for _, row in numbered], [number for number, _ in numbered]


def _refuse_other_separator(rows: Rows, path: Path, separator: str) -> None:
    """One name, and the same other sign in every line: values were separated by that sign."""
    (name, *more), *body = rows
    sign = next((sign for sign in OTHERS if sign != separator and sign in name), None)
    if more or sign is None or not all(sign in separator.join(row) for row in body):
        return
    raise DataError(fault("embeddings.errors.other_separator", path=path.name, sign=OTHERS[sign],
                          header=" ".join(name.split())))  # fmt: skip


def _quoted_rows(text: str, path: Path, separator: str) -> tuple[Rows, list[int]]:
    rows, lines, line = [], [], 1
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    try:
        for row in reader:
            if row:
                rows.append(row)
                lines.append(line)
            line = reader.line_num + 1
    except csv.Error:
        raise DataError(
            fault("embeddings.errors.delimited_quotes", path=path.name, line=line)
        ) from None
    return rows, lines


def _column(values: list[str], *, vectors: bool) -> Any:
    held = [parsed(value) if vectors and value.startswith("[") else value or None
            for value in values]  # fmt: skip
    return np.fromiter(held, dtype=object)


def parsed(value: str) -> Any:
    """The list that a value holds as JSON, or the text as it stands."""
    try:
        return json.loads(value)
    except (ValueError, RecursionError):  # not JSON, endless digits, endless nesting
        return value
