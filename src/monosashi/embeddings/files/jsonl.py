"""JSON Lines, plain or gzipped."""

from __future__ import annotations

import codecs
import gzip
import json
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from monosashi.embeddings.errors import DataError, Fault, Faults, fault
from monosashi.embeddings.files.encodings import MARKS, read_text, read_told
from monosashi.embeddings.files.long_lists import LongLists
from monosashi.embeddings.files.table import Table

MARK = "\ufeff"
SHOWN = 20


def read_jsonl(path: Path, encoding: str | None = None) -> Table:
    r"""Read one object a line.

    UTF-8, or what a byte-order mark says, or the ``encoding`` named. A record ends only at ``\n``
    or ``\r\n``, so U+2028 and the like may stand inside a text. Lines that hold nothing but blanks
    are skipped: no record is paired by its position. Every line that cannot be read is named.
    """
    records: list[dict[str, Any]] = []
    long = LongLists()
    lines: list[int] = []
    faults: list[Fault] = []
    notices: list[Fault] = []
    for number, raw in _numbered_lines(path, encoding, notices):
        record = _parse(raw, number, path)
        if isinstance(record, Fault):
            faults.append(record)
        elif record is not None:
            records.append({name: long.kept(name, value) for name, value in record.items()})
            lines.append(number)
    if faults:
        raise DataError(*_encoding_first(faults, path, encoding))
    if not records:
        raise DataError(fault("embeddings.errors.no_records", path=path.name))
    names = list(dict.fromkeys(name for record in records for name in record))
    columns = {name: long.column(name, [r.get(name) for r in records]) for name in names}
    return Table(path.name, columns, lines, notices=tuple(notices))


def _numbered_lines(
    path: Path, encoding: str | None, notices: list[Fault]
) -> Iterator[tuple[int, bytes]]:
    if encoding is not None or _is_wide(path):
        text, told = read_told(path, encoding)
        notices += told
        yield from enumerate(
            (line.encode("utf-8", "surrogatepass") for line in text.split("\n")), 1
        )
        return
    zipped = path.suffix.lower() == ".gz"
    with path.open("rb") as raw:
        try:
            yield from enumerate(gzip.GzipFile(fileobj=raw) if zipped else raw, 1)
        except (gzip.BadGzipFile, EOFError, zlib.error):
            raise DataError(fault("embeddings.errors.broken_file", path=path.name)) from None


def _is_wide(path: Path) -> bool:
    """Whether a mark at the beginning says UTF-16 or UTF-32."""
    with path.open("rb") as file:
        head = file.read(4)
    return any(head.startswith(mark) for mark, name in MARKS if name != "utf-8-sig")


def _encoding_first(faults: list[Fault], path: Path, encoding: str | None) -> list[Fault]:
    """All lines of another encoding in one fault, with the likely one; then the others.

    ISO-2022 is ASCII to a decoder; its escape sequences are signs that JSON does not allow.
    """
    whole = Faults()
    if encoding is None:
        whole.attempt(read_text, path)
    told = {line for one in whole.found for line in one.rows}
    others = [one for one in faults if one.values["line"] not in told]
    return [*whole.found, *(_shown(others, path) if others else [])]


def _parse(raw: bytes, number: int, path: Path) -> dict[str, Any] | Fault | None:
    line = raw.removeprefix(codecs.BOM_UTF8) if number == 1 else raw
    if not line.strip():
        return None
    record = _loads(line, number, path)
    if isinstance(record, dict | Fault):
        return record
    kind = type(record).__name__
    return fault("embeddings.errors.line_not_object", path=path.name, line=number, kind=kind)


def _loads(line: bytes, number: int, path: Path) -> Any:
    """The value of a line, or why there is none."""
    text = ""
    try:
        text = line.decode("utf-8")
        return json.loads(text, object_pairs_hook=_object)
    except UnicodeDecodeError:
        return fault("embeddings.errors.line_not_utf8", path=path.name, line=number)
    except json.JSONDecodeError as error:
        mark = text[error.pos : error.pos + 1] == MARK
        return fault(f"embeddings.errors.line_{'mark' if mark else 'not_json'}", path=path.name,
                     line=number, column=error.pos + 1)  # fmt: skip
    except _RepeatedNamesError as error:
        return fault("embeddings.errors.line_repeats", ids=error.args, path=path.name, line=number)
    except (ValueError, RecursionError):  # a number of thousands of digits; endless nesting
        return fault("embeddings.errors.line_endless", path=path.name, line=number)


class _RepeatedNamesError(ValueError):
    """Names that stand more than once in one object; the last value would win in silence."""


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    held = dict(pairs)
    if len(held) < len(pairs):
        names = [name for name, _ in pairs]
        raise _RepeatedNamesError(*(name for name in held if names.count(name) > 1))
    return held


def _shown(faults: list[Fault], path: Path) -> list[Fault]:
    """All broken lines by number; the reason of the first few."""
    if len(faults) == 1:
        return faults
    lines = [one.values["line"] for one in faults]
    every = fault("embeddings.errors.broken_lines", lines, path=path.name)
    return [every, *faults[:SHOWN]]
