"""McNemar's exact test."""

import pytest

from monosashi.statistics.paired import mcnemar_exact


@pytest.mark.parametrize(("gained", "lost"), [(0, 0), (1, 0), (6, 0), (10, 3), (3, 10), (60, 41)])
def test_agrees_with_the_binomial_test(gained, lost):
    from scipy.stats import binomtest

    n = gained + lost
    expected = 1.0 if n == 0 else binomtest(gained, n).pvalue
    assert mcnemar_exact(gained, lost) == pytest.approx(expected, rel=1e-12)


def test_large_counts_stay_exact():
    assert mcnemar_exact(5000, 5000) == 1.0
    assert 0 < mcnemar_exact(3000, 2000) < 1e-40


def test_level_holds():
    """Under the null at most 5 % of the outcomes have p <= 0.05."""
    from math import comb

    n = 25
    rejected = sum(comb(n, k) for k in range(n + 1) if mcnemar_exact(k, n - k) <= 0.05)
    assert 0.02 < rejected / 2**n <= 0.05


def test_negative_counts_are_refused():
    with pytest.raises(ValueError, match="negative"):
        mcnemar_exact(-1, 3)
