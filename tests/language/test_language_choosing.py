"""Comparing repairs: every number against another way to it, and the choice against its rules."""

import json
from dataclasses import replace

import numpy as np
import pytest
from language.choosing_sets import Lifted, queries_of

from monosashi.embeddings import DataError, EmbeddingSet
from monosashi.language import measure_language_bias
from monosashi.language.choosing import ORDER, compare_language_repairs
from monosashi.language.scored import CosineScores, OtherFirstScores
from monosashi.report.sentences import finding_sentences
from monosashi.results.plain import plain
from monosashi.results.writing import strict_json

NAMES = {"key": "key", "language": "lang"}
FEW = ["centering", "query-centering", "csls", "routed+query-centering", "fused"]


def compare(pages, **more):
    return compare_language_repairs(pages, **NAMES, **more)


@pytest.fixture(scope="module")
def pages(made_set):
    return made_set(120, 1.0, seed=1)


@pytest.fixture(scope="module")
def measured(pages):
    """With independent queries: the loss inside a language is known."""
    return compare(pages, queries=queries_of(pages), methods=FEW, max_same_language_loss=0.05)


def test_without_repair_it_says_what_the_measure_says(pages):
    found = compare(pages, methods=["centering"])
    bias = measure_language_bias(pages, **NAMES)
    for pair, direction in bias.directions.items():
        none = found["none"]
        assert none.recall[pair].value == direction.mixed.recall[1].value
        assert none.alone[pair].value == direction.target_only.recall[1].value
        assert found.drops[pair].value == pytest.approx(direction.drop.value)
        assert (found.drops[pair].low, found.drops[pair].high) == pytest.approx(
            (direction.drop.low, direction.drop.high)
        )
    expected = np.mean([direction.mixed.map.value for direction in bias.directions.values()])
    assert found["none"].map.value == pytest.approx(expected)
    some = queries_of(pages).take(np.arange(pages.n) % 120 < 100)
    bias = measure_language_bias(pages, **NAMES, queries=some)
    known = np.mean([one.guards.known_item[1].value for one in bias.directions.values()])
    asked = compare(pages, queries=some, methods=["none"])
    assert asked["none"].same_language.value == pytest.approx(known)


def test_a_bias_is_mended_and_none_is_left_alone(made_set, measured):
    assert measured.pick in {"centering", "query-centering"}
    assert measured[measured.pick].gain.low > 0.1
    level = compare(made_set(400, 0.0, noise=0.3, seed=1), methods=["centering", "csls"])
    assert (level.pick, level.why) == ("none", "nothing_to_repair")


@pytest.mark.parametrize("asked", [False, True])
def test_the_gamed_ranking_is_never_chosen(pages, asked):
    queries = queries_of(pages) if asked else None
    found = compare(pages, queries=queries, methods=["none"], max_same_language_loss=1.0,
                    others={"foreign first": OtherFirstScores()})  # fmt: skip
    gamed = found["foreign first"]
    for pair, recall in gamed.recall.items():
        assert recall.value == gamed.alone[pair].value > 0.8, "by recall it is a triumph"
    assert gamed.standing == "gamed"
    assert found.pick == "none"
    assert any(one.code == "language.choice_gamed" for one in found.findings())


def test_a_loss_beyond_the_cap_or_not_shown_to_be_within_keeps_a_way_out(pages):
    queries = queries_of(pages, noise=0.2)
    harmful = {"lifted": Lifted(0.25)}
    strict = compare(pages, queries=queries, methods=["none"], others=harmful)
    assert strict["lifted"].loss.low > 0.01
    assert (strict["lifted"].standing, strict.pick) == ("over_cap", "none")
    assert strict["lifted"].map.value > strict["none"].map.value
    assert "language.choice_over_cap" in {one.code for one in strict.findings()}
    middle = (strict["lifted"].loss.low + strict["lifted"].loss.high) / 2
    open_question = compare(pages, queries=queries, methods=["none"], others=harmful,
                            max_same_language_loss=middle)  # fmt: skip
    assert open_question["lifted"].standing == "cap_not_shown"
    told = {one.code: one.numbers for one in open_question.findings()}
    loss = open_question["lifted"].loss.value
    above = "language.choice_not_shown" + ("_above" if loss > middle else "")
    needed = told.keys() & {above, "language.choice_not_shown_near"}
    assert needed, "how many queries would decide it, or that none would"
    beyond = replace(open_question, max_same_language_loss=loss - 0.01)
    held = replace(beyond["lifted"], queries_to_decide=3400)
    found = replace(beyond, options={**beyond.options, "lifted": held}).findings()
    (one,) = [one for one in plain(found) if one["code"] == "language.choice_not_shown_above"]
    for language, against in (("en", "decide against lifted"), ("ja", "lifted は選べなくなります")):
        assert against in finding_sentences(one, language).next
    lenient = compare(pages, queries=queries, methods=["none"], others=harmful,
                      max_same_language_loss=strict["lifted"].loss.high)  # fmt: skip
    assert (lenient["lifted"].standing, lenient.pick) == ("eligible", "lifted")


def test_what_was_never_measured_is_undefined_with_its_reason(pages, measured):
    found = compare(pages, methods=["centering"])
    for name in ("same_language", "loss"):
        assert getattr(found["centering"], name) is None
        reason = found.reasons[f"options.centering.{name}"]
        assert reason.code == "language.reasons.no_independent_queries"
        assert getattr(measured["centering"], name) is not None
    assert found["centering"].overlap.value < 1.0
    assert "language.choice_loss_unknown" in {one.code for one in found.findings()}
    assert "language.choice_loss" in {one.code for one in measured.findings()}


def test_a_routed_way_leaves_the_own_language_as_it_is(measured):
    routed, mended, none = (measured[name] for name in
                            ("routed+query-centering", "query-centering", "none"))  # fmt: skip
    assert routed.map == mended.map
    assert routed.recall == mended.recall
    assert routed.same_language == none.same_language
    assert (routed.loss.low, routed.loss.high) == (0.0, 0.0), "known, not estimated"
    assert (routed.costs.copies, mended.costs.copies) == (2, 1)
    assert measured.pick != "routed+query-centering", "level with the mend it routes to"


def test_fused_lists_tie_and_what_hangs_on_ties_is_not_told(pages):
    found = compare(pages, methods=["fused"])
    fused = found["fused"]
    assert max(one.value for one in fused.recall.values()) == 0.0
    assert min(one.value for one in fused.recall_optimistic.values()) > 0.8
    assert fused.map_optimistic.value - fused.map.value > 0.3
    assert fused.share.value == pytest.approx(0.5, abs=0.02), "forced, whatever was asked"
    for name in ("drop", "recovery"):
        assert getattr(fused, name) is None
        assert found.reasons[f"options.fused.{name}"].code == "language.reasons.ties_decide"


def test_time_and_money_follow_from_the_users_numbers(pages):
    told = {"embedding": 0.5, "translation": 4.0, "search_ms": 30.0, "translation_ms": 700.0}
    asked = {"methods": ["centering", "fused"], "bridge": CosineScores(), "calls_per_day": 2_000}
    found = compare(pages, **asked, latency=50, prices=told)
    assert found["centering"].costs.per_day == 1.0
    assert found["centering"].costs.extra_ms == 0.0
    assert (found["fused"].costs.searches, found["fused"].costs.extra_ms) == (2, 30.0)
    bridge = found["bridge"].costs
    assert (bridge.searches, bridge.embeddings, bridge.translations) == (2, 2, 1)
    assert (bridge.per_day, bridge.extra_ms) == (10.0, 730.0)
    assert found["bridge"].standing == "too_slow"
    unknown = compare(pages, **asked, latency=50)
    assert unknown["fused"].standing == "latency_unknown"
    assert unknown["centering"].standing == "eligible"
    assert unknown["fused"].costs.per_day is None


def test_a_bridge_without_a_translator_stays_a_row(made_set):
    found = compare(made_set(60, 1.0), folds=2)
    assert found["bridge"].map is None
    assert found["bridge"].standing == "not_measured"
    assert found.reasons["options.bridge"].code == "language.reasons.no_translator"
    assert [name.partition(":")[0] for name in found.options] == [
        name.partition(":")[0] for name in (*ORDER, "bridge") if "query-" not in name
    ], "in the order of simplicity; what needs query vectors is left out"


def test_wins_are_shared_among_those_open_to_choice(measured):
    shares = [one.wins for one in measured.options.values() if one.standing == "eligible"]
    assert sum(shares) == pytest.approx(1.0)
    assert all(one.wins is None for one in measured.options.values() if one.standing != "eligible")
    assert measured[measured.best].behind.value == 0.0


def test_order_of_rows_does_not_count_and_a_seed_repeats(pages):
    rng = np.random.default_rng(5)
    order = rng.permutation(pages.n)
    first = compare(pages, methods=["centering", "csls"], rng=7)
    again = compare(pages.take(order), methods=["csls", "centering"], rng=7)
    for name, one in first.options.items():
        assert again[name].map.value == pytest.approx(one.map.value, abs=1e-12)
        assert again[name].recall == one.recall
    same = compare(pages, methods=["centering", "csls"], rng=7)
    assert strict_json(same.to_dict()) == strict_json(first.to_dict())


def test_gold_joins_titles_with_all_pages_of_their_section(pages):
    sections = [f"s{int(key[1:]) // 2}" for key in pages.columns["key"]]
    columns = {**pages.columns, "section": sections}
    chaptered = EmbeddingSet.from_arrays(pages.vectors, ids=pages.ids, columns=columns)
    titles = queries_of(chaptered)
    found = compare(chaptered, queries=titles, gold="section", methods=["centering"])
    assert (found.n_items, found.n_queries) == (60, 240)
    assert found.loss_measured
    answers = {name: {other: 1 for other, held in zip(chaptered.ids, sections, strict=True)
                      if held == section}
               for name, section in zip(titles.ids, sections, strict=True)}  # fmt: skip
    by_gold = compare(chaptered, queries=titles, gold=answers, methods=["centering"])
    assert by_gold["centering"].map == found["centering"].map


def test_rows_and_strict_json(measured):
    tables = measured.tables()
    assert [row["method"] for row in tables["repair_options"]] == list(measured.options)
    assert sum(row["picked"] for row in tables["repair_options"]) == 1
    assert len(tables["repair_directions"]) == 4 * 2 * len(measured.options)
    held = json.loads(strict_json(measured.to_dict()))
    assert held["options"]["centering"]["recall"]["ja->en"]["value"] is not None
    assert f"> {measured.pick}" in repr(measured)


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"methods": ["centring", "cslss"]}, ("'centring'", "'cslss'")),
        ({"gold": "key"}, ("no queries",)),
        ({"folds": 1}, ("from 2 to 60",)),
        ({"folds": 61}, ("from 2 to 60",)),
        ({"prices": {"token": 1.0}}, ("token",)),
        ({"prices": {"embedding": -1.0}}, ("embedding", "-1")),
        ({"latency": float("nan"), "max_same_language_loss": -0.1}, ("latency", "max_same")),
        ({"others": {"csls": CosineScores()}}, ("'csls'", "another name")),
        ({"others": {"mine": object()}}, ("'mine'", "neither")),
        ({"confidence": 95}, ("95",)),
    ],
)
def test_refused(pages, asked, words):
    with pytest.raises(DataError) as error:
        compare(pages, **asked)
    assert [word for word in words if word not in str(error.value)] == []


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"folds": float("nan")}, "folds must be"),
        ({"folds": 1e9}, "folds must be"),
        ({"folds": "x"}, "folds must be"),
        ({"methods": ()}, "at least one name"),
        ({"methods": "centering"}, "at least one name"),
        ({"methods": [1]}, "at least one name"),
        ({"confidence": "x"}, "confidence must"),
        ({"max_same_language_loss": "x"}, "max_same_language_loss must"),
        ({"max_same_language_loss": None}, "max_same_language_loss must"),
        ({"latency": "50ms"}, "latency must"),
        ({"prices": 3}, "Known: embedding"),
        ({"prices": {"embedding": "x"}}, "embedding must"),
        ({"others": 3}, "neither"),
        ({"bridge": 3}, "neither"),
    ],
)
def test_what_is_no_number_and_no_list_is_one_clear_refusal(pages, asked, words):
    with pytest.raises(DataError, match=words) as error:
        compare(pages, **asked)
    assert len(error.value.faults) == 1


def test_answers_in_the_own_language_only_leave_nothing_to_compare(pages):
    queries = queries_of(pages)
    gold = {name: {name.removeprefix("q:"): 1} for name in queries.ids}
    with pytest.raises(DataError, match="in another language"):
        compare(pages, queries=queries, gold=gold, methods=["centering"])


def test_few_documents_are_refused_unless_forced(made_set):
    small = made_set(40, 1.0)
    with pytest.raises(DataError, match="40 documents"):
        compare(small, methods=["centering"])
    assert compare(small, methods=["centering"], force=True).n_items == 40


def test_real_pages(shared_set):
    """USE loses 0.01 to language here: nothing is worth repairing; e5 loses a quarter."""
    aligned = compare(shared_set("debian_reference", "use"), methods=["centering", "csls"])
    assert (aligned.pick, aligned.why) == ("none", "nothing_to_repair")
    biased = compare(shared_set("debian_reference", "e5"), methods=["global-mean", "centering"],
                     others={"foreign first": OtherFirstScores()})  # fmt: skip
    assert biased.pick == "centering"
    assert biased["centering"].recall["ja", "en"].value == pytest.approx(0.973, abs=0.005)
    assert biased["foreign first"].standing == "gamed"


def test_a_simple_way_that_does_nothing_is_not_taken_for_its_simplicity(shared_set):
    """One global mean lies within a wide interval of the best, and of no repair as well."""
    found = compare(shared_set("tatoeba_ja_en", "use"), confidence=0.99,
                    methods=["global-mean", "centering", "csls+centering"])  # fmt: skip
    idle = found["global-mean"]
    assert idle.behind.low <= 0 < found["none"].behind.low
    assert idle.gain.low < 0
    assert (found.pick, found.why) == ("centering", "simplest_of_tied")
