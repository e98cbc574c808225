"""What the drift section and its tables say of models that do not move."""

from monosashi.report.figures.scatter import Point, scatter
from monosashi.report.sections.drift import _of_run
from monosashi.report.sections.run_tables import run_cell
from monosashi.report.tongue import Tongue
from monosashi.words import say

ROW = {"dataset": "faq", "transformation": "case", "generator": "rules", "seed": 1, "n": 200,
       "normalised_low": 0.1, "normalised_high": 0.3, "rho_loss": None, "loss": 1.0}  # fmt: skip
CUT = {**ROW, "model": "cut", "normalised": 0.2, "n_blind": 95}
STILL = {**ROW, "model": "still", "normalised": None, "n_blind": 200}
EN = Tongue("en")


def test_a_model_of_one_vector_is_the_blindest():
    told = _of_run({"drift": [CUT, STILL]}, EN)
    assert "200 of 200 texts" in told
    assert "still" in told
    assert "95" not in told


def test_why_drift_and_loss_have_no_correlation():
    assert "no vector moved" in run_cell(STILL, "rho_loss", EN).note
    assert "no vector moved" not in run_cell(CUT, "rho_loss", EN).note


def test_points_of_models_are_told_apart_by_sign_and_legend():
    svg = scatter([Point(0.1, 1.0, "hashing"), Point(0.2, 2.0, "tfidf")], horizontal="drift",
                  vertical="loss", title="t", description="d")  # fmt: skip
    assert all(word in svg for word in ("hashing", "tfidf", "●", "■"))


def test_the_note_of_drift_does_not_deny_its_intervals():
    assert "without an interval" not in say("report.robustness_run.drift_note", "en")
    assert "原因はベクトルの後にあります" not in say(
        "report.robustness_run.input_output_note", "ja"
    )
    assert "grey" not in say("report.robustness.slopes_caption", "en")
