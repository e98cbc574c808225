"""`compare_models`: one table, planted strengths, weights, holes, the choice and its claims."""

import json
import re

import numpy as np
import pytest
from advice.models_planted import COLUMNS, GOLD, IDS, D, cube, pages, panel_of, queries

import monosashi as ms
from monosashi.advice.choosing.scales import BYTES, SPEED
from monosashi.advice.comparison import compare
from monosashi.embeddings import DataError, EmbeddingSet

NO_NUMBER = re.compile(r"(?i)(?<![a-z])(nan|-?inf(inity)?)(?![a-z])")
BOTH = {"key": "key", "language": "language"}
WEIGHTS = {"retrieval": 1, "language": 1, "hubs": 1, "groups": 1, "robustness": 1, "size": 1}


def everything(*sets, losses=(1.0, 1.0), weights=None, asked=None, rng=0):
    """All criteria of some models, with queries of their own."""
    asked = asked or [queries(one) for one in sets]
    return ms.compare_models(panel_of(*sets), "topic", queries=asked, gold=GOLD, **BOTH,
                             cube=cube(losses), weights=weights, rng=rng)  # fmt: skip


def same_losses(n=2):
    rows = cube([1.0])
    return [{**row, "model": f"m{m}"} for m in range(n) for row in rows]


@pytest.fixture(scope="module")
def twins():
    one = pages()
    return ms.compare_models(panel_of(one, one), "topic", queries=[queries(one)] * 2, gold=GOLD,
                             **BOTH, cube=same_losses(), weights=WEIGHTS, rng=0)  # fmt: skip


def test_identical_models_differ_by_nothing_in_every_criterion(twins):
    assert {row["criterion"] for row in twins.differences} == {
        "ndcg@10", "recall@10", "language", "antihubs", "r_squared", "robustness.surface", "size",
    }  # fmt: skip
    assert all(row["difference"] == 0 and row["identical"] for row in twins.differences)
    assert all(len(tied) == 2 for tied in twins.tied.values())
    assert twins.choice.identical
    assert twins.choice.win_shares == {"m0": 0.5, "m1": 0.5}
    assert [one.code for one in twins.findings()] == ["choosing.identical"]


def test_b063_nothing_that_is_no_number_leaves_identical_models(twins):
    told = json.dumps(twins.to_dict(), allow_nan=False) + twins.to_markdown() + twins.to_latex()
    assert not NO_NUMBER.search(told)
    for words in ("en", "ja"):
        assert twins.findings()[0].say(words)


def test_identical_models_without_weights_are_called_identical():
    one = pages()
    found = ms.compare_models(panel_of(one, one), queries=[queries(one)] * 2, gold=GOLD, rng=0)
    assert [one.code for one in found.findings()] == ["choosing.all_identical"]


def ahead(found, criterion, model="m0"):
    """Whether a model is told from all others in a criterion."""
    return found.tied[criterion] == (model,)


def test_a_model_with_better_queries_wins_in_search_only():
    one = pages()
    found = everything(one, one, asked=[queries(one, 0.3), queries(one, 2.0)], losses=(1, 1))
    assert ahead(found, "ndcg@10")
    assert [name for name in found.tied if len(found.tied[name]) == 1] in (
        ["ndcg@10"], ["ndcg@10", "recall@10"])  # fmt: skip


def test_a_model_that_language_costs_less_wins_there():
    near, aside = pages(), pages(offset=6.0)
    asked = [queries(near)] * 2
    found = ms.compare_models(panel_of(near, aside), queries=asked, gold=GOLD, **BOTH, rng=0)
    assert ahead(found, "language")
    level = found.row("m1", "language")
    bias = ms.measure_language_bias(aside, **BOTH, rng=0)
    parts = [float(one.language_drop) for one in bias.directions.values()]
    assert level["value"] == pytest.approx(np.mean(parts))  # as many questions each way


def test_a_model_that_loses_less_to_rewriting_wins_there_only():
    one = pages()
    found = everything(one, one, losses=(1.0, 9.0))
    assert [name for name in found.tied if len(found.tied[name]) == 1] == ["robustness.surface"]
    assert ahead(found, "robustness.surface")


def test_fewer_numbers_are_smaller_and_nothing_is_tested_there():
    one = pages()
    short = EmbeddingSet.from_arrays(one.vectors[:, :8], ids=IDS, columns=COLUMNS)
    found = ms.compare_models(panel_of(one, short), "topic", rng=0)
    (row,) = [row for row in found.differences if row["criterion"] == "size"]
    assert (row["difference"], row["p_value"], row["exact"]) == (32.0, None, True)
    assert ahead(found, "size", "m1")


def test_hubs_are_those_of_the_hubs_room():
    one, other = pages(), pages(seed=3)
    found = ms.compare_models(panel_of(one, other), "topic", rng=0)
    alone = ms.measure_hubs(other, k=10, metric="cosine", references=False).antihub_share
    row = found.row("m1", "antihubs")
    assert (row["value"], row["low"], row["high"]) == pytest.approx(
        (alone.value, alone.low, alone.high))  # fmt: skip


def test_levels_and_differences_of_search_and_groups_are_those_of_their_rooms():
    one, other = pages(), pages(seed=3)
    panel, asked = panel_of(one, other), [queries(one), queries(other)]
    found = ms.compare_models(panel, "topic", queries=asked, gold=GOLD, rng=0)
    shapes = ms.compare_shapes(panel, "topic", rng=0).differences[0]
    (row,) = [row for row in found.differences if row["criterion"] == "r_squared"]
    assert (row["difference"], row["p_adjusted"]) == (shapes["bias_corrected"],
                                                      shapes["p_adjusted"])  # fmt: skip
    measured = {f"m{i}": ms.measure_retrieval(q, d, gold=GOLD, rng=0)
                for i, (q, d) in enumerate(zip(asked, panel.sets, strict=True))}  # fmt: skip
    known = ms.compare_retrieval(measured, rng=0).difference("m1", "m0", "ndcg@10")
    (row,) = [row for row in found.differences if row["criterion"] == "ndcg@10"]
    assert (row["model_a"], row["difference"], row["p_value"]) == (
        "m1", known["difference"], known["p_value"])  # fmt: skip


def test_criteria_that_disagree_are_separate_questions_and_never_averaged():
    near, aside = pages(), pages(offset=6.0)
    asked = [queries(near, 2.0), queries(aside, 0.2)]
    found = ms.compare_models(panel_of(near, aside), queries=asked, gold=GOLD, **BOTH, rng=0)
    assert ahead(found, "ndcg@10", "m1")
    assert ahead(found, "language", "m0")
    (told,) = found.findings()
    assert told.code.startswith("choosing.questions")
    assert "nDCG@10: m1" in told.say("en")
    assert "language drop: m0" in told.say("en")
    assert found.choice is None
    assert found.reasons["choice"].code == "choosing.reasons.no_weights"


def test_weights_decide_between_criteria_that_disagree_and_say_which_one_did():
    near, aside = pages(), pages(offset=6.0)
    asked = [queries(near, 2.0), queries(aside, 0.2)]
    panel = panel_of(near, aside)
    chosen = {}
    for weights in ({"retrieval": 9, "language": 1}, {"retrieval": 1, "language": 9}):
        found = ms.compare_models(panel, queries=asked, gold=GOLD, **BOTH, weights=weights, rng=0)
        assert found.choice.decided
        chosen[found.choice.best] = found.choice.decided_by
        assert found.choice.against
    assert chosen == {"m1": "ndcg@10", "m0": "language"}


def test_a_score_is_the_weighted_mean_of_the_points_and_does_not_depend_on_the_other_models():
    one, other, third = pages(), pages(seed=3), pages(offset=6.0)
    asked = [queries(held) for held in (one, other, third)]
    weights = {"retrieval": 1, "language": 3}
    two = ms.compare_models(panel_of(one, other), queries=asked[:2], gold=GOLD, **BOTH,
                            weights=weights, rng=0)  # fmt: skip
    three = ms.compare_models(panel_of(one, other, third), queries=asked, gold=GOLD, **BOTH,
                              weights=weights, rng=0)  # fmt: skip
    for model in ("m0", "m1"):
        ndcg, drop = (two.row(model, name)["value"] for name in ("ndcg@10", "language"))
        by_hand = 0.25 * 100 * ndcg + 0.75 * min(100, 100 * (1 - drop))
        assert two.choice.scores[model].value == pytest.approx(by_hand)
        assert two.choice.scores[model] == three.choice.scores[model]


def test_robustness_weighs_the_mean_of_its_axes():
    rows = [row | {"axis": axis, "transformation": name}
            for axis, name in (("surface", "typos"), ("length", "summarise"))
            for row in cube([1.0, 5.0] if axis == "surface" else [5.0, 1.0])]  # fmt: skip
    one = pages()
    panel = panel_of(one, one)
    both = ms.compare_models(panel, cube=rows, weights={"robustness": 1}, rng=0)
    alone = ms.compare_models(panel, cube=rows, weights={"robustness.length": 1}, rng=0)
    assert not both.choice.decided
    assert both.choice.scores["m0"].value == pytest.approx(100 - (1.0 + 5.0) / 2)
    assert (alone.choice.best, alone.choice.decided) == ("m1", True)


def test_half_a_weight_that_changes_the_first_place_is_told():
    near, aside = pages(), pages(offset=6.0)
    asked = [queries(near, 1.2), queries(aside, 0.2)]
    found = ms.compare_models(panel_of(near, aside), queries=asked, gold=GOLD, **BOTH,
                              weights={"retrieval": 1, "language": 1}, rng=0)  # fmt: skip
    points = {(row["model"], row["criterion"]): row["points"] for row in found.choice.points}
    firsts = {(row["weight"], row["factor"]): row["first"] for row in found.choice.sensitivity}
    for (name, factor), first in firsts.items():
        moved = {"retrieval": 1.0, "language": 1.0, name: factor}
        totals = {m: moved["retrieval"] * points[m, "ndcg@10"] + moved["language"]
                  * points[m, "language"] for m in ("m0", "m1")}  # fmt: skip
        assert first == max(totals, key=totals.__getitem__)
    assert found.choice.stable == (set(firsts.values()) == {found.choice.best})


def test_holes_are_shown_and_an_error_names_all_of_them_when_weighed():
    one = pages()
    facts = {"m0": ms.EmbedderFacts(texts_per_second=100.0)}
    panel = panel_of(one, one)
    found = ms.compare_models(panel, "topic", facts=facts, cube=cube([1.0]), rng=0)
    assert found.row("m1", "speed")["value"] is None
    assert found.row("m1", "speed")["reason"].code == "choosing.reasons.no_speed"
    assert found.row("m1", "robustness.surface")["value"] is None
    with pytest.raises(DataError) as caught:
        ms.compare_models(panel, facts=facts, cube=cube([1.0]), rng=0,
                          weights={"speed": 1, "robustness": 1, "retrieval": 1})  # fmt: skip
    told = str(caught.value)
    assert "speed" in told
    assert "robustness.surface" in told
    assert "--queries" in told
    assert told.count("m1") == 2 + told.count("m1 is not")


@pytest.mark.parametrize("weights", [
    {}, {"size": 0}, {"size": -1}, {"nonsense": 1}, {"size": float("nan")}, {"size": "1"},
    {"size": True},
])  # fmt: skip
def test_weights_that_cannot_be_used_are_refused(weights):
    one = pages()
    with pytest.raises(DataError):
        ms.compare_models(panel_of(one, one), weights=weights, rng=0)


def test_one_dataset_gives_no_error_and_so_no_choice():
    one = pages()
    with pytest.raises(DataError) as caught:
        ms.compare_models(panel_of(one, one), cube=cube([1.0, 2.0], datasets=1),
                          weights={"robustness": 1}, rng=0)  # fmt: skip
    assert [f.code for f in caught.value.faults] == ["choosing.errors.no_error"]


def test_the_same_seed_gives_the_same_bytes_and_another_one_other_draws():
    one, other = pages(), pages(seed=3)
    told = [json.dumps(everything(one, other, weights=WEIGHTS, rng=seed).to_dict())
            for seed in (1, 1, 2)]  # fmt: skip
    assert told[0] == told[1]
    assert told[0] != told[2]


def test_points_lose_ten_for_every_doubling_of_bytes_and_gain_ten_of_speed():
    assert BYTES.points([64, 128, 1024, 2**20]).tolist() == [100, 90, 60, 0]
    assert SPEED.points([0.1, 1, 2, 1024, 1e9]).tolist() == [0, 0, 10, 100, 100]


def test_two_models_and_one_question_keep_their_page_and_more_make_one_table():
    one, other = pages(), pages(seed=3)
    asked = [queries(one), queries(other)]
    assert compare(panel_of(one, other), "topic").models is None
    assert compare(panel_of(one, other), "topic", queries=asked, gold=GOLD).models is not None
    assert compare(panel_of(one, other, one), "topic").models is not None
    assert compare(panel_of(one, other), "topic", weights={"size": 1}).models is not None


def simulated(seed, n):
    """Two models that are equally good in truth: other noise of the same kind in each."""
    rng = np.random.default_rng(seed)
    base = rng.normal(size=(n, D))
    ids = [f"k{i}-{x}" for x in ("en", "ja") for i in range(n)]
    columns = {"key": [f"k{i}" for i in range(n)] * 2, "language": ["en"] * n + ["ja"] * n}
    sets, asked = [], []
    for _ in range(2):
        vectors = np.concatenate([base, base]) + 0.9 * rng.normal(size=(2 * n, D))
        vectors[n:, 0] += 2.0
        sets.append(EmbeddingSet.from_arrays(vectors, ids=ids, columns=columns))
        moved = base + 1.2 * rng.normal(size=(n, D))
        asked.append(EmbeddingSet.from_arrays(moved, ids=[f"q{i}" for i in range(n)]))
    return panel_of(*sets), asked, {f"q{i}": f"k{i}-en" for i in range(n)}


@pytest.mark.slow
def test_equal_models_are_claimed_apart_at_most_as_often_as_the_level_says():
    trials, claims, share = 300, 0, []
    for seed in range(trials):
        panel, asked, gold = simulated(seed, 30)
        found = ms.compare_models(panel, queries=asked, gold=gold, **BOTH, rng=seed,
                                  weights={"retrieval": 1, "language": 1})  # fmt: skip
        claims += found.choice.decided
        share.append(found.choice.win_shares["m0"])
    assert claims / trials <= 0.05 + 3 * (0.05 * 0.95 / trials) ** 0.5
    assert abs(np.mean(share) - 0.5) <= 3 * np.std(share) / trials**0.5
