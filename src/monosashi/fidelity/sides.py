"""The two sides of a measure of fidelity, and the real side fitted once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from monosashi.embeddings import DataError, EmbeddingSet, Fault, as_set, fault
from monosashi.embeddings.arrays import FloatArray
from monosashi.fidelity.finished import Finished, name_of
from monosashi.fidelity.near import Near
from monosashi.fidelity.own_pass import nearest_others
from monosashi.fidelity.points import Points
from monosashi.hubs.reductions.ground import in_metric, largest_entry
from monosashi.neighbors import Metric, set_faults
from monosashi.neighbors.screen import Frame

MOST_RATIO = 1e100  # squares of the larger side can be counted where the smaller has size 1


@dataclass(frozen=True)
class Sides:
    """Reals and generated, checked together.

    Attributes
    ----------
    real, generated : EmbeddingSet
    real_rows, generated_rows : array
        In the metric: unit rows for cosine.
    metric : "euclidean" or "cosine"
    """

    real: EmbeddingSet
    generated: EmbeddingSet
    real_rows: FloatArray
    generated_rows: FloatArray
    metric: Metric

    @classmethod
    def of(cls, real: Any, generated: Any, *, k: int, metric: Metric) -> Sides:
        """Refuse dimensions or models that differ, and k that the reals cannot give.

        Which side is which decides everything: precision and recall change places.
        """
        ours, theirs = as_set(real), as_set(generated)
        faults = [*map(_named, set_faults(theirs, ours, metric)), *k_faults(k, ours.n)]
        if theirs.n < 1:
            faults.append(fault("fidelity.errors.nothing_generated"))
        if faults:
            raise DataError(*faults)
        if metric == "euclidean":
            _check_scales(ours.vectors, theirs.vectors)
        return cls(ours, theirs, in_metric(ours, metric), in_metric(theirs, metric), metric)


def _check_scales(ours: FloatArray, theirs: FloatArray) -> None:
    """Refuse sides whose distances cannot be squared on one scale."""
    real, generated = largest_entry(ours), largest_entry(theirs)
    small, large = sorted((real, generated))
    if small > 0 and large / MOST_RATIO > small:
        raise DataError(fault("fidelity.errors.unlike_scales", real=real, generated=generated))


def _named(one: Fault) -> Fault:
    """The fault of a search, with its two sides called generated and real."""
    given = dict(one.values)
    if one.code not in {"neighbors.errors.dimension", "neighbors.errors.model"}:
        return one
    given["generated"], given["real"] = given.pop("queries"), given.pop("base")
    return fault(one.code.replace("neighbors.", "fidelity."), **given)


def k_faults(k: Any, n: int) -> list[Fault]:
    """At most one fault: ``k`` is no whole number from 1 to n - 1."""
    if isinstance(k, bool) or not isinstance(k, int | np.integer) or k < 1:
        return [fault("fidelity.errors.k", k=k)]
    if k >= n:
        return [fault("fidelity.errors.too_few_reals", k=k, n=n, most=max(n - 1, 0))]
    return []


@dataclass(frozen=True)
class FittedSide:
    """One side with its nearest others, found once."""

    points: Points
    near: Near
    scale: float

    @classmethod
    def of(
        cls, points: Points, reach: int, *, scale: float | None = None, n_jobs: int | None = None,
        finished: Finished | None = None,
    ) -> FittedSide:  # fmt: skip
        """The nearest others up to ``reach``, or as many as there are."""
        held = Frame.of(points.rows, points.rows).scale if scale is None else scale
        most = min(reach, points.n - 1)

        def make() -> Near:
            return nearest_others(points, most, scale=held, n_jobs=n_jobs)

        if finished is None:
            return cls(points, make(), held)
        name = name_of("own", points.rows, points.weights, points.factors, most, held)
        near = finished.part(name, make, Near.arrays, lambda one: Near(points, most, **one))
        return cls(points, near, held)
