"""Exact tests for paired yes-or-no outcomes."""

from __future__ import annotations


def mcnemar_exact(gained: int, lost: int) -> float:
    """Two-sided exact p of McNemar's test, which asks whether as many were gained as lost.

    Under the null each discordant unit is a fair coin, so p = min(1, 2 P(X <= min(gained, lost)))
    with X ~ Binomial(gained + lost, 1/2) (McNemar 1947; exact form). Concordant units say
    nothing; without any discordant one p is 1.

    Units must be independent: wordings of one question are not. For groups of queries, test
    gained minus lost of every group with ``sign_flips``, which keeps groups whole, counts whole
    numbers exactly, and gives this p where every group is one query.

    Examples
    --------
    >>> mcnemar_exact(6, 0)
    0.03125
    """
    if min(gained, lost) < 0:
        raise ValueError(f"counts must not be negative: {gained} gained, {lost} lost")
    n, fewer = gained + lost, min(gained, lost)
    term = tail = 1
    for i in range(fewer):
        term = term * (n - i) // (i + 1)
        tail += term
    return min(1.0, 2 * tail / (1 << n))
