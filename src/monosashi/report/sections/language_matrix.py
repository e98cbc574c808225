"""Every direction of several languages as a square of drops."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from monosashi.report.blocks import Cell, Figure, Table
from monosashi.report.figures import both, matrix
from monosashi.report.numerals import number, value_of, written
from monosashi.report.tongue import Tongue

FEWEST = 3  # languages; two have two directions


def drop_matrix(language: Mapping[str, Any], tongue: Tongue) -> Figure | None:
    """What mixing costs from every language (rows) to every other (columns)."""
    names = list(language["languages"])
    if len(names) < FEWEST:
        return None
    found = language["directions"]
    drops = [[found.get(f"{a}->{b}", {}).get("drop") for b in names] for a in names]
    values = [[value_of(drop) if drop else None for drop in row] for row in drops]
    texts = [["" if value is None else _short(value) for value in row] for row in values]
    title, caption = tongue.say("language.matrix_title"), tongue.say("language.matrix_caption")
    svg = both(matrix, names, values, texts, rows_are=tongue.say("language.matrix_rows"),
               columns_are=tongue.say("language.matrix_columns"), title=title,
               description=caption)  # fmt: skip
    rows = [[Cell(a), *(Cell(written(drop) if drop else "", numeric=bool(drop)) for drop in row)]
            for a, row in zip(names, drops, strict=True)]  # fmt: skip
    return Figure(svg, caption, Table(title, [tongue.say("language.direction"), *names], rows))


def _short(value: float) -> str:
    """Three decimals without the leading 0, so that six languages fit a telephone."""
    return number(value).replace("0.", ".", 1)
