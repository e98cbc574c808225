"""Losses, tests and rankings of cubes with a known truth."""

import json
from dataclasses import asdict
from pathlib import Path

import numpy as np
import pytest
from robustness.cubes import EIGHT, GENERATOR, made

import monosashi as ms
from monosashi.report.sentences import finding_sentences
from monosashi.robustness import robustness_statistics
from monosashi.robustness.cube import Cube
from monosashi.robustness.grid import Grid
from monosashi.robustness.transformation_tests import transformation_tests

FILE = Path(__file__).parents[3] / "shared" / "oracles" / "robustness" / "stats.json"


def by(rows, **wanted):
    return [row for row in rows if all(row[name] == value for name, value in wanted.items())]


@pytest.mark.skipif(not FILE.exists(), reason="the reference cases are not beside the project")
def test_axis_balanced_aggregation_of_the_reference():
    cases = json.loads(FILE.read_text(encoding="utf-8"))["cases"]
    case = next(one for one in cases if one["id"] == "axis_balanced_aggregation")
    expected = case["expected"]
    rows = [{**row, "generator": GENERATOR} for row in case["rows"]]
    found = robustness_statistics(rows, hteb_generators=[GENERATOR])
    names = {"lexical_stylistic": "lexical", "length": "length", "language": "language"}
    for key, value in expected["axis_drop"].items():
        model, axis = key.split("|")
        (one,) = by(found.profile, model=model, axis=names[axis])
        assert one["gap"] == pytest.approx(value, abs=1e-9)
    for row in found.totals:
        assert row["hteb"]
        assert row["gap"] == pytest.approx(expected["total_drop"][row["model"]], abs=1e-9)
        wanted = expected["total_transformed"][row["model"]]
        assert row["transformed"] == pytest.approx(wanted, abs=1e-9)
        assert row["flat"] == pytest.approx(expected["flat_mean_of_8_drop"][row["model"]])


def test_language_weighs_a_third_and_not_a_quarter():
    loss = {"translation": 9.0, "cross_translation": 9.0}
    rows = made(2, 4, noise=0, loss=lambda at: loss.get(at.t, 0.0))
    found = robustness_statistics(rows).totals
    assert [(row["gap"], row["flat"]) for row in found] == [(3.0, 2.25)] * 2


@pytest.mark.parametrize("generator", [
    "apertium", "rules", "SmolLM2-135M", "gpt-5", "gemma3:270m", "gemma-3-27b", GENERATOR,
    "my-gemma-3-27b-distilled-1b",
])  # fmt: skip
def test_other_generators_never_stand_under_the_total_of_hteb(generator):
    rows = [{**row, "generator": generator} for row in made(2, 6)]
    found = robustness_statistics(rows)
    assert not any(row["hteb"] for row in found.totals)
    assert all(row["generator"] == generator for row in (*found.tests, *found.profile))
    assert any(one.code == "robustness.generators" for one in found.findings())
    fewer = robustness_statistics([row for row in rows if row["axis"] != "length"])
    assert all(row["gap"] is None for row in fewer.totals)
    assert "expansion" in fewer.totals[0]["reason"].say("en")


def test_only_a_declared_generator_stands_beside_hteb():
    rows = [{**row, "generator": name} for name in ("A", "B") for row in made(2, 6)]
    found = robustness_statistics(rows, hteb_generators=["B"])
    assert {row["generator"] for row in found.totals if row["hteb"]} == {"B"}
    told = {one.code: one.numbers["names"] for one in found.findings() if "names" in one.numbers}
    assert told == {"robustness.generators": "A", "robustness.beside_hteb": "B"}
    said = "".join(finding_sentences(asdict(one), "en").usual or ""
                   for one in robustness_statistics(rows).findings())  # fmt: skip
    assert "HTEB" not in said, "no number of HTEB beside those of others"


@pytest.mark.parametrize("name", ["apertium", "rules", "command:translate", "unknown", "absent"])
def test_what_can_never_be_declared_to_be_hteb(name):
    held = made(2, 6) if name == "absent" else [{**row, "generator": name} for row in made(2, 6)]
    with pytest.raises(ms.DataError, match=name):
        robustness_statistics(held, hteb_generators=[name])


def test_one_dataset_is_told_in_one_sentence():
    rows = [{**row, "generator": name} for name in ("a", "b", "c") for row in made(3, 1, loss=4)]
    told = robustness_statistics(rows).findings()
    (one,) = [finding for finding in told if finding.code != "robustness.generators"]
    assert (one.code, one.level, one.numbers["tests"]) == ("robustness.one_unit", "note", 24)
    five = robustness_statistics([{**row, "generator": name} for name in ("a", "b")
                                  for row in made(3, 5, loss=4)]).findings()  # fmt: skip
    (few,) = [finding for finding in five if "too_few" in finding.code]
    assert (few.code, few.numbers["families"]) == ("robustness.too_few_everywhere", 2)


def test_surface_rules_have_no_total():
    rows = [{**row, "axis": "surface", "generator": "rules", "transformation": "typos"}
            for row in made(2, 6) if row["transformation"] == "summarise"]  # fmt: skip
    assert robustness_statistics(rows).totals == ()


def test_two_generators_are_two_families():
    rows = [{**row, "generator": name} for name in ("a", "b") for row in made(3, 8, loss=5)]
    found = robustness_statistics(rows)
    assert {row["family_size"] for row in found.tests} == {8}
    assert len(found.tests) == 16


@pytest.mark.parametrize(("unit", "n"), [("dataset", 9), ("model", 3), ("cell", 27)])
def test_units_of_the_tests(unit, n):
    found = robustness_statistics(made(3, 9, loss=4), unit=unit)
    assert {row["n"] for row in found.tests} == {n}
    cautions = {one.code for one in found.findings()}
    assert ("robustness.cells" in cautions) == (unit == "cell")
    assert ("robustness.too_few" in cautions) == (unit == "model")
    with pytest.raises(ms.DataError):
        robustness_statistics(made(2, 3), unit="text")


def test_five_datasets_cannot_show_anything():
    found = robustness_statistics(made(3, 5, loss=20))
    assert {row["smallest_p"] for row in found.tests} == {0.0625}
    assert {row["level"] for row in found.tests} == {0.9375}
    assert not any(row["can_be_significant"] or row["reached"] for row in found.tests)
    assert any(one.code == "robustness.too_few" for one in found.findings())


def test_a_known_profile_is_recovered():
    truth = {("M0", "lexical"): 2, ("M0", "length"): 12, ("M1", "lexical"): 9,
             ("M1", "length"): 1}  # fmt: skip
    loss = lambda at: truth.get((f"M{at.m}", EIGHT[at.t]), 5)  # noqa: E731
    found = robustness_statistics(made(4, 19, loss=loss))
    for (model, axis), value in truth.items():
        (row,) = by(found.profile, model=model, axis=axis)
        assert row["low"] <= value <= row["high"]
    (own,) = by(found.profile, model="M0", axis="length")
    assert own["beside_own_mean"] == pytest.approx(12 - 19 / 3, abs=1)


def test_ranks_that_turn_on_one_axis_only():
    loss = lambda at: 8 if at.m == 1 and EIGHT[at.t] == "length" else 1  # noqa: E731
    found = robustness_statistics(made(3, 12, noise=0.1, loss=loss))
    taus = {row["axis"]: row["tau"] for row in found.rankings}
    assert taus["lexical"] == taus["language"] == 1
    assert taus["length"] == pytest.approx(1 / 3)
    (pair,) = found.inversions
    assert (pair["model_a"], pair["model_b"], pair["share"]) == ("M1", "M0", 1.0)
    assert len(by(found.rankings_per_dataset, axis="length")) == 12


def test_axes_that_go_together_and_axes_that_do_not():
    steep = {"lexical": [1, 2, 3, 4, 5], "length": [2, 4, 6, 8, 10], "language": [9, 7, 5, 3, 1]}
    found = robustness_statistics(made(5, 12, noise=0.1, loss=lambda at: steep[EIGHT[at.t]][at.m]))
    rho = {(row["axis_a"], row["axis_b"]): row["rho"] for row in found.axes_apart}
    assert rho["lexical", "length"] == 1
    assert rho["lexical", "language"] == rho["length", "language"] == -1
    halves = {(row["axis"], row["units"]): row["rho"] for row in found.split_halves}
    assert halves["lexical", "datasets"] == halves["language", "transformations"] == 1


def test_seeds():
    found = robustness_statistics(made(2, 40, seeds=(1, 2, 3), noise=2.0))
    spread = np.mean([row["seed_sd"] for row in found.seed_noise])
    assert spread == pytest.approx(2, abs=0.3)
    assert found.seed_noise[0]["noise"] == pytest.approx(found.seed_noise[0]["seed_sd"] / 3**0.5)
    assert by(found.split_halves, units="seeds")
    alone = robustness_statistics(made(2, 4)).seed_noise[0]
    assert (alone["seed_sd"], alone["reason"].code) == (None, "robustness.reasons.one_seed")


def test_scaling_is_shown_with_few_sizes_and_tested_with_four():
    sizes = [1e8, 1e9, 1e10, 1e11, 1e9]
    models = [{"model": f"M{m}", "family": "F" if m < 4 else "G", "parameters": size}
              for m, size in enumerate(sizes)]  # fmt: skip
    rows = made(5, 8, noise=0.1, loss=lambda at: 10 - 2 * at.m)
    found = robustness_statistics(rows, models=models)
    (gap,) = by(found.scaling, family="F", quantity="gap", axis="lexical")
    assert gap["slope"] == pytest.approx(-2, abs=0.2)
    assert gap["low"] < -2 < gap["high"]
    assert gap["p_value"] < 0.05
    assert not by(found.scaling, family="G")
    assert len(by(found.scaling_points, family="G")) == 3
    few = robustness_statistics(rows, models=models[:3]).scaling[0]
    assert (few["p_value"], few["low"]) == (None, None)


@pytest.mark.parametrize("models", [
    [{"model": "M0", "family": "F"}],
    [{"model": "M0", "family": "F", "parameters": "many"}],
    [{"model": "M0", "family": "F", "parameters": "7B"}] * 2,
    [{"model": "X", "family": "F", "parameters": 7}],
])  # fmt: skip
def test_models_tables_that_cannot_be_used(models):
    with pytest.raises(ms.DataError):
        robustness_statistics(made(2, 3), models=models)


def test_groups_and_languages_are_set_against_each_other():
    rows = [row for group, size, lost in (("english", 19, 8), ("multilingual", 13, 2))
            for row in made(3, size, rng=size, loss=lost, dataset_group=group)]  # fmt: skip
    rows = [{**row, "dataset": f"{row['dataset_group']}-{row['dataset']}"} for row in rows]
    found = robustness_statistics(rows)
    for row in found.group_contrasts:
        assert row["low"] < 6 < row["high"]
        assert row["p_adjusted"] < 0.001
    both = [{**row, "language": language, "transformed": row["transformed"] - more,
             "dataset_group": language}
            for language, more in (("en", 0), ("es", 3)) for row in made(8, 1)]  # fmt: skip
    paired = robustness_statistics(both).language_contrasts
    assert {(row["language_a"], row["language_b"], row["unit"]) for row in paired} == {
        ("en", "es", "model")}  # fmt: skip
    assert all(row["difference"] == pytest.approx(-3) for row in paired)
    assert all(row["p_value"] == 2 / 2**8 for row in paired)


def test_failures_are_bounded():
    rows = made(2, 4, noise=0, loss=10, n=100, n_failed=30, n_unchanged=5, n_truncated=0)
    found = robustness_statistics(rows)
    (row,) = by(found.failures, transformation="summarise")
    assert (row["share_failed"], row["share_unchanged"], row["mean"]) == (0.3, 0.05, 10)
    assert row["bound_low"] == pytest.approx(7)
    originals = np.mean([one["original"] for one in rows])
    assert row["bound_high"] == pytest.approx(7 + 0.3 * originals)
    assert any(one.code == "robustness.failed" for one in found.findings())


def test_losses_above_chance():
    rows = made(1, 2, noise=0, loss=6, metric="accuracy", chance=lambda at: (50.0, 57.0)[at.d])
    (row,) = by(robustness_statistics(rows).profile, axis="length")
    assert (row["relative"], row["n_relative"], row["n_near_chance"]) == (0.6, 1, 1)
    unknown = by(robustness_statistics(made(1, 2)).profile, axis="length")[0]
    assert unknown["relative"] is None


def test_a_model_that_never_moves_is_pointed_at():
    rows = made(2, 6, noise=0, loss=lambda at: 3.0 * at.m)
    still = [one for one in robustness_statistics(rows).findings() if "still" in one.code]
    assert [one.numbers["models"] for one in still] == ["M0"]


def test_no_difference_at_all_is_not_called_a_lack_of_datasets():
    found = robustness_statistics(made(2, 7, noise=0))
    assert {row["p_value"] for row in found.tests} == {1.0}
    assert {one.code for one in found.findings()} >= {"robustness.still"}
    assert "robustness.too_few" not in {one.code for one in found.findings()}


def test_the_same_seed_gives_the_same_bytes():
    rows = made(3, 19)
    first, again = (robustness_statistics(rows, rng=4).to_dict() for _ in range(2))
    assert first == again
    json.dumps(first, allow_nan=False)


def test_every_finding_has_words_in_both_languages():
    rows = [{**row, "generator": "rules"} for row in
            made(3, 5, n=100, n_failed=9, metric="x", chance=69, loss=lambda at: 9.0 * at.m,
                 noise=0)][:-1]  # fmt: skip
    for unit in ("dataset", "cell"):
        for finding in robustness_statistics(rows, unit=unit).findings():
            assert finding.say("en")
            assert finding.say("ja")


def grid_of(rng, models=16, datasets=19):
    return Grid.of(Cube.of(made(models, datasets, rng=rng)))


@pytest.mark.slow
def test_a_cube_without_any_loss_raises_few_false_alarms():
    random = np.random.default_rng(7)
    base = grid_of(0)
    alarms, runs = 0, 1000
    for _ in range(runs):
        shared = random.normal(size=(1, len(base.datasets), 1))
        loss = shared + random.standard_t(4, size=base.loss.shape)
        from dataclasses import replace

        rows = transformation_tests(replace(base, loss=loss))
        alarms += any(row["p_adjusted"] < 0.05 for row in rows)
    assert alarms / runs <= 0.05 + 3 * (0.05 * 0.95 / runs) ** 0.5


@pytest.mark.slow
def test_profiles_cover_a_planted_interaction():
    covered = total = 0
    for rng in range(60):
        rows = made(
            3, 12, rng=rng, loss=lambda at: 10 if (at.m, EIGHT[at.t]) == (1, "length") else 2
        )
        for row in robustness_statistics(rows).profile:
            truth = 10 if (row["model"], row["axis"]) == ("M1", "length") else 2
            covered += row["low"] <= truth <= row["high"]
            total += 1
    assert covered / total == pytest.approx(0.95, abs=0.04)
