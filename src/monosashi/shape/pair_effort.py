"""How many arrangements of each pair are drawn when nobody asked for a number."""

from __future__ import annotations

import math
from collections.abc import Iterable

from monosashi.shape.pair_units import Kind

USUAL, ALPHA = 9_999, 0.05
AFFORDABLE = 150.0  # seconds of one core, so about a minute on a usual machine
ADDING, MULTIPLYING = 4e-9, 1e-11  # seconds, by sizes alone, so that a run can be repeated


def needed_arrangements(pairs: int) -> int:
    """Random arrangements with which one pair alone could pass Holm's first step.

    1/(B + 1) times the number of pairs must lie below the level.
    """
    return math.floor(pairs / ALPHA)


def usual_arrangements(kinds: Iterable[Kind], dimension: int) -> int:
    """9,999, or what Holm needs for so many pairs where that takes about a minute at most."""
    units = [sum(a + b for a, b in kind) for kind in kinds]
    each = sum(m * (ADDING + MULTIPLYING * min(m, dimension)) for m in units)
    needed = needed_arrangements(len(units))
    return needed if needed > USUAL and each * needed <= AFFORDABLE else USUAL
