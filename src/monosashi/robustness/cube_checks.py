"""Everything that can be wrong with a table of scores, told at once."""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from monosashi.embeddings import DataError, Fault, fault
from monosashi.robustness.axes import (
    UNKNOWN_GENERATOR,
    axis_named,
    axis_of,
    transformation_named,
)
from monosashi.robustness.cube_plausible import doubtful, implausible
from monosashi.robustness.cube_row import COUNTS, EMPTY_GROUP, SCORES, TEXTS, CubeRow

Record = Mapping[str, Any]
PLAIN = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?")
BLANK = (None, "", "nan", "NaN", "null", "None")
ENGLISH = ("en", "eng", "english")


class CubeChecks:
    """Turns records into rows, and keeps all faults and notices.

    >>> one = {"model": "A", "dataset": "d", "transformation": "summarise", "original": "81.2",
    ...        "transformed": 80}
    >>> CubeChecks().rows([one])[0].axis
    'length'
    """

    def __init__(self, source: str = "") -> None:
        self.source = source or "cube"
        self.faults: list[Fault] = []
        self.notices: list[Fault] = []
        self.renamed: dict[str, str] = {}

    def rows(self, records: Sequence[Record]) -> list[CubeRow]:
        """Checked rows; raises with every fault there is."""
        self._columns(records)
        odd: dict[str, list[int]] = defaultdict(list)
        rows = [self._row(record, place, odd) for place, record in enumerate(records)]
        self.faults += [fault(f"robustness.errors.{_what_is_odd(name)}", places, name=name)
                        for name, places in odd.items()]  # fmt: skip
        self._counts(rows)
        self._twice(rows)
        self._axes(rows)
        self._metrics(rows)
        self.faults += implausible(rows)
        if self.faults:
            raise DataError(*self.faults)
        if any(row.generator == UNKNOWN_GENERATOR for row in rows):
            self.notices.append(fault("robustness.notices.no_generator"))
        self.notices += doubtful(rows)
        if self.renamed:
            self.notices.append(fault("robustness.notices.renamed", names=", ".join(
                f"{written} → {name}" for written, name in self.renamed.items())))  # fmt: skip
        return rows

    def _columns(self, records: Sequence[Record]) -> None:
        """Without these nothing else can be checked."""
        if not records:
            raise DataError(fault("robustness.errors.empty", source=self.source))
        held = {name for record in records for name in record}
        missing = [name for name in (*TEXTS, *SCORES) if name not in held]
        if missing:
            raise DataError(fault("robustness.errors.columns", source=self.source,
                                  missing=", ".join(missing), known=", ".join(sorted(held)),
                                  needed=", ".join((*TEXTS, *SCORES))))  # fmt: skip

    def _row(self, record: Record, place: int, odd: dict[str, list[int]]) -> CubeRow:
        texts: dict[str, Any] = {name: _text(record.get(name)) for name in TEXTS}
        for name, text in texts.items():
            if not text:
                odd[name].append(place)
        written = texts["transformation"]
        texts["transformation"] = name = transformation_named(written)
        if name != written:
            self.renamed[written] = name
        numbers: dict[str, Any] = {name: _number(record.get(name), name, place, odd)
                   for name in (*SCORES, "chance")}  # fmt: skip
        counts: dict[str, Any] = {
            name: _count(record.get(name), name, place, odd) for name in COUNTS
        }
        language = _text(record.get("language"))
        return CubeRow(
            **texts,
            axis=axis_named(_text(record.get("axis"))) or axis_of(texts["transformation"]),
            generator=_text(record.get("generator")) or UNKNOWN_GENERATOR,
            dataset_group=_text(record.get("dataset_group")) or _group(language),
            language=language,
            task=_text(record.get("task")),
            metric=_text(record.get("metric")),
            seed=_text(record.get("seed")),
            **numbers,
            **counts,
        )

    def _counts(self, rows: Sequence[CubeRow]) -> None:
        """No more texts can fail than there are."""
        for name in COUNTS[1:]:
            odd = [place for place, row in enumerate(rows)
                   if row.n is not None and (getattr(row, name) or 0) > row.n]  # fmt: skip
            if odd:
                self.faults.append(fault("robustness.errors.counts", odd, name=name))

    def _twice(self, rows: Sequence[CubeRow]) -> None:
        places: dict[tuple[str, ...], list[int]] = defaultdict(list)
        for place, row in enumerate(rows):
            places[row.key].append(place)
        twice = [place for held in places.values() if len(held) > 1 for place in held]
        if twice:
            self.faults.append(fault("robustness.errors.twice", twice))

    def _axes(self, rows: Sequence[CubeRow]) -> None:
        """A transformation belongs to one axis."""
        axes: dict[tuple[str, str], set[str]] = defaultdict(set)
        for row in rows:
            axes[row.transformation, row.generator].add(row.axis)
        self.faults += [fault("robustness.errors.axes", name=name, axes=", ".join(sorted(held)))
                        for (name, _), held in axes.items() if len(held) > 1]  # fmt: skip

    def _metrics(self, rows: Sequence[CubeRow]) -> None:
        """Two metrics of one dataset would count it twice; one dataset belongs to one group."""
        kinds: dict[tuple[str, str], set[str]] = defaultdict(set)
        groups: dict[tuple[str, str], set[str]] = defaultdict(set)
        for row in rows:
            kinds[row.dataset, row.language].add(f"{row.task} {row.metric}".strip())
            groups[row.dataset, row.language].add(row.dataset_group)
        self.faults += [fault("robustness.errors.metrics", name=name,
                              metrics=", ".join(sorted(held)))
                        for (name, _), held in kinds.items() if len(held) > 1]  # fmt: skip
        self.faults += [fault("robustness.errors.groups", name=name,
                              groups=", ".join(sorted(held)))
                        for (name, _), held in groups.items() if len(held) > 1]  # fmt: skip


def _what_is_odd(name: str) -> str:
    if name in TEXTS:
        return "blank"
    return "not_a_count" if name in COUNTS else "not_a_number"


def _text(value: Any) -> str:
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return ""
    if isinstance(value, float) and value.is_integer():  # a seed among gaps comes as 1337.0
        return str(int(value))
    return str(value).strip()


def _group(language: str) -> str:
    """English against the others, where only the language is known."""
    if not language:
        return EMPTY_GROUP
    return "english" if language.lower().split("-")[0] in ENGLISH else "multilingual"


def _number(value: Any, name: str, place: int, odd: dict[str, list[int]]) -> float | None:
    if value in BLANK or (isinstance(value, float) and math.isnan(value)):
        return None
    try:
        # neither True nor what Python reads as a number and nobody else does: 7_0, ７０
        plain = not isinstance(value, bool) and PLAIN.fullmatch(str(value).strip())
        found = float(value) if plain else math.nan
    except (TypeError, ValueError, OverflowError):
        found = math.nan
    if not math.isfinite(found):
        odd[name].append(place)
        return None
    return found


def _count(value: Any, name: str, place: int, odd: dict[str, list[int]]) -> int | None:
    found = _number(value, name, place, odd)
    if found is None:
        return None
    if found < 0 or found != int(found):
        odd[name].append(place)
        return None
    return int(found)
