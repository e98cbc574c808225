"""Groups it takes: worked numbers, inverses, attenuation, and power by simulation."""

import json
import math

import numpy as np
import pytest

import monosashi as ms
from monosashi.advice.correlation_power import correlation_power
from monosashi.advice.shape_document import shape_document
from monosashi.embeddings import DataError
from monosashi.report.sentences import verdict_sentence
from monosashi.shape import measure_shape, power
from monosashi.shape.pilots import read_pilot


def test_worked_numbers():
    assert power.groups_needed(0.5).exact == pytest.approx(29.012300401053597, rel=1e-12)
    assert power.groups_needed(0.5).groups == 30
    assert power.groups_needed(0.3).exact == pytest.approx(84.92781111577527, rel=1e-12)
    assert power.detectable_correlation(20) == pytest.approx(0.5911839833526782, rel=1e-12)
    assert ms.power is power


@pytest.mark.parametrize("groups", [4, 7, 20, 500])
@pytest.mark.parametrize("spearman", [False, True])
def test_inverse(groups, spearman):
    rho = power.detectable_correlation(groups, 0.01, 0.9, spearman=spearman)
    needed = power.groups_needed(rho, 0.01, 0.9, spearman=spearman)
    assert (needed.exact, needed.groups) == (pytest.approx(groups), groups)


def test_reliabilities():
    """A true 0.5 seen through two measures of reliability 0.5 takes the groups of 0.25."""
    seen = power.groups_needed(0.5, reliabilities=(0.5, 0.5))
    assert seen.rho == pytest.approx(0.25)
    assert seen.groups == power.groups_needed(0.25).groups == 124


def test_ranks_take_six_percent_more():
    plain, ranked = (power.groups_needed(-0.4, spearman=s).exact for s in (False, True))
    assert (ranked - 3) / (plain - 3) == pytest.approx(1.06)


def test_power_of_fisher_z_by_simulation():
    rng = np.random.default_rng(0)
    needed = power.groups_needed(0.5).groups
    hits = 0
    for _ in range(2000):
        x, e = rng.normal(size=(2, needed))
        r = np.corrcoef(x, 0.5 * x + math.sqrt(0.75) * e)[0, 1]
        hits += abs(math.atanh(r)) * math.sqrt(needed - 3) > 1.959964
    assert hits / 2000 == pytest.approx(0.81, abs=0.03)


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: power.groups_needed(0), "never detected"),
        (lambda: power.groups_needed(1), "rho"),
        (lambda: power.groups_needed(0.5, alpha=0), "alpha"),
        (lambda: power.groups_needed(0.5, power=1.2), "power"),
        (lambda: power.groups_needed(0.5, alpha=0.05, power=0.02), "power"),
        (lambda: power.groups_needed(0.5, reliabilities=(0, 1)), "reliability"),
        (lambda: power.detectable_correlation(3), "4"),
    ],
)
def test_refusals(call, said):
    with pytest.raises(DataError, match=said):
        call()


def pilot(groups=8, size=4, shift=0.6, d=5, seed=0):
    rng = np.random.default_rng(seed)
    codes = np.repeat(np.arange(groups), size)
    return shift * rng.normal(size=(groups, d))[codes] + rng.normal(size=(len(codes), d)), codes


def test_more_groups_and_members_more_power():
    found = power.simulate(*pilot(), group_counts=[3, 12], group_sizes=[2, 6], simulations=80,
                           permutations=99, normalise=False)  # fmt: skip
    held = {(r["groups"], r["group_size"]): r["power"] for r in found.rows}
    assert held[3, 2] < held[12, 2] <= held[12, 6]
    assert held[3, 2] < held[3, 6]
    assert held[12, 6] > 0.95
    json.dumps(found.to_dict(), allow_nan=False)
    for row in found.tables()["power"]:
        assert not row["reachable"] or row["low"] <= row["power"] <= row["high"]


def test_same_seed_same_power():
    options = {"group_counts": [4], "group_sizes": [3], "simulations": 20, "permutations": 99}
    assert power.simulate(*pilot(), rng=3, **options).rows == power.simulate(
        *pilot(), rng=3, **options).rows  # fmt: skip


def test_a_pilot_of_noise_gives_hardly_more_than_alpha():
    """Drawn group means carry noise (0.69 without shrinking them); some pilots look like more."""
    shares = []
    for seed in range(6):
        found = power.simulate(*pilot(groups=30, shift=0.0, seed=seed), group_counts=[8],
                               group_sizes=[4], simulations=60, permutations=99,
                               normalise=False)  # fmt: skip
        shares.append(found.rows[0]["power"])
    assert np.mean(shares) < 0.25
    assert min(shares) <= 0.1


def test_drawn_groups_have_the_spread_of_the_pilot():
    """R² of new data of the pilot's design, on average, is that of new draws of its generator."""
    from monosashi.embeddings import as_set

    drawn = []
    for seed in range(30):
        vectors, codes = pilot(groups=10, shift=1.0, seed=seed)
        held = read_pilot(as_set(vectors), codes, normalise=False)
        rows = held.draw(10, 4, np.random.default_rng(seed))
        drawn.append(
            float(measure_shape(rows, codes, normalise=False, permutations=1).epsilon_squared)
        )
    truth = [float(measure_shape(*pilot(groups=10, shift=1.0, seed=100 + s), normalise=False,
                                 permutations=1).epsilon_squared) for s in range(60)]  # fmt: skip
    assert np.mean(drawn) == pytest.approx(np.mean(truth), abs=0.04)


def test_smallest_p_of_a_tiny_design_is_told():
    found = power.simulate(*pilot(), group_counts=[2], group_sizes=[2], simulations=10)
    assert found.rows[0]["smallest_p"] == pytest.approx(1 / 3)
    assert found.rows[0]["power"] == 0


@pytest.mark.parametrize(
    ("options", "said"),
    [({"alpha": 0.001}, "permutations"), ({"group_sizes": [1]}, "group_sizes"),
     ({"alpha": 1.0}, "alpha"), ({"simulations": 1}, "simulations")],
)  # fmt: skip
def test_simulation_refusals(options, said):
    with pytest.raises(DataError, match=said):
        power.simulate(*pilot(), **options)


@pytest.mark.slow
def test_simulated_power_is_the_power_of_new_data():
    """Mean simulated power over pilots against rejections in fresh data of the same generator."""
    simulated = [power.simulate(*pilot(groups=20, shift=0.35, seed=s), group_counts=[8],
                                group_sizes=[4], simulations=100, permutations=199,
                                normalise=False).rows[0]["power"] for s in range(20)]  # fmt: skip
    fresh = [measure_shape(*pilot(groups=8, shift=0.35, seed=1000 + s), normalise=False,
                           permutations=199).permutation.p_value <= 0.05
             for s in range(400)]  # fmt: skip
    assert np.mean(simulated) == pytest.approx(np.mean(fresh), abs=0.12)


def test_a_design_that_cannot_reach_the_level_is_named():
    """Six objects in three pairs: 15 partitions, so p is at least 1/15."""
    rng = np.random.default_rng(1)
    rows = np.repeat(np.eye(3), 4, axis=0) + 0.01 * rng.normal(size=(12, 3))
    found = power.simulate(rows, np.repeat(list("abc"), 4), group_counts=[3], group_sizes=[2],
                           simulations=20, normalise=False)  # fmt: skip
    (row,) = found.rows
    assert row["smallest_p"] == pytest.approx(1 / 15)
    assert (row["power"], row["low"], row["high"], row["reachable"]) == (0, None, None, False)
    told = [finding for finding in found.findings() if finding.code == "shape.power_unreachable"]
    assert "3 × 2" in told[0].say("en")
    assert told[0].say("ja")


def test_designs_beyond_the_pilot_are_named():
    found = power.simulate(*pilot(4, 4), group_counts=[3, 6], group_sizes=[2, 8], simulations=10,
                           permutations=19)  # fmt: skip
    assert [row["beyond_pilot"] for row in found.rows] == [False, True, True, True]
    (told,) = [one for one in found.findings() if one.code == "shape.power_beyond"]
    assert told.numbers["designs"] == "3 × 8, 6 × 2, 6 × 8"
    assert any(one.code == "shape.power_pilot" for one in found.findings())


def test_a_pilot_without_spread_inside_its_groups():
    """One centre can be drawn for all groups: then nothing varies, and nothing is found."""
    found = power.simulate(np.repeat(np.eye(3), 4, axis=0), np.repeat(list("abc"), 4),
                           group_counts=[2], group_sizes=[4], simulations=60,
                           normalise=False)  # fmt: skip
    (row,) = found.rows
    assert row["power"] == pytest.approx(2 / 3, abs=0.2)


def test_power_of_a_number_of_groups_is_the_inverse():
    needed = power.groups_needed(0.4, power=0.9, reliabilities=(0.8, 0.9), spearman=True)
    here = [power.power_of(0.4, needed.groups - one, reliabilities=(0.8, 0.9), spearman=True)
            for one in (0, 1)]  # fmt: skip
    assert here[1] < 0.9 <= here[0]
    assert power.power_of(-0.4, 20) == power.power_of(0.4, 20)
    asked = correlation_power(0.4, 20)
    assert asked.power_here == power.power_of(0.4, 20)
    assert correlation_power(0.4).power_here is None
    verdict = shape_document({"power": asked}).verdict
    for language in ("en", "ja"):
        said = verdict_sentence(verdict, language)
        assert f"{asked.power_here:.2f}" in said
        assert "0.05" in said
