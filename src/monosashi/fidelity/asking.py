"""All that was asked of a measure of fidelity, and how it is measured."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from monosashi.embeddings import Fault, fault
from monosashi.fidelity.balls import Balls
from monosashi.fidelity.classes import class_rows
from monosashi.fidelity.control import split_half
from monosashi.fidelity.corrected import Corrected
from monosashi.fidelity.finished import Finished
from monosashi.fidelity.leaving_out import (
    SHARES,
    Groups,
    estimate,
    possible_range,
)
from monosashi.fidelity.over_k import OverK
from monosashi.fidelity.per_sample import PerSample, lists
from monosashi.fidelity.plan import Plan
from monosashi.fidelity.points import Points
from monosashi.fidelity.result import Fidelity
from monosashi.fidelity.scoring import Scoring
from monosashi.fidelity.sides import FittedSide, Sides
from monosashi.fidelity.without_interval import why_no_form_intervals
from monosashi.results import Estimate, Provenance
from monosashi.statistics.generators import as_generator

PAIRS_KEPT = 20_000_000


@dataclass(frozen=True)
class Asked:
    """All that was asked for, settled."""

    names: tuple[str, ...]
    k: int
    ks: tuple[int, ...]
    classes: str | None
    control: bool
    peer_compat: bool
    confidence: float
    seed: int
    given_seed: int | str
    n_jobs: int | None
    finished: Finished | None = None

    @classmethod
    def of(
        cls, sides: Sides, names: tuple[str, ...], k: int, other_ks: Sequence[int],
        classes: str | None, *, control: bool, peer_compat: bool, confidence: float,
        rng: int | np.random.Generator | None, n_jobs: int | None,
        finished: Finished | None = None,
    ) -> Asked:  # fmt: skip
        """Other k that the reals cannot give are left out."""
        more = [int(one) for one in other_ks if 1 <= one < sides.real.n and one != k]
        seed = int(as_generator(rng).integers(2**62))
        given = "generator" if isinstance(rng, np.random.Generator) else int(rng or 0)
        return cls(names, int(k), (int(k), *sorted(set(more))), classes, control, peer_compat,
                   confidence, seed, given, n_jobs, finished)  # fmt: skip

    @property
    def plan(self) -> Plan:
        """What the passes must give; nearest points and balls are always wanted for the lists."""
        plan = Plan.of((*self.names, "precision"), self.ks)
        return replace(plan, nearest=True)

    def fit(self, sides: Sides) -> FittedSide:
        """The real side, for any number of generated ones."""
        return FittedSide.of(Points.of(sides.real_rows), self.plan.reach, n_jobs=self.n_jobs,
                             finished=self.finished)  # fmt: skip

    def groups(self, n: int, side: int) -> Groups:
        """Of the reals (0) or of the generated points (1), to be left out one by one."""
        return Groups.of(n, self.draws(side))

    def draws(self, *what: int) -> np.random.Generator:
        """Random numbers for one purpose; the same for every generator measured."""
        return np.random.default_rng([self.seed, *what])

    def measure(self, sides: Sides, fitted: FittedSide, corrected: Corrected | None) -> Fidelity:
        """One generated set against the fitted reals."""
        balls = Balls.of(self.plan, fitted, Points.of(sides.generated_rows), keep=PAIRS_KEPT,
                         n_jobs=self.n_jobs, finished=self.finished)  # fmt: skip
        scoring = Scoring.of(self, sides, balls)
        scores, reasons = scoring.scores()
        over_k, missing = OverK(self, balls, scoring.spreads).rows()
        reasons |= missing
        flagged = None if corrected is None else corrected.flagged
        points = PerSample.of(balls, self.k, flagged)
        listed = lists(sides, points)
        half = None
        if self.control:
            half = split_half(sides.real_rows, sides.generated.n, self.k, self.names,
                              self.draws(3), n_jobs=self.n_jobs)  # fmt: skip
            if half is None:
                reasons["control"] = fault("fidelity.reasons.control", n=sides.real.n, k=self.k)
        rows = (
            []
            if self.classes is None
            else class_rows(sides, points, self.classes, self.k, self.confidence)
        )
        shown = corrected or Corrected({}, {})
        spans = self._intervals(sides, shown)
        reasons |= why_no_form_intervals(spans, sides, self.k)
        return Fidelity(
            provenance=self._provenance(sides, shown.notices), reasons={**reasons, **shown.reasons},
            n_real=sides.real.n, n_generated=sides.generated.n, dimension=sides.real.dimension,
            k=self.k, metric=sides.metric, metrics=self.names, scores=scores,
            filtered=shown.filtered, corrected=shown.corrected, uncapped=scoring.uncapped(),
            control=half, sensitivity=over_k, classes=rows,
            counts=_counts(balls, points, self.k), uncovered=listed["uncovered"],
            outside=listed["outside"], crowding=listed["crowding"],
            copies=listed.get("copies", []), correction=dict(shown.numbers), per_sample=points,
            intervals=spans, spreads=scoring.spreads,
            correction_spreads=shown.spreads, beside=shown.findings,
        )  # fmt: skip

    def _intervals(self, sides: Sides, shown: Corrected) -> dict[str, Estimate]:
        """Of filtered and corrected scores."""
        units = min(sides.real.n, sides.generated.n)
        held = {key: (key.partition(".")[2], spread) for key, spread in shown.spreads.items()}
        return {key: estimate(spread, confidence=self.confidence, units=units,
                              possible=possible_range(name), share=name in SHARES)
                for key, (name, spread) in held.items()}  # fmt: skip

    def _provenance(self, sides: Sides, notices: tuple[Fault, ...]) -> Provenance:
        theirs = Provenance.of(sides.generated)
        settings = {
            "k": self.k, "other_ks": list(self.ks[1:]), "metric": sides.metric, "rule": "<=",
            "metrics": list(self.names), "confidence": self.confidence, "rng": self.given_seed,
            "classes": self.classes, "peer_compat": self.peer_compat,
            "generated": theirs.fingerprint, "generated_model": theirs.model.name,
        }  # fmt: skip
        held = Provenance.of(sides.real, **settings)
        return replace(held, notices=(*held.notices, *theirs.notices, *notices))


def _counts(balls: Balls, points: PerSample, k: int) -> dict[str, int]:
    copying = points.copying
    radii = balls.real.near.radius(k)
    return {
        "uncovered": len(points.uncovered), "outside": len(points.outside),
        "copied": balls.real.points.copied,
        "zero_radius": int(balls.real.points.weights[radii == 0].sum()),
        "exact_copies": 0 if copying is None else copying.exact,
    }  # fmt: skip
