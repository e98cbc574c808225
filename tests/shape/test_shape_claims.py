"""Sentences that claim no more than the tests behind them."""

import numpy as np
import pytest

from monosashi.advice.shape_document import shape_document
from monosashi.shape import group_auc, measure_shape, measure_shape_from_distances
from monosashi.words import LANGUAGES, say

PARTS = ("headline", "usual", "meaning", "next", "verify")


def told(shape, code):
    found = [one for one in shape.findings() if one.code == f"shape.{code}"]
    for one in found:
        for language in LANGUAGES:
            for part in PARTS:
                assert say(f"shape.findings.{code}.{part}", language, **one.numbers)
    return found[0] if found else None


def noise(n, d=6, seed=0):
    return np.random.default_rng(seed).normal(size=(n, d))


def test_three_against_three_cannot_show_a_difference():
    """All 20 arrangements are tried and come in pairs: no p below 0.1 exists."""
    shape = measure_shape(noise(6), ["a"] * 3 + ["b"] * 3)
    assert told(shape, "no_difference") is None
    found = told(shape, "undecidable")
    assert found.numbers["smallest_p"] == pytest.approx(0.1)
    assert found.level == "warning"
    assert "0.1 " in found.say("en")
    assert shape_document({"shape": shape}).verdict["code"] == "shape.verdicts.grouped_undecidable"


def test_nine_arrangements_cannot_show_a_difference_and_more_would():
    shape = measure_shape(noise(60), list("abc") * 20, permutations=9)
    found = told(shape, "undecidable_by_chance")
    assert "--permutations" in say("shape.findings.undecidable_by_chance.next", "en")
    assert found.numbers["smallest_p"] == pytest.approx(0.1)
    assert told(measure_shape(noise(60), list("abc") * 20, permutations=99), "no_difference")


def test_groups_explain_only_where_the_test_shows_it():
    labels = np.repeat([f"g{i}" for i in range(20)], 2)
    by_chance = measure_shape(noise(40), labels, permutations=199)
    found = told(by_chance, "grouping_not_shown")
    assert told(by_chance, "grouping") is None
    assert "explain more than chance is not shown" in found.say("en")
    assert found.numbers["expected_text"] in found.say("en")
    document = shape_document({"shape": by_chance})
    assert "explain" not in say(document.verdict["code"], "en", **document.verdict["numbers"])
    centres = np.repeat(noise(20, seed=1), 2, axis=0)
    assert told(measure_shape(centres * 3 + noise(40), labels, permutations=199), "grouping")


def test_rows_that_move_together_are_freed_of_their_own_chance():
    """Pairs of rows: ε² counts 80 rows, chance is that of 40 units."""
    rows = np.repeat(noise(40), 2, axis=0)
    labels, keys = np.repeat([f"g{i % 8}" for i in range(40)], 2), np.repeat(np.arange(40), 2)
    shape = measure_shape(rows, labels, whole=keys.astype(str), permutations=199)
    found = told(shape, "grouping_not_shown_restricted")
    expected = shape.expected_r_squared
    freed = (shape.r_squared.value - expected) / (1 - expected)
    assert found.numbers["freed_text"] == f"{freed:.3f}"
    assert freed < float(shape.epsilon_squared) - 0.05
    said = say("shape.findings.grouping_not_shown_restricted.next", "en", **found.numbers)
    assert "ε²" not in said


def test_w_star_is_not_recommended_where_it_has_no_value():
    """A group of copies has no W*d; sizes differ, so F is all there is."""
    rows = noise(30)
    rows[:8] = rows[0]
    labels = ["copies"] * 8 + ["b"] * 12 + ["c"] * 10
    shape = measure_shape(rows, labels, permutations=199)
    assert shape.welch is None
    assert '"copies"' not in told(shape, "flat_groups").say("en")
    assert "copies" in told(shape, "flat_groups").say("en")
    place = next(one for one in shape.findings() if "location" in one.code or "disp" in one.code)
    assert place.numbers["narrowest"] == "copies"
    assert place.numbers["narrowest_w"] == 0
    assert place.numbers["widest_ratio"] is None


def test_pairs_do_not_stand_at_the_ends_of_width():
    rows = noise(64)
    rows[:20] *= 0.2
    rows[61] = rows[60]
    labels = ["tight"] * 20 + ["wide"] * 40 + ["pair"] * 2 + ["other"] * 2
    shape = measure_shape(rows, labels, normalise=False, permutations=199)
    found = next(one for one in shape.findings() if "dispersion" in one.code)
    assert (found.numbers["narrowest"], found.numbers["widest"]) == ("tight", "wide")
    assert (found.numbers["narrowest_n"], found.numbers["narrowest_ties"]) == (20, 0)


def test_groups_whose_intervals_overlap_are_counted_as_ties():
    rows = noise(80)
    rows[:20] *= 0.2
    labels = np.repeat(["tight", "b", "c", "d"], 20)
    shape = measure_shape(rows, labels, normalise=False, permutations=199)
    found = next(one for one in shape.findings() if "dispersion" in one.code)
    assert (found.numbers["narrowest_ties"], found.numbers["widest_ties"]) == (0, 2)


def test_no_group_is_called_loose_where_widths_do_not_differ():
    shape = measure_shape(noise(80), np.repeat(list("abcd"), 20), permutations=199)
    assert shape.width_permutation.p_value > 0.05
    for one in shape.findings():
        assert not {"loosest", "tightest"} & set(one.numbers)
        sentence = say(f"{one.code.replace('.', '.findings.')}.next", "en", **one.numbers)
        assert '"' not in sentence


def test_width_alone_raises_the_auc_and_the_sentence_says_so():
    """One centre, two widths: the AUC is far above one half."""
    rows = noise(80, 20)
    rows[:60] *= 0.1
    labels = ["tight"] * 60 + ["wide"] * 20
    shape = measure_shape(rows, labels, normalise=False, permutations=199)
    auc = group_auc(rows, labels, normalise=False, permutations=199)
    assert auc.auc.value > 0.6
    codes = {one.code for one in shape_document({"shape": shape, "group_auc": auc}).findings()}
    assert "shape.group_auc_width" in codes
    assert "shape.group_auc" not in codes
    alone = shape_document({"group_auc": auc}).findings()
    assert [one.code for one in alone] == ["shape.group_auc"]
    assert "in width alone" in say("shape.findings.group_auc.meaning", "en")


def test_two_groups_have_no_interval_behind_which_they_could_stand():
    shape = measure_shape(noise(40), ["a", "b"] * 20, permutations=99)
    assert told(shape, "groups") is None
    assert "2 groups leave no interval" in told(shape, "two_groups").say("en")
    assert told(measure_shape(noise(40), list("abcd") * 10, permutations=99), "groups")


@pytest.fixture
def cosines():
    rows = noise(60, 8) + 4 * np.repeat(noise(6, 8, 1), 10, axis=0)
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    return rows, np.repeat([f"g{i}" for i in range(6)], 10)


def test_cosine_distances_are_recognised_and_r_squared_is_no_share(cosines):
    rows, labels = cosines
    table = 1 - rows @ rows.T
    np.fill_diagonal(table, 0)
    shape = measure_shape_from_distances(np.maximum(table, 0), labels, permutations=99)
    true = measure_shape(rows, labels, permutations=99)
    assert shape.likely_squared
    assert shape.r_squared_of_roots == pytest.approx(true.r_squared.value, abs=1e-9)
    assert shape.r_squared.value > true.r_squared.value + 0.08
    found = told(shape, "squared_distances")
    assert "1 - cos" in found.say("en")
    assert told(shape, "grouping") is None
    assert "no share" in told(shape, "grouping_not_euclidean").say("en")
    verdict = shape_document({"shape": shape}).verdict
    assert verdict["code"] == "shape.verdicts.grouped_not_euclidean"


def test_euclidean_and_other_odd_distances_are_not_taken_for_squares(cosines):
    rows, labels = cosines
    table = np.sqrt(np.maximum(2 - 2 * rows @ rows.T, 0))
    np.fill_diagonal(table, 0)
    shape = measure_shape_from_distances(table, labels, permutations=99)
    assert not shape.likely_squared
    assert shape.r_squared_of_roots is None
    assert told(shape, "grouping")
    odd = np.triu(np.random.default_rng(3).uniform(0.001, 0.999, size=(60, 60)) ** 6, 1)
    odd = measure_shape_from_distances(odd + odd.T, labels, permutations=99)
    assert odd.far_from_euclidean
    assert not odd.likely_squared


@pytest.mark.parametrize("units", [None, "u"])
def test_the_upper_end_of_a_small_group_may_lie_above_one(units):
    """Of unit vectors W~ reaches n/(n - 1), and 2 for pairs of units; 1 is no upper limit."""
    rows = np.array([[1, 0.01], [-0.5, 0.87], [-0.5, -0.87], [0, 1], [0.1, 1], [0.2, 1]])
    shape = measure_shape(rows, ["a"] * 3 + ["b"] * 3, permutations=19,
                          **({"whole": list("uvwxyz")} if units else {}))  # fmt: skip
    wide = next(row for row in shape.groups if row["group"] == "a")
    assert wide["w_tilde"] > 1.4
    assert wide["low"] <= wide["w_tilde"] <= wide["high"]
    assert wide["high"] <= (1.5 + 1e-9)
