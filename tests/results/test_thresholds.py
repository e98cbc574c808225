import pytest

from monosashi.results import (
    LEVELS,
    Estimate,
    Finding,
    explain_thresholds,
    level_of,
    thresholds,
    worst_first,
)


@pytest.mark.parametrize(
    ("low", "high", "level"),
    [(0.10, 0.2, "problem"), (0.03, 0.09, "warning"), (0.0, 0.029, "good"), (0.0, 0.03, "note"),
     (0.02, 0.5, "note")],
)  # fmt: skip
def test_the_language_drop_is_judged_by_the_ends_of_its_interval(low, high, level):
    estimate = Estimate((low + high) / 2, low, high, None, "bootstrap", 100)
    assert level_of("language_drop", estimate) == level


@pytest.mark.parametrize(
    ("rule", "value", "level"),
    [("antihub_share", 0.10, "good"), ("antihub_share", 0.11, "warning"),
     ("antihub_share", 0.31, "problem"), ("top_share_ratio", 16.5, "problem"),
     ("shape_groups", 9, "warning"), ("shape_groups", 10, "note")],
)  # fmt: skip
def test_plain_numbers_are_judged_by_value(rule, value, level):
    assert level_of(rule, value) == level


def test_an_interval_that_could_not_be_given_is_no_verdict():
    estimate = Estimate(0.5, None, None, None, "two groups", 2)
    assert level_of("language_drop", estimate) == "note"


def test_every_rule_names_known_levels_and_is_printed():
    for rule, levels in thresholds().items():
        assert rule in explain_thresholds()
        assert set(levels) - {"otherwise"} <= set(LEVELS)
        assert levels["otherwise"] in LEVELS


def test_shape_is_never_a_problem():
    assert not any("problem" in levels for rule, levels in thresholds().items() if "shape" in rule)


def test_findings_are_ordered_by_level_and_stay_in_order_inside():
    found = [Finding("a.a", "good"), Finding("b.b", "problem"), Finding("c.c", "good")]
    assert [f.code for f in worst_first(found)] == ["b.b", "a.a", "c.c"]
