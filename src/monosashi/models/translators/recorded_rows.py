"""The lines of a file of recorded translations, and what they say of each text and item."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations
from typing import Any, NamedTuple

from monosashi.embeddings.errors import Fault, fault, name_rows

Place = tuple[str, str, str]


class Row(NamedTuple):
    """One translation."""

    line: int
    source: str
    target: str
    key: str | None
    text: str | None
    translation: str


@dataclass(frozen=True)
class Recorded:
    """Translations by (source, target, text) and by (source, target, key)."""

    by_text: dict[Place, str]
    by_key: dict[Place, str]
    pairs: Counter[tuple[str, str]]

    @classmethod
    def of(cls, rows: list[Row], file: str, faults: list[Fault]) -> Recorded:
        """Collect rows. Two translations of one item are a fault; of one text the first holds."""
        by_text: dict[Place, str] = {}
        by_key: dict[Place, str] = {}
        pairs: Counter[tuple[str, str]] = Counter()
        twice = []
        for row in rows:
            pairs[row.source, row.target] += 1
            if row.text is not None:
                by_text.setdefault((row.source, row.target, row.text.strip()), row.translation)
            if row.key is None:
                continue
            place = row.source, row.target, row.key
            if by_key.setdefault(place, row.translation) != row.translation:
                twice.append(row.line)
        if twice:
            faults.append(fault("models.errors.recorded_twice", path=file,
                                lines=name_rows(twice), count=len(set(twice))))  # fmt: skip
        return cls(by_text, by_key, pairs)


def recorded_rows(told: str, file: str, faults: list[Fault]) -> list[Row]:
    """Every translation of the file; lines that hold none are one fault."""
    found: list[Row] = []
    wrong: list[int] = []
    for number, line in enumerate(told.split("\n"), start=1):
        if not line.strip():
            continue
        try:
            said = json.loads(line)
        except (ValueError, RecursionError):
            said = None
        rows = list(_rows(said, number)) if isinstance(said, dict) else []
        found += rows
        if not rows:
            wrong.append(number)
    if wrong or not found:
        lines = name_rows(wrong) or "-"
        faults.append(fault("models.errors.recorded_lines", path=file, lines=lines,
                            count=len(wrong)))  # fmt: skip
    return found


def _rows(said: dict[str, Any], line: int) -> Iterator[Row]:
    named = said.get("id", said.get("key"))
    key = None if named is None else str(named)
    text = said.get("text")
    if isinstance(text, dict):
        held = {str(name): value for name, value in text.items() if _is_text(value)}
        for one, other in permutations(held, 2):
            yield Row(line, one, other, key, held[one], held[other])
        return
    source, target, made = said.get("source"), said.get("target"), said.get("translation")
    known = _is_text(text) or (text is None and key is not None)
    if _is_text(source) and _is_text(target) and _is_text(made) and known:
        yield Row(line, str(source), str(target), key, text, str(made))


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and bool(value.strip())
