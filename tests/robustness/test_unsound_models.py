"""Models with a planted fault beside a sound one: each fault is named, the others are measured."""

from collections.abc import Callable
from types import SimpleNamespace

import numpy as np
import pytest
from robustness.wording import bag, planted, rewritten, search_task, sentence

from monosashi.advice.robustness_document import robustness_document
from monosashi.robustness.runs import measure_robustness
from monosashi.robustness.runs.meaning import harmless_of
from monosashi.robustness.runs.unseen import unseen_changes
from monosashi.robustness.tasks import Task
from monosashi.words import say


def constant(texts):
    return np.ones((len(texts), 8), dtype=np.float32)


def lose_words(text):
    return " ".join(text.split()[::2])


def pairs(n=60):
    rng = np.random.default_rng(7)
    left = [sentence(rng) for _ in range(n)]
    right = [" ".join([*text.split()[: i % 8], *sentence(rng, 8 - i % 8).split()])
             for i, text in enumerate(left)]  # fmt: skip
    scores = [float(i % 8) for i in range(n)]
    return Task.of("p", "sts", {"left": left, "right": right}, {"scores": scores})


def run(task, models, sets, **more):
    return measure_robustness(task, embedders=[planted(*one) for one in models.items()],
                              rewrites=sets, store=False, draws=100, rng=0,
                              **{"sensitivity": False, **more})  # fmt: skip


def codes(found):
    return {one.code: one for one in found.findings()}


def test_a_model_without_scores_is_named_and_the_others_are_measured_as_if_alone():
    task = pairs()
    worded = rewritten(task, lose_words, field="left", name="typos", axis="surface")
    found = run(task, {"bag": bag, "constant": constant}, worded, side="left")
    alone = run(task, {"bag": bag}, worded, side="left")
    assert found.profile == alone.profile
    assert found.profile[0]["low"] is not None
    assert [one["model"] for one in found.choice] == ["bag"]
    told = codes(found)["robustness_run.unscored"].say("en")
    assert "constant" in told
    assert "one side does not vary" in told
    parts = {"robustness_run": found, "robustness": found.statistics}
    assert robustness_document(parts).verdict["code"] == "robustness_run.verdicts.one"


def test_a_model_that_gives_one_vector_hides_no_other_that_does_not_see_changes():
    task = search_task(40)
    worded = rewritten(task, lambda text: f"{text} again", name="typos", axis="surface")
    models: dict[str, Callable[..., np.ndarray]] = {
        "bag": bag,
        "constant": constant,
        "cut": lambda texts: bag(texts, 5),
    }
    found = run(task, models, worded)
    told = codes(found)
    assert told["robustness_run.same_vector"].numbers["models"] == "constant"
    assert told["robustness_run.blind"].numbers["models"] == "cut 40/40 (100.0%)"


def test_the_share_of_unmoved_texts_is_of_those_that_changed():
    task = search_task(40)
    worded = rewritten(task, lambda text: f"{text} again" if text > "h" else text,
                       name="typos", axis="surface")  # fmt: skip
    numbers = codes(run(task, {"cut": lambda texts: bag(texts, 5)}, worded))[
        "robustness_run.blind"].numbers  # fmt: skip
    changed = sum(text > "h" for text in task.fields["query"].texts)
    assert 0 < changed < 40
    assert (numbers["count"], numbers["total"], numbers["share"]) == (changed, changed, 1.0)


def row(model, kind, movement, says):
    return {"model": model, "dataset": "faq", "kind": kind, "movement": movement, "n": 40,
            "low": movement, "high": movement, "says": says, "share_unmoved": 1.0,
            "share_unmoved_low": 0.91, "share_unmoved_high": 1.0, "separation": 0.1,
            "separation_low": 0.03, "separation_high": 0.2}  # fmt: skip


def test_models_that_ignore_the_order_of_words_are_named_and_constant_ones_counted():
    rows = [row("bag", "names", 0.0, "order_blind"), row("bag", "negation", 0.3, None),
            row("hashing", "names", 0.046, "less_than_harmless"),
            row("constant", "names", None, "same_vector"),
            {**row("hashing", "harmless", 0.5, None), "wording": "politeness (rules)"}]  # fmt: skip
    models = ("bag", "hashing", "constant")
    told = {one.code: one for one in unseen_changes(SimpleNamespace(sensitivity=rows,
                                                                    models=models))}  # fmt: skip
    order = told["robustness_run.order_blind"]
    assert (order.numbers["model"], order.numbers["count"], order.numbers["total"]) == ("bag", 1, 3)
    assert "100% [91%, 100%]" in order.say("en")
    less = told["robustness_run.less_than_harmless"]
    assert "politeness (rules)" in less.say("en")
    assert "politeness (rules)" in less.say("ja")
    assert "of these" in less.say("en")


def wording(name, texts, axis="surface"):
    keep = {"query": np.ones(len(texts), dtype=np.bool_)}
    return SimpleNamespace(transformation=name, axis=axis, generator="g", seed=1, keep=keep,
                           texts={"query": texts})  # fmt: skip


def test_the_harmless_wording_does_not_depend_on_the_order_of_transformations():
    texts = ["one", "two"]
    held = [wording("keywords", ["x", "y"]), wording("width", ["ONE", "two"]),
            wording("typos", ["oen", "two"]), wording("translation", ["un", "deux"], "language"),
            wording("summarise", ["1", "2"], "length")]  # fmt: skip
    for order in (held, held[::-1]):
        found = harmless_of(texts, "query", order)
        assert found is not None
        assert (found.name, found.texts) == ("typos (g)", ["oen", None])
    people = harmless_of(texts, "query", [*held, wording("human", ["uno", "dos"], "lexical")])
    assert people is not None
    assert people.name == "human (g)"
    assert harmless_of(texts, "query", [held[0], *held[3:]]) is None


@pytest.mark.parametrize("language", ["en", "ja"])
def test_texts_that_do_not_move_are_not_said_to_be_cut(language):
    text = say("robustness_run.findings.blind.next", language)
    assert not any(word in text for word in ("limit", "whole text", "全文", "上限"))
