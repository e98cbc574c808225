"""The changes that can be tried, and what theory says of each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from monosashi.shape.configuration import Array, row_squares
from monosashi.shape.probing.bases import Basis
from monosashi.shape.probing.cloud import Cloud

USUAL = {
    "common_axis": (1.0, 0.9, 0.5, 0.1, 0.01),
    "common_direction": (0.0, 0.25, 0.5, 1.0, 2.0),
    "shrink": (1.0, 0.7, 0.4),
    "scale": (0.1, 1.0, 10.0),
    "rotate": (30.0, 90.0, 180.0),
    "remove_mean": (1.0,),
    "remove_common": (1.0,),
}
REMOVALS = ("remove_mean", "remove_common")
LARGEST = 1e30
RAW_DIRECTION = (0.0, 2.0, 4.0, 8.0, 16.0)
RANGES = {
    "common_axis": (0.0, 1.0, "0 < λ ≤ 1"),
    "shrink": (0.0, LARGEST, "s > 0, at most 1e30"),
    "scale": (0.0, LARGEST, "a > 0, at most 1e30"),
    "remove_mean": (0.0, 1.0, "0 < share ≤ 1"),
    "remove_common": (0.0, 1.0, "0 < share ≤ 1"),
}
OTHERS = (-LARGEST, LARGEST, "-1e30 to 1e30")


@dataclass(frozen=True, eq=False)
class Expected:
    """What theory says of the changed vectors.

    Attributes
    ----------
    v, r_squared : float or None
    keeps_order : bool
        Whether every list of neighbours is sure to stay as it is, in exact arithmetic.
    exact : bool
        A closed form rather than a first-order approximation.
    along : float or None
        Share of the deviations' squares that the change takes away to first order.
    """

    v: float | None
    r_squared: float | None
    keeps_order: bool
    exact: bool
    along: float | None = None


@dataclass(frozen=True, eq=False)
class Change:
    """One transform: how it acts, and what theory says.

    Attributes
    ----------
    apply : (cloud, value) -> (n, d') rows, before any second scaling to length 1
    expect : (cloud, value, renormalised) -> Expected
    """

    apply: Callable[[Cloud, float], Array]
    expect: Callable[[Cloud, float, bool], Expected]


def common_axis() -> Change:
    """(sqrt(λ) z, sqrt(1 - λ)): one more dimension that all share."""

    def apply(cloud: Cloud, value: float) -> Array:
        shared = np.full((len(cloud.rows), 1), np.sqrt(1 - value))
        return np.hstack([np.sqrt(value) * cloud.rows, shared])

    def expect(cloud: Cloud, value: float, renormalised: bool) -> Expected:  # noqa: FBT001
        if renormalised and not _unit(cloud.rows):
            return Expected(None, None, keeps_order=False, exact=False)
        return Expected(value * cloud.v, cloud.r_squared, keeps_order=True, exact=True)

    return Change(apply, expect)


def common_direction(direction: Array) -> Change:
    """One vector for all: z + c u."""

    def apply(cloud: Cloud, value: float) -> Array:
        return cloud.rows + value * direction

    def expect(cloud: Cloud, value: float, renormalised: bool) -> Expected:  # noqa: FBT001
        if not renormalised:
            return Expected(cloud.v, cloud.r_squared, keeps_order=True, exact=True)
        return scaled_again(cloud, cloud.configuration.mean + value * direction)

    return Change(apply, expect)


def scaled_again(cloud: Cloud, shift: Array) -> Expected:
    """First order of scaling the rows v + e to length 1 in how much their lengths differ.

    With N² the mean squared length and f the squared length minus N², a row goes to
    (v + e)(1 - f/(2 N²))/N, so e to (e - v f/(2 N²))/N. Where v dominates, f is 2 v'e and what is
    left of e is its part across v, over |v|.
    """
    moved = cloud.configuration.centred
    lengths = 2 * (moved @ shift) + cloud.configuration.squares
    middle = float(lengths.mean())
    square = middle + float(shift @ shift)
    left = moved - np.outer((lengths - middle) / (2 * square), shift)
    after = Cloud(left / np.sqrt(square), cloud.grouping)
    length = float(np.linalg.norm(shift))
    along = cloud.share_along(shift / length) if length else None
    return Expected(after.v, after.r_squared, keeps_order=False, exact=False, along=along)


def shrink() -> Change:
    """Mean of the own group + s (z - mean of the own group)."""

    def apply(cloud: Cloud, value: float) -> Array:
        means = (cloud.configuration.mean + cloud.group_means)[cloud.grouping.codes]
        return means + value * (cloud.rows - means)

    def expect(cloud: Cloud, value: float, renormalised: bool) -> Expected:  # noqa: FBT001
        share = cloud.r_squared
        if share is None or renormalised:
            return Expected(None, None, keeps_order=value == 1, exact=False)
        left = share + value**2 * (1 - share)
        return Expected(cloud.v * left, share / left, keeps_order=value == 1, exact=True)

    return Change(apply, expect)


def scale() -> Change:
    """A number times z."""

    def apply(cloud: Cloud, value: float) -> Array:
        return value * cloud.rows

    def expect(cloud: Cloud, value: float, renormalised: bool) -> Expected:  # noqa: FBT001
        if renormalised and not _unit(cloud.rows):
            return Expected(None, None, keeps_order=False, exact=False)
        factor = 1.0 if renormalised else value**2
        return Expected(factor * cloud.v, cloud.r_squared, keeps_order=True, exact=True)

    return Change(apply, expect)


def rotate(basis: Basis) -> Change:
    """Turn every plane of two consecutive basis vectors by an angle in degrees."""

    def apply(cloud: Cloud, value: float) -> Array:
        turned = basis.enter(cloud.rows)
        last = turned.shape[1] - 1
        even, odd = turned[:, :last:2].copy(), turned[:, 1::2].copy()
        cosine, sine = np.cos(np.radians(value)), np.sin(np.radians(value))
        turned[:, :last:2] = cosine * even - sine * odd
        turned[:, 1::2] = sine * even + cosine * odd
        return basis.leave(turned)

    def expect(cloud: Cloud, value: float, renormalised: bool) -> Expected:  # noqa: ARG001, FBT001
        if renormalised and not _unit(cloud.rows):
            return Expected(None, None, keeps_order=False, exact=False)
        return Expected(cloud.v, cloud.r_squared, keeps_order=True, exact=True)

    return Change(apply, expect)


def _unit(rows: Array) -> bool:
    return bool((np.abs(row_squares(rows) - 1) < 1e-12).all())
