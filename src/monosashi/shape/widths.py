"""The widest and the narrowest group, as far as they can be told from their neighbours."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from monosashi.results import Row
from monosashi.results.coherent import interval_text
from monosashi.shape.result import Shape


def ends_of_width(shape: Shape) -> dict[str, Any]:
    """Name, W~ with interval, n and ties of both ends, and the ratio of their W~.

    Groups with an interval (three independent members or more) stand at the ends where there are
    two of them, identical ones among them: the order of pairs is chance. ``…_ties`` counts groups
    whose interval overlaps that of the end; the ratio is None where the narrowest has no spread.
    """
    rows = sorted(_ranked(shape.groups), key=lambda row: float(row["w_tilde"]))
    narrowest, widest = rows[0], rows[-1]
    low, high = narrowest["w_tilde"], widest["w_tilde"]
    return {**_end("widest", widest, rows), **_end("narrowest", narrowest, rows),
            "widest_ratio": high / low if low > 0 else None}  # fmt: skip


def flat_groups(shape: Shape) -> list[str]:
    """Groups of two or more whose members are all the same, which leaves W*d undefined."""
    return [str(row["group"]) for row in shape.groups if row["n"] > 1 and row["w"] == 0]


def _ranked(groups: Sequence[Row]) -> list[Row]:
    known = [row for row in groups if row["w_tilde"] is not None]
    sure = [row for row in known if row["low"] is not None]
    return sure if len(sure) > 1 else known


def _end(name: str, row: Row, rows: Sequence[Row]) -> dict[str, Any]:
    text = interval_text(row["w_tilde"], row["low"], row["high"], ".3f")
    return {name: row["group"], f"{name}_w": row["w_tilde"], f"{name}_w_text": text,
            f"{name}_n": row["n"], f"{name}_ties": sum(_overlap(row, one) for one in rows)
            - 1}  # fmt: skip


def _overlap(a: Row, b: Row) -> bool:
    """Whether two intervals share a value; without intervals, whether the values are equal."""
    if a["low"] is None or b["low"] is None:
        return bool(a["w_tilde"] == b["w_tilde"])
    return bool(a["low"] <= b["high"] and b["low"] <= a["high"])
