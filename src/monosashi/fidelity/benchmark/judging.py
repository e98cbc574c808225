"""From curves to passed and failed rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from monosashi.fidelity.benchmark.checks import Check
from monosashi.fidelity.benchmark.criteria import Answer, together
from monosashi.fidelity.benchmark.names import Judged
from monosashi.fidelity.benchmark.rows import ROWS, Row
from monosashi.fidelity.benchmark.samplers import Floats

Parts = Mapping[str, Floats]
"""From variant to (repeats, points) values; NaN where a value is undefined."""


@dataclass(frozen=True)
class Answered:
    """One criterion on one curve."""

    variant: str
    criterion: str
    answer: Answer


@dataclass(frozen=True)
class RowResult:
    """One row of one measure."""

    row: Row
    answers: tuple[Answered, ...]

    @property
    def passed(self) -> bool:
        """All hold, and low and high are not mixed."""
        return together([one.answer for one in self.answers])

    @property
    def failed(self) -> list[str]:
        """What did not hold, as "d=8: shape"."""
        return [f"{one.variant}: {one.criterion}" for one in self.answers if not one.answer]


def judge(
    one: Judged, check: Check, grid: str, parts: Parts, repeats: Sequence[int] | None = None
) -> list[RowResult]:
    """Both rows of one check, on the mean over (some of) the repeats."""
    found = []
    for row in (row for row in ROWS if row.check == check.number):
        answers: list[Answered] = []
        for variant in check.variants:
            x = np.array([point.x for point in check.points(variant, grid)])
            values = parts[variant]
            y = (values if repeats is None else values[list(repeats)]).mean(axis=0)
            answers += [Answered(variant, name, bool(np.isfinite(y).all()) and criterion(x, y))
                        for name, criterion in row.asked(one.kind, variant).items()]  # fmt: skip
        found.append(RowResult(row, tuple(answers)))
    return found


def count_passed(
    one: Judged,
    checks: Sequence[Check],
    grid: str,
    curves: Mapping[int, Parts],
    repeats: Sequence[int] | None = None,
) -> int:
    """Rows passed over all checks."""
    return sum(result.passed for check in checks
               for result in judge(one, check, grid, curves[check.number], repeats))  # fmt: skip
