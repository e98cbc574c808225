"""Rules written for a result: what they say, what they cannot miss, what they are not made of."""

import pytest

from monosashi.advice.comparison import Comparison
from monosashi.advice.first_rules import first_rules
from monosashi.advice.retrieval_document import retrieval_document
from monosashi.advice.search_sections import search_sections
from monosashi.results.gate import Gate
from monosashi.results.gate_sentences import outcome_sentence
from monosashi.retrieval import compare_retrieval, measure_rankings
from monosashi.words import choose_language


def system(hit, name, judged=None):
    lists = {f"q{i}": ["a", "b"] if found else ["b", "c"] for i, found in enumerate(hit)}
    gold = {f"q{i}": "a" for i in range(judged or len(hit))}
    return measure_rankings(lists, gold, name=name, rng=0)


def document(*hits, judged=None):
    found = [system(hit, name, judged) for hit, name in zip(hits, ("old", "new"), strict=False)]
    if len(found) == 1:
        return retrieval_document(found).to_dict()
    return retrieval_document(found, compare_retrieval(found, rng=0)).to_dict()


def paths(rules):
    return [rule.path for rule in rules]


def failing(rules, found, baseline=None):
    return [one.rule.path for one in Gate(tuple(rules)).check(found, baseline).outcomes
            if not one.passed]  # fmt: skip


HALF, NONE, ALL = [True, False] * 30, [True] + [False] * 59, [True] * 60


def test_first_and_last_recall_are_guarded_by_what_is_true_of_them():
    rules = first_rules(document(HALF))
    names = ("recall.1", "recall.10", "ndcg.10", "n_missing")
    assert paths(rules) == [f"results.retrieval.{name}" for name in names]
    assert f"not surely below {rules[0].limit:.3f}" in rules[0].name
    assert failing(rules, document(HALF)) == []
    assert "results.retrieval.recall.1" in failing(rules, document(NONE))


def test_no_rule_that_cannot_fail():
    rules = first_rules(document([False] * 5 + [True] + [False] * 400))
    assert [rule for rule in rules if rule.operator == ">=" and rule.limit <= 0] == []
    assert "results.retrieval.n_missing" in paths(rules)


def test_the_change_since_a_baseline_is_guarded():
    before = document(ALL)
    rules = [rule for rule in first_rules(before, baseline=True) if rule.baseline]
    assert "results.retrieval.recall.1" in paths(rules)
    assert failing(rules, before, before) == []
    assert "results.retrieval.recall.1" in failing(rules, document(HALF), before)


def test_a_swapped_switch_does_not_pass_silently():
    rules = first_rules(document(HALF, ALL))
    assert failing(rules, document(HALF, ALL)) == []
    found = [system(HALF, "old"), system(ALL, "new")]
    turned = retrieval_document(found[::-1], compare_retrieval(found[::-1], rng=0)).to_dict()
    assert {"results.switch.old", "results.switch.new"} <= {*failing(rules, turned)}


def compared(judged):
    found = compare_retrieval([system(ALL, "v1.0", judged), system(ALL, "new", judged)], rng=0)
    made = Comparison(provenance=found.provenance, retrieval_comparison=found, switch=found.switch)
    assert set(search_sections(found)) == set(made.sections())
    return made


def test_missing_queries_of_a_comparison_fail_its_gate():
    rules = first_rules(compared(60).to_dict())
    assert 'results.retrieval_comparison.n_missing."v1.0"' in paths(rules)
    assert failing(rules, compared(60).to_dict()) == []
    told = failing(rules, compared(90).to_dict())
    assert 'results.retrieval_comparison.n_missing."v1.0"' in told
    assert any(one.code == "retrieval.missing" for one in compared(90).findings())


@pytest.fixture
def japanese():
    choose_language("ja")
    yield
    choose_language(None)


@pytest.mark.usefixtures("japanese")
def test_outcomes_read_naturally_in_japanese():
    found = document(HALF)
    outcome = Gate(tuple(first_rules(found))).check(found)
    said = outcome_sentence(outcome.outcomes[0], "ja")
    assert ">=" not in said
    assert "以上であること" in said
    assert "near" not in outcome.to_markdown("ja")
    assert "nearest to passing" in outcome.to_markdown("en")


def three(*hits):
    names = ("v1.0", "b", "c")
    found = compare_retrieval([system(hit, name) for hit, name in zip(hits, names, strict=True)],
                              rng=0)  # fmt: skip
    return Comparison(provenance=found.provenance, retrieval_comparison=found).to_dict()


def test_three_models_have_the_rules_of_each_model_alone():
    before, after = three(HALF, ALL, ALL), three(NONE, ALL, ALL)
    rules = first_rules(before, baseline=True)
    head = 'results.retrieval_comparison.levels."v1.0".recall@1'
    level, change = (rule for rule in rules if rule.path == head)
    assert level.limit == first_rules(document(HALF))[0].limit
    assert change.baseline
    assert failing(rules, before, before) == []
    assert {head} <= {*failing(rules, after, before)}
    assert not any(".b." in path or ".c." in path for path in failing(rules, after, before))
    assert not any(".levels." in path for path in paths(first_rules(document(HALF, ALL))))


def test_a_drop_is_held_by_its_language_part_and_in_older_results_as_a_whole():
    large, small = ({"value": x, "low": x - 0.02, "high": x + 0.02} for x in (0.3, 0.01))
    now = {"drop": large, "language_drop": small}
    for direction, part, fails in ((now, "language_drop", False), ({"drop": large}, "drop", True)):
        held = {"kind": "language", "results": {"language": {"directions": {"a->b": direction}}}}
        path = f"results.language.directions.a->b.{part}"
        rules = first_rules(held, baseline=True)
        assert paths(rules) == [path, path]
        assert failing(rules[:1], held) == [path] * fails
