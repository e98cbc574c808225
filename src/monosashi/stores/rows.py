"""Rows of a file with their ids, before the vectors are put beside them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from monosashi.embeddings import DataError, fault
from monosashi.embeddings.arrays import TextArray
from monosashi.embeddings.checks import as_ids, row_numbers
from monosashi.embeddings.files.beside import VectorFile
from monosashi.embeddings.files.matching import Wanted
from monosashi.embeddings.files.table import Table, holds_vectors
from monosashi.embeddings.files.wide import LongTable, split_wide
from monosashi.stores.options import Options

IntArray = npt.NDArray[np.intp]
ID_NAMES = ("id", "ids")


@dataclass(frozen=True)
class Rows:
    """Long rows; ``long`` says which item and language each is, when the file was wide.

    ``id_name`` is the column of ids (None: the rows are numbered); ``one_per_item`` are vector
    columns that hold one vector for all languages of an item.
    """

    table: Table
    ids: TextArray
    id_name: str | None
    long: LongTable | None = None
    one_per_item: tuple[str, ...] = ()

    @property
    def languages(self) -> list[str]:
        """Languages of wide rows, in order of appearance."""
        return [] if self.long is None else list(dict.fromkeys(self.long.languages))

    def by_id(self) -> Wanted:
        """Ask for one vector a row, by its id."""
        n = len(self.ids)
        return Wanted(self.table.source, self.ids, np.arange(n), np.arange(n), n)

    def by_key(self, languages: list[str]) -> Wanted:
        """Ask for one vector an item in each of these languages, by its key."""
        if self.long is None:
            return self.by_id()
        held = np.flatnonzero(np.isin(self.long.languages, languages))
        return Wanted(self.table.source, self.long.table.columns["key"], held, self.long.items,
                      len(self.long.keys))  # fmt: skip


def rows_of(table: Table, options: Options) -> Rows:
    """Find the ids; make wide rows long."""
    if options.wide is not None:
        long = split_wide(table, options.wide, options.id)
        shared = tuple(name for name, values in table.columns.items() if holds_vectors(values))
        return Rows(long.table, long.ids, None, long, (*shared, *table.unread))
    name = id_column(table, options)
    if name is None:
        return Rows(table, row_numbers(table.n), None)
    return Rows(table, as_ids(table.take(name, "id"), f"{table.source} [{name}]"), name)


def id_column(table: Table, options: Options) -> str | None:
    """The column of ids that was named, else the usual one."""
    return options.id or next((name for name in ID_NAMES if name in table.columns), None)


def rows_of_archive(file: VectorFile, languages: list[str]) -> Rows:
    """Rows of an npz that has one array a language, item by item."""
    if absent := ", ".join(name for name in languages if not file.holds_language(name)):
        raise DataError(fault("embeddings.errors.no_language_arrays", path=file.source,
                              languages=absent, known=", ".join(file.arrays)))  # fmt: skip
    sizes = {len(array) for array in file.arrays.values() if array.ndim}
    n = len(file.ids) if file.ids is not None else max(sizes, default=0)
    keys = file.ids if file.ids is not None else row_numbers(n)
    items = np.repeat(np.arange(n), len(languages))
    names = np.fromiter(languages * n, dtype=object)
    if not languages:
        raise DataError(fault("embeddings.errors.no_language_arrays", path=file.source,
                              languages="-", known=", ".join(file.arrays)))  # fmt: skip
    made = (f"{key}/{name}" for key, name in zip(keys[items], names, strict=True))
    columns = {"key": keys[items], "language": names}
    columns |= {name: values[items] for name, values in flat_columns(file, n).items()}
    table = Table(file.source, columns)
    ids = np.fromiter(made, dtype=object)
    return Rows(table, ids, None, LongTable(table, ids, items, keys, names))


def flat_columns(file: VectorFile, n: int) -> dict[str, npt.NDArray[np.generic]]:
    """Arrays of one dimension with a value for every row."""
    return {name: array for name, array in file.arrays.items() if array.shape == (n,)}
