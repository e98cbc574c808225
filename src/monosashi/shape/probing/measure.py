"""``probe_invariance``: change the user's own vectors and look what moves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import numpy as np

from monosashi.embeddings import Column, DataError, EmbeddingSet, as_set, fault
from monosashi.results import Provenance
from monosashi.shape.asked import choice_faults, confidence_faults, k_faults, refuse
from monosashi.shape.configuration import Array
from monosashi.shape.grouping import check_grouping, read_grouping
from monosashi.shape.magnitude import refuse_extremes
from monosashi.shape.probing import removing, transforms
from monosashi.shape.probing.bases import random_basis
from monosashi.shape.probing.cloud import Cloud
from monosashi.shape.probing.result import InvarianceProbe
from monosashi.shape.probing.strengths import (
    Direction,
    checked_strengths,
    share_along_mean,
    unit_direction,
)
from monosashi.shape.probing.trial import Trial, unit_cloud
from monosashi.shape.similarity.neighbours import Ints
from monosashi.statistics.generators import as_generator

Transform = Literal["common_axis", "common_direction", "shrink", "scale", "rotate", "remove_mean",
                    "remove_common"]  # fmt: skip
NAMED = ("random", "between", "mean")
MOST, SAMPLE = 20_000, 2_000


def probe_invariance(
    data: EmbeddingSet | Any,
    groups: Column,
    *,
    transform: Transform = "common_direction",
    values: Sequence[float] | None = None,
    start: Literal["unit", "raw"] = "unit",
    direction: Direction = "random",
    renormalise: bool | None = None,
    k: int = 10,
    confidence: float = 0.95,
    rng: int | np.random.Generator | None = None,
) -> InvarianceProbe:
    """Change a space in a known way and see which statistics answer.

    Says, for these vectors and groups, what a common component, a stretched scale or tighter
    groups would do to V, R² and the neighbours, with what theory foretells beside it. Does not say
    that a model has such a component by accident or on purpose.

    Parameters
    ----------
    data : EmbeddingSet or (n, d) array
    groups : column name, (n,) labels, or a mapping of id to label
    transform : str
        ``common_axis`` (value λ): (sqrt(λ) z, sqrt(1 - λ)). ``common_direction`` (c): z + c u.
        ``shrink`` (s): group mean + s (z - group mean). ``scale`` (a): a z. ``rotate`` (degrees):
        every plane of a random basis is turned (beyond 2,048 dimensions one of 16 random
        reflections). ``remove_mean`` (share): z minus that share of the mean, which is centring.
        ``remove_common`` (share): z minus that share of its part along the mean direction. These
        two come with intervals over groups and a judgement.
    values : numbers, optional
        Strengths; each transform has its usual ones.
    start : "unit" or "raw"
        Change vectors of length 1, or the vectors as they are.
    direction : "random", "between", "mean" or d numbers
        u of ``common_direction``: at random; along which group means differ most; the mean.
    renormalise : bool, optional
        Scale to length 1 after the change. By default only after ``common_direction``, where
        without it nothing but a shift would be left, and after the two removals, as in use.
    k : int
        Neighbours compared (Euclidean distance) with those before the change, for raw vectors
        with those of the vectors scaled to length 1 if they are scaled after it too. From 20,000
        objects on, for 2,000 at random.
    confidence : float between 0 and 1
        Of the intervals of removals.
    rng : Generator, int or None (= 0)

    Returns
    -------
    InvarianceProbe

    Raises
    ------
    DataError
        Unknown names, values out of range, zero vectors (also those that the change makes, where
        they are to be scaled), one group, all vectors identical, a direction of other length than
        the vectors or zero.

    Notes
    -----
    Exact: V λ, V a², and V (R² + s² (1 - R²)), R²/(R² + s² (1 - R²)) without a second scaling.
    First order (in how much lengths differ) for a common direction, with v = mean + c u and
    deviations e: e goes to (e - v f/(2 N²))/N, N² the mean squared length and f the rest of it.
    Where v dominates that is the part of e across v, over |v|; so what matters is how much of the
    deviations lies along v.

    Removals: R² after, its change against the vectors before, and the common neighbours, each by
    the delete-one-group jackknife with t(G - 1), the removed direction taken as given. In
    simulations of 8 to 30 groups they cover .91 to .96: that direction is itself an estimate.

    Examples
    --------
    >>> x = [[1, 0], [0.8, 0.6], [0, 1], [-0.6, 0.8]]
    >>> probe = probe_invariance(x, list("AABB"), transform="common_axis", values=[0.1], k=1)
    >>> round(probe.rows[0]["v"], 6), round(probe.rows[0]["r_squared"], 6)
    (0.055, 0.818182)
    """
    checked = as_set(data)
    named = direction if isinstance(direction, str) else "random"
    refuse(
        choice_faults(transform=(transform, tuple(transforms.USUAL)), direction=(named, NAMED),
                      start=(start, ("unit", "raw"))),
        k_faults(k, checked.n),
        confidence_faults(confidence),
    )  # fmt: skip
    if start == "raw":
        refuse_extremes(checked)
    strengths = checked_strengths(transform, values, start)
    grouping = read_grouping(checked, groups)
    check_grouping(grouping)
    rows: Array = np.asarray(checked.vectors, dtype=np.float64)
    cloud = Cloud(unit_cloud(rows, checked.ids) if start == "unit" else rows, grouping)
    if cloud.configuration.ss_total == 0:
        raise DataError(fault("shape.errors.no_variation", n=checked.n))
    removal = transform in transforms.REMOVALS
    if renormalise is None:
        renormalise = removal or transform == "common_direction"
    generator = as_generator(rng)
    chosen: Direction | None = direction if transform == "common_direction" else None
    chosen = "mean" if transform == "remove_common" else chosen
    axis = None if chosen is None else unit_direction(cloud, chosen, generator)
    trial = Trial(cloud, _change(transform, axis, cloud, generator), k, renormalise, checked.ids,
                  _anchors(checked.n, generator), confidence if removal else None)  # fmt: skip
    tried, reasons = trial.rows(strengths)
    label = chosen if chosen is None or isinstance(chosen, str) else "as given"
    return InvarianceProbe(
        provenance=Provenance.of(checked, transform=transform, start=start, renormalise=renormalise,
                                 direction=label, k=k, anchors=len(trial.anchors),
                                 confidence=confidence),
        reasons=reasons, confidence=confidence, transform=transform, start=start,
        renormalise=renormalise, direction=label, n=checked.n,
        n_groups=grouping.n_groups, dimension=checked.dimension, k=k,
        share_along_direction=None if axis is None else cloud.share_along(axis),
        share_along_mean=share_along_mean(cloud),
        rows=tuple(tried))  # fmt: skip


def _change(
    transform: str, axis: Array | None, cloud: Cloud, generator: np.random.Generator
) -> transforms.Change:
    if axis is not None:
        along = {"common_direction": transforms.common_direction,
                 "remove_common": removing.remove_common}  # fmt: skip
        return along[transform](axis)
    if transform == "rotate":
        return transforms.rotate(random_basis(cloud.rows.shape[1], generator))
    plain = {"common_axis": transforms.common_axis, "shrink": transforms.shrink,
             "scale": transforms.scale, "remove_mean": removing.remove_mean}  # fmt: skip
    return plain[transform]()


def _anchors(n: int, generator: np.random.Generator) -> Ints:
    return np.arange(n) if n <= MOST else np.sort(generator.choice(n, SAMPLE, replace=False))
