"""Whether all sheets show the same texts for one item, so that no rating went to another."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from monosashi.embeddings import Fault, fault
from monosashi.robustness.rating.sheets import in_lines

TEXTS = ("original", "rewritten")
LOST = re.compile(r"[?\ufffd]")  # what encodings without a sign put in its place
KEPT = re.compile(r"[^0-9A-Za-z]+")
LONGEST = 1_000  # spreadsheets cut cells


def other_texts(sheets: Mapping[str, Sequence[Mapping[str, Any]]]) -> Iterator[Fault]:
    """Rows whose texts are not those of most sheets; where none are, all of them.

    The numbers of items alone would not show that a spreadsheet sorted one column.
    """
    shown: dict[str, list[tuple[str, int, tuple[str, ...]]]] = defaultdict(list)
    for rater, rows in sheets.items():
        for place, row in enumerate(rows):
            if all(row.get(name) is not None for name in TEXTS):
                shown[str(row.get("item"))].append((rater, place, shown_texts(row)))
    odd: dict[str, list[int]] = defaultdict(list)
    for held in shown.values():
        alike = [sum(_same(mine, other) for _, _, other in held) for _, _, mine in held]
        for (rater, place, _), count in zip(held, alike, strict=True):
            if count < len(held) and (count < max(alike) or 2 * count <= len(held)):
                odd[rater].append(place)
    for rater, places in odd.items():
        yield in_lines(fault("robustness.errors.rating_texts", sorted(places), source=rater),
                       sheets[rater])  # fmt: skip


def shown_texts(row: Mapping[str, Any]) -> tuple[str, ...]:
    """Both texts of a row, whatever spreadsheets make of their blanks and their ends."""
    return tuple(" ".join(str(row[name]).split())[:LONGEST] for name in TEXTS)


def _same(texts: Sequence[str], others: Sequence[str]) -> bool:
    return texts == others or all(map(_alike, texts, others))


def _alike(text: str, other: str) -> bool:
    """Equal, or equal in letters and digits that every encoding has, where signs were lost."""
    if text == other:
        return True
    lost = LOST.search(text) or LOST.search(other)
    return bool(lost) and KEPT.sub("", text) == KEPT.sub("", other)
