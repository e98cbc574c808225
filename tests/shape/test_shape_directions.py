"""Number of directions: known spectra, deletions, bounds."""

import json

import numpy as np
import pytest

from monosashi.embeddings import DataError, as_set
from monosashi.shape import count_directions
from monosashi.shape.spectrum import scanned

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
    spectrum = scanned(data, normalise=False)
    assert spectrum.participation() == pytest.approx(corrected(x), rel=1e-9)
    direct = np.array([corrected(np.delete(x, i, axis=0)) for i in range(shape[0])])
    direct = np.where(direct > 0, direct, np.nan)
    assert spectrum.without_each(data, normalise=False) == pytest.approx(direct, rel=1e-8,
                                                                        nan_ok=True)  # fmt: skip


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
