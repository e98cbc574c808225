"""What a baseline may be: absent on a first run, of other pages or models, but of one command."""

import pytest

from monosashi.embeddings import DataError
from monosashi.results.gate import Gate
from monosashi.results.gate_sentences import outcome_sentence, verdict_of
from monosashi.results.rules import Rule

CHANGE = Rule("results.drop", "<=", 0.03, baseline=True, name="the drop")
ALONE = Rule("results.drop", "<=", 0.5)


def document(drop=0.1, *, model="e5", fingerprint="f", kind="audit", k=10, **more):
    return {"kind": kind, "title": "pages", "results": {"drop": drop, **more},
            "settings": {"k": k, "rng": 0},
            "data": {"n": 40, "fingerprint": fingerprint, "model": {"name": model}}}  # fmt: skip


def codes(before, now=None):
    outcome = Gate((CHANGE,)).check(now or document(), before)
    return [one.code.rpartition(".")[2] for one in outcome.notices]


def test_nothing_is_told_of_a_baseline_measured_alike():
    assert codes(document(0.09)) == []


@pytest.mark.parametrize(("changed", "told"), [
    ({"model": "use"}, ["other_model"]),
    ({"fingerprint": "g"}, ["other_data"]),
    ({"k": 5}, ["other_settings"]),
    ({"model": "use", "fingerprint": "g", "k": 5}, ["other_model", "other_data", "other_settings"]),
])  # fmt: skip
def test_what_differs_from_the_baseline_is_told(changed, told):
    assert codes(document(**changed)) == told


def test_another_start_of_random_numbers_is_no_other_way_to_measure():
    before = document()
    before["settings"] = {"k": 10, "rng": 7}
    assert codes(before) == []


def test_models_of_a_comparison_are_told_apart():
    now, before = document(), document()
    now["data"] = {"models": {"a": {"name": "e5"}}}
    before["data"] = {"models": {"a": {"name": "use"}}}
    assert codes(before, now) == ["other_model"]


def test_parts_are_compared_with_parts():
    now, before = ({"kind": "demo", "parts": [document(model=name)]} for name in ("e5", "use"))
    rule = Rule("parts.0.results.drop", "<=", 0.03, baseline=True)
    assert [one.code for one in Gate((rule,)).check(now, before).notices] == [
        "results.gate.other_model"]  # fmt: skip


def test_the_model_and_its_version_are_named_in_the_comment():
    before = document(model="use")
    before["data"]["model"]["revision"] = "2"
    for language in ("en", "ja"):
        told = Gate((CHANGE,)).check(document(), before).to_markdown(language)
        assert "use, revision 2" in told
        assert "e5" in told


def test_the_result_of_another_command_is_refused():
    with pytest.raises(DataError, match=r"hubs.*audit"):
        Gate((CHANGE,)).check(document(), document(kind="hubs"))


def test_without_rules_on_the_change_the_baseline_is_not_looked_at():
    outcome = Gate((ALONE,)).check(document(), document(kind="hubs", model="use"))
    assert outcome.passed
    assert outcome.notices == ()


def test_a_first_run_judges_the_other_rules_and_says_so():
    outcome = Gate((CHANGE, ALONE)).check(document(), missing_baseline="skip")
    assert outcome.passed
    assert outcome.counts == {"total": 2, "judged": 1, "failed": 0, "unjudged": 1}
    assert "1 of 1" in verdict_of(outcome, "en")
    assert "not judged: 1" in verdict_of(outcome, "en")
    (row,) = [row for row in outcome.to_dict()["rules"] if row["passed"] is None]
    assert row["unjudged"] == "no_baseline"
    assert "- the drop: 0.1; there is no baseline yet" in outcome.to_markdown("en")


def test_a_first_run_still_fails_for_the_other_rules():
    rules = (CHANGE, Rule("results.drop", "<=", 0.05))
    assert not Gate(rules).check(document(), missing_baseline="skip").passed


def test_a_number_that_the_baseline_lacks_is_new_and_no_wrong_path():
    new = Rule("results.fresh", "<=", 0.03, baseline=True)
    now = document(fresh=0.2)
    with pytest.raises(DataError, match=r"baseline, which has no results\.fresh"):
        Gate((new,)).check(now, document())
    (outcome,) = Gate((new,)).check(now, document(), missing_baseline="skip").outcomes
    assert (outcome.passed, outcome.unjudged) == (None, "new")
    wrong = Rule("results.frehs", "<=", 0.03, baseline=True)
    with pytest.raises(DataError, match="frehs"):
        Gate((wrong,)).check(now, document(), missing_baseline="skip")


def test_a_number_undefined_in_the_baseline_fails_with_the_reason_of_the_baseline():
    before = document(None)
    before["results"]["reasons"] = {"drop": {"code": "x.y", "values": {}, "text": "too few pages"}}
    (outcome,) = Gate((CHANGE,)).check(document(), before).outcomes
    assert outcome.passed is False
    said = outcome_sentence(outcome, "en")
    assert "undefined in the baseline" in said
    assert said.endswith("too few pages")
