"""The correction for hubs as ``measure_fidelity`` uses it: fitted once, for every generator."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from monosashi.embeddings import DataError, Fault, fault
from monosashi.fidelity.asking import Asked
from monosashi.fidelity.corrected import Corrected
from monosashi.fidelity.finished import name_of
from monosashi.fidelity.leaving_out import Groups
from monosashi.fidelity.sides import Sides

if TYPE_CHECKING:
    from monosashi.fidelity.gicdm import GICDM
    from monosashi.fidelity.gicdm.left_out import LeftOutReals

MOST_REALS = 500
"""Reals up to which the correction is fitted 20 times more without being asked."""


@dataclass(frozen=True)
class Correction:
    """Fitted reals, and, for intervals, the reals fitted without each group, or why not."""

    asked: Asked
    fitted: GICDM
    left_out: LeftOutReals | None
    why_none: Fault | None = None

    @classmethod
    def of(
        cls, correct: str | None, sides: Sides, asked: Asked, *, intervals: bool | None
    ) -> Correction | None:
        """None when no correction is asked for."""
        if correct is None or correct == "none":
            return None
        if correct != "gicdm":
            raise DataError(fault("embeddings.errors.bad_choice", name="correct", given=correct,
                                  choices="gicdm, none"))  # fmt: skip
        from monosashi.fidelity.gicdm import Parameters
        from monosashi.fidelity.gicdm.left_out import LeftOutReals

        if sides.real.n <= Parameters.k:
            raise DataError(fault("fidelity.errors.correction_few", n=sides.real.n,
                                  k=Parameters.k))  # fmt: skip
        fitted = _fitted(sides, asked)
        wanted = sides.real.n <= MOST_REALS if intervals is None else intervals
        groups = asked.groups(sides.real.n, 0)
        if not LeftOutReals.possible(groups, asked.k):
            return cls(asked, fitted, None, fault("fidelity.reasons.correction_interval_few",
                                                  n=sides.real.n, k=asked.k))  # fmt: skip
        if not wanted:
            return cls(asked, fitted, None, _not_asked(sides, intervals=intervals))
        left = LeftOutReals.of(fitted, sides.real, groups, n_jobs=asked.n_jobs)
        return cls(asked, fitted, left)

    def scores(self, sides: Sides) -> Corrected:
        """Filtered and corrected scores of one generator, with their spreads or the reason."""
        from monosashi.fidelity.gicdm import correct_fidelity

        groups: Groups = self.asked.groups(sides.generated.n, 1)
        left_out = self.left_out if groups.count > 1 else None
        done = correct_fidelity(
            sides, k=self.asked.k, metrics=self.asked.names, n_jobs=self.asked.n_jobs,
            fitted=self.fitted, left_out=left_out, groups=groups,
        )  # fmt: skip
        if left_out is not None:
            return done
        why = self.why_none or fault("fidelity.reasons.one_generated")
        return replace(done, reasons={**done.reasons, "intervals": why})


def _not_asked(sides: Sides, *, intervals: bool | None) -> Fault:
    if intervals is None:
        return fault("fidelity.reasons.correction_intervals", n=sides.real.n, most=MOST_REALS)
    return fault("fidelity.reasons.correction_intervals_off")


def _fitted(sides: Sides, asked: Asked) -> GICDM:
    """The real side, from the store where it has been fitted before."""
    from monosashi.fidelity.gicdm import GICDM
    from monosashi.fidelity.gicdm.files import write

    if asked.finished is None:
        return GICDM.fit(sides.real, metric=sides.metric, n_jobs=asked.n_jobs)
    folder = asked.finished.folder / name_of("gicdm", sides.real_rows, sides.metric)
    try:
        return GICDM.load(folder, sides.real)
    except DataError:  # not there, or not whole
        fitted = GICDM.fit(sides.real, metric=sides.metric, n_jobs=asked.n_jobs)
        write(fitted, folder)  # the name of the folder says what it holds
        return fitted
