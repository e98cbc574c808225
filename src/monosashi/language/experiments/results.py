"""What turning the usual knobs came to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import ClassVar

from monosashi.language.bias_tables import estimate_row
from monosashi.language.experiments.knob import TriedKnob
from monosashi.language.experiments.thresholds import ThresholdPoint
from monosashi.results import Estimate, Result, Row, Tables

ENDS = ("", "_low", "_high")


@dataclass(frozen=True, kw_only=True)
class LanguageExperiments(Result):
    """Knobs that people turn, each with its change of the drop in every direction.

    Attributes
    ----------
    knobs : tuple of TriedKnob
    before : mapping of (source, target) to Estimate
        The drop without any of them.
    language_before : mapping of (source, target) to Estimate
        The part of it that language costs.
    thresholds : tuple of ThresholdPoint
        Precision and recall of the first document under a score threshold.
    """

    kind: ClassVar[str] = "experiments"
    knobs: tuple[TriedKnob, ...]
    before: Mapping[tuple[str, str], Estimate]
    language_before: Mapping[tuple[str, str], Estimate]
    thresholds: tuple[ThresholdPoint, ...]

    def tables(self) -> Tables:
        """``experiments`` (one row a knob and direction) and ``thresholds``."""
        return {"experiments": [self._row(one) for one in self.knobs],
                "thresholds": [asdict(point) for point in self.thresholds]}  # fmt: skip

    def _row(self, one: TriedKnob) -> Row:
        """Of identical vectors the drop is that of before, and its change nothing."""
        place = (one.source, one.target)
        parts = {
            "": (one.drop, one.change, self.before),
            "language_": (one.language_drop, one.language_change, self.language_before),
        }
        row: Row = {"knob": one.name, "knob_kind": one.kind,
                    "source": one.source, "target": one.target}  # fmt: skip
        for part, (drop, change, before) in parts.items():
            row |= _columns(part, before.get(place) if one.identical else drop, change)
        if one.identical:
            row |= dict.fromkeys((f"{part}change{end}" for part in parts for end in ENDS), 0.0)
        return {**row, "identical": one.identical, "largest_difference": one.largest_difference}


def _columns(part: str, drop: Estimate | None, change: Estimate | None) -> Row:
    held = estimate_row(change)
    return {f"{part}drop": estimate_row(drop)["value"],
            **{f"{part}change{end}": held[end.strip("_") or "value"] for end in ENDS}}  # fmt: skip
