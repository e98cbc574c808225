"""k-occurrence and its statistics against public implementations (hub-toolbox, kiez).

Two small cases are kept here, X and the numbers; all others are read beside the checkout. The two
with exact ties are left to the tie rule (the implementations disagree there among themselves).
"""

import json
from pathlib import Path

import numpy as np
import pytest

from monosashi.hubs import measure_hubs
from monosashi.neighbors import nearest

HERE = Path(__file__).parent / "oracles"
SHARED = Path(__file__).resolve().parents[2].parent / "shared" / "oracles" / "hubs"
UNTIED = ("01_gauss_same_d8", "04_mode_drop_d16", "08_float16_d24", "10_many_generated_d8",
          "13_hub_small_d50")  # fmt: skip
KIEZ = {"antihub_share": "antihub_occurrence", "robin_hood": "robinhood", "gini": "gini",
        "hub_occurrence": "hub_occurrence"}  # fmt: skip


@pytest.mark.parametrize("name", ["01_gauss_same_d8", "13_hub_small_d50"])
def test_kept_cases(name):
    with np.load(HERE / f"{name}.npz") as case:
        for k in (5, 10):
            hubs = measure_hubs(case["X"], k=k, references=False)
            assert hubs.ties == 0
            assert np.array_equal(hubs.occurrence, case[f"occurrence_k{k}"])
            assert hubs.skewness.value == pytest.approx(float(case[f"skewness_k{k}"]), abs=1e-9)
        hubs = measure_hubs(case["X"], k=5, references=False)
        for field in KIEZ:
            expected = float(case[f"{field}_k5"])
            assert getattr(hubs, field).value == pytest.approx(expected, abs=1e-12)
        assert np.array_equal(nearest(case["X"], k=5).indices, case["knn_k5"])


def shared(name):
    if not SHARED.is_dir():
        pytest.skip("the reference numbers do not lie beside this checkout")
    case = json.loads((SHARED / "index.json").read_text(encoding="utf-8"))["cases"][name]
    with np.load(SHARED / case["file"]) as file:
        return dict(file), case["scalars"]


@pytest.mark.parametrize("k", [5, 10])
@pytest.mark.parametrize("name", UNTIED)
def test_shared_cases(name, k):
    held, scalars = shared(name)
    hubs = measure_hubs(held["X"], k=k, references=False)
    assert np.array_equal(hubs.occurrence, held[f"hub_toolbox252__k_occurrence__k{k}"])
    assert hubs.skewness.value == pytest.approx(scalars[f"hub_toolbox252/skew/k{k}"], abs=1e-9)
    if k == 5:
        for field, key in KIEZ.items():
            expected = scalars[f"kiez050/{key}/k5"]
            assert getattr(hubs, field).value == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("name", UNTIED[:4])
def test_queries_against_an_index(name):
    held, _ = shared(name)
    hubs = measure_hubs(held["X"], queries=held["Y"], k=5, references=False)
    lists = held["sklearn_brute__gen_to_real_knn_index__k5"]
    assert np.array_equal(hubs.occurrence, np.bincount(lists.ravel(), minlength=len(held["X"])))
    assert hubs.antihub_share.value == pytest.approx(float((hubs.occurrence == 0).mean()))


@pytest.mark.parametrize("name", ["07_duplicates_d2", "15_lattice_ties"])
def test_tied_cases_follow_the_tie_rule(name):
    held, scalars = shared(name)
    hubs = measure_hubs(held["X"], k=5, references=False)
    x = held["X"].astype(float)
    table = np.sqrt(((x[:, None] - x) ** 2).sum(axis=-1))
    np.fill_diagonal(table, np.inf)
    lists = np.argsort(table, axis=1, kind="stable")[:, :5]
    assert np.array_equal(hubs.occurrence, np.bincount(lists.ravel(), minlength=len(x)))
    assert hubs.ties > len(x) // 3
    assert [finding.code for finding in hubs.findings()][-1] == "hubs.ties"
    assert hubs.antihub_share.value == pytest.approx(scalars["kiez050/antihub_occurrence/k5"])


@pytest.mark.parametrize("name", ["13_hub_small_d50", "15_lattice_ties"])
def test_a_table_of_distances_gives_the_same(name):
    held, _ = shared(name)
    given = measure_hubs(distances=held["D_euclidean"], k=5)
    searched = measure_hubs(held["X"], k=5, references=False)
    assert np.array_equal(given.occurrence, searched.occurrence)
    assert given.ties == searched.ties
    assert given.skewness == searched.skewness
