"""How far the mean of fresh documents may lie from a stored one by chance alone."""

from __future__ import annotations

import math

from monosashi.language.spread import Spread, pooled_shape

ROUNDING = 1e-12  # of sums of squares: units that are the same but for their last digits
FALSE_ALARMS = 0.01  # of one check, over all its languages


def noise_band(stored: Spread, fresh: Spread, alarms: float) -> float | None:
    """Distance that two means exceed with probability ``alarms`` when nothing has drifted.

    Parameters
    ----------
    stored, fresh : Spread
        Of the documents behind the stored mean and of the sample. Each mean is off by its own
        error, so the expected squared distance is the sum of both.
    alarms : float
        Share of false alarms.

    Returns
    -------
    float or None
        None when neither side has enough units to know the shape of its spread, and when all units
        of both are alike.

    Notes
    -----
    Under no drift the squared distance D of the means is a weighted sum of chi-squares with mean
    T = tr(S_1)/u_1 + tr(S_2)/u_2. A shifted and scaled chi-square with the same first three moments
    stands for D/T: 1 + (b/a)(X - f), with a = tr(S^2)/tr(S)^2, b = tr(S^3)/tr(S)^3 of both sides
    together and X of f = a^3/b^2 degrees of freedom (Hall 1983, Buckley and Eagleson 1988).

    T is an estimate, too, and so is the spread along the few directions that make large distances.
    The band is therefore T(1 + (b/a) f (F - 1)), with F the quantile with f and f v degrees of
    freedom, and 1/v the sum of (share of T)^2/(u - 1) (Welch 1938). For normal rows that is exact
    where one side is far larger and all directions have the same spread, or one alone has any.
    """
    from scipy.stats import f as f_ratio

    shape = pooled_shape(stored, fresh)
    expected = stored.error + fresh.error
    if shape is None or stored.first + fresh.first <= ROUNDING:
        return None
    two, three = shape
    freedom, scale = two**3 / three**2, three / two
    unsure = sum((side.error / expected) ** 2 / (side.units - 1) for side in (stored, fresh))
    ratio = float(f_ratio.isf(alarms, freedom, freedom / unsure))
    return math.sqrt(expected * (1.0 + scale * freedom * (ratio - 1.0)))
