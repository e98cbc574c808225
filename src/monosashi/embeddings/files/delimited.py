"""CSV and TSV: every value is text, also ids that look like numbers."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import numpy as np

from monosashi.embeddings.errors import DataError, Fault, fault
from monosashi.embeddings.files.table import Table

csv.field_size_limit(2**30)


def read_delimited(path: Path) -> Table:
    """Read a header and rows (RFC 4180); a value such as ``[0.1, 0.2]`` is read as a vector.

    UTF-8, with or without a byte-order mark. Empty lines are skipped. Lines with more or fewer
    values than the header are named.
    """
    separator = "\t" if path.suffix.lower() == ".tsv" else ","
    rows, lines = _rows(path, separator)
    if len(rows) < 2:
        raise DataError(fault("embeddings.errors.no_records", path=path.name))
    header, *body = rows
    odd = [line for row, line in zip(body, lines[1:], strict=True) if len(row) != len(header)]
    if repeated := [name for name in dict.fromkeys(header) if header.count(name) > 1]:
        raise DataError(fault("embeddings.errors.delimited_header", ids=repeated, path=path.name))
    if odd:
        raise DataError(fault("embeddings.errors.delimited_width", odd, path=path.name,
                              width=len(header), header=", ".join(header)))  # fmt: skip
    columns = {name: _column([row[i] for row in body]) for i, name in enumerate(header)}
    return Table(path.name, columns, lines[1:])


def _rows(path: Path, separator: str) -> tuple[list[list[str]], list[int]]:
    rows, lines, line = [], [], 1
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            reader = csv.reader(file, delimiter=separator, strict=True)
            for row in reader:
                if row:
                    rows.append(row)
                    lines.append(line)
                line = reader.line_num + 1
    except UnicodeDecodeError:
        raise DataError(_not_utf8(path)) from None
    except csv.Error:
        raise DataError(
            fault("embeddings.errors.delimited_quotes", path=path.name, line=line)
        ) from None
    return rows, lines


def _not_utf8(path: Path) -> Fault:
    """Every line that is no UTF-8."""
    odd = [number for number, line in enumerate(path.read_bytes().split(b"\n"), 1)
           if not _is_utf8(line)]  # fmt: skip
    return fault("embeddings.errors.lines_not_utf8", odd, path=path.name)


def _is_utf8(line: bytes) -> bool:
    try:
        line.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _column(values: list[str]) -> Any:
    held = [_vector(value) if value.startswith("[") else value or None for value in values]
    return np.fromiter(held, dtype=object)


def _vector(value: str) -> Any:
    try:
        return json.loads(value)
    except (ValueError, RecursionError):  # not JSON, endless digits, endless nesting
        return value
