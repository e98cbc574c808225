"""Generated points as the fitted reals see them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from monosashi.embeddings import DataError, fault
from monosashi.embeddings.arrays import FloatArray
from monosashi.fidelity.gicdm.filtering import Deviations, Flags
from monosashi.fidelity.gicdm.looks import Floats
from monosashi.fidelity.gicdm.scales import look
from monosashi.neighbors import Rows, row_blocks
from monosashi.neighbors.problem import Problem
from monosashi.neighbors.screen import Frame
from monosashi.neighbors.selection import pair_distances

if TYPE_CHECKING:
    from monosashi.fidelity.gicdm.gicdm import GICDM

PAIRS = 1 << 20


@dataclass(frozen=True)
class Transformed:
    """Factors, deviations and flags.

    Attributes
    ----------
    factors : (m,) array
        ``delta`` of each generated point (1 without scaling).
    deviations : Deviations
        In spreads, one column a scale: below 0 is farther from the reals than reals are, above 0
        nearer.
    flagged_fidelity, flagged_coverage : (m,) bool arrays
        Points that count nothing; they stay in m.
    """

    fitted: GICDM = field(repr=False)
    rows: FloatArray = field(repr=False)
    factors: Floats = field(repr=False)
    deviations: Deviations = field(repr=False)
    flagged_fidelity: Flags = field(repr=False)
    flagged_coverage: Flags = field(repr=False)

    @classmethod
    def of(cls, fitted: GICDM, rows: FloatArray, *, n_jobs: int | None) -> Transformed:
        """See the rows at every scale."""
        seen = look(fitted.every_scale, rows, n_jobs=n_jobs)
        by_scale = [seen[scale.k] for scale in fitted.scales]
        found = Deviations.of([(one.of_all, one.of_neighbours) for one in by_scale], len(rows))
        scaling = fitted.scaling
        factors = np.ones(len(rows)) if scaling is None else seen[scaling.k].factors
        return cls(fitted, rows, factors, found, *found.flagged(fitted.parameters))

    @property
    def m(self) -> int:
        """Number of generated points."""
        return len(self.rows)

    def dissimilarity(self, rows: Any) -> Floats:
        """``G`` of the reals with these row numbers: (len(rows), m)."""
        reals = self._checked(rows)
        base = self.fitted.ground.rows
        problem = Problem(self.rows, base, 1, np.full(self.m, -1))
        scale = Frame.of(self.rows, base).scale
        out = np.empty((len(reals), self.m))
        points = np.arange(self.m)
        for part in row_blocks(len(reals), max(1, PAIRS // self.m)):
            i, j = np.repeat(reals[part], self.m), np.tile(points, len(reals[part]))
            far = pair_distances(problem, j, i, scale) * self.fitted.factors[i] * self.factors[j]
            out[part] = far.reshape(-1, self.m)
        return out

    def _checked(self, rows: Any) -> Rows:
        given = np.asarray(rows)
        n = self.fitted.n
        whole = given.ndim == 1 and np.issubdtype(given.dtype, np.integer)
        if not whole or (len(given) and (given.min() < 0 or given.max() >= n)):
            raise DataError(fault("fidelity.errors.rows", n=n))
        return given.astype(np.int64)

    def __repr__(self) -> str:
        return (f"Transformed(m={self.m}, flagged_fidelity={int(self.flagged_fidelity.sum())}, "
                f"flagged_coverage={int(self.flagged_coverage.sum())})")  # fmt: skip
