"""Set the threshold of every direction."""

from __future__ import annotations

from dataclasses import dataclass, field
from zlib import crc32

import numpy as np

from monosashi.language.gate.calibrating import calibrate, with_figures
from monosashi.language.gate.inputs import Thresholds
from monosashi.language.gate.known_pages import KnownPages
from monosashi.language.gate.meeting import Meeting
from monosashi.language.gate.scoring_known import known_scores
from monosashi.language.gate.threshold import Aim, Threshold

SAME = 1e-6  # of one text embedded twice, but for rounding


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
    seed : int
        Every direction draws from a generator of its own, whatever other directions are asked.
    copies : dict of (source, target) to (translations, known pages)
        Translations that meet their page at cosine 1: they are that page, word for word.
    """

    meeting: Meeting
    known: KnownPages
    aim: Aim
    sample: int | None
    seed: int
    copies: dict[tuple[str, str], tuple[int, int]] = field(default_factory=dict)

    def threshold(self, source: str, target: str, given: Thresholds) -> Threshold:
        """Calibrated on known pages, or as given with what it does to them."""
        road = self.meeting.road
        if source != target and road is not None and not road.leads(source, target):
            return Threshold(None, "precision", "no_road")
        if source not in self.meeting.index.languages:
            if given == "auto":
                return Threshold(None, "precision", "no_known")
            return Threshold(float(given), "given")
        rng = np.random.default_rng([self.seed, crc32(f"{source}\n{target}".encode())])
        scores = known_scores(self.meeting, self.known, source, target, sample=self.sample,
                              rng=rng)  # fmt: skip
        if source != target and road is not None:
            same = int(np.count_nonzero(scores.duplicate > 1 - SAME))
            self.copies[source, target] = same, scores.n_known
        if given == "auto":
            return calibrate(scores, self.aim, rng=rng)
        return with_figures(Threshold(float(given), "given"), scores, self.aim)
