"""Which checks there are."""

from __future__ import annotations

from monosashi.fidelity.benchmark.checks import Check
from monosashi.fidelity.benchmark.checks_of_axes import one_axis_apart, one_axis_scaled, rounded
from monosashi.fidelity.benchmark.checks_of_modes import collapse, invention, modes
from monosashi.fidelity.benchmark.checks_of_moments import pareto, shifts, widths
from monosashi.fidelity.benchmark.checks_of_shapes import cubes, surface, torus


def all_checks() -> tuple[Check, ...]:
    """All 15, in order."""
    return (*shifts(), widths(), *modes(), invention(), surface(), *cubes(), torus(),
            collapse(), one_axis_scaled(), pareto(), one_axis_apart(), rounded())  # fmt: skip
