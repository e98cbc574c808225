"""What stands in a file, before it is checked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from monosashi.embeddings.errors import DataError, Fault, fault, name_rows


@dataclass(frozen=True)
class Table:
    """Rows of a file.

    Attributes
    ----------
    source : str
        Name of the file, for messages.
    columns : mapping of name to an array of n values
        Vectors are (n, d) arrays or object arrays of lists; other columns are 1-D.
    lines : (n,) line numbers from 1, where the file has lines
    unread : names of columns of vectors that nobody asked for
    faults : what is wrong with columns that could not be taken
    notices : what is worth saying of the file
    """

    source: str
    columns: Mapping[str, npt.NDArray[Any]]
    lines: Sequence[int] = ()
    unread: tuple[str, ...] = ()
    faults: tuple[Fault, ...] = ()
    notices: tuple[Fault, ...] = ()

    @property
    def n(self) -> int:
        """Number of rows."""
        return max((len(values) for values in self.columns.values()), default=0)

    def take(self, name: str, what: str) -> npt.NDArray[Any]:
        """Return a column; a name that does not exist is refused."""
        if name not in self.columns:
            known = ", ".join([*self.columns, *self.unread]) or "-"
            raise DataError(fault("embeddings.errors.no_column", name=name, what=what,
                                  known=known))  # fmt: skip
        return self.columns[name]

    def vector_columns(self) -> list[str]:
        """Names of the columns that hold vectors."""
        return [*self.unread, *(k for k, values in self.columns.items() if holds_vectors(values))]

    def with_lines(self, faults: Sequence[Fault]) -> list[Fault]:
        """The same faults; those that name rows also say the lines of the file."""
        return [self._with_lines(one) for one in faults]

    def _with_lines(self, one: Fault) -> Fault:
        lines = [self.lines[row] for row in one.rows if row < len(self.lines)]
        if not lines or one.place or one in self.faults:  # these name lines, not rows
            return one
        return replace(one, place={"source": self.source, "lines": name_rows(lines)})


def holds_vectors(values: npt.NDArray[Any]) -> bool:
    """Whether a column consists of lists of numbers (judged by its first value)."""
    if values.ndim != 1 or values.dtype.kind != "O":
        return values.ndim == 2
    first = next((value for value in values if value is not None), None)
    if isinstance(first, np.ndarray):
        return True
    return isinstance(first, list) and bool(first) and _is_number(first[0])


def _is_number(value: object) -> bool:
    number = value[0] if isinstance(value, list) and len(value) else value
    return isinstance(number, int | float) and not isinstance(number, bool)
