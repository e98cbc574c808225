"""Sums of squares of the terms, and the residuals they leave."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from monosashi.neighbors.blocks import map_blocks, row_blocks
from monosashi.shape.configuration import BLOCK, Array, Configuration
from monosashi.shape.partition.design import Cells, Design, design_of, directions_of
from monosashi.shape.partition.terms import Term
from monosashi.shape.sums import IntArray, sum_cloud

NOTHING = 1e-12


@dataclass(frozen=True, eq=False)
class Fit:
    """A model fitted to a cloud.

    Attributes
    ----------
    terms : tuple of Term
    cells, design : the model
    directions : (r, df) of each term, or None when an interaction contains it
    cloud : Configuration of n objects, turned into n dimensions when they had more
    effects : (r, c) the cloud along each direction of the basis
    ss_total, ss_residual : float
    """

    terms: tuple[Term, ...]
    cells: Cells
    design: Design
    directions: tuple[Array | None, ...]
    cloud: Configuration
    effects: Array
    ss_total: float
    ss_residual: float

    @property
    def n(self) -> int:
        """Number of objects."""
        return self.cloud.n

    @property
    def width(self) -> int:
        """Columns of the cloud."""
        return int(self.effects.shape[1])

    @property
    def scale(self) -> float:
        """Root mean square distance to the mean."""
        return float(np.sqrt(self.ss_total / self.n))

    @property
    def df_residual(self) -> int:
        """N minus the rank of the model."""
        return self.n - self.design.rank

    @property
    def ss_model(self) -> float:
        """What all terms together explain."""
        return squares(self.effects[1:])

    def along(self, cells: IntArray, effects: Array) -> Array:
        """(b, c) rows of some cells that have these coordinates on the basis."""
        spread = self.design.basis / np.sqrt(self.cells.counts)[:, None]
        if len(spread) < len(cells):
            return np.asarray((spread @ effects)[cells], dtype=np.float64)
        return np.asarray(spread[cells] @ effects, dtype=np.float64)

    def residuals(self, rows: slice) -> Array:
        """(b, c) what the model leaves of some rows."""
        return self.cloud.rows(rows) - self.along(self.cells.cell_of[rows], self.effects)

    def ss(self, directions: Array) -> float:
        """Sum of squares along some directions of the basis."""
        return squares(directions.T @ self.effects)


def squares(values: Array) -> float:
    """Sum of squares of all entries."""
    return float(np.einsum("ij,ij->", values, values))


def fit_terms(cloud: Configuration, terms: Sequence[Term], by: str) -> Fit:
    """SS of a term is ||P2 X||² - ||P1 X||² for nested projections, taken as one projection."""
    cloud = _turned(cloud)
    cells = Cells.of(terms)
    design = design_of([term.columns(cells.firsts) for term in terms], cells.counts)
    spread = design.basis / np.sqrt(cells.counts)[:, None]
    effects = _effects(cloud, cells, spread)
    fit = Fit(tuple(terms), cells, design, tuple(directions_of(terms, design, by)), cloud, effects,
              cloud.ss_total, 0.0)  # fmt: skip
    parts = map_blocks(lambda block: squares(fit.residuals(block)), row_blocks(cloud.n, BLOCK))
    rest = sum(parts)
    return replace(fit, ss_residual=rest if rest > cloud.n * cloud.rounding else 0.0)


def _turned(cloud: Configuration) -> Configuration:
    """The same cloud in n dimensions, where it has more."""
    if cloud.dimension <= cloud.n:
        return cloud
    rows = np.asarray(np.linalg.qr(cloud.rows(slice(0, cloud.n)).T, mode="r"), dtype=np.float64).T
    return Configuration(rows, cloud.mean, cloud.rounding)


def _effects(cloud: Configuration, cells: Cells, spread: Array) -> Array:
    """(r, c) the cloud along each direction: from sums over cells, or from blocks of rows."""
    if cloud.held or len(spread) <= BLOCK:
        effects: Array = spread.T @ sum_cloud(cloud, cells.cell_of, len(spread))
        return effects
    parts = map_blocks(lambda block: spread[cells.cell_of[block]].T @ cloud.rows(block),
                       row_blocks(cloud.n, BLOCK))  # fmt: skip
    return sum(parts, np.zeros((spread.shape[1], cloud.dimension)))


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
