"""Statistics of location that do not mistake unequal spread for a shift."""

from __future__ import annotations

import numpy as np

from monosashi.shape.configuration import Array, row_squares
from monosashi.shape.sums import GroupSums


def brown_forsythe_f2(sums: GroupSums) -> float | None:
    """F2 = SS_B / sum (1 - n_g/n) V_g with V_g = SSW_g/(n_g - 1) (Anderson et al. 2017).

    None when the denominator is 0.
    """
    variances = sums.within / (sums.sizes - 1)
    below = float(((1 - sums.sizes / sums.sizes.sum()) * variances).sum())
    return sums.between / below if below > 0 else None


def welch(sums: GroupSums) -> float | None:
    """W*d of Hamidi et al. (2019); None when a group has no spread of its own."""
    variances = sums.within / (sums.sizes - 1)
    if not (variances > 0).all():
        return None
    means = sums.vectors / sums.sizes[:, None]
    weights = sums.sizes / variances
    centre = (weights @ means) / weights.sum()
    above = float((weights * row_squares(means - centre)).sum()) / (len(weights) - 1)
    return above / float(welch_denominator(sums.sizes.astype(np.float64), weights))


def welch_denominator(sizes: Array, weights: Array) -> Array:
    """1 + 2 (G - 2)/(G² - 1) sum (1 - w_g/W)²/(n_g - 1), over the last axis."""
    groups = len(sizes)
    share = weights / weights.sum(axis=-1, keepdims=True)
    tail: Array = ((1 - share) ** 2 / (sizes - 1)).sum(axis=-1)
    return 1 + 2 * (groups - 2) / (groups**2 - 1) * tail


def welch_of_sums(
    vectors: Array, lengths: Array, squares: Array, sizes: Array, rounding: float
) -> Array:
    """(P,) W*d of P arrangements.

    From (P, G, d) sums, their (P, G) squared lengths and the (P, G) sums of squared norms.

    Uses sum w ||m - m*||² = sum w ||m||² - ||sum w m||²/W. Infinite where a group has no spread.
    """
    variances = (squares - lengths / sizes) / (sizes - 1)
    flat = variances <= rounding * squares
    weights = sizes / np.where(flat, 1.0, variances)
    pulled = ((weights / sizes)[:, None] @ vectors)[:, 0]
    above = (weights * lengths / sizes**2).sum(axis=1)
    above -= np.einsum("pd,pd->p", pulled, pulled) / weights.sum(axis=1)
    values = above / (len(sizes) - 1) / welch_denominator(sizes, weights)
    return np.where(flat.any(axis=1), np.inf, values)
