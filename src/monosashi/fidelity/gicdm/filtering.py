"""Which points do not lie as reals do: too far from the reals, or too near."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from monosashi.fidelity.gicdm.looks import Floats
from monosashi.fidelity.gicdm.parameters import Parameters

Flags = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class Deviations:
    """Log ratios in spreads, one column a scale.

    Attributes
    ----------
    fidelity : (m, s) array
        Against all reals.
    coverage : (m, s) array
        Against the point's own neighbours.
    """

    fidelity: Floats
    coverage: Floats

    @classmethod
    def of(cls, pairs: list[tuple[Floats, Floats]], m: int) -> Deviations:
        """One pair of columns a scale; none at all leaves every point unflagged."""
        if not pairs:
            return cls(np.empty((m, 0)), np.empty((m, 0)))
        return cls(*(np.stack(columns, axis=1) for columns in zip(*pairs, strict=True)))

    def flagged(self, parameters: Parameters) -> tuple[Flags, Flags]:
        """For fidelity and for coverage: outside the limits at any scale."""
        return (
            outside(self.fidelity, parameters.far, parameters.near_fidelity),
            outside(self.coverage, parameters.far, parameters.near_coverage),
        )

    def take(self, rows: npt.NDArray[np.int64]) -> Deviations:
        """Some rows, or rows several times."""
        return Deviations(self.fidelity[rows], self.coverage[rows])


def outside(deviations: Floats, far: float | None, near: float | None) -> Flags:
    """Below ``-far`` or above ``near`` in any column."""
    out = np.zeros(deviations.shape, np.bool_)
    if far is not None:
        out |= deviations < -far
    if near is not None:
        out |= deviations > near
    return np.asarray(out.any(axis=1), np.bool_)
