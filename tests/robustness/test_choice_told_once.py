"""The share of draws in which a model comes first says the same as the interval of its lead."""

import numpy as np
import pytest

import monosashi as ms
from monosashi.robustness.runs.choice import choose
from monosashi.robustness.runs.findings import rival_of
from monosashi.robustness.runs.profile import Level
from monosashi.robustness.runs.records import Records

AXIS = ("lexical", "rules")


def levels(draws=2000, **scores):
    """Models by what each of their records scores, 0 to 1; the draws are of the same records."""
    n = len(next(iter(scores.values())))
    chosen = np.random.default_rng(5).integers(0, n, size=(draws, n))
    held = {}
    for name, values in scores.items():
        parts = np.asarray(values, dtype=float) / n
        drawn = 100 * np.asarray(values, dtype=float)[chosen].mean(axis=1)
        held[name, AXIS] = Level(100 * parts.sum(), 100 * parts.sum(), drawn, drawn, ("d",), n, n,
                                 (Records("d", parts, parts, np.full(n, 1 / n)),))  # fmt: skip
    return held


def test_four_texts_of_which_each_speaks_for_the_same_model_do_not_decide():
    rows = choose(levels(a=[1, 0.9, 1, 0.8], b=[0.6, 0.7, 0.5, 0.6]), None, 0.95).rows
    assert rows[1]["behind_low"] < 0
    assert rows[0]["wins"] < 0.98, "a plain bootstrap of them says 100%"


def test_without_any_spread_nothing_is_said_of_draws():
    rows = choose(levels(a=[1, 1, 1, 1], b=[0.8, 0.8, 0.8, 0.8]), None, 0.95).rows
    assert rows[1]["behind_low"] < 0
    assert [row["wins"] for row in rows] == [None, None]


@pytest.mark.parametrize("confidence", [0.8, 0.95])
def test_the_share_and_the_interval_agree_whatever_the_scores(confidence):
    random, seen = np.random.default_rng(1), set()
    for lead in np.linspace(0, 0.4, 25):
        n = int(random.integers(5, 120))
        base = random.integers(0, 2, n)
        other = np.where(random.random(n) < lead, 0, base)
        rows = choose(levels(a=base, b=other), None, confidence).rows
        if rows[0]["wins"] is None or rows[0]["score"] == rows[1]["score"]:
            continue
        sure = rows[1]["behind_low"] > 0
        seen.add(sure)
        assert (rows[0]["wins"] > 1 - (1 - confidence) / 2 - 1e-3) == sure
    assert seen == {True, False}


def test_a_third_model_that_cannot_be_told_apart_leaves_it_open():
    rows = [{"model": "a", "behind_low": None}, {"model": "b", "behind_low": 0.2},
            {"model": "c", "behind_low": -3.0}]  # fmt: skip
    assert rival_of(rows)["model"] == "c"
    assert rival_of(rows[:2])["model"] == "b"


def test_the_sentence_says_what_the_share_is_over():
    from monosashi.words import say

    for language, told in (("en", "as uncertain as that distance"), ("ja", "不確かさは")):
        assert told in say(
            "robustness_run.findings.chosen.headline",
            language,
            model="a",
            second="b",
            score_text="1",
            behind_text="2",
            wins_text="99%",
        )
    assert ms.__version__


def test_an_axis_of_several_generators_says_that_the_choice_counts_their_mean():
    from types import SimpleNamespace

    from monosashi.robustness.runs.findings import _averaged

    profile = [{"axis": "language", "generator": one} for one in ("apertium", "people")]
    profile.append({"axis": "lexical", "generator": "apertium"})
    found = SimpleNamespace(profile=profile, choice=[1, 2], weights={"language": 1, "lexical": 1})
    (one,) = _averaged(found)
    assert (one.numbers["axis"], one.numbers["generators"]) == ("language", "apertium, people")
    assert not _averaged(SimpleNamespace(**{**vars(found), "weights": {"lexical": 1}}))
