"""The changes that take the mean out of a space."""

from __future__ import annotations

import numpy as np

from monosashi.shape.configuration import Array
from monosashi.shape.probing.cloud import Cloud
from monosashi.shape.probing.transforms import Change, Expected, scaled_again


def remove_mean() -> Change:
    """The vectors minus a share of their mean."""

    def apply(cloud: Cloud, value: float) -> Array:
        return cloud.rows - value * cloud.configuration.mean

    def expect(cloud: Cloud, value: float, renormalised: bool) -> Expected:  # noqa: FBT001
        if not renormalised:
            return Expected(cloud.v, cloud.r_squared, keeps_order=True, exact=True)
        return scaled_again(cloud, (1 - value) * cloud.configuration.mean)

    return Change(apply, expect)


def remove_common(direction: Array) -> Change:
    """The vectors minus a share of what they have along the direction of their mean."""

    def apply(cloud: Cloud, value: float) -> Array:
        return cloud.rows - value * np.outer(cloud.rows @ direction, direction)

    def expect(cloud: Cloud, value: float, renormalised: bool) -> Expected:  # noqa: FBT001
        left = Cloud(apply(cloud, value), cloud.grouping)
        along = cloud.share_along(direction)
        if renormalised:
            found = scaled_again(left, left.configuration.mean)
            return Expected(found.v, found.r_squared, keeps_order=False, exact=False, along=along)
        return Expected(left.v, left.r_squared, keeps_order=False, exact=True, along=along)

    return Change(apply, expect)
