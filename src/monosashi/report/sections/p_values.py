"""A p-value as a cell: never more digits than the test has."""

from __future__ import annotations

from monosashi.report.blocks import Cell
from monosashi.report.numerals import DASH
from monosashi.report.tongue import Tongue
from monosashi.words.filling import p_digits


def p_cell(p_value: float | None, tongue: Tongue, *, floor: bool = False) -> Cell:
    """Of a difference; none where both sides are identical, ``≤`` at the floor of random flips."""
    if p_value is None:
        return Cell(DASH, tongue.say("comparison.identical"), missing=True)
    sign, digits = p_digits(p_value, floor=floor)
    return Cell(digits if sign == "=" else f"{sign} {digits}", numeric=True)
