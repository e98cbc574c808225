"""Counted metrics and the calibration against public implementations.

Two small cases are kept here; all of them are read beside the checkout. The implementations are
prdc 0.2 (``<``, so that it is right without exact ties only) and the code of Clipped Density and
Coverage (``<=`` in all metrics but clipped coverage).
"""

import json
from pathlib import Path

import numpy as np
import pytest

from monosashi.fidelity.balls import Balls
from monosashi.fidelity.calibration import coverage_table
from monosashi.fidelity.counted import COUNTED, uncapped_clipped_density
from monosashi.fidelity.peer import peer_clipped, peer_raw_coverage
from monosashi.fidelity.plan import Plan
from monosashi.fidelity.points import Points
from monosashi.fidelity.sides import FittedSide

HERE = Path(__file__).parent / "oracles"
SHARED = Path(__file__).resolve().parents[2].parent / "shared" / "oracles" / "hubs"
KEPT = ("04_mode_drop_d16", "07_duplicates_d2")
ALL = ("01_gauss_same_d8", "04_mode_drop_d16", "07_duplicates_d2", "08_float16_d24",
       "10_many_generated_d8")  # fmt: skip
TIED = "07_duplicates_d2"
PEER = {"precision": "Precision", "recall": "Recall", "density": "Density",
        "coverage": "Coverage", "symmetric_precision": "symPrecision",
        "symmetric_recall": "symRecall"}  # fmt: skip
COVER = {"precision_cover": "PrecisionCover", "recall_cover": "RecallCover"}


def balls_of(real, generated, **how):
    ours, theirs = Points.of(real), Points.of(generated)
    plan = Plan.of(tuple(COUNTED), (3, 5, 10))
    return Balls.of(plan, FittedSide.of(ours, plan.reach), theirs, **how)


def agree(name, balls, scores):
    for k in (3, 5, 10):
        counts = balls.counts(k)
        for metric, theirs in PEER.items():
            expected = scores[f"cdc_fast/{theirs}/k{k}"]
            assert COUNTED[metric](counts) == pytest.approx(expected, abs=1e-12), (metric, k)
        raw = scores[f"cdc/clipped_coverage_raw/k{k}"]
        assert peer_raw_coverage(balls, k) == pytest.approx(raw, abs=1e-12)
        expected = scores[f"cdc/clipped_coverage/k{k}"]
        assert peer_clipped(balls, k) == pytest.approx(expected, abs=1e-9)
        if name == TIED:
            continue  # their reference takes k of the tied neighbours, in no stated order
        assert counts.raw_clipped_coverage == pytest.approx(raw, abs=1e-12)
        expected = scores[f"cdc/clipped_density_uncapped/k{k}"]
        assert uncapped_clipped_density(counts) == pytest.approx(expected, abs=1e-12)
        for metric in ("precision", "recall", "density", "coverage"):
            expected = scores[f"prdc02/{metric}/k{k}"]
            assert COUNTED[metric](counts) == pytest.approx(expected, abs=1e-12)
    for metric, theirs in COVER.items():
        expected = scores[f"cdc_fast/{theirs}/k3C3"]
        assert COUNTED[metric](balls.counts(5)) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("name", KEPT)
def test_kept_cases(name):
    scores = json.loads((HERE / "scores.json").read_text(encoding="utf-8"))[name]
    with np.load(HERE / f"{name}.npz") as case:
        agree(name, balls_of(case["X"], case["Y"]), scores)


@pytest.mark.parametrize("name", ALL)
def test_shared_cases(name):
    if not SHARED.is_dir():
        pytest.skip("the reference numbers do not lie beside this checkout")
    case = json.loads((SHARED / "index.json").read_text(encoding="utf-8"))["cases"][name]
    with np.load(SHARED / case["file"]) as held:
        agree(name, balls_of(held["X"], held["Y"]), case["scalars"])


def test_calibration_tables():
    """Theirs have zeros below k by decree; from k on both agree."""
    if not SHARED.is_dir():
        pytest.skip("the reference numbers do not lie beside this checkout")
    with np.load(SHARED / "calibration_tables.npz") as tables:
        for name in tables:
            n, m, k = (int(part[1:]) for part in name.split("_")[1:])
            ours = coverage_table(n, m, k)
            assert np.abs(ours[k:] - tables[name][k:]).max() < 1e-9
            assert (tables[name][:k] == 0).all()


@pytest.mark.parametrize(("n", "m", "k"), [(40, 60, 5), (7, 9, 6), (300, 2, 5), (50, 50, 1)])
def test_calibration_is_the_expected_share(n, m, k):
    """E[min(J, k)] / k of a beta-binomial J, by its probabilities."""
    from scipy.stats import betabinom

    table = coverage_table(n, m, k)
    for good in range(m + 1):
        j = np.arange(good + 1)
        chance = betabinom.pmf(j, good, k, n - k)
        assert table[good] == pytest.approx(float(chance @ np.minimum(j, k)) / k, abs=1e-10)
