"""How widely each group is spread, with an interval."""

from __future__ import annotations

import numpy as np

from monosashi.results import Row
from monosashi.shape.configuration import Array
from monosashi.shape.grouping import Grouping
from monosashi.shape.sums import GroupSums


def spread_errors(grouping: Grouping, sums: GroupSums) -> Array:
    """(G,) jackknife standard error of W~ over the objects of each group; NaN below 3 objects.

    W~(-i) = (SSW_g - n r_i/(n - 1))/(n - 2) with r_i the squared distance to the group's mean, so
    the sum of squares of the leave-one-out values is that of r_i times a constant.
    """
    sizes = grouping.sizes.astype(np.float64)
    middle = (sums.within / sizes)[grouping.codes]
    scatter = np.bincount(grouping.codes, (sums.spread - middle) ** 2, minlength=len(sizes))
    with np.errstate(divide="ignore", invalid="ignore"):
        factor = np.sqrt(sizes / ((sizes - 1) * (sizes - 2) ** 2))
        errors: Array = np.where(sizes > 2, factor * np.sqrt(scatter), np.nan)
    return errors


def group_rows(
    grouping: Grouping, sums: GroupSums, *, confidence: float, highest: float
) -> tuple[Row, ...]:
    """Rows ``group, n, w, w_tilde, low, high``, in order of the names.

    ``w`` has denominator n_g, ``w_tilde`` n_g - 1 (1 minus the mean cosine of pairs, for unit
    vectors); the interval is for ``w_tilde`` (jackknife over objects, t(n_g - 1)).
    """
    from scipy.special import stdtrit

    errors = spread_errors(grouping, sums)
    rows = []
    for name, n, ssw, error in zip(grouping.names, grouping.sizes.tolist(), sums.within.tolist(),
                                   errors.tolist(), strict=True):  # fmt: skip
        tilde = ssw / (n - 1) if n > 1 else None
        row: Row = {"group": name, "n": n, "w": ssw / n, "w_tilde": tilde, "low": None,
                    "high": None}  # fmt: skip
        if n > 2 and tilde is not None:
            half = float(stdtrit(n - 1, 0.5 + confidence / 2)) * error
            row |= {"low": max(0.0, tilde - half), "high": min(highest, tilde + half)}
        rows.append(row)
    return tuple(rows)
