"""The model without one cluster at a time, by downdates of the fit to all objects.

Leaving objects out leaves the residuals that a column of its own for each of them would leave:
RSS(-c) = RSS - e_c' (I - H_cc)⁺ e_c, exact for any subset and any nested model, also where labels
go with the cluster (the pseudo-inverse then skips what the cluster alone decides). Nothing is
fitted again.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from monosashi.neighbors.blocks import map_blocks, row_blocks
from monosashi.shape.configuration import Array
from monosashi.shape.grouping import Grouping
from monosashi.shape.partition.fit import Fit
from monosashi.shape.partition.met import Met, meet
from monosashi.shape.partition.nested import Nested, nested_models

LOST = 1e-12
ALONE = 1e-10
AT_A_TIME = 16


@dataclass(frozen=True, eq=False)
class LeftOut:
    """Shares without each of the G clusters; NaN where a term is left with no direction.

    Attributes
    ----------
    r_squared, partial, adjusted, left : (terms, G)
        R², partial R², R² freed of what chance gives, and the share that the other terms leave.
    model : (G,) R² of the whole model
    """

    r_squared: Array
    partial: Array
    adjusted: Array
    left: Array
    model: Array


def leave_clusters_out(fit: Fit, clusters: Grouping) -> LeftOut:
    """One small eigenproblem for each cluster and nested model, after one pass over the objects."""
    models, met = nested_models(fit), meet(fit, clusters)

    def part(block: slice) -> list[tuple[list[float], list[int]]]:
        return [_without(models, met, cluster)
                for cluster in range(*block.indices(clusters.n_groups))]  # fmt: skip

    found = [one for some in map_blocks(part, row_blocks(clusters.n_groups, AT_A_TIME))
             for one in some]  # fmt: skip
    rest = np.array([squares for squares, _ in found]).T
    ranks = np.array([ranks for _, ranks in found]).T
    left = (fit.n - clusters.sizes).astype(np.float64)
    return _shares(models, rest, ranks, left, fit.ss_total)


def _without(models: Nested, met: Met, cluster: int) -> tuple[list[float], list[int]]:
    """Residual sum of squares and rank of every model without one cluster."""
    cells, counts, sums, inner = met.of(cluster)
    root = np.sqrt(counts)[:, None]
    squares, ranks = [], []
    for model in models.models:
        looks = root * model.spread[cells]
        left = sums / root - looks @ model.effects
        taken, alone = _taken(looks, left)
        squares.append(model.rest - inner - taken)
        ranks.append(model.rank - alone)
    return squares, ranks


def _taken(looks: Array, left: Array) -> tuple[float, int]:
    """Tr e'(I - BB')⁺e of residuals e on the cells of a cluster; directions it decides alone."""
    if looks.shape[0] <= looks.shape[1]:
        values, turned = np.linalg.eigh(looks @ looks.T)
        free = np.zeros_like(left[:0])
    else:
        turned, single, _ = np.linalg.svd(looks, full_matrices=False)
        values, free = single**2, left
    along = turned.T @ left
    room = 1.0 - values
    alone = room <= ALONE
    seen = np.einsum("ij,ij->i", along, along)
    taken = float((seen[~alone] / room[~alone]).sum())
    if len(free):
        apart = left - turned @ along
        taken += float(np.einsum("ij,ij->", apart, apart))
    return taken, int(alone.sum())


def _shares(models: Nested, rest: Array, ranks: Array, n: Array, whole: float) -> LeftOut:
    """From (models, G) residual sums of squares and ranks."""
    rest = np.where(rest > LOST * whole, rest, 0.0)
    total = np.where(rest[0] > 0, rest[0], np.nan)
    residual, freedom = rest[models.full], n - ranks[models.full]
    noise = residual / np.where(freedom > 0, freedom, np.nan)
    rows = [np.full((4, len(n)), np.nan) for _ in models.pairs]
    for row, pair in zip(rows, models.pairs, strict=True):
        if pair is not None:
            df = ranks[pair[1]] - ranks[pair[0]]
            ss = np.where(df > 0, np.maximum(rest[pair[0]] - rest[pair[1]], 0.0), np.nan)
            below = np.where(ss + residual > 0, ss + residual, np.nan)
            row[:] = ss / total, ss / below, (ss - df * noise) / total, (ss + residual) / total
    shares = np.stack(rows, axis=1)
    return LeftOut(shares[0], shares[1], shares[2], shares[3], 1 - residual / total)
