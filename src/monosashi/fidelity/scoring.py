"""Plain scores of one generated set, with their intervals or why there are none."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from monosashi.embeddings import Fault, fault
from monosashi.fidelity.balls import Balls
from monosashi.fidelity.copies import Copying
from monosashi.fidelity.counted import COUNTED, UNCAPPED
from monosashi.fidelity.crowded import Crowded
from monosashi.fidelity.leaving_out import SHARES, Spread, estimate, possible_range, spreads
from monosashi.fidelity.moments import frechet_spread, kernel_distance
from monosashi.fidelity.peer import peer_clipped
from monosashi.fidelity.plain import score_beta, score_rows
from monosashi.fidelity.sides import Sides
from monosashi.fidelity.support import SUPPORT, support_spread
from monosashi.fidelity.without_interval import why_no_intervals
from monosashi.results import Estimate

if TYPE_CHECKING:
    from monosashi.fidelity.asking import Asked


@dataclass(frozen=True)
class Scoring:
    """What was asked, of which sides, what was counted, and how it spreads."""

    asked: Asked
    sides: Sides
    balls: Balls
    spreads: Mapping[str, Spread]

    @classmethod
    def of(cls, asked: Asked, sides: Sides, balls: Balls) -> Scoring:
        """Leave groups out wherever that can be done."""
        return cls(asked, sides, balls, _spreads(asked, sides, balls))

    def scores(self) -> tuple[dict[str, Estimate | None], dict[str, Fault]]:
        """By metric; and why a score, or its interval, is missing."""
        asked, sides = self.asked, self.sides
        scores = {name: self._score(name) for name in asked.names}
        reasons = {f"scores.{name}": fault("fidelity.reasons.few_generated", m=sides.generated.n,
                                           k=asked.k)
                   for name, score in scores.items() if score is None}  # fmt: skip
        return scores, reasons | why_no_intervals(scores, sides, self.balls, asked.k,
                                                  peer_compat=asked.peer_compat)  # fmt: skip

    def uncapped(self) -> dict[str, float]:
        """Clipped scores before they are cut at 1."""
        counts = self.balls.counts(self.asked.k)
        values = {name: UNCAPPED[name](counts) for name in UNCAPPED if name in self.asked.names}
        return {name: value for name, value in values.items() if value is not None}

    def _score(self, name: str) -> Estimate | None:
        asked, sides = self.asked, self.sides
        units = min(sides.real.n, sides.generated.n)
        if name == "memorisation":
            copying = Copying.of(self.balls)
            return None if copying is None else copying.share(asked.confidence)
        if name == "kernel_distance" and units > 1:
            return kernel_distance(sides.real_rows, sides.generated_rows, asked.draws(4),
                                   asked.confidence)  # fmt: skip
        if name in self.spreads and not (asked.peer_compat and name == "clipped_coverage"):
            return estimate(self.spreads[name], confidence=asked.confidence, units=units,
                            possible=possible_range(name), share=name in SHARES)  # fmt: skip
        value = self._value(name)
        why = "no interval: too many pairs in balls" if name in COUNTED else "no interval"
        if sides.generated.n < 2:
            why = "no interval: one generated point"
        return None if value is None else Estimate(value, None, None, None, why, units)

    def _value(self, name: str) -> float | None:
        if name == "clipped_coverage" and self.asked.peer_compat:
            return peer_clipped(self.balls, self.asked.k)
        if name in COUNTED:
            return COUNTED[name](self.balls.counts(self.asked.k))
        if name == "beta_recall":
            return score_beta(self.balls, self.sides.generated_rows)
        return score_rows(name, self.sides.real_rows, self.sides.generated_rows)


def _spreads(asked: Asked, sides: Sides, balls: Balls) -> dict[str, Spread]:
    counted = [name for name in asked.names if name in COUNTED]
    found: dict[str, Spread] = {}
    ours, theirs = asked.groups(sides.real.n, 0), asked.groups(sides.generated.n, 1)
    for name in (one for one in SUPPORT if one in asked.names):
        spread = support_spread(name, sides, balls, ours, theirs, n_jobs=asked.n_jobs)
        if spread is not None:
            found[name] = spread
    enough = sides.real.n - -(-sides.real.n // ours.count) > asked.k and theirs.count > 1
    if counted and enough and (balls.can_leave_out or Crowded.possible(balls)):
        found |= spreads(balls, counted, asked.k, ours, theirs, n_jobs=asked.n_jobs)
    if "frechet" in asked.names and min(sides.real.n, sides.generated.n) > 1:
        found["frechet"] = frechet_spread(sides.real_rows, sides.generated_rows, asked.draws(2))
    return found
