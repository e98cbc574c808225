"""All numbers of a document as tables: one row a number, and every list of rows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from monosashi.report.blocks import Cell, Table
from monosashi.report.numerals import is_estimate
from monosashi.report.tongue import Tongue

LEFT_OUT = {"kind", "provenance", "reasons", "curve"}  # figures hold the curves
SHOWN_ROWS = 200
SHOWN_TEXT = 200
ROOM_OF = {"facts": "advice", "comparison": "shape", "repairs": "language"}


def full_tables(results: Mapping[str, Any], tongue: Tongue) -> list[Table]:
    """Tables for every section that was measured."""
    return [table for name, part in results.items() if part for table in _of(name, part, tongue)]


def _of(section: str, part: Any, tongue: Tongue) -> Iterator[Table]:
    room = ROOM_OF.get(section, section)
    title = tongue.say(f"short.{section}")
    values, lists = flatten(part)
    if values:
        columns = [tongue.say("column_name"), tongue.say("column_meaning"), tongue.say("value")]
        rows = [_value_row(path, value, why, room, tongue) for path, value, why in values]
        yield _capped(title, columns, rows, tongue)
    for path, items, reasons in lists:
        yield _list_table(f"{title}: {path}", items, reasons, room, tongue)


Reason = Mapping[str, Any] | None
Values = list[tuple[str, Any, Reason]]
Lists = list[tuple[str, list[Mapping[str, Any]], Mapping[str, Any]]]


def flatten(
    part: Any, path: str = "", reasons: Mapping[str, Any] | None = None
) -> tuple[Values, Lists]:
    """Single values with their dotted path, and lists of rows; plain curves are left out."""
    values: Values = []
    lists: Lists = []
    known = {**(reasons or {}), **(part.get("reasons", {}) if isinstance(part, Mapping) else {})}
    pairs = part.items() if isinstance(part, Mapping) else enumerate(part)
    for key, value in pairs:
        if key in LEFT_OUT:
            continue
        name = f"{path}.{key}" if path else str(key)
        if _is_rows(value):
            lists.append((name, value, known))
        elif isinstance(value, Mapping) and not is_estimate(value):
            deeper = flatten(value, name, known)
            values += deeper[0]
            lists += deeper[1]
        elif not isinstance(value, list):
            values.append((name, value, reason_for(name, known)))
    return values, lists


def reason_for(path: str, reasons: Mapping[str, Any]) -> Reason:
    """The reason recorded for a field: under its whole path, its end, or its beginning."""
    pieces = path.split(".")
    tails = [".".join(pieces[start:]) for start in range(len(pieces))]
    heads = [".".join(pieces[:stop]) for stop in range(len(pieces) - 1, 0, -1)]
    return next((reasons[name] for name in [*tails, *heads] if name in reasons), None)


def _is_rows(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(v, Mapping) for v in value)


def _value_row(path: str, value: Any, why: Reason, room: str, tongue: Tongue) -> list[Cell]:
    return [Cell(path), Cell(_meaning(path, room, tongue)), tongue.cell(value, why)]


def _meaning(path: str, room: str, tongue: Tongue) -> str:
    """The term of the last piece of a path that has one; ``recall.10`` is recall with its k."""
    pieces = path.split(".")
    following = [*pieces[1:], ""]
    pairs = zip(reversed(pieces), reversed(following), strict=True)
    named = ((piece, tongue.term(room, piece, k=after)) for piece, after in pairs)
    return next((term for piece, term in named if term != piece), "")


def _list_table(title: str, items: list[Mapping[str, Any]], reasons: Mapping[str, Any], room: str,
                tongue: Tongue) -> Table:  # fmt: skip
    keys = list(dict.fromkeys(key for item in items for key in item if key not in LEFT_OUT))
    rows = [[_item_cell(item, key, reasons, tongue) for key in keys] for item in items[:SHOWN_ROWS]]
    return _capped(title, [tongue.term(room, key) for key in keys], rows, tongue, len(items))


def _item_cell(
    item: Mapping[str, Any], key: str, reasons: Mapping[str, Any], tongue: Tongue
) -> Cell:
    if key not in item:
        return Cell("")
    value = item[key]
    if isinstance(value, list | Mapping) and not is_estimate(value):
        pieces = value.items() if isinstance(value, Mapping) else enumerate(value)
        return Cell(_cut("; ".join(str(piece) for _, piece in pieces)))
    if isinstance(value, str):
        return Cell(_cut(value))
    return tongue.cell(value, item.get("reason") or reason_for(key, reasons))


def _cut(text: str) -> str:
    return text if len(text) <= SHOWN_TEXT else text[:SHOWN_TEXT].rstrip() + "…"


def _capped(
    title: str, columns: list[str], rows: list[list[Cell]], tongue: Tongue, total: int | None = None
) -> Table:
    """Long tables end after the first rows, and say so."""
    count = total or len(rows)
    note = tongue.say("first_rows", shown=SHOWN_ROWS, total=count) if count > SHOWN_ROWS else ""
    return Table(title, columns, rows[:SHOWN_ROWS], note)
