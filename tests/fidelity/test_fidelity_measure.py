"""What measure_fidelity gives beside the scores."""

import html
import json
import re

import numpy as np
import pytest

import monosashi as ms
from monosashi.fidelity import METRICS
from monosashi.fidelity.measure import measure_fidelity
from monosashi.report import Report
from monosashi.results.writing import strict_json


def draw(seed, n, d, shift=0.0):
    return np.random.default_rng(seed).normal(size=(n, d)) + shift


def two_classes(seed, n, share, ids):
    rng = np.random.default_rng(seed)
    first = rng.random(n) < share
    rows = rng.normal(size=(n, 4)) + np.where(first, 0, 12)[:, None]
    columns = {"kind": np.where(first, "a", "b"), "text": [f"text {i}" for i in range(n)]}
    return ms.EmbeddingSet.from_arrays(rows, ids=[f"{ids}{i}" for i in range(n)], columns=columns)


def test_same_bytes_again():
    found = [strict_json(measure_fidelity(draw(0, 120, 5), draw(1, 90, 5), metrics=METRICS,
                                          correct=None, n_jobs=jobs).to_dict())
             for jobs in (1, 2)]  # fmt: skip
    assert found[0] == found[1]


def test_strict_json_and_tables():
    found = measure_fidelity(draw(0, 120, 5), draw(1, 3, 5), metrics=METRICS, correct=None)
    document = json.loads(strict_json(found.to_dict()))
    for name in METRICS:
        value = document["scores"][name]
        assert value is not None or f"scores.{name}" in document["reasons"]
    assert {"fidelity_scores", "fidelity_sensitivity"} <= set(found.tables())


def test_rotation_shift_and_scale_change_no_score():
    real, generated = draw(2, 150, 6), draw(3, 130, 6, 0.3)
    turn = np.linalg.qr(np.random.default_rng(4).normal(size=(6, 6)))[0]
    names = [name for name in METRICS if name not in {"frechet", "kernel_distance"}]
    plain = measure_fidelity(real, generated, metrics=names, correct=None)
    moved = measure_fidelity(real @ turn * 7 + 3, generated @ turn * 7 + 3, metrics=names,
                             correct=None)  # fmt: skip
    for name in names:
        assert moved.scores[name].value == pytest.approx(plain.scores[name].value, abs=1e-9), name


def test_order_of_rows_changes_no_score():
    real, generated = draw(2, 150, 6), draw(3, 130, 6, 0.3)
    names = [name for name in METRICS if name != "kernel_distance"]
    plain = measure_fidelity(real, generated, metrics=names, correct=None)
    mixed = measure_fidelity(real[::-1], generated[::-1], metrics=names, correct=None)
    for name in names:
        assert mixed.scores[name].value == pytest.approx(plain.scores[name].value, abs=1e-12)


def test_cosine_is_euclidean_of_unit_rows():
    real, generated = draw(2, 150, 6, 1), draw(3, 130, 6, 1)
    unit = [rows / np.linalg.norm(rows, axis=1)[:, None] for rows in (real, generated)]
    cosine = measure_fidelity(real, generated, metric="cosine", correct=None)
    plain = measure_fidelity(*unit, correct=None)
    for name, score in cosine.scores.items():
        assert score.value == pytest.approx(plain.scores[name].value, abs=1e-9)
    with pytest.raises(ms.DataError, match="zero"):
        measure_fidelity(np.vstack([real, np.zeros(6)]), generated, metric="cosine")


def test_frechet_of_gaussians_with_known_moments():
    """Mean (3, 0, 0) apart, covariances 1 and 4: 9 + 3 (1 + 4 - 2 * 2)."""
    from monosashi.fidelity.moments import Moments, frechet

    rows = draw(5, 400, 3)
    white = np.linalg.solve(np.linalg.cholesky(np.cov(rows.T)), (rows - rows.mean(axis=0)).T).T
    other = 2 * white @ np.diag([1, -1, 1]) + [3, 0, 0]
    found = frechet(Moments.of(white, np.zeros(3)), Moments.of(other, np.zeros(3)))
    assert found == pytest.approx(12.0, abs=1e-9)
    few = draw(0, 10, 64)
    same = frechet(Moments.of(few, np.zeros(64)), Moments.of(few, np.zeros(64)))
    assert 0 <= same < 1e-6


def test_frechet_is_the_matrix_square_root():
    from scipy.linalg import sqrtm

    real, generated = draw(0, 200, 5), draw(1, 150, 5) @ np.diag([1, 2, 3, 1, 0.5]) + 0.2
    a, b = np.cov(real.T), np.cov(generated.T)
    shift = real.mean(axis=0) - generated.mean(axis=0)
    expected = shift @ shift + np.trace(a + b - 2 * sqrtm(a @ b).real)
    found = measure_fidelity(real, generated, metrics=("frechet",), correct=None)
    assert found.scores["frechet"].value == pytest.approx(float(expected), abs=1e-9)


def test_few_points_for_frechet_are_warned_of():
    found = measure_fidelity(draw(0, 30, 16), draw(1, 30, 16), metrics=("frechet",), correct=None)
    assert found.findings()[0].code == "fidelity.frechet_biased"


def test_kernel_distance_of_one_block_by_hand():
    """Two points a side: k(x, y) = (x y / d + 1)^3."""
    from monosashi.fidelity.moments import kernel_distance

    real, generated = np.array([[0.0], [1.0]]), np.array([[2.0], [3.0]])
    expected = 1 + 7**3 - 2 * (1 + 1 + 3**3 + 4**3) / 4
    found = kernel_distance(real, generated, np.random.default_rng(0), 0.95)
    assert found.value == pytest.approx(expected)
    assert found.low is None


def test_alpha_precision_by_hand():
    """Generated as far out as the reals: 1; all beyond them: 0."""
    from monosashi.fidelity.moments import alpha_precision

    real = np.arange(1.0, 1001)
    assert alpha_precision(real, real) == pytest.approx(1, abs=2e-3)
    assert alpha_precision(real, real + 1e6) == pytest.approx(0, abs=1e-12)


def test_classes():
    real, generated = two_classes(0, 300, 0.5, "r"), two_classes(1, 200, 0.98, "g")
    found = measure_fidelity(real, generated, classes="kind", correct=None)
    rows = {row["class"]: row for row in found.classes}
    assert rows["a"]["coverage"] > 0.9
    assert rows["b"]["coverage"] < 0.4
    assert rows["a"]["n_real"] + rows["b"]["n_real"] == 300
    assert all(row["coverage_low"] <= row["coverage"] <= row["coverage_high"]
               for row in found.classes)  # fmt: skip
    assert all(row["id"].startswith("r") and row["text"] for row in found.uncovered)
    with pytest.raises(ms.DataError, match="no column nothing"):
        measure_fidelity(real, generated, classes="nothing", correct=None)


def test_lists_hold_what_they_say():
    real, generated = draw(0, 200, 3), np.vstack([draw(1, 100, 3), draw(2, 5, 3, 50)])
    found = measure_fidelity(real, generated, correct=None)
    points = found.per_sample
    assert {100, 101, 102, 103, 104} <= {row["index"] for row in found.outside}
    assert found.counts["uncovered"] == int((points.held == 0).sum())
    assert found.scores["coverage"].value == pytest.approx(1 - found.counts["uncovered"] / 200)
    assert found.scores["precision"].value == pytest.approx(1 - found.counts["outside"] / 105)
    balls = [row["balls"] for row in found.crowding]
    assert balls == sorted(balls, reverse=True)
    assert balls[0] == points.balls.max()
    apart = np.linalg.norm(real[:, None] - generated[None], axis=2)
    assert (points.copying.nearest == apart.argmin(axis=0)).all()


def test_other_k_are_as_if_measured_alone():
    real, generated = draw(0, 150, 4), draw(1, 140, 4, 0.4)
    found = measure_fidelity(real, generated, correct=None)
    for row in found.sensitivity:
        alone = measure_fidelity(real, generated, k=row["k"], metrics=(row["metric"],),
                                 other_ks=(), control=False, correct=None)  # fmt: skip
        assert row["value"] == alone.scores[row["metric"]].value


def test_other_k_have_the_intervals_that_they_have_alone():
    """But for a few points whose neighbours are left out together; the groups are the same."""
    real, generated = draw(0, 150, 4), draw(1, 140, 4, 0.4)
    names = ("coverage", "recall", "density", "clipped_coverage")
    found = measure_fidelity(real, generated, correct=None, control=False, metrics=names)
    assert {row["k"] for row in found.sensitivity} == {3, 5, 10}
    for row in found.sensitivity:
        alone = measure_fidelity(real, generated, k=row["k"], metrics=names, other_ks=(),
                                 control=False, correct=None)  # fmt: skip
        score = alone.scores[row["metric"]]
        assert (row["low"], row["high"]) == pytest.approx((score.low, score.high), abs=0.004)
        assert f"sensitivity.{row['k']}.{row['metric']}" not in found.reasons


def test_other_k_without_an_interval_say_why(monkeypatch):
    monkeypatch.setattr("monosashi.fidelity.over_k.MOST_PAIRS", 10)
    found = measure_fidelity(draw(0, 60, 4), draw(1, 60, 4), correct=None, control=False)
    codes = {row["k"]: found.reasons.get(f"sensitivity.{row['k']}.{row['metric']}")
             for row in found.sensitivity}  # fmt: skip
    assert codes[5] is None
    for k in (3, 10):
        assert codes[k].code == "fidelity.reasons.interval_other_k"
        assert all(row["low"] is None for row in found.sensitivity if row["k"] == k)
    for language in ("en", "ja"):
        page = Report(found).render(language)
        text = page[: page.index('id="part-1-tables"')]
        plain = html.unescape(re.sub("<[^>]+>", "", text)).replace("\N{NO-BREAK SPACE}", " ")
        assert plain.lower().count(codes[10].say(language).lower()) == 1
        assert "no reason was recorded" not in text


def test_a_score_that_nothing_moves_says_so():
    line = np.arange(40.0)[:, None]
    found = measure_fidelity(line, line, correct=None, control=False, metrics=("density",))
    row = next(row for row in found.sensitivity if row["k"] == 5)
    assert row["low"] is not None or "sensitivity.5.density" in found.reasons


def test_control_is_what_a_perfect_generator_gets():
    found = measure_fidelity(draw(0, 600, 4), draw(1, 300, 4), correct=None)
    assert (found.control.n, found.control.m) == (400, 200)  # one for two, as in the measure
    assert found.control.scores["clipped_density"] > 0.9
    assert found.control.scores["memorisation"] == pytest.approx(0.47, abs=0.12)
    small = measure_fidelity(draw(0, 8, 2), draw(1, 8, 2), correct=None)
    assert small.control is None
    assert "half" in small.reasons["control"].say("en")


def test_wrong_options_are_told_at_once():
    rows = draw(0, 30, 3)
    with pytest.raises(ms.DataError, match="no such metric: fid"):
        measure_fidelity(rows, rows, metrics=("fid",))
    with pytest.raises(ms.DataError, match=r"(?s)dimension.*more than 30 reals"):
        measure_fidelity(rows, draw(0, 30, 4), k=30)
    for k in (0, 2.5, True):
        with pytest.raises(ms.DataError, match="whole number"):
            measure_fidelity(rows, rows, k=k)


def test_the_rule_of_the_authors_is_a_switch():
    ones = np.ones((20, 2))
    theirs = measure_fidelity(ones, ones, metrics=("clipped_coverage",), peer_compat=True,
                              correct=None)  # fmt: skip
    assert theirs.scores["clipped_coverage"].value == 0


def test_crowding_is_no_praise():
    """A generator that crowds the middle has a density above 1."""
    found = measure_fidelity(draw(0, 300, 32), draw(1, 300, 32) * 0.3, correct=None)
    assert found.scores["density"].value > 1.2
    assert "fidelity.crowded" in {one.code for one in found.findings()}


def test_corrected_stand_beside_plain():
    found = measure_fidelity(draw(0, 300, 16), draw(1, 300, 16))
    assert found.corrected["clipped_density"] > 0.9
    assert found.corrected["recall"] is None
    assert "corrected.recall" in found.reasons
    assert {"filtered", "corrected"} <= set(found.tables()["fidelity_scores"][0])
