"""Recall and reciprocal rank that chance gives when one version of every page competes."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from monosashi.language.layout import IntArray

FloatArray = npt.NDArray[np.float64]
DIGITS = 12


def expected_metrics(
    counts: IntArray, chances: FloatArray, pages: IntArray, kept: IntArray, ks: Sequence[int]
) -> FloatArray:
    """(n, len(ks) + 1) expected hits at every k, and the expected reciprocal rank, last.

    Parameters
    ----------
    counts : (n, c) int
        Pages of which a drawn version stands before the gold with chance ``chances[c]``.
    chances : (c,) float64
        Above 0, at most 1.
    pages, kept : (n,) int
        Competing pages, and how many of them are drawn, without replacement.
    ks : sequence of int

    Notes
    -----
    With Y pages whose drawn version stands before the gold (a sum of independent yes or no) and X
    of these among the pages that are kept, X given Y is hypergeometric. Hits are P(X <= k - 1),
    the reciprocal rank is E[1 / (1 + X)], in closed form because C(y, x) / (1 + x) is
    C(y + 1, x + 1) / (1 + y). Both are sums over the distribution of Y; nothing is drawn.

    Examples
    --------
    >>> one, both = np.array([[2, 0]]), np.array([[0, 1]])
    >>> for counts in (one, both):
    ...     chance = np.array([0.5, 1.0]), np.array([9]), np.array([9])
    ...     print(expected_metrics(counts, *chance, [1, 2]).round(4).tolist())
    [[0.25, 0.75, 0.5833]]
    [[0.0, 1.0, 0.5]]
    """
    sizes, of_size = np.unique(np.stack([pages, kept], axis=1), axis=0, return_inverse=True)
    out = np.empty((len(counts), len(ks) + 1))
    for number, (all_pages, drawn) in enumerate(sizes.tolist()):
        rows = np.flatnonzero(of_size.reshape(-1) == number)
        kinds, which = np.unique(counts[rows], axis=0, return_inverse=True)
        most = int(kinds.sum(axis=1).max())
        metrics = given_before(most, all_pages, drawn, ks)
        means = [distribution(kind, chances) @ metrics[: kind.sum() + 1] for kind in kinds]
        out[rows] = np.round(means, DIGITS)[which.reshape(-1)]  # what is sure is exactly 1
    return out


def distribution(counts: IntArray, chances: FloatArray) -> FloatArray:
    """P(Y = 0), P(Y = 1), ...: ``counts[c]`` independent yes or no with chance ``chances[c]``.

    Examples
    --------
    >>> distribution(np.array([2, 1]), np.array([0.5, 1.0])).tolist()
    [0.0, 0.25, 0.5, 0.25]
    """
    found = np.ones(1)
    for n, chance in zip(counts.tolist(), chances.tolist(), strict=True):
        if n:
            found = np.convolve(found, _binomial(n, chance))
    return found


def _binomial(n: int, chance: float) -> FloatArray:
    if chance >= 1:
        sure: FloatArray = np.eye(1, n + 1, n)[0]
        return sure
    from scipy.special import gammaln, xlog1py, xlogy

    y = np.arange(n + 1)
    log: FloatArray = gammaln(n + 1) - gammaln(y + 1) - gammaln(n - y + 1)
    mass: FloatArray = np.exp(log + xlogy(y, chance) + xlog1py(n - y, -chance))
    mass /= mass.sum()
    return mass


def given_before(most: int, pages: int, kept: int, ks: Sequence[int]) -> FloatArray:
    """(most + 1, len(ks) + 1) hits and reciprocal rank, given how many pages stand before.

    One page after the other is kept or not: sums and products of shares, so that no digits are
    lost as they would be in differences of large logarithms.
    """
    y, width = np.arange(most + 1), max(ks)
    if kept == pages:
        hits = (y[:, None] < np.array(ks)).astype(np.float64)
        return np.column_stack([hits, 1 / (1.0 + y)])
    mass, x = np.zeros((most + 1, width)), np.arange(width)
    mass[0, 0] = 1.0
    for before in range(most):
        stay = np.clip((kept - x) / (pages - before), 0.0, 1.0)
        mass[before + 1] = mass[before] * (1 - stay)
        mass[before + 1, 1:] += (mass[before] * stay)[:-1]
    none = np.cumprod((pages - kept - y) / (pages + 1.0 - y))
    rank = (pages + 1) / (kept + 1) * (1 - none) / (1 + y)
    return np.column_stack([np.cumsum(mass, axis=1)[:, np.array(ks) - 1], rank])
