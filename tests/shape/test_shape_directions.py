"""Number of directions: known spectra, deletions, bounds."""

import json
from itertools import permutations, product

import numpy as np
import pytest

from monosashi.embeddings import DataError, EmbeddingSet, as_set
from monosashi.shape import count_directions
from monosashi.shape.grouping import read_grouping
from monosashi.shape.spectrum import Source, scanned
from monosashi.shape.spectrum_groups import group_forms

D = 768
POWER = 1 / np.arange(1, D + 1)


def corrected(x):
    """The formula as printed, the slow way."""
    n = len(x)
    rest = x - x.mean(axis=0)
    s = rest.T @ rest / (n - 1)
    q = ((rest**2).sum(axis=1) ** 2).sum() / (n - 1)
    square = (n - 1) / (n * (n - 2) * (n - 3)) * (
        (n - 1) * (n - 2) * np.trace(s @ s) + np.trace(s) ** 2 - n * q)  # fmt: skip
    return np.trace(s) ** 2 / square


@pytest.mark.parametrize(
    ("n", "plain", "fixed", "effective", "rank_me"),
    [(20, 11.9, 34.5, 15.2, 18.1), (100, 24.0, 35.8, 50.3, 86.9), (500, 29.8, 32.1, 108, 362)],
)
def test_power_law_spectrum(n, plain, fixed, effective, rank_me):
    """True participation ratio 31.7; the plain one is held down by n, the corrected is not."""
    found = [
        count_directions(np.random.default_rng(s).normal(size=(n, D)) * np.sqrt(POWER),
                         normalise=False) for s in range(6)
    ]  # fmt: skip
    assert POWER.sum() ** 2 / (POWER**2).sum() == pytest.approx(31.7, abs=0.05)
    assert np.mean([f.participation_ratio for f in found]) == pytest.approx(plain, rel=0.15)
    mean = np.mean([float(f.participation_ratio_corrected) for f in found])
    assert mean == pytest.approx(31.7, rel=0.25)
    assert mean == pytest.approx(fixed, rel=0.3)
    assert np.mean([f.effective_rank for f in found]) == pytest.approx(effective, rel=0.06)
    assert np.mean([f.rank_me for f in found]) == pytest.approx(rank_me, rel=0.06)


@pytest.mark.parametrize(("n", "plain"), [(20, 18.5), (50, 46), (100, 88), (500, 302)])
def test_even_spectrum(n, plain):
    found = count_directions(np.random.default_rng(2).normal(size=(n, D)), normalise=False)
    assert found.participation_ratio == pytest.approx(plain, rel=0.01)
    assert float(found.participation_ratio_corrected) == pytest.approx(D, rel=0.12)


@pytest.mark.parametrize("shape", [(12, 5), (7, 30), (6, 6)])
def test_printed_formula_and_every_deletion(shape):
    x = np.random.default_rng(3).normal(size=shape) * np.linspace(1, 3, shape[1]) + 10
    data = as_set(x)
    source = Source.of(data, normalise=False)
    spectrum = scanned(source)
    assert spectrum.participation() == pytest.approx(corrected(x), rel=1e-9)
    direct = np.array([corrected(np.delete(x, i, axis=0)) for i in range(shape[0])])
    direct = np.where(direct > 0, direct, np.nan)
    assert spectrum.without_each(source) == pytest.approx(direct, rel=1e-8, nan_ok=True)


def test_from_singular_values():
    x = np.random.default_rng(4).normal(size=(30, 8)) + 2
    unit = x / np.linalg.norm(x, axis=1, keepdims=True)
    found = count_directions(x)
    for name, rows, root in (("effective_rank", unit - unit.mean(axis=0), False),
                             ("rank_me", unit, True)):  # fmt: skip
        values = np.linalg.svd(rows, compute_uv=False)
        p = (values if root else values**2) / (values if root else values**2).sum()
        assert getattr(found, name) == pytest.approx(np.exp(-(p * np.log(p)).sum()), rel=1e-9)


def test_similarity_changes_nothing_without_rank_me():
    rng = np.random.default_rng(5)
    x = rng.normal(size=(40, 6)) * np.arange(1, 7)
    turned = 1e-3 * x @ np.linalg.qr(rng.normal(size=(6, 6)))[0] + 1
    a, b = (count_directions(rows, normalise=False) for rows in (x, turned))
    assert float(a.participation_ratio_corrected) == pytest.approx(
        float(b.participation_ratio_corrected), rel=1e-7
    )
    assert a.effective_rank == pytest.approx(b.effective_rank, rel=1e-7)


def test_few_objects():
    x = np.random.default_rng(6).normal(size=(5, 3))
    three, four, five = (count_directions(x[:n], normalise=False) for n in (3, 4, 5))
    assert three.participation_ratio_corrected is None
    assert "participation_ratio_corrected" in three.reasons
    assert four.participation_ratio_corrected is None or (
        four.participation_ratio_corrected.low is None
    )
    for found in (three, four, five):
        json.dumps(found.to_dict(), allow_nan=False)
        (row, *_) = found.tables()["directions"]
        assert row["n_per_dimension"] == found.n / 3


def test_refusals():
    with pytest.raises(DataError, match="identical"):
        count_directions(np.ones((6, 3)))
    with pytest.raises(DataError, match="one vector"):
        count_directions([[1.0, 2.0]])


def test_finding():
    found = count_directions(np.random.default_rng(7).normal(size=(50, 6)))
    (finding,) = found.findings()
    assert "50" in finding.say("en")
    assert "方向" in finding.say("ja")


def different_groups(x, codes, g):
    """The three means over objects of two, three and four different groups, by brute force."""
    k = x @ x.T
    per = [np.flatnonzero(codes == one) for one in g]

    def mean(places, value):
        return np.mean([np.mean([value(*picked) for picked in product(*(per[p] for p in place))])
                        for place in permutations(range(len(g)), places)])  # fmt: skip

    square = (mean(2, lambda i, j: k[i, j] ** 2) - 2 * mean(3, lambda i, j, m: k[i, j] * k[i, m])
              + mean(4, lambda i, j, m, o: k[i, j] * k[m, o]))  # fmt: skip
    trace = np.mean([k[rows, rows].mean() for rows in per]) - mean(2, lambda i, j: k[i, j])
    return trace**2 / square if square > 0 else np.nan


@pytest.mark.parametrize("d", [3, 20])
def test_pairs_of_different_groups_by_brute_force(d):
    rng = np.random.default_rng(8)
    codes = np.repeat(np.arange(6), [1, 2, 3, 2, 1, 2])
    x = (2 * rng.normal(size=(6, d)))[codes] + rng.normal(size=(11, d)) + 5
    source = Source.of(as_set(x), normalise=False)
    data = EmbeddingSet.from_arrays(x, columns={"g": codes})
    forms = group_forms(scanned(source), source, read_grouping(data, "g"))
    scaled = x - x.mean(axis=0)
    whole = list(range(6))
    assert forms.participation() == pytest.approx(different_groups(scaled, codes, whole), rel=1e-8)
    known = [different_groups(scaled, codes, [h for h in whole if h != g]) for g in whole]
    assert forms.without_each() == pytest.approx(known, rel=1e-8, nan_ok=True)


def test_groups_of_one_are_objects():
    x = np.random.default_rng(9).normal(size=(30, 5)) * np.arange(1, 6)
    plain, alone = (count_directions(x, groups, normalise=False).participation_ratio_corrected
                    for groups in (None, np.arange(30)))  # fmt: skip
    assert alone.value == pytest.approx(plain.value)
    assert (alone.low, alone.high) == pytest.approx((plain.low, plain.high))


def test_copies_of_objects_are_no_more_objects():
    """Ten copies of 12 vectors: with their group the interval stays as wide as that of 12."""
    x = np.random.default_rng(10).normal(size=(12, 6)) * np.arange(1, 7)
    copies, codes = np.repeat(x, 10, axis=0), np.repeat(np.arange(12), 10)
    twelve = count_directions(x, normalise=False).participation_ratio_corrected
    held = count_directions(copies, codes, normalise=False).participation_ratio_corrected
    assert (held.value, held.low, held.high) == pytest.approx(
        (twelve.value, twelve.low, twelve.high)
    )
    blind = count_directions(copies, normalise=False).participation_ratio_corrected
    assert blind.high - blind.low < 0.6 * (held.high - held.low)


def test_no_count_exceeds_the_dimension():
    for seed in range(60):
        x = np.random.default_rng(seed).normal(size=(8, 30))
        held = count_directions(x).participation_ratio_corrected
        if held is not None:
            assert 1 <= held.value <= 30
            assert held.high is None or 1 <= held.low <= held.high <= 30


def test_empty_dimensions_change_nothing():
    x = np.random.default_rng(12).normal(size=(25, 3))
    wide = np.hstack([x, np.full((25, 4), 2.0)])
    plain, more = (count_directions(rows, normalise=False).participation_ratio_corrected
                   for rows in (x, wide))  # fmt: skip
    assert (more.value, more.low, more.high) == pytest.approx((plain.value, plain.low, plain.high))


def test_few_groups_say_why():
    x = np.random.default_rng(11).normal(size=(20, 6))
    for groups, reason in ((3, "at least 4 groups"), (4, "at least 5 groups")):
        found = count_directions(x, np.arange(20) % groups)
        assert any(reason in why.say("en") for why in found.reasons.values())


def clustered(rng, groups, weights):
    """Members a third as far from their group as groups are from each other."""
    codes = np.repeat(np.arange(groups), 4)
    shape = (len(codes), len(weights))
    centres = rng.normal(size=(groups, len(weights))) * np.sqrt(weights)
    return centres[codes] + 0.3 * rng.normal(size=shape), codes


@pytest.mark.slow
@pytest.mark.parametrize("groups", [8, 20, 50])
def test_interval_over_groups_covers(groups):
    """.89 to .98 (without groups .26 to .6)."""
    weights = 1 / np.arange(1, 21)
    total = weights + 0.09
    truth = total.sum() ** 2 / (total**2).sum()
    hits = 0
    for seed in range(1_000):
        x, codes = clustered(np.random.default_rng(seed), groups, weights)
        held = count_directions(x, codes, normalise=False).participation_ratio_corrected
        hits += held.low is not None and held.low <= truth <= held.high
    assert 0.88 <= hits / 1_000 <= 0.98


@pytest.mark.slow
def test_interval_covers():
    """Corrected participation ratio of normal vectors, objects independent."""
    weights = 1 / np.arange(1, 31)
    truth = weights.sum() ** 2 / (weights**2).sum()
    hits = 0
    for seed in range(400):
        x = np.random.default_rng(seed).normal(size=(60, 30)) * np.sqrt(weights)
        held = count_directions(x, normalise=False).participation_ratio_corrected
        hits += held.low <= truth <= held.high
    assert 0.89 <= hits / 400 <= 0.99
