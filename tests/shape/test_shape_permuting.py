"""The kernel gives what shuffling by hand gives, for any cut and any number of threads."""

import numpy as np
import pytest

from monosashi.embeddings import as_set
from monosashi.shape import measure_shape, permuting
from monosashi.shape.configuration import configure
from monosashi.shape.exchange import plan_exchange
from monosashi.shape.grouping import Grouping
from monosashi.shape.observables import observable_columns, read_between, read_welch
from monosashi.shape.permuting import Columns, permuted_values
from monosashi.shape.sums import group_sums
from monosashi.shape.welch import welch
from monosashi.statistics.generators import as_generator


def setting(n, groups, d, seed=0, permutations=40):
    rng = np.random.default_rng(seed)
    codes = np.sort(
        np.r_[np.arange(groups), np.arange(groups), rng.integers(0, groups, n - 2 * groups)]
    )
    rng.shuffle(codes)
    data = as_set(rng.normal(size=(n, d)))
    cloud = configure(data)
    grouping = Grouping(tuple(map(str, range(groups))), codes)
    exchange = plan_exchange(data, grouping, None, None)
    plan = exchange.arrangements(permutations, as_generator(seed))
    sizes = grouping.sizes.astype(float)
    matrix = observable_columns(cloud, None, exchange)
    columns = Columns(matrix, (read_between(sizes), read_welch(sizes)))
    return cloud, grouping, plan, columns


def by_hand(cloud, grouping, plan, part):
    values, sorted_codes = [], np.sort(grouping.codes)
    for row in plan.members(part):
        codes = np.empty(len(row), dtype=int)
        codes[row] = sorted_codes
        sums = group_sums(cloud, Grouping(grouping.names, codes))
        values.append((sums.between / cloud.ss_total * cloud.n, welch(sums)))
    return np.array(values)


@pytest.mark.parametrize(("n", "groups", "d"), [(60, 3, 8), (60, 9, 8), (30, 5, 50), (2_000, 12, 6),
                                                (2_000, 2, 6)])  # fmt: skip
def test_same_as_shuffling_by_hand(n, groups, d):
    cloud, grouping, plan, columns = setting(n, groups, d)
    size = permuting.chunk(len(columns.matrix), columns.matrix.shape[1], groups)
    parts = [slice(a, min(a + size, 40)) for a in range(0, 40, size)]
    wanted = np.concatenate([by_hand(cloud, grouping, plan, part) for part in parts])
    found = permuted_values(plan, columns, np.array([np.inf, np.inf]))
    digits = 1e-9 if n <= permuting.SMALL else 3e-5
    np.testing.assert_allclose(found, wanted, rtol=digits)


def test_close_calls_are_done_again_in_float64():
    cloud, grouping, plan, columns = setting(2_000, 12, 6)
    size = permuting.chunk(len(columns.matrix), columns.matrix.shape[1], 12)
    wanted = by_hand(cloud, grouping, plan, slice(0, size))
    found = permuted_values(plan, columns, wanted[5] * (1 + 1e-6))
    assert found[5] == pytest.approx(wanted[5], rel=1e-12)


def test_workers_do_not_matter():
    _, _, plan, columns = setting(2_000, 12, 6, permutations=200)
    one, three = (permuted_values(plan, columns, np.ones(2), n_jobs) for n_jobs in (1, 3))
    assert (one == three).all()


def test_ties_of_duplicated_objects_count():
    """Each vector twice, in two groups alike: every arrangement of the copies is a tie."""
    rng = np.random.default_rng(0)
    half = rng.normal(size=(700, 5))
    labels = np.r_[np.zeros(700, dtype=int), np.ones(700, dtype=int)]
    shape = measure_shape(np.vstack([half, half]), labels, permutations=99)
    assert shape.permutation.p_value == 1.0
    assert shape.permutation.exceedances == 99


def test_groups_without_spread_among_the_arrangements():
    """Arrangements that put copies together have an infinite W*d: they reach the observed one."""
    rows = [[1, 0], [1, 0], [0, 1], [0, 1], [1, 1], [-1, 1]]
    shape = measure_shape(rows, list("abbaab"))
    test = shape.welch_permutation
    assert test.exact
    assert 0 < test.p_value <= 1


def test_clear_effect_gets_the_smallest_p():
    near = 0.01 * np.random.default_rng(3).normal(size=(10, 8)) + np.eye(8)[0]
    far = 0.01 * np.random.default_rng(4).normal(size=(10, 8)) + np.eye(8)[1]
    found = measure_shape(np.vstack([near, far]), np.repeat(["a", "b"], 10), permutations=99)
    assert found.permutation.p_value == pytest.approx(0.01, abs=1e-12)
    assert found.permutation.smallest_p == pytest.approx(0.01, abs=1e-12)
    assert found.permutation.exceedances == 0


def test_seed_decides():
    rng = np.random.default_rng(1)
    vectors, labels = rng.normal(size=(60, 4)), np.repeat(np.arange(6), 10)
    one, same, other = (measure_shape(vectors, labels, permutations=499, rng=r).to_dict()
                        for r in (1, np.random.default_rng(1), 2))  # fmt: skip
    assert one == same
    assert one != other
