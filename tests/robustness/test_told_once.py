"""What holds for several models is told once, and rounding is no spread."""

from types import SimpleNamespace

import numpy as np

import monosashi as ms
from monosashi.robustness.runs.spread import _without_noise
from monosashi.robustness.runs.unseen import unseen_changes


def kind(model, kind, movement, says):
    return {"model": model, "dataset": "faq", "kind": kind, "movement": movement, "low": 0.0,
            "high": 2 * movement, "says": says}  # fmt: skip


def test_models_that_see_no_change_of_meaning_are_one_finding():
    rows = [kind("a", "negation", 0.02, "less_than_harmless"), kind("a", "number", 0.3, None),
            kind("b", "negation", 0.01, "less_than_harmless"),
            kind("b", "number", 0.005, "less_than_harmless"), kind("c", "negation", 0.4, None),
            kind("c", "harmless", 0.1, None)]  # fmt: skip
    (told,) = unseen_changes(SimpleNamespace(sensitivity=rows, models=("a", "b", "c")))
    assert told.code == "robustness_run.less_than_harmless"
    assert told.numbers["models"] == "a 1/2, b 2/2"
    assert (told.numbers["count"], told.numbers["total"]) == (2, 3)
    assert (told.numbers["model"], told.numbers["kind_word"]) == (
        "b", "robustness.words.number")  # fmt: skip
    for language in ("en", "ja"):
        assert "b" in told.say(language)


def test_the_spread_of_equal_vectors_is_nothing():
    assert _without_noise({"mean_w_tilde": 9.9e-14, "low": 9e-14, "high": 1.1e-13}) == {
        "w_tilde": 0.0, "low": None, "high": None}  # fmt: skip
    kept = {"mean_w_tilde": 0.1, "low": 0.05, "high": 0.2}
    assert _without_noise(kept) == {"w_tilde": 0.1, "low": 0.05, "high": 0.2}


def test_few_datasets_are_no_proof_of_no_loss():
    rng = np.random.default_rng(0)
    rows = [{"model": model, "dataset": f"d{d}", "transformation": name, "seed": 1,
             "axis": "lexical", "generator": "g", "original": 80.0 + d,
             "transformed": 70.0 + d + rng.normal()}
            for model in ("a", "b") for d in range(5)
            for name in ("paraphrasing", "style_change")]  # fmt: skip
    found = ms.robustness_statistics(rows)
    (told,) = [one for one in found.findings() if one.code.startswith("robustness.losses")]
    assert told.code == "robustness.losses_few"
    assert "beyond chance" not in told.say("en")
