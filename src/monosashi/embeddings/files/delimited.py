"""CSV and TSV: every value is text, also ids that look like numbers."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import numpy as np

from monosashi.embeddings.errors import DataError, fault
from monosashi.embeddings.files.encodings import read_told
from monosashi.embeddings.files.table import Table

csv.field_size_limit(2**30)


def read_delimited(path: Path, encoding: str | None = None, *, vectors: bool = True) -> Table:
    """Read a header and rows (RFC 4180); a value such as ``[0.1, 0.2]`` is read as a vector.

    UTF-8, or what a byte-order mark says, or the ``encoding`` named. Empty lines are skipped.
    Lines with more or fewer values than the header are named. Without ``vectors`` every value
    stays text.
    """
    separator = "\t" if path.name.lower().endswith((".tsv", ".tsv.gz")) else ","
    text, notices = read_told(path, encoding)
    rows, lines = _rows(text, path, separator)
    if len(rows) < 2:
        raise DataError(fault("embeddings.errors.no_records", path=path.name))
    header, *body = rows
    odd = [line for row, line in zip(body, lines[1:], strict=True) if len(row) != len(header)]
    if repeated := [name for name in dict.fromkeys(header) if header.count(name) > 1]:
        raise DataError(fault("embeddings.errors.delimited_header", ids=repeated, path=path.name))
    if odd:
        raise DataError(fault("embeddings.errors.delimited_width", odd, path=path.name,
                              width=len(header), header=", ".join(header)))  # fmt: skip
    columns = {name: _column([row[i] for row in body], vectors=vectors)
               for i, name in enumerate(header)}  # fmt: skip
    return Table(path.name, columns, lines[1:], notices=notices)


def _rows(text: str, path: Path, separator: str) -> tuple[list[list[str]], list[int]]:
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
