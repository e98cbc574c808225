"""Harm is called so only where chance does not explain it, however many corrections are tried."""

from types import SimpleNamespace

import pytest

from monosashi.hubs.harm import HUBS, harms, loses_answers
from monosashi.results import Estimate


def effect(recall=None, grows=None):
    level = Estimate(0.0, -0.1, 0.1, 0.05, "", 100)
    change = SimpleNamespace(**{name: SimpleNamespace(difference=level) for name in HUBS})
    if grows is not None:
        change.antihub_share = SimpleNamespace(difference=grows)
    return SimpleNamespace(recall_difference=recall, change=change)


def about(value, reach=0.0196):
    return Estimate(value, value - reach, value + reach, reach / 1.96, "", 100)


@pytest.mark.parametrize(("lost", "tried", "said"), [
    (2.4, 1, False), (2.6, 1, True), (2.6, 8, False), (3.3, 8, True),
])  # fmt: skip
def test_a_loss_must_be_surer_the_more_is_tried(lost, tried, said):
    """In standard errors; 2.50 is asked of 4 looks, 3.16 of 32 (two-sided 5 %)."""
    one = effect(about(-0.01 * lost))
    assert loses_answers(one)
    assert harms(one, tried) == said
    assert harms(effect(grows=about(0.01 * lost)), tried) == said


def test_a_sure_gain_of_answers_outweighs_less_even_lists():
    assert harms(effect(grows=about(0.2)), 8)
    assert not harms(effect(about(0.2), grows=about(0.2)), 8)
