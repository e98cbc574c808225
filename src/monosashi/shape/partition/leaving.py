"""The model without one cluster at a time, from the sums over cells."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from monosashi.shape.configuration import Array, row_squares
from monosashi.shape.grouping import Grouping
from monosashi.shape.partition.design import design_of, directions_of
from monosashi.shape.partition.fit import Fit, squares
from monosashi.shape.sums import IntArray, sum_rows

LOST = 1e-12


@dataclass(frozen=True, eq=False)
class LeftOut:
    """Shares without each of the G clusters; NaN where a term is left with no direction.

    Attributes
    ----------
    r_squared, partial : (terms, G)
    model : (G,)
    """

    r_squared: Array
    partial: Array
    model: Array


def leave_clusters_out(fit: Fit, clusters: Grouping, by: str) -> LeftOut:
    """Fit again without each cluster; O(C r d) a cluster after one pass over the objects."""
    order = np.argsort(clusters.codes, kind="stable")
    parts = np.split(order, np.cumsum(clusters.sizes)[:-1])
    whole = _Sums(sum_rows(fit.cloud, fit.cells.cell_of, len(fit.cells.firsts)),
                  row_squares(fit.cloud))  # fmt: skip
    table = np.array([_without(fit, whole, rows, by) for rows in parts]).T
    terms = len(fit.terms)
    return LeftOut(table[:terms], table[terms:-1], table[-1])


@dataclass(frozen=True, eq=False)
class _Sums:
    """Sums of all objects over cells, and the squared length of each object."""

    cells: Array
    lengths: Array


def _without(fit: Fit, sums: _Sums, rows: IntArray, by: str) -> list[float]:
    """R² of every term, partial R² of every term, R² of the model."""
    cells = fit.cells
    gone = np.bincount(cells.cell_of[rows], minlength=len(cells.firsts))
    counts = cells.counts - gone
    kept = counts > 0.5
    left = sums.cells.copy()
    np.subtract.at(left, cells.cell_of[rows], fit.cloud[rows])
    design = design_of([term.columns(cells.firsts[kept]) for term in fit.terms], counts[kept])
    effects = (design.basis / np.sqrt(counts[kept])[:, None]).T @ left[kept]
    whole = float(sums.lengths.sum())
    total = whole - float(sums.lengths[rows].sum()) - squares(effects[:1])
    model = squares(effects[1:])
    if total <= LOST * whole:
        return [np.nan] * (2 * len(fit.terms) + 1)
    rest = max(total - model, 0.0)
    ss = [np.nan if d is None or not d.shape[1] else squares(d.T @ effects)
          for d in directions_of(fit.terms, design, by)]  # fmt: skip
    partial = [s / (s + rest) if s + rest > LOST * whole else np.nan for s in ss]
    return [*(s / total for s in ss), *partial, min(model / total, 1.0)]
