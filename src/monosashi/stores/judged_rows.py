"""Which columns of a table name the query, the document and the grade or score."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy.typing as npt

from monosashi.embeddings import DataError, fault
from monosashi.embeddings.arrays import TextArray
from monosashi.embeddings.checks import as_text
from monosashi.embeddings.errors import Faults
from monosashi.embeddings.files.encodings import read_text, read_told
from monosashi.embeddings.files.table import Table
from monosashi.stores.line_ends import refuse_bare_cr

QUERY_NAMES = ("query_id", "query-id", "qid", "queryid", "query")
DOCUMENT_NAMES = ("doc_id", "document_id", "corpus-id", "corpus_id", "docid", "docno", "pid",
                  "passage_id", "doc", "document")  # fmt: skip
GRADE_NAMES = ("rel", "relevance", "grade", "score", "label")
SCORE_NAMES = ("score", "similarity", "sim")
ITEM_NAMES = ("id", "_id", "ids")


def name_among(columns: Sequence[str], known: Sequence[str]) -> str | None:
    """The first usual name that a table has; letter case does not matter."""
    held = {name.lower(): name for name in columns}
    return next((held[name] for name in known if name in held), None)


def ids_of(table: Table, *names: str) -> list[TextArray]:
    """Columns of ids as text; gaps and odd values of all of them are told with their lines."""
    faults = Faults()
    found = [faults.attempt(as_text, table.columns[name], f"{table.source} [{name}]")
             for name in names]  # fmt: skip
    if faults.found:
        raise DataError(*table.with_lines(faults.found))
    return [ids for ids in found if ids is not None]


def fields_of(path: Path, width: int, kind: str, encoding: str | None = None) -> Table:
    """Lines of ``width`` values with blanks between them, as TREC writes them; blank lines skip.

    Lines of another width are in ``faults``, so that those of the others come together with them.
    """
    text, notices = read_told(path, encoding)
    refuse_bare_cr(text, path.name)
    numbered = [(number, line.split()) for number, line in enumerate(text.split("\n"), 1)
                if line.strip()]  # fmt: skip
    if not numbered:
        raise DataError(fault("embeddings.errors.no_records", path=path.name))
    odd = [number for number, fields in numbered if len(fields) != width]
    wrong = [fault("stores.errors.trec_width", odd, path=path.name, width=width, kind=kind)]
    kept = [(number, fields) for number, fields in numbered if len(fields) == width]
    if not kept:
        raise DataError(*wrong)
    columns = {str(place): _array([fields[place] for _, fields in kept]) for place in range(width)}
    return Table(path.name, columns, [number for number, _ in kept],
                 faults=tuple(wrong if odd else ()), notices=notices)  # fmt: skip


def first_fields(path: Path, encoding: str | None = None) -> list[str]:
    """Values of the first line that is not blank."""
    text = read_text(path, encoding)
    return next((line.split() for line in text.split("\n") if line.strip()), [])


def with_lines(error: DataError, table: Table) -> DataError:
    """The same faults, and the lines in which they stand."""
    return DataError(*table.with_lines(error.faults))


def _array(values: list[str]) -> npt.NDArray[Any]:
    import numpy as np

    return np.fromiter(values, dtype=object)
