"""What a run learns from, leaves out, and says of sets that nothing can be learnt from."""

from dataclasses import replace

import pytest
from robustness.wording import bag, made, planted, rewritten, row, search_task

from monosashi.embeddings import DataError
from monosashi.models.tfidf import TfidfSvd
from monosashi.robustness.runs import measure_robustness
from monosashi.robustness.runs.space import fit_to
from monosashi.words import say


def run(task, rewrites, **more):
    more = {"embedders": [planted("bag", bag)], "store": False, "draws": 50, "sensitivity": False,
            "rng": 0, **more}  # fmt: skip
    return measure_robustness(task, rewrites=rewrites, **more)


def lose_words(text):
    return " ".join(text.split()[::2])


def codes(found):
    return {one.code: one for one in found.findings()}


def test_a_fitted_model_learns_from_the_documents_and_never_from_the_queries():
    task, mine, other = search_task(), TfidfSvd(), TfidfSvd()
    fit_to(task, mine)
    other.fit(list(dict.fromkeys(task.fields["document"].joined)))
    assert mine.identity("query") == other.identity("query")


@pytest.mark.parametrize("side", ["corpus", "both"])
def test_several_transformations_of_documents_are_measured(side):
    task = search_task(12)
    sets = [rewritten(task, change, name=name, axis="surface", field="document")
            for name, change in (("typos", lose_words), ("case", str.upper))]  # fmt: skip
    found = run(task, sets, side=side)
    assert {one["transformation"] for one in found.cube} == {"typos", "case"}
    if side == "corpus":
        assert [one["reason"].code for one in found.spread] == ["robustness_run.reasons.other_side"]


def test_what_was_left_out_or_failed_is_noticed():
    task = search_task(40)
    rows = [row(task, str(i), "island", kept=i > 3, status="ok" if i > 3 else "empty")
            for i in range(30)]  # fmt: skip
    notices = {one.code: one.values for one in run(task, made(*rows)).provenance.notices}
    assert notices["robustness_run.notices.left_out"]["count"] == 10
    assert notices["robustness_run.notices.failed"]["count"] == 4
    whole = run(task, rewritten(task, lose_words)).provenance.notices
    assert not {one.code for one in whole} & set(notices)


def test_a_set_of_kept_originals_is_named_as_such():
    task = search_task(40)
    rows = [row(task, str(i), text, kept=i % 2 == 0)
            for i, text in enumerate(task.fields["query"].texts)]  # fmt: skip
    told = codes(run(task, made(*rows)))["robustness_run.copies"]
    assert (told.level, told.numbers["count"], told.numbers["total"]) == ("problem", 20, 20)
    assert "robustness_run.copies" not in codes(run(task, rewritten(task, lose_words)))


def test_a_set_that_its_check_refuses_is_not_measured():
    task = search_task(40)
    useless = replace(rewritten(task, str, generator="m"), made_by="model")
    with pytest.raises(DataError, match="40") as told:
        run(task, [useless, rewritten(task, lose_words, name="style_change")])
    assert [one.code for one in told.value.faults] == ["robustness_run.errors.unusable_set"]
    assert codes(run(task, replace(rewritten(task, lose_words), made_by="model")))


def test_two_losses_of_one_axis_say_how_many_tasks_each_rests_on():
    one, two = search_task(20), replace(search_task(20, seed=1), name="other")
    sets = [*(rewritten(task, lose_words, name="typos", axis="surface") for task in (one, two)),
            rewritten(two, str.upper, name="politeness", axis="surface")]  # fmt: skip
    found = run([one, two], made(*(row for held in sets for row in held.rows)))
    numbers = codes(found)["robustness_run.two_losses"].numbers
    assert (numbers["n"], numbers["whole"], numbers["datasets"]) == (2, 1, "faq (politeness)")
    alike = run([one, two], made(*(row for held in sets[:2] for row in held.rows)))
    assert "robustness_run.two_losses" not in codes(alike)


@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_choice_that_is_not_decided_has_one_answer(language):
    numbers = {"model": "a", "second": "b", "score_text": "1", "behind_text": "2 [-3, 7]",
               "wins": 1.0}  # fmt: skip
    assert "100%" not in say("robustness_run.findings.undecided.headline", language, **numbers)
