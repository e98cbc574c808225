"""Sign flips against complete enumeration and McNemar's exact test."""

from itertools import product

import numpy as np
import pytest

from monosashi.statistics.paired import mcnemar_exact
from monosashi.statistics.sign_flips import ENUMERATE, sign_flips


def every_sign(values):
    observed = abs(sum(values))
    sums = [abs(sum(s * v for s, v in zip(signs, values, strict=True)))
            for signs in product((1, -1), repeat=len(values))]  # fmt: skip
    return np.mean([total >= observed - 1e-9 for total in sums])


@pytest.mark.parametrize("seed", range(6))
def test_enumeration(seed):
    rng = np.random.default_rng(seed)
    fractions = rng.normal(0.3, 1, 9)
    whole = rng.integers(-3, 5, 9).astype(float)
    found = sign_flips(np.stack([fractions, whole], axis=1))
    assert [test.exact for test in found] == [True, True]
    assert found[0].p_value == pytest.approx(every_sign(fractions), abs=1e-12)
    assert found[1].p_value == pytest.approx(every_sign(whole), abs=1e-12)


@pytest.mark.parametrize(("gained", "lost"), [(6, 0), (9, 4), (40, 70), (5, 5)])
def test_yes_or_no_outcomes_give_mcnemar(gained, lost):
    column = np.array([1.0] * gained + [-1.0] * lost + [0.0] * 17)
    (found,) = sign_flips(column[:, None])
    assert found.exact
    assert found.p_value == pytest.approx(mcnemar_exact(gained, lost), rel=1e-9)


def test_no_difference_is_no_evidence():
    (found,) = sign_flips(np.zeros((30, 1)))
    assert (found.p_value, found.smallest_p) == (1.0, 1.0)


def test_random_flips_come_close_and_never_reach_zero():
    rng = np.random.default_rng(3)
    small = rng.normal(0.35, 1, ENUMERATE)
    exact = sign_flips(small[:, None])[0]
    # the same differences and one that is nearly nothing: the enumeration no longer fits
    (random,) = sign_flips(np.append(small, 1e-9)[:, None], rng=1)
    assert exact.exact
    assert not random.exact
    assert random.p_value == pytest.approx(exact.p_value, abs=0.02)
    (extreme,) = sign_flips(rng.uniform(1, 2, (60, 1)), permutations=99)
    assert extreme.p_value == extreme.smallest_p == 0.01


def test_columns_and_seeds():
    values = np.random.default_rng(5).normal(0.1, 1, (40, 3))
    together = sign_flips(values, rng=7)
    alone = [sign_flips(values[:, [i]], rng=7)[0] for i in range(3)]
    assert [t.p_value for t in together] == [t.p_value for t in alone]
    mirrored = sign_flips(-values, rng=7)
    assert [t.p_value for t in together] == [t.p_value for t in mirrored]


@pytest.mark.slow
def test_uniform_under_the_null():
    rng = np.random.default_rng(11)
    draws = rng.standard_t(4, (30, 1500)) * rng.uniform(0.2, 3, (30, 1))
    p = np.array([test.p_value for test in sign_flips(draws, permutations=999, rng=2)])
    for level in (0.01, 0.05, 0.1, 0.5):
        error = 3.5 * np.sqrt(level * (1 - level) / len(p))
        assert abs((p <= level).mean() - level) < error


def test_no_p_is_0_however_many_units_agree():
    (found,) = sign_flips(np.ones((3000, 1)))
    assert 0 < found.smallest_p <= found.p_value < 1e-300
