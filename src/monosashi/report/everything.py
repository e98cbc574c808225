"""All numbers of a document as tables: one row a number, and every list of rows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from monosashi.report.blocks import Cell, Table
from monosashi.report.excerpts import WHOLE, excerpt
from monosashi.report.flattening import (
    LEFT_OUT,
    Path,
    Reason,
    Reasons,
    flatten,
    reason_for,
    row_reason,
)
from monosashi.report.known_gaps import KNOWN_GAPS
from monosashi.report.numerals import DASH, is_estimate
from monosashi.report.sections.axis_words import FIXED, listed_word
from monosashi.report.sections.repairs import CODES
from monosashi.report.sentences import has_sentence, sentence
from monosashi.report.tongue import Tongue

ROOM_OF = {
    "facts": "advice",
    "layers": "advice",
    "alignment": "advice",
    "switch": "retrieval.switch",
    "comparison": "shape",
    "models": "choosing",
    "compression": "retrieval.compression",
    "repairs": "language",
    "repair_check": "language",
    "duplicates": "language.gate",
    "generators": "fidelity",
    "hub_sets": "hubs",
    "reductions": "hubs",
    "unrelated_hubs": "hubs",
    "related": "language.gate",
    "language_choice": "language.choosing",
    "language_search": "language",
    "equal_pools": "language",
    "experiments": "language",
    "sensitivity": "robustness",
    "ratings": "robustness",
    "drift": "robustness",
    "retrieval_comparison": "retrieval",
    "compressed_search": "retrieval",
    "fidelity_benchmark": "fidelity",
    **dict.fromkeys(
        (
            "group_auc",
            "directions",
            "mean_direction",
            "partition",
            "pairwise",
            "agreement",
            "probe",
            "dose",
            "spread_correlation",
            "input_output",
            "spread_ratio",
            "power",
        ),
        "shape",
    ),
}
SUBJECTS = ("directions", "systems")
# sections in which other pieces of a path name a subject, too
MORE_SUBJECTS = {"retrieval_comparison": ("levels",), "compressed_search": ("levels",),
                 "language_choice": ("options",)}  # fmt: skip
# lists of lists, which the section shows side by side and tables/ holds row by row
NESTED = {
    "map": ("x", "y", "sign", "labels"),
    "reductions": ("before",),
    "duplicates": ("drafts", "thresholds"),
    "misses": ("misses", "missing", "labels", "lost"),
    "related": ("pages", "floors"),
    "fidelity_benchmark": ("courses",),
}
SHOWN_ROWS = 200
# of many directions the page shows the first misses only
MANY_DIRECTIONS, SHOWN_OF_MANY = 6, 5
Codes = Mapping[str, str]
Items = list[Mapping[str, Any]]


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
        """Subject by subject (the whole, then each direction): single values, then each list."""
        pieces, codes = flatten(_without_nested(self.section, part)), _codes(part)
        subjects = dict.fromkeys(
            self._subject(path) for path, *_ in [*pieces.values, *pieces.lists]
        )
        many = len(subjects) > MANY_DIRECTIONS + 1
        for subject in subjects:
            title = self._title(subject)
            rows = [self._value_row(*held, codes) for held in pieces.values
                    if self._subject(held[0]) == subject]  # fmt: skip
            if rows:
                names = ("column_meaning", "value", "column_name")
                yield Table(title, [self.tongue.say(name) for name in names], rows)
            most = SHOWN_OF_MANY if subject and many else SHOWN_ROWS
            for path, items, reasons in pieces.lists:
                if self._subject(path) == subject:
                    yield self._list_table(f"{title} · {self._list(path)}", items, reasons, most)

    def _subject(self, path: Path) -> str:
        """The direction or the system that a value belongs to, if any."""
        names = (*SUBJECTS, *MORE_SUBJECTS.get(self.section, ()))
        return next((path[path.index(name) + 1] for name in names if name in path[:-1]), "")

    def _title(self, subject: str) -> str:
        title = self.tongue.say(f"short.{self.section}")
        return self.tongue.titled(title, subject.replace("->", " → ")) if subject else title

    def _list(self, path: Path) -> str:
        for name in (f"{self.section}_{path[-1]}", path[-1]):
            if has_sentence(key := f"report.lists.{name}", self.tongue.language):
                return sentence(key, self.tongue.language)
        return self._term(path[-1])

    def _value_row(self, path: Path, value: Any, why: Reason, codes: Codes) -> list[Cell]:
        plain = self.tongue.plain(value) if isinstance(value, str) else value
        named = codes.get(plain, plain) if isinstance(plain, str) else plain
        shown = self.tongue.cell(self._repair(named), why)
        cell = self._gap(path[-1], why) if shown.missing else shown
        place = ".".join(
            path[path.index(self._subject(path)) + 1 :] if self._subject(path) else path
        )
        return [Cell(self._meaning(path, codes) or place), cell, Cell(place)]

    def _meaning(self, path: Path, codes: Codes) -> str:
        """The terms of the pieces of a path that have one; ``recall.10`` is recall with its k."""
        after = [*path[1:], ""]
        named = [(piece, self._piece(codes.get(piece, piece), k))
                 for piece, k in zip(path, after, strict=True)]  # fmt: skip
        terms = [term for piece, term in named if term != piece]
        last = path[-1]
        if terms and last.isdigit() and last not in terms[-1]:
            terms[-1] = f"{terms[-1]}@{last}"
        whose = [] if not terms or last.isdigit() or named[-1][1] != last else [last]
        return " · ".join([*terms, *whose])

    def _piece(self, piece: str, after: str) -> str:
        repaired = self._repair(piece)
        family, _, k = piece.partition("@")
        if k.isdigit() and self._term(family, k=k) != family:
            return self._term(family, k=k)
        return self._term(piece, k=after) if repaired == piece else repaired

    def _repair(self, value: Any) -> Any:
        key = f"report.repairs.{value}"
        known = self.section == "repairs" and value in CODES
        return sentence(key, self.tongue.language) if known else value

    def _term(self, name: str, **numbers: Any) -> str:
        """The room's own name for a quantity, else that of the report, else the name itself."""
        room = ROOM_OF.get(self.section, self.section)
        key = f"report.columns.{name}"
        own = f"{self.section}_{name}"  # of one of several sections that share a room
        if room != self.section and has_sentence(f"{room}.terms.{own}", self.tongue.language):
            name = own
        if has_sentence(f"{room}.terms.{name}", self.tongue.language):
            return self.tongue.term(room, name, **numbers)
        return (
            sentence(key, self.tongue.language) if has_sentence(key, self.tongue.language) else name
        )

    def _list_table(self, title: str, items: Items, reasons: Reasons, most: int) -> Table:
        """Columns that hold something; long tables end after the first rows, and say so."""
        keys = [
            key
            for key in dict.fromkeys(key for item in items for key in item)
            if (key not in LEFT_OUT or key in FIXED.get(self.section, ()))
            and any(item.get(key) not in (None, "", []) for item in items)
        ]
        rows = [[self._cell(item, key, reasons) for key in keys] for item in items[:most]]
        total = len(items)
        note = self.tongue.say("first_rows", shown=most, total=total) if total > most else ""
        return Table(title, [self._term(key) for key in keys], rows, note)

    def _cell(self, item: Mapping[str, Any], key: str, reasons: Reasons) -> Cell:
        value = item.get(key, "")
        if value is None:
            return self._gap(key, row_reason(item, reasons) or reason_for(key, reasons))
        if isinstance(value, list | Mapping) and not is_estimate(value):
            held = value.values() if isinstance(value, Mapping) else value
            return Cell(excerpt("; ".join(str(piece) for piece in held), WHOLE))
        if (self.section, key) == ("compression", "name"):
            return Cell(self.tongue.compression(str(value)))
        return self._text(key, value) if isinstance(value, str) else self.tongue.cell(value)

    def _text(self, key: str, value: str) -> Cell:
        if key == "statistic":
            return Cell(self._term(value))
        if key == "method":
            return Cell(self.tongue.plain(value))
        return Cell(excerpt(listed_word(self.section, key, value, self.tongue), WHOLE))

    def _gap(self, key: str, why: Reason) -> Cell:
        known = KNOWN_GAPS.get((self.section, key))
        if why is None and known is not None:
            return Cell(DASH, self.tongue.say(known), missing=True)
        return self.tongue.cell(None, why)


def _without_nested(section: str, part: Any) -> Any:
    left = NESTED.get(section, ())
    return {name: value for name, value in part.items() if name not in left} if left else part


def _codes(part: Any) -> Codes:
    """Names of repairs, as users read them in result.json, to their codes."""
    effects = part if isinstance(part, list) else [part]
    return {name: code for effect in effects for name, code in effect.get("repairs", {}).items()}
