"""Set the threshold of every direction."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from monosashi.language.gate.calibrating import calibrate, with_figures
from monosashi.language.gate.inputs import Thresholds
from monosashi.language.gate.known_pages import KnownPages
from monosashi.language.gate.meeting import Meeting
from monosashi.language.gate.scoring_known import known_scores
from monosashi.language.gate.threshold import Aim, Threshold


@dataclass(frozen=True, eq=False)
class Setting:
    """What a threshold is made from.

    Attributes
    ----------
    meeting : Meeting
    known : KnownPages
    aim : Aim
    sample : int or None
        Most known pages to ask with, a direction.
    rng : Generator
    """

    meeting: Meeting
    known: KnownPages
    aim: Aim
    sample: int | None
    rng: np.random.Generator

    def threshold(self, source: str, target: str, given: Thresholds) -> Threshold:
        """Calibrated on known pages, or as given with what it does to them."""
        road = self.meeting.road
        if source != target and road is not None and not road.leads(source, target):
            return Threshold(None, "precision", "no_road")
        if source not in self.meeting.index.languages:
            if given == "auto":
                return Threshold(None, "precision", "no_known")
            return Threshold(float(given), "given")
        scores = known_scores(self.meeting, self.known, source, target, sample=self.sample,
                              rng=self.rng)  # fmt: skip
        if given == "auto":
            return calibrate(scores, self.aim, rng=self.rng)
        return with_figures(Threshold(float(given), "given"), scores, self.aim)
