"""Exact mean and variance of a permuted trace, without permuting.

For a centred Gram matrix K and a centred projection A, shuffling the rows of K against those of A
gives tr(AK) a distribution whose first two moments are known in closed form.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Traces:
    """tr M, tr M² and the sum of squared diagonal entries of a centred symmetric M."""

    trace: float
    squared: float
    diagonal: float


def permutation_moments(kernel: Traces, projection: Traces, n: int) -> tuple[float, float | None]:
    """Mean and variance of tr(A P K P') over all n! permutations P.

    Parameters
    ----------
    kernel, projection : Traces
        Of K and of A, both n × n with rows that sum to 0.
    n : int
        Number of rows.

    Returns
    -------
    mean, variance
        The variance is None below n = 4, where its formula has no value.

    Notes
    -----
    Mean tr(A) tr(K) / (n - 1); variance after Kazi-Aoual, Hitier, Sabatier and Lebreton (1995).
    """
    t, t2, s = kernel.trace, kernel.squared, kernel.diagonal
    u, u2, r = projection.trace, projection.squared, projection.diagonal
    mean = t * u / (n - 1)
    if n < 4:
        return mean, None
    first = 2 * ((n - 1) * t2 - t * t) * ((n - 1) * u2 - u * u)
    first /= (n - 1) ** 2 * (n + 1) * (n - 2)
    second = n * (n + 1) * s - (n - 1) * (t * t + 2 * t2)
    second *= n * (n + 1) * r - (n - 1) * (u * u + 2 * u2)
    second /= (n + 1) * n * (n - 1) * (n - 2) * (n - 3)
    return mean, max(0.0, first + second)
