"""Scores of models before and after rewriting, checked once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from monosashi.embeddings import DataError, Fault, fault
from monosashi.robustness.cube_checks import CubeChecks
from monosashi.robustness.cube_row import CubeRow
from monosashi.robustness.cube_units import in_points


@dataclass(frozen=True)
class Cube:
    """A checked table of scores, in points of 100.

    Attributes
    ----------
    rows : tuple of CubeRow
    source : str
        Name of the file, or empty.
    notices : tuple of Fault
        What was assumed or left out.
    hteb : tuple of str
        Generators of HTEB's own, in scores that HTEB's own program wrote.
    """

    rows: tuple[CubeRow, ...]
    source: str = ""
    notices: tuple[Fault, ...] = ()
    hteb: tuple[str, ...] = ()

    @classmethod
    def of(cls, given: Any, source: str = "") -> Cube:
        """A cube from a path, a data frame, a mapping of columns, rows, or a cube.

        Raises
        ------
        DataError
            All that is wrong with the rows, at once: missing columns, empty names, scores that are
            no numbers, rows that stand twice, several metrics of one dataset.
        """
        if isinstance(given, Cube):
            return given
        if isinstance(given, str | Path):
            from monosashi.robustness.reading import read_cube

            return read_cube(given)
        checks = CubeChecks(source)
        rows = checks.rows(records(given))
        scaled, notices = in_points(rows)
        return cls(tuple(scaled), source, (*checks.notices, *notices))

    def table(self) -> list[dict[str, Any]]:
        """The rows as they would stand in a file."""
        names = [field.name for field in fields(CubeRow)]
        return [{name: getattr(row, name) for name in names} for row in self.rows]


def records(given: Any) -> list[Mapping[str, Any]]:
    """Rows of whatever holds a table: a list of rows, a mapping of columns, a data frame."""
    if isinstance(given, Mapping):
        return _of_columns(given)
    if isinstance(given, Sequence | Iterable) and not hasattr(given, "columns"):
        rows = list(given)
        if all(isinstance(row, Mapping) for row in rows):
            return rows
    return _of_frame(given)


def _of_columns(given: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    if any(isinstance(one, str) or not isinstance(one, Iterable) for one in given.values()):
        names = ", ".join(map(str, given))
        raise DataError(fault("robustness.errors.not_columns", names=names))
    columns = {name: list(values) for name, values in given.items()}
    lengths = {len(values) for values in columns.values()}
    if len(lengths) > 1:
        told = ", ".join(f"{name}: {len(values)}" for name, values in columns.items())
        raise DataError(fault("robustness.errors.ragged", lengths=told))
    return [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]


def _of_frame(given: Any) -> list[Mapping[str, Any]]:
    import narwhals as nw

    try:
        table = nw.from_native(given, eager_only=True)
    except TypeError:
        kind = type(given).__name__
        raise DataError(fault("robustness.errors.not_a_cube", kind=kind)) from None
    return list(table.iter_rows(named=True))
