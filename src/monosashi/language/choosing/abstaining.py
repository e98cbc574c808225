"""Lists of languages that may stay empty: thresholds from the queries that may be seen."""

from __future__ import annotations

from monosashi.language.choosing.mending import Seen
from monosashi.language.judging import Abstention, head_scores, judge
from monosashi.language.scored import CosineScores, FusedScores

SHOWN_RIGHT = 0.5  # a list is shown where its first page is as often right as wrong


def abstaining(seen: Seen) -> FusedScores:
    """One index a language; a list is left out where its best page is more often wrong."""
    space, question = seen.calibrating()
    plain = CosineScores().scores(space)
    rule = Abstention.calibrate(
        head_scores(plain, question), judge(plain, question), precision=SHOWN_RIGHT
    )
    return FusedScores(rule.thresholds)
