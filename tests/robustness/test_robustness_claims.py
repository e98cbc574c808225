"""What the statistics of a cube may say, and what they may not."""

from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from robustness.cubes import made

import monosashi as ms
from monosashi.advice.robustness_document import robustness_document
from monosashi.report.sections.robustness_figures import _points
from monosashi.robustness import robustness_statistics
from monosashi.robustness.cube import Cube
from monosashi.robustness.rank_ranges import _places
from monosashi.robustness.rankings import _ends
from monosashi.robustness.transformation_tests import joint_high


def row(**changed):
    return {"model": "A", "dataset": "d", "transformation": "paraphrasing", "generator": "g",
            "original": 80.0, "transformed": 75.0, **changed}  # fmt: skip


def losses(of, models=1, **more):
    """One row a dataset of each transformation's losses."""
    return [row(model=f"M{m}", dataset=f"d{d}", transformation=name, transformed=80 - lost, **more)
            for m in range(models) for name, held in of.items()
            for d, lost in enumerate(held)]  # fmt: skip


def told(rows, code, **options):
    found = robustness_statistics(rows, rng=0, **options).findings()
    return [one for one in found if one.code == f"robustness.{code}"]


def test_an_order_is_never_stated_against_the_test_that_was_made():
    apart = np.array([0.5] * 18 + [-30.0])  # better nearly everywhere, far worse once
    scores = np.array([70 + apart + np.arange(19) / 100, np.full(19, 70.0)])
    ranks, low, high = _places(scores)
    assert ranks.tolist() == [2, 1], "by the mean scores"
    assert (low.tolist(), high.tolist()) == ([1, 1], [2, 2])


def test_places_left_open_go_with_the_confidence():
    rows = [row(model=m, dataset=f"d{d}", original=70.0 + (m == "A") * (1 + d / 10),
                transformed=60.0) for m in "AB" for d in range(7)]  # fmt: skip
    surely, openly = (robustness_statistics(rows, confidence=c).ranks[0] for c in (0.95, 0.999))
    assert (surely["rank_original_low"], surely["rank_original_high"]) == (1, 1)
    assert (openly["rank_original_low"], openly["rank_original_high"]) == (1, 2)


def test_nothing_is_good_while_another_transformation_may_cost_more():
    random = np.random.default_rng(1)
    wide = random.normal(2.0, 9, 13)
    held = {"paraphrasing": random.normal(2.5, 0.1, 13),
            "expansion": wide - np.median(wide) + 2.0}  # fmt: skip
    (one,) = told(losses(held), "losses")
    assert (one.numbers["worst"], one.level) == ("paraphrasing", "note")
    held["expansion"] = random.normal(2.0, 0.1, 13)
    (one,) = told(losses(held), "losses")
    assert one.level == "good"
    assert "2." in one.numbers["joint_text"]


def test_nothing_is_good_while_few_datasets_lose_far_more():
    held = {"paraphrasing": [*np.linspace(1, 1.4, 18), 40.0, 45.0]}
    assert joint_high(np.array(held["paraphrasing"]), 0.95, 1) > 3
    (one,) = told(losses(held), "losses")
    assert one.level != "good"


def test_contrasts_compare_the_same_models():
    random = np.random.default_rng(0)
    rows = [row(dataset=f"d{d}", dataset_group="x" if d < 5 else "y",
                transformed=80 - random.normal() / 10) for d in range(10)]  # fmt: skip
    rows += [row(model="B", dataset=f"d{d}", dataset_group="x", transformed=60.0)
             for d in range(5)]  # fmt: skip
    (one,) = robustness_statistics(rows).group_contrasts
    assert one["n_models"] == 1
    assert abs(one["difference"]) < 0.5, "and not the 10 points of the model that y lacks"


def test_tests_take_the_datasets_in_common():
    rows = [row(model=m, dataset=f"d{d}", transformed=80.0 - 5 * (m == "B"))
            for m in "AB" for d in range(8) if (m, d) != ("B", 7)]  # fmt: skip
    (one,) = robustness_statistics(rows).tests
    assert (one["n"], one["mean"]) == (7, 2.5)


def test_models_without_a_common_dataset_are_not_called_unmeasured():
    rows = [row(model="AB"[d > 2], dataset=f"d{d}") for d in range(6)]
    found = robustness_statistics(rows)
    (one,) = found.tests
    assert (one["p_value"], one["reason"].code) == (None, "robustness.reasons.apart")
    told = robustness_document({"robustness": found}).verdict
    assert told["code"] == "robustness.verdicts.apart"


def exact_split(values):
    """Mean rho over all splits, in fractions."""

    def ranks(held):
        return [sum(q < p for q in held) + (sum(q == p for q in held) + 1) / 2 for p in held]

    units, found = len(values[0]), []
    for half in combinations(range(units), units // 2):
        rest = [i for i in range(units) if i not in half]
        sides = [ranks([sum(one[i] for i in part) for one in values]) for part in (half, rest)]
        found.append(np.corrcoef(*sides)[0, 1])
    return float(np.mean(found))


def test_halves_that_tie_are_tied():
    random = np.random.default_rng(5)
    names = ("paraphrasing", "backtranslation", "style_change")
    drops = random.integers(0, 4, size=(5, 7, 3, 3))
    rows = [row(model=f"M{m}", dataset=f"d{d}", transformation=name, seed=s,
                transformed=80 - int(drops[m, d, t, s]))
            for m in range(5) for d in range(7) for t, name in enumerate(names)
            for s in range(3)]  # fmt: skip
    one = next(half for half in robustness_statistics(rows, rng=0).split_halves
               if half["units"] == "datasets")  # fmt: skip
    values = [[Fraction(int(drops[m, d].sum()), 9) for d in range(7)] for m in range(5)]
    assert one["rho"] == pytest.approx(exact_split(values), abs=1e-12)


@pytest.mark.parametrize(("rows", "code"), [
    ([row(original=705)], "beyond"),
    ([row(transformed=-5000)], "beyond"),
    ([row(original=1e308, transformed=-1e308)], "beyond"),
    ([row(metric="ndcg_at_10", transformed=-2)], "negative"),
    ([row(original=0.8, transformed=0.7, chance=50)], "chance_unit"),
    ([row(chance=50), row(model="B", chance=10)], "chances"),
    ([row(original="7_0")], "not_a_number"),
    ([row(original="７０")], "not_a_number"),
    ([row(transformed=True)], "not_a_number"),
])  # fmt: skip
def test_scores_that_cannot_be_are_refused(rows, code):
    with pytest.raises(ms.DataError) as error:
        Cube.of(rows)
    assert [one.code for one in error.value.faults] == [f"robustness.errors.{code}"]


def test_what_is_doubtful_is_told():
    cube = Cube.of([row(), row(transformation="Back-Translation", original=20, chance=0.5),
                    row(transformation="summarize")])  # fmt: skip
    assert [one.transformation for one in cube.rows] == [
        "paraphrasing", "backtranslation", "summarise"]  # fmt: skip
    assert [one.axis for one in cube.rows] == ["lexical", "lexical", "length"]
    codes = [note.code.rpartition(".")[2] for note in cube.notices]
    assert codes == ["small_chance", "originals", "renamed"]
    told = cube.notices[1].say("en")
    assert "60.00" in told
    left = Cube.of([row(n=9, n_failed=1, original=79), row(transformation="summarise")])
    assert left.notices == (), "failed texts leave both sides, so that originals differ"


def test_bounds_of_failures_hold_the_mean_where_others_gain():
    rows = [row(dataset=f"d{d}", original=30.0, transformed=35.0, chance=50, n=100, n_failed=10)
            for d in range(4)]  # fmt: skip
    (one,) = robustness_statistics(rows).failures
    assert one["bound_low"] <= one["mean"] <= one["bound_high"]
    assert (one["bound_low"], one["bound_high"]) == (-5.0, -4.5)


def test_noise_of_the_originals_is_not_taken_for_a_common_robustness():
    random = np.random.default_rng(3)
    first, second = random.permutation(12) / 4, random.permutation(12) / 4
    rows = []
    for m in range(12):
        for d in range(8):
            true = 60 + m + d
            original = true + 4 * random.normal()
            for name, held in (("paraphrasing", first), ("expansion", second)):
                rows.append(row(model=f"M{m}", dataset=f"d{d}", transformation=name,
                                original=original,
                                transformed=true - held[m] + random.normal()))  # fmt: skip
    (one,) = robustness_statistics(rows, rng=0).axes_apart
    assert one["rho"] > 0.4
    assert abs(one["rho_split"]) < 0.3
    assert (one["low"], one["reason"].code) == (None, "robustness.reasons.few_for_rho")
    (finding,) = told(rows, "axes_together")
    assert "different datasets" in finding.say("en")


def test_cautions_are_told():
    rows = made(3, 6, seeds=(1, 2, 3), noise=2.0)
    (few,) = told(rows, "few_datasets")
    assert (few.numbers["n"], few.numbers["count"]) == (6, 9)
    (noise,) = told(rows, "seeds")
    assert noise.numbers["sd"] == pytest.approx(2, abs=0.4)
    assert told(made(2, 13), "few_datasets") == told(made(2, 13), "seeds") == []
    del rows[5]
    assert "–" not in told(rows, "holes")[0].say("en")


def test_datasets_that_lose_the_same_give_no_interval_of_no_width():
    (one,) = robustness_statistics(losses({"paraphrasing": [5.0] * 6})).profile
    assert (one["gap"], one["low"], one["reason"].code) == (5, None, "robustness.reasons.alike")


def test_what_rounds_to_nothing_has_no_sign():
    assert (_points(-0.04), _points(-0.06)) == ("+0.0", "−0.1")


def test_taus_that_are_all_alike_have_an_interval():
    low, high = _ends([1.0] * 3, 0.95)
    assert low < 0.1
    assert high == 1.0
    assert _ends([1.0, None], 0.95) == (None, None)


@pytest.mark.slow
@pytest.mark.parametrize("models", [2, 3, 8])
def test_intervals_of_tau_cover_with_few_datasets(models):
    from monosashi.statistics.rank_correlation import tau_b

    random = np.random.default_rng(models)

    def taus(n):
        shape = (n, models)
        able = np.linspace(0, models, models)
        before = able + random.normal(0, 1.2, shape)
        after = able - random.gamma(1, 1.0, shape) + random.normal(0, 1.2, shape)
        return np.array([tau_b(a, b) for a, b in zip(before, after, strict=True)])

    pool = taus(4000)
    for n in (3, 5, 8, 13):
        ends = [_ends(random.choice(pool, n).tolist(), 0.95) for _ in range(400)]
        covered = np.mean([low <= pool.mean() <= high for low, high in ends])
        assert covered >= 0.92, (models, n)


def test_a_loss_that_rounds_to_nothing_lies_inside_its_interval_as_printed():
    rows = losses({"typos": [0.02, 0.03, 0.04, 0.03, 0.02, 0.04, 0.03]})
    (one,) = told(rows, "losses")
    assert one.numbers["hl_text"].startswith("+0.03 [+0.0")
    verdict = robustness_document({"robustness": robustness_statistics(rows)}).verdict
    assert "+0.03 [+0.0" in str(verdict)


def test_where_no_order_changes_no_axis_is_singled_out():
    held = {name: [1.0 + d / 10 for d in range(6)] for name in ("paraphrasing", "expansion")}
    rows = [{**one, "original": 80.0 + 3 * int(one["model"][1:]),
             "transformed": one["transformed"] + 3 * int(one["model"][1:])}
            for one in losses(held, models=4)]  # fmt: skip
    (one,) = told(rows, "rankings_all_kept")
    assert "all 6 datasets" in str(one.say("en"))
    assert not told(rows, "rankings_kept")
    assert one.say("ja")
