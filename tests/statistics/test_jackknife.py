"""The delete-one-cluster jackknife."""

import numpy as np
import pytest
from scipy import stats

from monosashi.statistics.jackknife import jackknife, jackknife_estimate, refusal
from monosashi.statistics.multiplicity import adjust_some, bonferroni, holm


def test_of_a_mean_is_the_t_interval():
    x = np.random.default_rng(0).normal(size=15)
    left = (x.sum() - x) / 14
    found = jackknife_estimate(x.mean(), left)
    wanted = stats.t.interval(0.95, 14, loc=x.mean(), scale=stats.sem(x))
    assert (found.low, found.high) == pytest.approx(wanted, rel=1e-12)
    assert found.bias_corrected == pytest.approx(x.mean(), abs=1e-12)
    assert found.n == 15
    assert not found.clipped


def test_removes_the_bias_of_the_plug_in_variance():
    x = np.random.default_rng(1).normal(size=12)
    left = np.array([np.delete(x, i).var() for i in range(12)])
    assert jackknife(x.var(), left).corrected == pytest.approx(x.var(ddof=1), rel=1e-12)


def test_p_value_is_that_of_the_paired_t_test():
    x = np.random.default_rng(2).normal(0.3, 1, size=20)
    found = jackknife(x.mean(), (x.sum() - x) / 19)
    assert found.p_value() == pytest.approx(stats.ttest_1samp(x, 0).pvalue, rel=1e-10)


def test_interval_is_cut_to_what_is_possible():
    found = jackknife_estimate(0.9, np.array([0.7, 0.9, 0.99]), possible=(0, 1))
    assert found.clipped
    assert (found.low, found.high) == (0.09375437203024993, 1.0) or found.high == 1.0
    assert 0 <= found.low <= found.high <= 1


@pytest.mark.parametrize("left", [[0.0, 0.0], [0.5, np.nan, 0.6]])
def test_no_interval_without_grounds(left):
    found = jackknife_estimate(0.5, np.array(left))
    assert (found.low, found.high, found.standard_error) == (None, None, None)
    assert found.method.startswith("no interval")
    assert refusal(np.array(left)) is not None


def test_nothing_varies():
    assert jackknife(0.0, np.zeros(5)).p_value() is None


def test_holm_and_bonferroni():
    p = [0.01, 0.04, 0.03, 0.2]
    assert holm(p).tolist() == pytest.approx([0.04, 0.09, 0.09, 0.2])
    assert bonferroni(p).tolist() == pytest.approx([0.04, 0.16, 0.12, 0.8])
    assert adjust_some([0.01, None, 0.03], holm) == pytest.approx([0.02, None, 0.03])
    assert holm([]).tolist() == []
