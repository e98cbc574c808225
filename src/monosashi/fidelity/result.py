"""The result of measuring fidelity."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from monosashi.fidelity.control import Control
from monosashi.fidelity.found import fidelity_findings
from monosashi.fidelity.leaving_out import Spread
from monosashi.fidelity.per_sample import PerSample
from monosashi.results import Estimate, Finding, Result, Row, Tables, hidden, worst_first


@dataclass(frozen=True, kw_only=True)
class Fidelity(Result):
    """Whether generated points look like real ones, and whether they show all of them.

    Attributes
    ----------
    n_real, n_generated, dimension, k : int
        All scores depend on these; compare scores only at the same ones.
    metric : str
    metrics : tuple of str
    scores : mapping of metric to Estimate or None
        Plain scores. ``alpha_precision`` and ``beta_recall`` are without a one-class network.
    filtered, corrected : mapping of metric to float or None
        After the filter alone, and after filter and scaling; empty without correction.
    uncapped : mapping of metric to float
        Clipped scores before they are cut at 1.
    intervals : mapping of "filtered.<metric>" and "corrected.<metric>" to Estimate
        Those that were asked for and can be had.
    control : Control or None
        The same scores of reals against reals.
    sensitivity : list of rows ``k, metric, value, low, high``
    classes : list of rows, one a class; empty without classes
    counts : mapping of name to int
        ``uncovered`` reals, generated points ``outside``, ``exact_copies``, reals with
        ``copied`` rows, and reals whose ball has ``zero_radius``.
    uncovered, outside, crowding, copies : list of rows
        The first 50 of each list; ``per_sample`` holds everything.
    correction : mapping
        Parameters and shares of the correction.
    per_sample : PerSample
    """

    kind: ClassVar[str] = "fidelity"
    n_real: int
    n_generated: int
    dimension: int
    k: int
    metric: str
    metrics: tuple[str, ...]
    scores: Mapping[str, Estimate | None]
    filtered: Mapping[str, float | None]
    corrected: Mapping[str, float | None]
    uncapped: Mapping[str, float]
    intervals: Mapping[str, Estimate]
    control: Control | None
    sensitivity: list[Row]
    classes: list[Row]
    counts: Mapping[str, int]
    uncovered: list[Row]
    outside: list[Row]
    crowding: list[Row]
    copies: list[Row]
    correction: Mapping[str, Any]
    per_sample: PerSample | None = hidden(repr=False, default=None)
    spreads: Mapping[str, Spread] = hidden(repr=False, default_factory=dict)
    correction_spreads: Mapping[str, Spread] = hidden(repr=False, default_factory=dict)
    beside: tuple[Finding, ...] = hidden(repr=False, default=())

    def tables(self) -> Tables:
        """Scores side by side, over k, by class, and the lists."""
        held = {
            "fidelity_scores": [self._score(name) for name in self.metrics],
            "fidelity_sensitivity": list(self.sensitivity),
            "fidelity_classes": list(self.classes),
            "fidelity_uncovered": list(self.uncovered),
            "fidelity_outside": list(self.outside),
            "fidelity_crowding": list(self.crowding),
            "fidelity_copies": list(self.copies),
        }
        return {name: rows for name, rows in held.items() if rows}

    def findings(self) -> list[Finding]:
        """Scores beside what reals reach, copies, ties, small sets, what the correction says."""
        return worst_first([*fidelity_findings(self), *self.beside])

    def _score(self, name: str) -> Row:
        held = self.scores[name]
        row: Row = {
            "metric": name, "value": held and held.value, "low": held and held.low,
            "high": held and held.high,
            "attainable": None if self.control is None else self.control.scores.get(name),
        }  # fmt: skip
        if self.corrected:
            row |= {"filtered": self.filtered.get(name), "corrected": self.corrected.get(name)}
        for key in (f"{form}.{name}" for form in ("filtered", "corrected")):
            if key in self.intervals:
                low, high = self.intervals[key].low, self.intervals[key].high
                ends = key.replace(f".{name}", "_low"), key.replace(f".{name}", "_high")
                row |= {ends[0]: low, ends[1]: high}
        return row

    def __repr__(self) -> str:
        shown = ", ".join(f"{name}={held:.3f}" for name, held in self.scores.items() if held)
        return (f"Fidelity(n_real={self.n_real}, n_generated={self.n_generated}, k={self.k}, "
                f"{shown})")  # fmt: skip
