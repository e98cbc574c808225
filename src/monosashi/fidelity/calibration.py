"""What raw clipped coverage means: the share of good generated points that would give it."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]


def coverage_table(n: int, m: int, k: int) -> Floats:
    r"""Expected raw clipped coverage of ``m`` good generated points, for 0 to ``m`` of them.

    A good point is a fresh draw from the distribution of the reals. The number J of g good points
    inside the ball of a real, whose radius reaches its k-th nearest other, follows a beta-binomial
    law (g; k, n - k), whatever the distribution, as long as it has no ties. So

        f(g) = E[min(J, k)] / k = 1 - (1/k) Σ_{q<k} (k - q) P(J = q)

    which needs k terms: O(k m), against O(m²) for sums over all of J.

    Parameters
    ----------
    n : int
        Reals, more than k.
    m : int
    k : int

    Returns
    -------
    (m + 1,) float64 array, rising from 0

    References
    ----------
    Salvy, Talbot & Thirion (2026), Enhanced generative model evaluation with Clipped Density and
    Coverage, ICLR (the law); the sum is our own.

    Examples
    --------
    >>> coverage_table(200, 200, 5)[[0, 1, 200]].round(6).tolist()
    [0.0, 0.005, 0.757006]
    """
    good = np.arange(m + 1, dtype=np.float64)
    chance = np.concatenate([[1.0], np.cumprod((good[:-1] + n - k) / (good[:-1] + n))])
    missing = k * chance
    for q in range(k - 1):
        left = good - q
        below = (q + 1) * (left + n - k - 1)
        ratio = np.divide(left * (q + k), below, out=np.zeros(m + 1), where=left > 0)
        chance = chance * ratio
        missing += (k - q - 1) * chance
    table: Floats = 1 - missing / k
    table[0] = 0.0
    return np.maximum.accumulate(table)


def clipped_coverage(raw: float, table: Floats) -> float:
    """The share of good points whose expected raw coverage is ``raw``: the table, inverted.

    Between entries it is interpolated, so the last entry gives 1 exactly; above it 1.

    >>> clipped_coverage(0.9, coverage_table(200, 200, 5))
    1.0
    """
    good = np.arange(len(table), dtype=np.float64)
    return float(np.interp(raw, table, good) / (len(table) - 1))


def peer_clipped_coverage(raw: float, table: Floats, k: int) -> float:
    """As the authors' own code looks it up, for comparing with published numbers.

    Entries below k count as 0, entries below the raw value are counted, and divided by m + 1.
    """
    theirs = table.copy()
    theirs[: min(k, len(theirs))] = 0.0
    return float(np.searchsorted(theirs, raw) / len(theirs))
