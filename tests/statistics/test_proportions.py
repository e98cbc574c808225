"""Intervals of counted shares against published values and scipy."""

import numpy as np
import pytest

from monosashi.statistics.proportions import clopper_pearson, unanimous_bound, wilson


@pytest.mark.parametrize("n", [1, 7, 20])
@pytest.mark.parametrize("confidence", [0.9, 0.95])
def test_agree_with_scipy(n, confidence):
    from scipy.stats import binomtest

    for successes in range(n + 1):
        test = binomtest(successes, n)
        for function, method in ((clopper_pearson, "exact"), (wilson, "wilson")):
            expected = test.proportion_ci(confidence, method)
            np.testing.assert_allclose(
                function(successes, n, confidence), (expected.low, expected.high), atol=1e-12
            )


def test_exact_interval_covers():
    """Clopper-Pearson covers at least 95 % at every share: summed over the binomial."""
    from scipy.stats import binom

    ends = np.array([clopper_pearson(k, 30) for k in range(31)])
    for share in np.linspace(0.01, 0.99, 50):
        inside = (ends[:, 0] <= share) & (share <= ends[:, 1])
        assert binom.pmf(np.arange(31), 30, share)[inside].sum() >= 0.95


def test_unanimous_bound_is_the_upper_limit_at_zero():
    assert unanimous_bound(50) == pytest.approx(clopper_pearson(0, 50)[1])


@pytest.mark.parametrize("arguments", [(3, 2), (-1, 2), (0, 0), (1, 2, 1.0)])
def test_impossible_counts_are_refused(arguments):
    with pytest.raises(ValueError, match=r"trials|confidence"):
        clopper_pearson(*arguments)
