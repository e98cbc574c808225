"""What is said beside corrected scores."""

import numpy as np
import pytest

from monosashi.fidelity.gicdm import GICDM

CLIPPED = ("clipped_density", "clipped_coverage")


def codes(scores):
    return [finding.code for finding in scores.findings()]


def test_scaling_that_hides_a_shift():
    rng = np.random.default_rng(0)
    real, generated = rng.normal(size=(400, 64)), rng.normal(size=(400, 64)) + 0.5
    scores = GICDM.fit(real).score(generated, metrics=CLIPPED)
    assert codes(scores) == ["fidelity.scaling_hides"]
    (finding,) = scores.findings()
    assert finding.numbers["corrected"] - finding.numbers["filtered"] > 0.2
    assert "Scaling raises" in finding.say("en")
    assert finding.say("ja")


def test_nothing_to_say_of_equal_distributions():
    rng = np.random.default_rng(0)
    fitted = GICDM.fit(rng.normal(size=(300, 16)))
    assert fitted.notices == ()
    assert codes(fitted.score(rng.normal(size=(300, 16)), metrics=CLIPPED)) == []


def test_measures_that_are_not_robust():
    rng = np.random.default_rng(0)
    scores = GICDM.fit(rng.normal(size=(300, 4))).score(
        rng.normal(size=(300, 4)), metrics=("precision", "coverage", "recall")
    )
    (finding,) = scores.findings()
    assert finding.code == "fidelity.not_robust"
    assert finding.numbers["metrics_text"] == "precision, coverage"


@pytest.mark.parametrize(("size", "noted"), [(10, True), (20, True), (50, False)])
def test_tight_groups(size, noted):
    rng = np.random.default_rng(0)
    centres = rng.normal(size=(400 // size, 32))
    rows = np.repeat(centres, size, axis=0) + 0.1 * rng.normal(size=(400, 32))
    found = [note.code for note in GICDM.fit(rows).notices]
    assert ("fidelity.notices.tight_groups" in found) == noted


@pytest.mark.parametrize("d", [1, 2, 8, 64])
def test_plain_data_have_no_tight_groups(d):
    rng = np.random.default_rng(d)
    for rows in (rng.normal(size=(300, d)), rng.standard_t(3, size=(300, d))):
        assert max(scale.tight_share for scale in GICDM.fit(rows).scales) < 0.1


def test_not_converged_is_said():
    fitted = GICDM.fit(np.random.default_rng(0).normal(size=(220, 2)), max_iterations=1)
    assert [note.code for note in fitted.notices] == ["fidelity.notices.not_converged"] * 2
