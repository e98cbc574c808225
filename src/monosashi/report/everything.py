"""All numbers of a document as tables: one row a number, and every list of rows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from monosashi.report.blocks import Cell, Table
from monosashi.report.flattening import LEFT_OUT, Reason, Reasons, flatten, reason_for
from monosashi.report.numerals import DASH, is_estimate
from monosashi.report.tongue import Tongue

ROOM_OF = {"facts": "advice", "comparison": "shape", "repairs": "language"}
# gaps that rows have by their nature, so that results record no reason for each
KNOWN_GAPS = {
    ("facts", "centred_share"): "facts.nothing_varies",
    ("shape", "statistic"): "test.infinite",
    ("shape", "w_tilde"): "shape.alone",
    ("shape", "low"): "shape.no_interval",
    ("shape", "high"): "shape.no_interval",
    ("comparison", "p_value"): "comparison.identical",
    ("comparison", "p_adjusted"): "comparison.identical",
    ("language", "query_text"): "language.no_text",
    ("language", "gold_text"): "language.no_text",
    ("language", "first_text"): "language.no_text",
}
SHOWN_ROWS, SHOWN_TEXT = 200, 200


def full_tables(results: Mapping[str, Any], tongue: Tongue) -> list[Table]:
    """Tables for every section that was measured."""
    parts = [(name, part) for name, part in results.items() if part]
    return [table for name, part in parts for table in Everything(name, tongue).tables(part)]


@dataclass(frozen=True)
class Everything:
    """All of one section, in words."""

    section: str
    tongue: Tongue

    def tables(self, part: Any) -> Iterator[Table]:
        """First the single values, then each list."""
        title = self.tongue.say(f"short.{self.section}")
        pieces = flatten(part)
        if pieces.values:
            names = ("column_name", "column_meaning", "value")
            rows = [self._value_row(*piece) for piece in pieces.values]
            yield self._capped(title, [self.tongue.say(name) for name in names], rows, len(rows))
        for path, items, reasons in pieces.lists:
            yield self._list_table(f"{title}: {path}", items, reasons)

    def _value_row(self, path: str, value: Any, why: Reason) -> list[Cell]:
        shown = self.tongue.cell(value, why)
        cell = self._gap(path.rpartition(".")[2], why) if shown.missing else shown
        return [Cell(path), Cell(self._meaning(path)), cell]

    def _meaning(self, path: str) -> str:
        """The term of the last piece of a path that has one; ``recall.10`` is recall with its k."""
        pieces = path.split(".")
        pairs = zip(reversed(pieces), reversed([*pieces[1:], ""]), strict=True)
        named = ((piece, self._term(piece, k=after)) for piece, after in pairs)
        return next((term for piece, term in named if term != piece), "")

    def _term(self, name: str, **numbers: Any) -> str:
        return self.tongue.term(ROOM_OF.get(self.section, self.section), name, **numbers)

    def _list_table(self, title: str, items: list[Mapping[str, Any]], reasons: Reasons) -> Table:
        keys = list(dict.fromkeys(key for item in items for key in item if key not in LEFT_OUT))
        rows = [[self._cell(item, key, reasons) for key in keys] for item in items[:SHOWN_ROWS]]
        return self._capped(title, [self._term(key) for key in keys], rows, len(items))

    def _cell(self, item: Mapping[str, Any], key: str, reasons: Reasons) -> Cell:
        value = item.get(key, "")
        if value is None:
            return self._gap(key, item.get("reason") or reason_for(key, reasons))
        if isinstance(value, list | Mapping) and not is_estimate(value):
            held = value.values() if isinstance(value, Mapping) else value
            return Cell(_cut("; ".join(str(piece) for piece in held)))
        return Cell(_cut(value)) if isinstance(value, str) else self.tongue.cell(value)

    def _gap(self, key: str, why: Reason) -> Cell:
        known = KNOWN_GAPS.get((self.section, key))
        if why is None and known is not None:
            return Cell(DASH, self.tongue.say(known), missing=True)
        return self.tongue.cell(None, why)

    def _capped(self, title: str, columns: list[str], rows: list[list[Cell]], count: int) -> Table:
        """Long tables end after the first rows, and say so."""
        cut = count > SHOWN_ROWS
        note = self.tongue.say("first_rows", shown=SHOWN_ROWS, total=count) if cut else ""
        return Table(title, columns, rows[:SHOWN_ROWS], note)


def _cut(text: str) -> str:
    return text if len(text) <= SHOWN_TEXT else text[:SHOWN_TEXT].rstrip() + "…"
