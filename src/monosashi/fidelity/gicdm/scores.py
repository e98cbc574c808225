"""Scores with the filter, and with filter and scaling."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from monosashi.embeddings import Fault, fault
from monosashi.fidelity.gicdm.counting import Asked, BallCounts, count_balls
from monosashi.fidelity.gicdm.filtering import Flags
from monosashi.fidelity.gicdm.formulas import DEFINED, Counted, formula
from monosashi.fidelity.gicdm.found import score_findings
from monosashi.fidelity.gicdm.looks import Floats
from monosashi.fidelity.gicdm.real_side import Reference
from monosashi.fidelity.gicdm.transformed import Transformed
from monosashi.neighbors import Rows
from monosashi.results import Finding

if TYPE_CHECKING:
    from monosashi.fidelity.gicdm.gicdm import GICDM

Scores = Mapping[str, float | None]
FORMS = ("filtered", "corrected")


@dataclass(frozen=True)
class GicdmScores:
    """What ``measure_fidelity`` shows beside the plain scores.

    Attributes
    ----------
    filtered, corrected : mapping of name to float or None
        With the filter alone, and with scaling and filter.
    uncapped : mapping of "corrected.clipped_density" and so on to float
        Before the cap at 1: far above 1 means that the generated points crowd together.
    reasons : mapping of "corrected.recall" and so on to Fault
    parameters : dict
        Every parameter, the scales used, iterations, and both pass rates.
    notices : tuple of Fault
    flagged_fidelity, flagged_coverage : (m,) bool arrays
    z_fidelity, z_coverage : (m, s) arrays
    balls_filtered, balls_corrected : (m,) int64 arrays
        Real balls that hold each generated point; flagged ones count too.
    found_filtered, found_corrected : (n,) int64 arrays
        Unflagged generated points in each real's ball.
    """

    filtered: Scores
    corrected: Scores
    uncapped: Mapping[str, float]
    reasons: Mapping[str, Fault]
    parameters: Mapping[str, Any]
    notices: tuple[Fault, ...]
    flagged_fidelity: Flags = field(repr=False)
    flagged_coverage: Flags = field(repr=False)
    z_fidelity: Floats = field(repr=False)
    z_coverage: Floats = field(repr=False)
    counts: Mapping[str, BallCounts] = field(repr=False)
    counted: Mapping[str, Counted] = field(repr=False, default_factory=dict)

    @classmethod
    def of(
        cls,
        fitted: GICDM,
        seen: Transformed,
        k: int,
        metrics: tuple[str, ...],
        *,
        n_jobs: int | None,
        groups: Rows | None = None,
    ) -> GicdmScores:
        """Count once (with ``groups`` of the points, by group too), then every formula."""
        counted = count(fitted, seen, k, n_jobs=n_jobs, groups=groups)
        values: dict[str, dict[str, float | None]] = {form: {} for form in FORMS}
        uncapped: dict[str, float] = {}
        reasons: dict[str, Fault] = {}
        for form, name in ((form, name) for form in FORMS for name in metrics):
            raw = formula(name, counted[form]) if name in DEFINED else None
            values[form][name] = raw if raw is None or name == "density" else min(raw, 1.0)
            if raw is None:
                why = "no_reference" if name in DEFINED else "not_corrected"
                reasons[f"{form}.{name}"] = fault(f"fidelity.reasons.{why}", name=name)
            else:
                uncapped[f"{form}.{name}"] = raw
        return cls(
            values["filtered"], values["corrected"], uncapped, reasons,
            describe(fitted, k), fitted.notices, seen.flagged_fidelity, seen.flagged_coverage,
            seen.deviations.fidelity, seen.deviations.coverage,
            {form: counted[form].counts for form in FORMS}, counted,
        )  # fmt: skip

    @property
    def balls_filtered(self) -> Any:
        """Real balls that hold each generated point, distances as they are."""
        return self.counts["filtered"].held

    @property
    def balls_corrected(self) -> Any:
        """The same by scaled distances."""
        return self.counts["corrected"].held

    @property
    def found_filtered(self) -> Any:
        """Unflagged generated points in each real's ball, distances as they are."""
        return self.counts["filtered"].found

    @property
    def found_corrected(self) -> Any:
        """The same by scaled distances."""
        return self.counts["corrected"].found

    def findings(self) -> list[Finding]:
        """What to know before these numbers are used."""
        return score_findings(self)


def count(
    fitted: GICDM, seen: Transformed, k: int, *, n_jobs: int | None = None,
    groups: Rows | None = None,
) -> dict[str, Counted]:  # fmt: skip
    """One scan of the generated points against the balls of the reals, of both kinds."""
    asked = [replace(one, groups=groups) for one in asked_balls(fitted, seen, k, n_jobs=n_jobs)]
    found = count_balls(seen.rows, fitted.ground.rows, asked, n_jobs=n_jobs)
    return with_references(fitted, seen, k, found)


def asked_balls(
    fitted: GICDM, seen: Transformed, k: int, *, n_jobs: int | None = None
) -> list[Asked]:
    """Plain balls, and scaled ones where there is scaling; flagged points are found nowhere."""
    side, counted = fitted.side(k, n_jobs=n_jobs), ~seen.flagged_coverage
    asked = [Asked(side.plain.balls, np.ones(seen.m), counted)]
    if fitted.scaling is not None:
        asked.append(Asked(side.corrected.balls, seen.factors, counted))
    return asked


def with_references(
    fitted: GICDM, seen: Transformed, k: int, found: list[BallCounts]
) -> dict[str, Counted]:
    """The counts beside what the reals themselves score."""
    side = fitted.side(k)

    def counted(counts: BallCounts, reference: Reference) -> Counted:
        return Counted(counts, reference, k, ~seen.flagged_fidelity, ~fitted.own_flags[0],
                       fitted.pass_rate_fidelity, fitted.pass_rate_coverage,
                       calibrate=fitted.parameters.calibrate)  # fmt: skip

    return {"filtered": counted(found[0], side.plain),
            "corrected": counted(found[-1], side.corrected)}  # fmt: skip


def describe(fitted: GICDM, k: int) -> dict[str, Any]:
    """Every parameter, and what came of it."""
    return {
        **fitted.parameters.to_dict(), "metric_k": k,
        "scales_used": tuple(scale.k for scale in fitted.scales),
        "iterations": tuple(scale.iterations for scale in fitted.scales),
        "error": tuple(scale.error for scale in fitted.scales),
        "converged": all(scale.converged for scale in fitted.scales),
        "tight_share": max((scale.tight_share for scale in fitted.scales), default=0.0),
        "pass_rate_fidelity": fitted.pass_rate_fidelity,
        "pass_rate_coverage": fitted.pass_rate_coverage,
    }  # fmt: skip
