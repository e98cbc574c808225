"""Numbers of R (vegan) and of closed forms."""

import numpy as np
import pytest

from monosashi.embeddings import as_set
from monosashi.shape import measure_shape
from monosashi.shape.chance import permutation_deviation
from monosashi.shape.configuration import configure
from monosashi.shape.dispersion import own_distances
from monosashi.shape.grouping import read_grouping
from monosashi.shape.leave_out import leave_one_out
from monosashi.shape.source_two_tables import source_example
from monosashi.shape.sums import group_sums

CLOSED = {
    "SST": "ss_total", "SSB": "ss_between", "SSW": "ss_within", "R2": "r_squared", "F": "f",
    "n0": "n0", "ICC": "icc", "eps2": "epsilon_squared", "omega2": "omega_squared",
    "Wbar": "w_bar", "V": "v", "perm_mean_R2": "expected_r_squared",
    "mean_resultant_length": "mean_resultant_length", "F2_anderson2017": "f2",
    "Wd_star": "welch",
}  # fmt: skip
SETS = ("d02_seedtable", "d03_balanced", "d05_singletons", "d06_blocks", "d13_tiny_3v3")


@pytest.fixture
def read(oracle):
    def vectors(name):
        if name == "d02_seedtable":
            example = source_example()
            return example.points, example.codes
        held = oracle(name)
        return held["Z"], held["g"]

    return vectors


def sums_of(vectors, labels, *, normalise=True):
    data = as_set(vectors)
    cloud = configure(data, normalise=normalise)
    return cloud, group_sums(cloud, read_grouping(data, labels))


@pytest.mark.parametrize("name", SETS)
def test_closed_forms(name, read, expected):
    shape = measure_shape(*read(name), permutations=99)
    for key, value in expected[name]["closed_form"].items():
        if key in CLOSED:
            assert float(getattr(shape, CLOSED[key])) == pytest.approx(value, rel=1e-12), key
    tilde = expected[name]["closed_form"]["Wt"]
    for row, w_tilde in zip(shape.groups, tilde, strict=True):
        assert row["w_tilde"] == (None if w_tilde is None else pytest.approx(w_tilde, rel=1e-12))


@pytest.mark.parametrize("name", SETS)
def test_permanova_of_vegan(name, read, expected):
    shape = measure_shape(*read(name))
    vegan = expected[name]["vegan"]["permanova"]
    sums = [shape.ss_between, shape.ss_within, shape.ss_total]
    assert sums == pytest.approx(vegan["SS"], rel=1e-12)
    assert shape.permutation.statistic == pytest.approx(vegan["F"], rel=1e-12)
    assert shape.permutation.p_value == pytest.approx(vegan["p"], abs=monte_carlo(vegan["p"]))


def monte_carlo(p, draws=9999):
    return 4 * np.sqrt(2 * p * (1 - p) / draws) + 1e-12


@pytest.mark.parametrize(
    "name", ["d02_seedtable", "d03_balanced", "d05_singletons", "d13_tiny_3v3"]
)
@pytest.mark.parametrize("center", ["centroid", "median"])
def test_dispersion_of_vegan(name, center, read, expected):
    """Full dimension, bias adjusted; vegan finds its medians to fewer digits."""
    vegan = expected[name]["vegan"]["betadisper"][f"{center}_adj"]
    test = measure_shape(*read(name), center=center).dispersion
    digits = 1e-12 if center == "centroid" else 2e-4
    assert test.statistic == pytest.approx(vegan["F"], rel=digits)
    if vegan["p_perm"] != "vegan error":
        p = vegan["p_perm"]
        assert test.p_value == pytest.approx(p, abs=monte_carlo(p) + 1 / 720)


@pytest.mark.parametrize(
    "name", ["d02_seedtable", "d03_balanced", "d05_singletons", "d13_tiny_3v3"]
)
def test_distances_to_centroids_of_vegan(name, read, shared_numbers):
    """Object by object; vegan gives none to an object alone in its group, nor do we."""
    vegan = shared_numbers["R_vegan"][name]["betadisper"]["centroid_adj"]["distances"]
    vectors, labels = read(name)
    kept = [i for i, distance in enumerate(vegan) if distance is not None]
    data = as_set(np.asarray(vectors)[kept])
    cloud, grouping = configure(data), read_grouping(data, np.asarray(labels)[kept])
    found = own_distances(cloud, grouping, group_sums(cloud, grouping), "centroid")
    assert found == pytest.approx([vegan[i] for i in kept], rel=1e-12)


@pytest.mark.parametrize("name", ["d03_balanced", "d06_blocks"])
def test_f_of_fixed_permutations(name, read, oracle, expected):
    vectors, labels = read(name)
    vegan = expected[name]["vegan"]["fixed_perms"]
    for order, f in zip(oracle(f"{name}.perms")["perm0"], vegan["F_perm"], strict=True):
        shuffled = labels[np.argsort(order)]
        cloud, sums = sums_of(vectors, shuffled)
        within = sums.within.sum()
        groups = len(sums.sizes)
        found = (sums.between / (groups - 1)) / (within / (cloud.n - groups))
        assert found == pytest.approx(f, rel=1e-12, abs=1e-13)


def test_free_and_within_blocks(oracle, expected):
    held, vegan = oracle("d06_blocks"), expected["d06_blocks"]["vegan"]
    free = measure_shape(held["Z"], held["g"]).permutation
    within = measure_shape(held["Z"], held["g"], within=held["block"]).permutation
    assert free.p_value == pytest.approx(vegan["permanova"]["p"], abs=monte_carlo(0.13))
    assert within.p_value == vegan["within_p"] == 0.0001
    assert (free.scheme, within.scheme) == ("free", "within")


@pytest.mark.parametrize("name", SETS)
def test_jackknife_of_r(name, read, expected):
    cloud, sums = sums_of(*read(name))
    closed = expected[name]["closed_form"]
    left = leave_one_out("r_squared", sums, cloud.ss_total)
    assert left == pytest.approx(np.array(closed["R2_loo"]), abs=1e-12)
    if len(left) > 2:
        shape = measure_shape(*read(name), permutations=9)
        assert shape.r_squared.standard_error == pytest.approx(closed["se_jack_R2"], rel=1e-12)
        assert shape.r_squared.bias_corrected == pytest.approx(closed["R2_bias_corrected"], 1e-12)
        assert shape.w_bar.standard_error == pytest.approx(closed["se_jack_Wbar"], rel=1e-12)


@pytest.mark.parametrize("name", SETS)
def test_permutation_deviation(name, read, expected):
    cloud, sums = sums_of(*read(name))
    found = permutation_deviation(cloud, sums.sizes.astype(float))
    assert found == pytest.approx(expected[name]["closed_form"]["perm_sd_R2"], rel=1e-12)


@pytest.mark.parametrize("name", ["d15_icc_balanced", "d16_icc_unbalanced"])
def test_icc_of_a_scalar(name, oracle, expected):
    held, closed = oracle(name), expected[name]["closed_form"]
    shape = measure_shape(held["y"][:, None], held["g"], normalise=False, permutations=9)
    assert float(shape.icc) == pytest.approx(closed["ICC"], rel=1e-12)
    assert shape.n0 == pytest.approx(closed["n0"], rel=1e-12)
    assert shape.f == pytest.approx(closed["F"], rel=1e-12)
    assert float(shape.epsilon_squared) == pytest.approx(closed["eps2"], rel=1e-12)


def test_unbalanced_icc_uses_n0():
    y = np.array([1, 2, 3, 4, 5, 6, 7, 9.0])[:, None]
    shape = measure_shape(y, [1, 1, 1, 2, 2, 2, 3, 3], normalise=False)
    assert float(shape.icc) == pytest.approx(0.8681318681318682, abs=1e-9)
    assert float(shape.r_squared) == pytest.approx(0.8796992481203008, abs=1e-9)
    assert shape.n0 == pytest.approx(2.625, abs=1e-12)


def test_cluster_jackknife_leaves_out_groups_not_rows():
    rows = [[1, 0, 0], [0.9, 0.2, 0], [0, 1, 0], [0.1, 0.9, 0.3], [0, 0, 1], [0.2, 0.1, 0.9],
            [0.6, 0.6, 0.1], [0.5, 0.7, 0.2]]  # fmt: skip
    found = measure_shape(rows, list("aabbccdd")).r_squared
    assert found.standard_error == pytest.approx(0.017926553779181287, abs=1e-9)
    assert found.value == pytest.approx(0.965800650063833, abs=1e-9)
    assert found.method.endswith("t(3)")
