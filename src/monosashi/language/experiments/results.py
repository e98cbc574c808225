"""What turning the usual knobs came to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import ClassVar

from monosashi.language.bias_tables import estimate_row
from monosashi.language.experiments.knob import TriedKnob
from monosashi.language.experiments.thresholds import ThresholdPoint
from monosashi.results import Estimate, Result, Row, Tables


@dataclass(frozen=True, kw_only=True)
class LanguageExperiments(Result):
    """Knobs that people turn, each with its change of the drop in every direction.

    Attributes
    ----------
    knobs : tuple of TriedKnob
    before : mapping of (source, target) to Estimate
        The drop without any of them.
    thresholds : tuple of ThresholdPoint
        Precision and recall of the first document under a score threshold.
    """

    kind: ClassVar[str] = "experiments"
    knobs: tuple[TriedKnob, ...]
    before: Mapping[tuple[str, str], Estimate]
    thresholds: tuple[ThresholdPoint, ...]

    def tables(self) -> Tables:
        """``experiments`` (one row a knob and direction) and ``thresholds``."""
        return {"experiments": [_row(one, self.before) for one in self.knobs],
                "thresholds": [asdict(point) for point in self.thresholds]}  # fmt: skip


def _row(one: TriedKnob, before: Mapping[tuple[str, str], Estimate]) -> Row:
    """Of identical vectors the drop is that of before, and its change nothing."""
    held = before.get((one.source, one.target)) if one.identical else one.drop
    drop, change = estimate_row(held), estimate_row(one.change)
    if one.identical:
        change = {**change, "value": 0.0, "low": 0.0, "high": 0.0}
    return {
        "knob": one.name,
        "knob_kind": one.kind,
        "source": one.source,
        "target": one.target,
        "drop": drop["value"],
        "change": change["value"],
        "change_low": change["low"],
        "change_high": change["high"],
        "identical": one.identical,
        "largest_difference": one.largest_difference,
    }
