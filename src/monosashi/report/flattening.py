"""Take a result apart: single values with their path, lists of rows, reasons for gaps."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from monosashi.report.numerals import is_estimate

LEFT_OUT = {"kind", "provenance", "reasons", "reason", "curve", "thumbnails"}  # shown as figures
Reason = Mapping[str, Any] | None
Reasons = Mapping[str, Any]
Path = tuple[str, ...]


@dataclass
class Pieces:
    """What a result consists of."""

    values: list[tuple[Path, Any, Reason]] = field(default_factory=list)
    lists: list[tuple[Path, list[Mapping[str, Any]], Reasons]] = field(default_factory=list)


def flatten(part: Any) -> Pieces:
    """Single values with their path, and lists of rows; plain curves are left out."""
    pieces = Pieces()
    _collect(part, (), {}, pieces)
    return pieces


def _collect(part: Any, path: Path, reasons: Reasons, pieces: Pieces) -> None:
    known = {**reasons, **(part.get("reasons", {}) if isinstance(part, Mapping) else {})}
    for key, value in part.items() if isinstance(part, Mapping) else enumerate(part):
        name = (*path, str(key))
        if key in LEFT_OUT:
            continue
        if is_rows(value):
            pieces.lists.append((name, value, known))
        elif isinstance(value, Mapping) and not is_estimate(value):
            _collect(value, name, known, pieces)
        elif not isinstance(value, list):
            pieces.values.append((name, value, reason_for(".".join(name), known)))


def is_rows(value: Any) -> bool:
    """Whether a value is a list of rows."""
    return isinstance(value, list) and bool(value) and all(isinstance(v, Mapping) for v in value)


def reason_for(path: str, reasons: Reasons) -> Reason:
    """The reason recorded for a field: under its whole path, its end, or its beginning."""
    pieces = path.split(".")
    tails = [".".join(pieces[start:]) for start in range(len(pieces))]
    heads = [".".join(pieces[:stop]) for stop in range(len(pieces) - 1, 0, -1)]
    return next((reasons[name] for name in [*tails, *heads] if name in reasons), None)


# what names a row of each list of shape results, as its reasons do
NAMED_BY = (("tests", ("term",)), ("f", ("term",)), ("pairs", ("group_a", "group_b")),
            ("influence", ("group",)), ("sensitivity", ("k", "metric")))  # fmt: skip


def row_reason(row: Mapping[str, Any], reasons: Reasons) -> Reason:
    """The reason that a row holds, or that the result keeps under the names of the row."""
    held = row.get("reason")
    if isinstance(held, Mapping):
        return held
    paths = (".".join([kind, *(str(row[name]) for name in names)])
             for kind, names in NAMED_BY if all(name in row for name in names))  # fmt: skip
    return next((reasons[path] for path in paths if path in reasons), None)
