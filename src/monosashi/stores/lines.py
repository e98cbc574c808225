"""Plain text files with one text a line, alone or line by line in several languages."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from monosashi.embeddings import DataError, TextSet, fault
from monosashi.embeddings.checks import is_missing
from monosashi.embeddings.door import check_choice
from monosashi.embeddings.errors import Fault, Faults, name_rows
from monosashi.embeddings.files.encodings import read_told
from monosashi.embeddings.sets import Invalid
from monosashi.stores.formats import local_path
from monosashi.stores.line_ends import refuse_bare_cr
from monosashi.stores.text_columns import with_partners
from monosashi.stores.text_options import TextOptions


def read_line_file(path: Path, options: TextOptions) -> TextSet:
    """One text a line; the id is the number of the line, from 1."""
    if given := options.given("text", "id", "wide"):
        raise DataError(fault("stores.errors.line_options", path=path.name,
                              options=", ".join(given)))  # fmt: skip
    lines, notices = lines_of(path, options.encoding)
    columns = {"id": [str(number) for number in range(1, len(lines) + 1)]}
    made = _without_blanks({path.name: lines}, lines, columns, source=path.name,
                           invalid=options.invalid)  # fmt: skip
    return replace(made, notices=(*notices, *made.notices))


def lines_of(path: Path, encoding: str | None) -> tuple[list[str], tuple[Fault, ...]]:
    r"""Lines of a file; only ``\n`` and ``\r\n`` end one, so U+2028 stays inside a text."""
    text, notices = read_told(path, encoding)
    refuse_bare_cr(text, path.name)
    lines = [line.removesuffix("\r") for line in text.split("\n")]
    return lines[:-1] if lines[-1] == "" else lines, notices


def read_parallel(
    files: Mapping[str, str | Path],
    *,
    encoding: str | None = None,
    invalid: Invalid = "error",
) -> TextSet:
    r"""Read text files of several languages in which line ``n`` is always the same item.

    Parameters
    ----------
    files : mapping of language to path
        Plain text, one text a line, as many lines in each. Only ``\n`` and ``\r\n`` end a line.
    encoding : name of a text encoding
        Default UTF-8, or what a byte-order mark says.
    invalid : "error" or "drop"
        Whether blank lines stop the reading or are left out and counted. No line is ever moved:
        a blank line takes its own text away, and its partner keeps its number.

    Returns
    -------
    TextSet
        Ids ``LINE/LANGUAGE``; columns ``key`` (the number of the line, from 1), ``language`` and
        ``text``. ``notices`` name the blank lines and the items that lost their partner.

    Raises
    ------
    DataError
        Fewer than two files, different numbers of lines (all are named), blank lines by file and
        number, lines in another encoding.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     for language, lines in {"ja": "春\n\n冬\n", "en": "spring\nsummer\nwinter\n"}.items():
    ...         _ = Path(folder, language).write_text(lines, encoding="utf-8")
    ...     texts = read_parallel({c: Path(folder, c) for c in ("ja", "en")}, invalid="drop")
    >>> texts.ids.tolist()
    ['1/ja', '1/en', '2/en', '3/ja', '3/en']
    """
    check_choice("invalid", invalid, ("error", "drop"))
    if len(files) < 2:
        raise DataError(fault("stores.errors.parallel_files", count=len(files)))
    faults = Faults()
    read = {language: faults.attempt(_lines_at, path, encoding)
            for language, path in files.items()}  # fmt: skip
    held = {language: found[0] for language, found in read.items() if found is not None}
    notices = [note for found in read.values() if found is not None for note in found[1]]
    if len({len(lines) for lines in held.values()}) > 1:
        lengths = "; ".join(f"{files[name]}: {len(lines)}" for name, lines in held.items())
        faults.found.append(fault("stores.errors.parallel_lengths", lengths=lengths))
    faults.raise_any()
    source = ", ".join(Path(str(path)).name for path in files.values())
    count = len(next(iter(held.values())))
    places = [(str(row + 1), language) for row in range(count) for language in held]
    columns = {"id": [f"{key}/{language}" for key, language in places],
               "key": [key for key, _ in places],
               "language": [language for _, language in places]}  # fmt: skip
    texts = [held[language][int(key) - 1] for key, language in places]
    named = {str(files[name]): lines for name, lines in held.items()}
    made = _without_blanks(named, texts, columns, source=source, invalid=invalid)
    return with_partners(replace(made, notices=(*notices, *made.notices)))


def _lines_at(path: str | Path, encoding: str | None) -> tuple[list[str], tuple[Fault, ...]]:
    place = local_path(path)
    try:
        return lines_of(place, encoding)
    except OSError as error:
        raise DataError(fault("stores.errors.cannot_open", path=path,
                              why=error.strerror or error)) from None  # fmt: skip


def _without_blanks(
    files: Mapping[str, list[str]],
    texts: list[str],
    columns: Mapping[str, Any],
    *,
    source: str,
    invalid: Invalid,
) -> TextSet:
    """Refuse blank lines by file and number, or leave them out and say so."""
    check_choice("invalid", invalid, ("error", "drop"))
    blank = {name: [number for number, line in enumerate(lines, 1) if is_missing(line)]
             for name, lines in files.items()}  # fmt: skip
    kept = np.flatnonzero([not is_missing(text) for text in texts])
    table = "errors" if invalid == "error" or not len(kept) else "notices"
    found: list[Fault] = [fault(f"stores.{table}.blank_lines", numbers, path=name,
                                lines=name_rows(numbers))
                          for name, numbers in blank.items() if numbers]  # fmt: skip
    if not texts or (found and table == "errors"):
        raise DataError(*(found or [fault("embeddings.errors.no_records", path=source)]))
    held = {name: np.asarray(values, dtype=object)[kept] for name, values in columns.items()}
    chosen = np.asarray(texts, dtype=object)[kept]
    ids = held.pop("id")
    made = TextSet.from_lists(chosen, ids=ids, columns={**held, "text": chosen}, source=source)
    return replace(made, notices=tuple(found))
