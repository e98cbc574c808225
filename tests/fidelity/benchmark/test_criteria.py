"""Predicates on curves drawn by hand."""

import numpy as np
import pytest

from monosashi.fidelity.benchmark import criteria as c
from monosashi.fidelity.benchmark.rows import ROWS

X = np.linspace(-2, 2, 5)


@pytest.mark.parametrize(
    ("criterion", "y", "answer"),
    [
        (c.equals(1, 0.0), [0, 0, 0.951, 0, 0], True),
        (c.equals(1, 0.0), [0, 0, 0.949, 0, 0], False),
        (c.equals(0, "last"), [1, 1, 1, 1, 0.04], True),
        (c.zero_or_one("last"), [0, 0, 0, 0, 1.04], "high"),
        (c.zero_or_one("first"), [0.04, 0, 0, 0, 1], "low"),
        (c.zero_or_one("first"), [0.5, 0, 0, 0, 1], False),
        (c.flat, [0.5, 0.54, 0.5, 0.5, 0.5], True),
        (c.flat, [0.5, 0.56, 0.5, 0.5, 0.5], False),
        (c.converging(0.0), [9, 9, 0.5, 0.54, 0.5], True),
        (c.converging(-1.0), [9, 9, 0.5, 0.54, 0.5], False),
        (c.falling, [0.9, 0.95, 0.5, 0.3, 0.35], True),
        (c.falling, [0.6, 0.9, 0.5, 0.3, 0.3], False),
        (c.falling, [0.9, 0.9, 0.9, 0.9, 0.75], False),
        (c.falling, [0.9, 0.2, 0.9, 0.9, 0.5], False),
        (c.rising, [0.3, 0.25, 0.6, 0.95, 0.9], True),
        (c.falling_by(1.0), [0.9, 0.9, 0.9, 0.75, 0.3], True),
        (c.falling_by(1.0), [0.9, 0.9, 0.9, 0.85, 0.3], False),
        (c.bell(0.0), [0.1, 0.5, 0.9, 0.95, 0.3], True),
        (c.bell(0.0), [0.1, 0.5, 0.9, 1.05, 0.3], False),
        (c.bell(0.0), [0.8, 0.5, 0.9, 0.5, 0.3], False),
        (c.bell(0.0), [0.4, 0.1, 0.9, 0.1, 0.4], False),
        (c.low_or_high(c.bell(0.0), c.rising), [0, 0.5, 1, 0.5, 0], "low"),
        (c.low_or_high(c.bell(0.0), c.rising), [0, 0.5, 1, 1, 1], "high"),
        (c.low_or_high(c.bell(0.0), c.rising), [1, 1, 1, 1, 1], False),
    ],
)
def test_answers(criterion, y, answer):
    assert criterion(X, np.array(y, float)) == answer


@pytest.mark.parametrize(
    ("answers", "passed"),
    [([True, True], True), ([True, False], False), (["low", "low", True], True),
     (["low", "high"], False), (["high", True], True), ([], True)],
)  # fmt: skip
def test_low_and_high_are_not_mixed(answers, passed):
    assert c.together(answers) == passed


@pytest.mark.parametrize("kind", ["fidelity", "coverage"])
def test_every_row_asks_something(kind):
    for row in ROWS:
        variant = "real rounded" if row.special else "d=1"
        assert row.asked(kind, variant), row.label
