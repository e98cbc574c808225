"""Ties: a way is better only if it is so lost or won; what they keep open is said."""

from dataclasses import replace

import pytest
from language.choosing_sets import queries_of

from monosashi.embeddings import DataError
from monosashi.language.choosing import Costs, RepairOption, compare_language_repairs
from monosashi.language.choosing.picking import Limits, standing
from monosashi.report.sentences import finding_sentences
from monosashi.results import Estimate
from monosashi.results.plain import plain
from monosashi.words import LANGUAGES

LIMITS = Limits(0.01, None, 0.95)
COSTS = Costs("documents", 100, 1, 1, 0, 1, rewrites=True, memory_bytes=0, query_language=True)
NAMED = {"key": "key", "language": "lang"}


def estimate(value, low, high):
    return Estimate(value, low, high, None, "made", 100)


BETTER, WORSE, SAME = (estimate(v, v - 0.02, v + 0.02) for v in (0.1, -0.1, 0.0))


@pytest.mark.parametrize(
    ("more", "expected"),
    [
        ({"gain": BETTER, "gain_optimistic": BETTER}, "eligible"),
        ({"gain": WORSE, "gain_optimistic": BETTER}, "ties_decide"),
        ({"gain": BETTER, "gain_optimistic": SAME}, "ties_decide"),
        ({"gain": WORSE, "gain_optimistic": SAME}, "eligible"),
        ({"loss": BETTER, "loss_optimistic": estimate(0.0, -0.01, 0.009)}, "ties_decide"),
        ({"loss": BETTER, "loss_optimistic": BETTER}, "over_cap"),
    ],
)
def test_standing(more, expected):
    option = RepairOption("made", "indexes", estimate(0.5, 0.4, 0.6), "eligible", COSTS, **more)
    assert standing(option, LIMITS) == expected


@pytest.fixture(scope="module")
def fused(made_set):
    pages = made_set(100, 0.6, seed=1)
    return compare_language_repairs(
        pages, methods=["centering", "fused"], **NAMED, queries=queries_of(pages),
        max_same_language_loss=0.1,
    )  # fmt: skip


def test_lists_fused_by_rank_are_not_judged_by_lost_ties_alone(fused):
    one = fused["fused"]
    assert one.map_optimistic.value > one.map.value + 0.01
    assert one.gain_optimistic.value - one.gain.value > 0.01
    noted = [found for found in fused.findings() if found.code == "language.choice_ties"]
    assert noted[0].numbers["names"] == "fused"


@pytest.mark.parametrize("language", LANGUAGES)
def test_ties_have_words(fused, language):
    (found,) = [one for one in plain(fused.findings()) if one["code"] == "language.choice_ties"]
    assert "fused" in finding_sentences(found, language).headline


def test_a_bridge_among_the_methods_needs_a_translator(made_set):
    with pytest.raises(DataError) as raised:
        compare_language_repairs(made_set(60, 1.0), methods=["centering", "bridge"], **NAMED)
    assert "--bridge-embedder" in raised.value.faults[0].say("en")


def test_all_lower_is_no_call_for_more_queries(fused):
    centred = fused["centering"]
    lower = {"none": fused["none"],
             "centering": replace(centred, standing="eligible", gain=WORSE)}  # fmt: skip
    made = replace(fused, options=lower, pick="none", best="none", why="not_surely_better")
    found = made.findings()[0]
    assert found.code == "language.choice_all_lower"
    assert "More queries" not in finding_sentences(plain([found])[0], "en").next


def test_every_way_is_told_before_it_is_tried(made_set):
    told = []
    compare_language_repairs(made_set(60, 1.0), methods=["centering"], **NAMED,
                             progress=lambda *step: told.append(step))  # fmt: skip
    assert told == [(0, 3, "none"), (1, 3, "global-mean"), (2, 3, "centering")]


def test_pages_alone_make_the_advice_conditional(made_set, fused):
    from monosashi.advice.language_choice_document import language_choice_document

    pages = compare_language_repairs(made_set(100, 1.0, seed=1), methods=["centering"], **NAMED)
    code = language_choice_document(pages).verdict["code"]
    assert pages.pick == "centering"
    assert code.endswith("_unmeasured")
    levels = {one.code: one.level for one in pages.findings()}
    assert levels["language.choice_loss_unknown"] == "warning"
    assert not language_choice_document(fused).verdict["code"].endswith("_unmeasured")
