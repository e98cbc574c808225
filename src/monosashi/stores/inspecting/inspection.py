"""Look at any path: what it holds, and every fault that reading it would name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from monosashi.embeddings import DataError, Fault, fault
from monosashi.results.plain import plain
from monosashi.stores.addresses import is_store
from monosashi.stores.formats import local_path
from monosashi.stores.inspecting.questions import Questions

Row = dict[str, Any]


@dataclass(frozen=True)
class Inspection:
    """What stands in a file or folder.

    Attributes
    ----------
    source, format : str
    rows : int or None
        None when it could not be read at all.
    columns, vectors, texts, suspicious, languages : lists of rows
        One row a column, set of vectors, column of texts, kind of damage, language.
    ids, keys, model, gold, run : mapping or None
        How rows are named; items shared by languages; the card; judgements; ranked lists.
    faults : tuple of Fault
        What must be mended before the file can be used.
    notices : tuple of Fault
        What is worth saying.
    found : mapping
        Options (``vectors``, ``text``, ``id``, ``key``, ``language``, ``wide``) as found or given.
    """

    source: str
    format: str
    rows: int | None = None
    columns: list[Row] = field(default_factory=list)
    vectors: list[Row] = field(default_factory=list)
    texts: list[Row] = field(default_factory=list)
    suspicious: list[Row] = field(default_factory=list)
    languages: list[Row] = field(default_factory=list)
    ids: Row | None = None
    keys: Row | None = None
    model: Row | None = None
    gold: Row | None = None
    run: Row | None = None
    faults: tuple[Fault, ...] = ()
    notices: tuple[Fault, ...] = ()
    found: Mapping[str, Any] = field(default_factory=dict)

    def to_dict(self) -> dict[str, Any]:
        """Strict JSON values; faults and notices with their code, words and rows."""
        told = {name: [_told(one) for one in getattr(self, name)] for name in ("faults", "notices")}
        rest = {one.name: plain(getattr(self, one.name)) for one in fields(self)
                if one.name not in told}  # fmt: skip
        return {"kind": "inspection", **rest, **told}

    def tables(self) -> dict[str, list[Row]]:
        """The lists that are not empty, by name."""
        names = ("columns", "vectors", "texts", "suspicious", "languages")
        return {name: rows for name in names if (rows := getattr(self, name))}


def _told(one: Fault) -> Row:
    return {"code": one.code, "text": one.say(), "rows": list(one.rows)}


def inspect_path(path: str | Path, questions: Questions | None = None) -> Inspection:
    r"""Describe a path; faults are part of the answer, not raised.

    Raises
    ------
    DataError
        There is nothing at ``path``, or it is a place that cannot be read from here.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     file = Path(folder, "notes.csv")
    ...     _ = file.write_text("id,text\na,good morning\na,good night\n", encoding="utf-8")
    ...     found = inspect_path(file)
    >>> found.rows, found.ids["unique"], len(found.faults) > 0
    (2, False, True)
    """
    from monosashi.stores.inspecting.places import kind_of_path, look
    from monosashi.stores.inspecting.vector_stores import look_at_store

    asked = questions or Questions()
    if is_store(path):
        return look_at_store(path, asked)
    place = local_path(path)
    kind = kind_of_path(place, asked)
    place = place if place.name else place.resolve()  # "." has no name of its own
    try:
        return look(place, kind, asked)
    except DataError as error:
        return Inspection(place.name, kind, faults=error.faults)
    except OSError as error:
        why = error.strerror or str(error)
        broken = fault("stores.errors.cannot_open", path=error.filename or place, why=why)
        return Inspection(place.name, kind, faults=(broken,))
