"""The choice between models, by weights, with its interval."""

import numpy as np
import pytest

from monosashi.embeddings import DataError
from monosashi.robustness.runs.choice import checked_weights, choose
from monosashi.robustness.runs.profile import Level

RNG = np.random.default_rng(0)


def level(before, after, noise=0.0):
    shared = noise * RNG.normal(size=400)
    return Level(before, after, before + shared, after + shared, ("d",), 100, 100)


def levels(**models):
    return {(name, axis): held for name, axes in models.items() for axis, held in axes.items()}


WORDING, LENGTH = ("lexical", "rules"), ("length", "rules")


def test_weights_decide_and_are_told_as_used():
    table = levels(a={WORDING: level(80, 70), LENGTH: level(80, 40)},
                   b={WORDING: level(60, 60), LENGTH: level(60, 60)})  # fmt: skip
    first = choose(table, {"lexical": 1}, 0.95)
    assert [row["model"] for row in first.rows] == ["a", "b"]
    assert choose(table, {"length": 2, "lexical": 1}, 0.95).rows[0]["model"] == "b"
    alike = choose(table, None, 0.95)
    assert alike.weights == pytest.approx({"original": 1 / 3, "lexical": 1 / 3, "length": 1 / 3})
    assert alike.rows[0]["score"] == pytest.approx((80 + 70 + 40) / 3)


def test_wins_are_shares_of_the_same_draws():
    close = levels(a={WORDING: level(80, 70, 3.0)}, b={WORDING: level(80, 69.9, 3.0)})
    found = choose(close, {"lexical": 1}, 0.95).rows
    assert 0.4 < found[0]["wins"] < 0.62
    assert found[0]["wins"] + found[1]["wins"] == pytest.approx(1.0)
    assert found[1]["behind_low"] < 0 < found[1]["behind_high"]


def test_ties_are_shared():
    same = levels(a={WORDING: level(80, 70)}, b={WORDING: level(80, 70)})
    assert [row["wins"] for row in choose(same, None, 0.95).rows] == [0.5, 0.5]


def test_weights_of_what_was_not_measured_go_to_the_others():
    table = levels(a={WORDING: level(80, 70)})
    found = choose(table, {"lexical": 1, "language": 3}, 0.95)
    assert (found.missing, found.weights) == (("language",), {"lexical": 1.0})
    with pytest.raises(DataError, match="none of the weighted axes"):
        choose(table, {"language": 1}, 0.95)


@pytest.mark.parametrize("weights", [{"a": float("nan")}, {"a": 0.0}, {"a": -1.0, "b": 2.0}])
def test_weights_that_mean_nothing(weights):
    with pytest.raises(DataError, match="weights"):
        checked_weights(weights)
