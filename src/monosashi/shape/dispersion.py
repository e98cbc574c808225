"""PERMDISP: whether groups differ in how far their members lie from their own centre."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from monosashi.shape.configuration import Array, Configuration
from monosashi.shape.grouping import Grouping
from monosashi.shape.spatial_median import median_distances
from monosashi.shape.sums import GroupSums, IntArray

NO_RESIDUAL = 1e-20


@dataclass(frozen=True, eq=False)
class Dispersion:
    """Distances to the own centre, in full dimension, freed of group size.

    Attributes
    ----------
    residuals : (m,) distance minus the group's mean distance
    f : float or None
        ANOVA F of the distances; None when distances do not vary inside the groups.
    means : (G,) mean distance of each group
    """

    residuals: Array
    f: float | None
    means: Array


def own_distances(
    configuration: Configuration, grouping: Grouping, sums: GroupSums, center: str
) -> Array:
    """(m,) distance to the own centroid or spatial median, times sqrt(n_g/(n_g - 1)).

    All groups have at least two members. The factor undoes that a centre fitted to few members
    lies too close to them (vegan's ``bias.adjust``).
    """
    if center == "median":
        distances = median_distances(configuration, grouping)
    else:
        distances = np.sqrt(sums.spread)
    sizes = grouping.sizes[grouping.codes]
    adjusted: Array = distances * np.sqrt(sizes / (sizes - 1))
    return adjusted


def dispersion(distances: Array, codes: IntArray, sizes: IntArray) -> Dispersion:
    """One-way ANOVA of the distances."""
    means = np.bincount(codes, distances) / sizes
    residuals = distances - means[codes]
    left = float((residuals**2).sum())
    if left <= NO_RESIDUAL * float((distances**2).sum()):
        return Dispersion(np.zeros_like(residuals), None, means)
    middle = distances.mean()
    between = float((sizes * (means - middle) ** 2).sum())
    f = (between / (len(sizes) - 1)) / (left / (len(distances) - len(sizes)))
    return Dispersion(residuals, f, means)


def f_of_residual_sums(sums: Array, sizes: Array, total: float) -> Array:
    """(P,) F of permuted residuals from their (P, G) group sums; their total square is fixed."""
    between = (sums**2 / sizes).sum(axis=1)
    groups, n = len(sizes), float(np.sum(sizes))
    left = np.maximum(total - between, 0.0)
    with np.errstate(divide="ignore"):
        values: Array = (between / (groups - 1)) / (left / (n - groups))
    return values
