import json

import pytest

from monosashi.embeddings import DataError
from monosashi.results.gate import Gate
from monosashi.results.paths import look_up
from monosashi.results.rules import Rule, parse_rules

DROP = {"value": 0.12, "low": 0.08, "high": 0.16}
RESULT = {
    "kind": "audit",
    "results": {"language": {"directions": {"ja->en": {"drop": DROP}}}, "groups": {"v1.0": 3}},
}
PATH = "results.language.directions.ja->en.drop"


def judge(rule, baseline=None):
    return Gate((rule,)).check(RESULT, baseline).passed


@pytest.mark.parametrize(("end", "passed"), [("near", True), ("value", False), ("far", False)])
def test_the_end_of_the_interval_decides(end, passed):
    assert judge(Rule(PATH, "<=", 0.10, end=end)) is passed


@pytest.mark.parametrize(("end", "passed"), [("near", True), ("value", False), ("far", False)])
def test_for_a_lower_limit_the_near_end_is_the_high_one(end, passed):
    assert judge(Rule(PATH, ">=", 0.15, end=end)) is passed


def test_a_change_is_compared_with_the_baseline():
    before = {"results": {"language": {"directions": {"ja->en": {"drop": {"value": 0.02}}}}}}
    assert not judge(Rule(PATH, "<=", 0.05, baseline=True), before)
    assert judge(Rule(PATH, "<=", 0.07, baseline=True), before)


def test_an_undefined_number_fails():
    result = {"results": {"icc": None}}
    outcome = Gate((Rule("results.icc", ">=", 0.0),)).check(result)
    assert not outcome.passed
    assert outcome.outcomes[0].compared is None


def test_a_quoted_segment_may_hold_a_dot():
    assert look_up(RESULT, 'results.groups."v1.0"') == 3


def test_every_wrong_path_is_listed_with_what_there_is():
    gate = Gate((Rule("results.nope", "<", 1), Rule(PATH + ".x", "<", 1), Rule(PATH, "<", 1)))
    with pytest.raises(DataError) as caught:
        gate.check(RESULT)
    message = str(caught.value)
    assert len(caught.value.faults) == 2
    assert "language, groups" in message
    assert "value, low, high" in message


@pytest.mark.parametrize("limit", ["good", 0.1])
def test_text_and_numbers_are_not_compared(limit):
    found = {"level": "good"} if limit == 0.1 else {"level": 0.3}
    with pytest.raises(DataError, match="cannot compare"):
        Gate((Rule("level", "<=", limit),)).check(found)


def test_a_baseline_rule_without_a_baseline_says_what_to_add():
    with pytest.raises(DataError, match="--baseline"):
        judge(Rule(PATH, "<=", 0.1, baseline=True))


@pytest.mark.parametrize(
    ("entry", "named"),
    [
        ({"path": "a", "operator": "<="}, "limit"),
        ({"path": "a", "operator": "=<", "limit": 1}, "operator"),
        ({"path": "a", "operator": "<", "limit": 1, "colour": "red"}, "colour"),
        ({"path": "a", "operator": "<", "limit": 1, "end": "middle"}, "end"),
    ],
)
def test_a_wrong_rule_names_its_number_and_key(entry, named):
    good = {"path": "a", "operator": "<", "limit": 1}
    with pytest.raises(DataError) as caught:
        parse_rules({"rule": [good, entry]}, "gate.toml")
    assert "rule 2" in str(caught.value)
    assert named in str(caught.value)


@pytest.mark.parametrize("content", [{}, {"rule": []}, {"rules": [1]}, {"rule": [], "x": 1}])
def test_a_file_without_rules_is_refused(content):
    with pytest.raises(DataError, match=r"\[\[rule\]\]"):
        parse_rules(content, "gate.toml")


def test_rules_are_read_from_a_file_with_a_byte_order_mark(tmp_path):
    file = tmp_path / "gate.toml"
    file.write_text('[[rule]]\npath = "a"\noperator = "<"\nlimit = 2\n', encoding="utf-8-sig")
    assert Gate.load(file).check({"a": 1}).passed


def test_results_are_read_from_folders(tmp_path):
    (tmp_path / "result.json").write_text(json.dumps(RESULT), encoding="utf-8")
    assert Gate((Rule(PATH, "<=", 0.2),)).check(tmp_path).passed


def test_the_markdown_table_has_no_empty_columns_and_says_equal():
    rules = (Rule("name", "==", "old"), Rule("a", "<=", 0))
    told = Gate(rules).check({"name": "old", "a": 1}).to_markdown("en")
    heads, *rows = [line.split(" | ") for line in told.split("\n") if line.startswith("|")]
    assert "baseline" not in heads
    assert not any("–" in cell for row in rows for cell in row)
    assert rows[-1][-1] == "equal |"
    change = (Rule("a", "<=", 0, baseline=True),)
    assert "| baseline |" in Gate(change).check({"a": 1}, {"a": 1}).to_markdown("en")


def test_the_markdown_table_escapes_pipes():
    rule = Rule("a", "<", 0, name="a|b")
    markdown = Gate((rule,)).check({"a": 1}).to_markdown("en")
    assert "a\\|b" in markdown
    assert "FAIL" in markdown
