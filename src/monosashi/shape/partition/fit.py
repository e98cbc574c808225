"""Sums of squares of the terms, and the residuals they leave."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from monosashi.shape.configuration import Array, Configuration
from monosashi.shape.partition.design import Cells, Design, design_of, directions_of
from monosashi.shape.partition.terms import Term
from monosashi.shape.sums import sum_rows

NOTHING = 1e-12


@dataclass(frozen=True, eq=False)
class Fit:
    """A model fitted to a cloud.

    Attributes
    ----------
    terms : tuple of Term
    cells, design : the model
    directions : (r, df) of each term, or None when an interaction contains it
    cloud : (n, c) centred objects, turned into n dimensions when they had more
    effects : (r, c) the cloud along each direction of the basis
    residuals : (n, c)
    ss_total, ss_residual : float
    """

    terms: tuple[Term, ...]
    cells: Cells
    design: Design
    directions: tuple[Array | None, ...]
    cloud: Array
    effects: Array
    residuals: Array
    ss_total: float
    ss_residual: float

    @property
    def df_residual(self) -> int:
        """N minus the rank of the model."""
        return len(self.cloud) - self.design.rank

    @property
    def ss_model(self) -> float:
        """What all terms together explain."""
        return squares(self.effects[1:])

    def ss(self, directions: Array) -> float:
        """Sum of squares along some directions of the basis."""
        return squares(directions.T @ self.effects)


def squares(values: Array) -> float:
    """Sum of squares of all entries."""
    return float(np.einsum("ij,ij->", values, values))


def fit_terms(cloud: Configuration, terms: Sequence[Term], by: str) -> Fit:
    """SS of a term is ||P2 X||² - ||P1 X||² for nested projections, taken as one projection."""
    rows = cloud.centred
    if rows.shape[1] > len(rows):
        rows = np.asarray(np.linalg.qr(rows.T, mode="r"), dtype=np.float64).T
    cells = Cells.of(terms)
    design = design_of([term.columns(cells.firsts) for term in terms], cells.counts)
    sums = sum_rows(rows, cells.cell_of, len(cells.firsts))
    spread = design.basis / np.sqrt(cells.counts)[:, None]
    effects = spread.T @ sums
    residuals = rows - (spread @ effects)[cells.cell_of]
    rest = squares(residuals)
    rest = rest if rest > cloud.n * cloud.rounding else 0.0
    return Fit(tuple(terms), cells, design, tuple(directions_of(terms, design, by)), rows, effects,
               residuals, cloud.ss_total, rest)  # fmt: skip


def shared_squares(fit: Fit) -> float | None:
    """What the factors explain together but none explains alone; negative when they mask.

    Main effects given the covariates, minus each factor given the other factors; 0 for a balanced
    design. None with fewer than two factors.
    """
    covariates = [i for i, term in enumerate(fit.terms) if term.role == "covariate"]
    factors = [i for i, term in enumerate(fit.terms) if term.role == "factor"]
    if len(factors) < 2:
        return None
    mains = [*covariates, *factors]
    together = fit.ss(fit.design.between(mains, covariates))
    alone = sum(fit.ss(fit.design.between(mains, [t for t in mains if t != factor]))
                for factor in factors)  # fmt: skip
    shared = together - alone
    return shared if abs(shared) > NOTHING * fit.ss_total else 0.0
