"""Columns of a file of labels: the one that holds the ids, and those that the data have too."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

# as programs write a gap by mistake; each may also be a label ("nan" is a language)
LOOKS_EMPTY = frozenset({"NaN", "nan", "NA", "N/A", "<NA>", "null", "NULL", "None"})


def matching_column(ids: Sequence[str] | None, columns: Mapping[str, Sequence[Any]]) -> str | None:
    """The first column that holds exactly these ids, each once."""
    if ids is None:
        return None
    wanted = sorted(ids)
    return next((name for name, values in columns.items()
                 if sorted(str(value) for value in values) == wanted), None)  # fmt: skip


def refuse_other_values(
    held: Mapping[str, Any], found: Mapping[str, Sequence[Any]], path: str
) -> None:
    """Refuse columns of the file that stand in the data with other values."""
    from monosashi.embeddings import DataError, fault

    twice = [
        name
        for name, values in found.items()
        if name in held and list(map(_plain, held[name])) != list(map(_plain, values))
    ]
    if twice:
        raise DataError(fault("cli.errors.labels_columns", ids=twice, path=path))


def empty_looking(columns: Mapping[str, Any], wanted: Iterable[str]) -> list[Any]:
    """Notices of text such as NaN, which counts as a label."""
    from monosashi.embeddings import fault

    told = []
    for name in wanted:
        rows = [row for row, value in enumerate(columns.get(name, ()))
                if isinstance(value, str) and value in LOOKS_EMPTY]  # fmt: skip
        if rows:
            label = columns[name][rows[0]]
            told.append(fault("cli.notices.label_nan", rows, column=name, label=label))
    return told


def _plain(value: Any) -> str | None:
    from monosashi.embeddings.checks import is_missing

    return None if is_missing(value) else str(value)
