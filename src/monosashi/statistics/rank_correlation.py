"""Rank correlations with ties, and what more of the same would give."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

FloatArray = npt.NDArray[np.float64]
LEAST = 2


def tau_b(x: FloatArray, y: FloatArray) -> float | None:
    """Kendall's tau-b, which allows for ties; None where one side does not vary.

    (concordant - discordant pairs) / sqrt(pairs not tied in x times pairs not tied in y).

    >>> round(tau_b(np.array([3.0, 2.0, 2.0, 1.0]), np.array([3.0, 2.0, 1.0, 0.0])), 4)
    0.9129
    """
    i, j = np.triu_indices(len(x), 1)
    over, under = np.sign(x[i] - x[j]), np.sign(y[i] - y[j])
    room = float((over**2).sum() * (under**2).sum())
    return float((over * under).sum() / np.sqrt(room)) if room else None


def midranks(values: FloatArray) -> FloatArray:
    """Ranks from 1 along the last axis; equal values share the mean of their ranks.

    >>> midranks(np.array([[1.0, 3.0, 1.0]])).tolist()
    [[1.5, 3.0, 1.5]]
    """
    below = (values[..., None, :] < values[..., :, None]).sum(axis=-1)
    equal = (values[..., None, :] == values[..., :, None]).sum(axis=-1)
    ranks: FloatArray = below + (equal + 1) / 2
    return ranks


def spearman_rows(x: FloatArray, y: FloatArray) -> FloatArray:
    """Spearman's rho of each row of two (k, n) arrays; NaN where one side does not vary.

    >>> spearman_rows(np.array([[1.0, 2.0, 3.0]]), np.array([[1.0, 3.0, 2.0]])).tolist()
    [0.5]
    """
    a, b = midranks(x), midranks(y)
    a, b = a - a.mean(axis=1, keepdims=True), b - b.mean(axis=1, keepdims=True)
    room = np.sqrt((a * a).sum(axis=1) * (b * b).sum(axis=1))
    out = np.full(len(a), np.nan)
    np.divide((a * b).sum(axis=1), room, out=out, where=room > 0)
    return out


def spearman(x: FloatArray, y: FloatArray) -> float | None:
    """Spearman's rho; None where one side does not vary.

    >>> spearman(np.array([1.0, 2.0]), np.array([2.0, 2.0])) is None
    True
    """
    found = float(spearman_rows(x[None], y[None])[0])
    return None if np.isnan(found) else found


def spearman_brown(rho: float) -> float | None:
    """Reliability of the whole from that of a half, 2r/(1 + r); None at -1.

    >>> round(spearman_brown(0.9091076054353293), 6)
    0.95239
    """
    return None if rho <= -1 else 2 * rho / (1 + rho)
