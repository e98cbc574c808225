"""How far the mean of fresh documents may lie from a stored one by chance alone."""

from __future__ import annotations

import math

from monosashi.language.spread import Spread

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
    T = tr(S_1)/u_1 + tr(S_2)/u_2. D/T is held against a shifted and scaled chi-square with the
    same first three moments: 1 + (b/a)(q - f), with a = tr(S^2)/tr(S)^2, b = tr(S^3)/tr(S)^3,
    f = a^3/b^2 degrees of freedom and q its quantile (Hall 1983, Buckley and Eagleson 1988). T is
    estimated too; that widens the band by sqrt(1 + sum of share^2/(u - 1)), as in Welch (1938).
    """
    from scipy.stats import chi2

    shape = stored.shape or fresh.shape
    expected = stored.error + fresh.error
    if shape is None or stored.first + fresh.first <= ROUNDING:
        return None
    two, three = shape
    freedom, scale = two**3 / three**2, three / two
    wider = sum((side.error / expected) ** 2 / (side.units - 1) for side in (stored, fresh))
    above = scale * (float(chi2.isf(alarms, freedom)) - freedom)
    return math.sqrt(expected * (1.0 + above * math.sqrt(1.0 + wider)))
