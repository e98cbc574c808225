"""``probe_invariance``: change the user's own vectors and look what moves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from monosashi.embeddings import Column, DataError, EmbeddingSet, as_set, fault
from monosashi.results import Provenance
from monosashi.shape.asked import choice_faults, k_faults, refuse
from monosashi.shape.configuration import Array
from monosashi.shape.grouping import check_grouping, read_grouping
from monosashi.shape.probing import transforms
from monosashi.shape.probing.cloud import Cloud
from monosashi.shape.probing.result import InvarianceProbe
from monosashi.shape.probing.trial import Trial, unit_cloud
from monosashi.shape.similarity.neighbours import Ints
from monosashi.statistics.generators import as_generator

Transform = Literal["common_axis", "common_direction", "shrink", "scale", "rotate"]
Direction = Literal["random", "between", "mean"] | npt.NDArray[Any] | Sequence[float]
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
        every plane of a random basis is turned.
    values : numbers, optional
        Strengths; each transform has its usual ones.
    start : "unit" or "raw"
        Change vectors of length 1, or the vectors as they are.
    direction : "random", "between", "mean" or d numbers
        u of ``common_direction``: at random; along which group means differ most; the mean.
    renormalise : bool, optional
        Scale to length 1 after the change. By default only after ``common_direction``, where
        without it nothing but a shift would be left.
    k : int
        Neighbours compared (Euclidean distance) with those before the change, for raw vectors
        with those of the vectors scaled to length 1 if they are scaled after it too. From 20,000
        objects on, for 2,000 at random.
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
    )  # fmt: skip
    strengths = _strengths(transform, values, start)
    grouping = read_grouping(checked, groups)
    check_grouping(grouping)
    rows: Array = np.asarray(checked.vectors, dtype=np.float64)
    cloud = Cloud(unit_cloud(rows, checked.ids) if start == "unit" else rows, grouping)
    if cloud.configuration.ss_total == 0:
        raise DataError(fault("shape.errors.no_variation", n=checked.n))
    again = transform == "common_direction" if renormalise is None else renormalise
    generator = as_generator(rng)
    axis = _direction(cloud, direction, generator) if transform == "common_direction" else None
    trial = Trial(cloud, _change(transform, axis, cloud, generator), k, again, checked.ids,
                   _anchors(checked.n, generator))  # fmt: skip
    mean = cloud.configuration.mean
    length = float(np.linalg.norm(mean))
    label = (direction if isinstance(direction, str) else "as given") if axis is not None else None
    return InvarianceProbe(
        provenance=Provenance.of(checked, transform=transform, start=start, renormalise=again,
                                 direction=label, k=k, anchors=len(trial.anchors)),
        transform=transform, start=start, renormalise=again, direction=label, n=checked.n,
        n_groups=grouping.n_groups, dimension=checked.dimension, k=k,
        share_along_direction=None if axis is None else cloud.share_along(axis),
        share_along_mean=cloud.share_along(mean / length) if length else None,
        rows=tuple(trial.rows(strengths)))  # fmt: skip


def _strengths(transform: str, values: Sequence[float] | None, start: str) -> list[float]:
    """Checked numbers, or the usual ones."""
    if values is None:
        raw = transform == "common_direction" and start == "raw"
        return list(transforms.RAW_DIRECTION if raw else transforms.USUAL[transform])
    given = [float(value) for value in np.atleast_1d(np.asarray(values, dtype=np.float64))]
    low, high, rule = transforms.RANGES.get(transform, (-np.inf, np.inf, "finite"))
    bad = [value for value in given if not (np.isfinite(value) and low < value <= high)]
    if bad or not given:
        raise DataError(fault("shape.errors.strengths", transform=transform, rule=rule,
                              given=", ".join(f"{value:g}" for value in bad) or "-"))  # fmt: skip
    return given


def _direction(cloud: Cloud, given: Direction, generator: np.random.Generator) -> Array:
    """Of length 1."""
    d = cloud.rows.shape[1]
    if isinstance(given, str):
        if given == "between":
            return cloud.between_direction()
        found: Array = cloud.configuration.mean
        found = found if given == "mean" else np.asarray(generator.standard_normal(d))
    else:
        found = np.asarray(given, dtype=np.float64)
        if found.shape != (d,) or not np.isfinite(found).all():
            raise DataError(fault("shape.errors.direction", shape=found.shape, d=d))
    length = float(np.linalg.norm(found))
    if not length:
        raise DataError(fault("shape.errors.zero_direction"))
    axis: Array = found / length
    return axis


def _change(
    transform: str, axis: Array | None, cloud: Cloud, generator: np.random.Generator
) -> transforms.Change:
    if axis is not None:
        return transforms.common_direction(axis)
    if transform == "rotate":
        d = cloud.rows.shape[1]
        return transforms.rotate(np.linalg.qr(generator.standard_normal((d, d)))[0])
    plain = {"common_axis": transforms.common_axis, "shrink": transforms.shrink,
             "scale": transforms.scale}  # fmt: skip
    return plain[transform]()


def _anchors(n: int, generator: np.random.Generator) -> Ints:
    return np.arange(n) if n <= MOST else np.sort(generator.choice(n, SAMPLE, replace=False))
