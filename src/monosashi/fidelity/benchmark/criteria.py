"""What a curve must look like: predicates on (x, y), y the mean over the repeats."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import numpy as np

from monosashi.fidelity.benchmark.samplers import Floats

Answer = bool | Literal["low", "high"]
Criterion = Callable[[Floats, Floats], Answer]
"""True or False; "low" or "high" where a measure of coverage may be of either kind."""

CLOSE, STEP, NEAR = 0.05, 0.2, 0.1


def equals(value: float, at: float | Literal["first", "last"]) -> Criterion:
    """Within 0.05 of ``value`` at the first, the last, or the point nearest to ``at``."""

    def judge(x: Floats, y: Floats) -> bool:
        return bool(abs(y[_place(x, at)] - value) <= CLOSE)

    return judge


def zero_or_one(at: Literal["first", "last"]) -> Criterion:
    """Near 1 ("high") or near 0 ("low")."""

    def judge(x: Floats, y: Floats) -> Answer:
        if equals(1.0, at)(x, y):
            return "high"
        return "low" if equals(0.0, at)(x, y) else False

    return judge


def flat(_: Floats, y: Floats) -> bool:
    """Highest and lowest differ by at most 0.05."""
    return bool(y.max() - y.min() <= CLOSE)


def converging(start: float) -> Criterion:
    """Flat from ``start`` on."""

    def judge(x: Floats, y: Floats) -> bool:
        return flat(x[x >= start], y[x >= start])

    return judge


def falling(_: Floats, y: Floats) -> bool:
    """First at least 0.2 above last, each within 0.1 of its extreme."""
    return bool(y[0] - y[-1] >= STEP and y.max() - y[0] <= NEAR and y[-1] - y.min() <= NEAR)


def rising(x: Floats, y: Floats) -> bool:
    """The same upwards."""
    return bool(falling(x, -y))


def falling_by(place: float, drop: float = NEAR) -> Criterion:
    """Falling, and at the point nearest to ``place`` already by ``drop``."""

    def judge(x: Floats, y: Floats) -> bool:
        return falling(x, y) and bool(y[0] - y[_place(x, place)] >= drop)

    return judge


def bell(at: float) -> Criterion:
    """At ``at`` 0.2 above both ends and within 0.1 of the top; one end within 0.1 of the lowest."""

    def judge(x: Floats, y: Floats) -> bool:
        middle = y[_place(x, at)]
        ends = np.array([y[0], y[-1]])
        return bool(
            (middle - ends >= STEP).all()
            and y.max() - middle <= NEAR
            and (ends - y.min() <= NEAR).any()
        )

    return judge


def low_or_high(low: Criterion, high: Criterion) -> Criterion:
    """One of two shapes, by name."""

    def judge(x: Floats, y: Floats) -> Answer:
        if low(x, y):
            return "low"
        return "high" if high(x, y) else False

    return judge


def together(answers: list[Answer]) -> bool:
    """All hold, and no "low" stands beside a "high"."""
    return all(answers) and not {"low", "high"} <= {a for a in answers if isinstance(a, str)}


def _place(x: Floats, at: float | Literal["first", "last"]) -> int:
    if at == "first":
        return 0
    return len(x) - 1 if at == "last" else int(np.abs(x - at).argmin())
