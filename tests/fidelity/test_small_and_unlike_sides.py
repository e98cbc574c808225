"""Few generated points, few reals, copied reals, sides that do not go together."""

import numpy as np
import pytest

import monosashi as ms
from monosashi.advice.fidelity_document import FidelityDocument


def normal(seed, n, d):
    return np.random.default_rng(seed).normal(size=(n, d))


def findings(found):
    return {one.code: one for one in found.findings()}


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("correct", ["gicdm", None])
def test_one_generated_point_has_scores_and_no_intervals(correct):
    found = ms.measure_fidelity(normal(0, 60, 4), normal(1, 1, 4), correct=correct)
    for name in ("precision", "density", "coverage", "clipped_density", "clipped_coverage"):
        score = found.scores[name]
        assert (score.low, score.high) == (None, None)
        assert score.method == "no interval: one generated point"
    if correct is not None:
        assert not found.intervals
        assert "only one generated point" in found.reasons["intervals"].say("en")


def test_one_generated_point_among_generators():
    found = ms.compare_generators(normal(0, 60, 4), normal(1, 1, 4), normal(2, 60, 4), names="ab",
                                  correct=None)  # fmt: skip
    assert all(row["metric"] == "memorisation" for row in found.differences)
    assert found.values("clipped_coverage").keys() == {"a", "b"}


@pytest.mark.parametrize("n", [8, 10])
def test_too_few_reals_for_the_correction(n):
    """The k that was asked for is not to blame."""
    rows, made = normal(0, n, 4), normal(1, 30, 4)
    with pytest.raises(ms.DataError) as caught:
        ms.measure_fidelity(rows, made, k=5)
    told = caught.value.faults[0].say("en")
    assert f"needs more than 10 reals, and there are {n}" in told
    assert "--correct none" in told
    assert ms.measure_fidelity(rows, made, k=5, correct=None).scores["precision"] is not None


def test_eleven_reals_are_enough_for_the_correction():
    found = ms.measure_fidelity(normal(0, 11, 4), normal(1, 30, 4))
    assert found.corrected["clipped_coverage"] is not None


def test_none_by_name():
    rows, made = normal(0, 60, 4), normal(1, 60, 4)
    named = ms.measure_fidelity(rows, made, correct="none")
    assert named.corrected == {}
    assert named.scores == ms.measure_fidelity(rows, made, correct=None).scores
    with pytest.raises(ms.DataError, match="gicdm, none"):
        ms.measure_fidelity(rows, made, correct="icdm")


def test_sides_are_called_generated_and_real():
    with pytest.raises(ms.DataError) as caught:
        ms.measure_fidelity(normal(0, 60, 4), normal(1, 60, 5))
    assert "the generated vectors have 5 dimensions and the real ones 4" in str(caught.value)
    assert "生成データは 5 次元" in caught.value.faults[0].say("ja")
    sides = [
        ms.EmbeddingSet.from_arrays(normal(i, 60, 4), model=ms.ModelCard(name=f"m{i}"))
        for i in (0, 1)
    ]
    with pytest.raises(ms.DataError, match="generated and the real vectors come from different"):
        ms.measure_fidelity(*sides)


@pytest.mark.parametrize("copies", [2, 20])
def test_copied_reals_do_not_hide_near_copies(copies):
    real = np.repeat(normal(0, 100, 6), copies, axis=0)
    found = ms.measure_fidelity(real, real + 1e-6 * normal(1, *real.shape), correct=None)
    assert found.scores["memorisation"].value == 1
    told = findings(found)["fidelity.copied_reals"]
    assert told.level == "warning"
    assert told.numbers["copied"] == len(real)
    assert told.numbers["expected"] == found.control.scores["memorisation"]
    spacing = found.per_sample.copying.spacing
    apart = np.linalg.norm(real[:1] - real, axis=1)
    assert spacing[0] == pytest.approx(apart[apart > 0].min())


def test_no_word_of_copied_reals_where_there_are_none():
    found = ms.measure_fidelity(normal(0, 100, 6), normal(1, 100, 6), correct=None)
    assert "fidelity.copied_reals" not in findings(found)


def test_few_generated_points_say_little_of_what_is_missing():
    middles = 10 * normal(0, 10, 16)

    def draw(seed, n, groups):
        kind = np.random.default_rng(seed).integers(0, groups, n)
        return middles[kind] + normal(seed + 1, n, 16)

    real = draw(1, 400, 10)
    few = ms.measure_fidelity(real, draw(3, 60, 5), correct=None)
    assert findings(few)["fidelity.fewer_generated"].level == "warning"
    many = ms.measure_fidelity(real, draw(3, 200, 5), correct=None)
    assert "fidelity.fewer_generated" not in findings(many)
    both = ms.compare_generators(real, draw(3, 60, 5), draw(5, 50, 5), names="ab", correct=None)
    assert findings(both)["fidelity.fewer_generated"].numbers["n_generated"] == 50


def test_scores_surely_below_those_of_reals_are_a_warning():
    real = normal(0, 200, 6)
    bad = findings(ms.measure_fidelity(real, normal(1, 200, 6) + 8, correct=None))
    told = bad["fidelity.scores_below"]
    assert told.level == "warning"
    for name in ("clipped density", "clipped coverage", "precision", "recall"):
        assert f"{name} 0.000 [" in told.numbers["below_text"]
    good = findings(ms.measure_fidelity(real, normal(2, 200, 6), correct=None))
    assert good["fidelity.scores"].level == "note"
    assert "fidelity.scores_below" not in good


def shrunk(real, factor):
    """Nearer to their middle: generated points that look real and show only a part."""
    return real.mean(axis=0) + (real - real.mean(axis=0)) / factor


def test_every_score_is_tested_against_the_splits_not_only_the_first_pair():
    """Perfect clipped scores beside a recall far below that of reals: a warning that lists it."""
    found = ms.measure_fidelity(normal(0, 300, 6), shrunk(normal(1, 300, 6), 2), correct=None)
    assert found.scores["clipped_density"].value == 1
    recall = found.scores["recall"]
    assert recall.high < found.control.lowest["recall"]
    told = findings(found)["fidelity.lost_spread"]
    assert told.level == "warning"
    assert f"recall {recall:.3f}" in told.numbers["below_text"]
    assert f"recall {found.control.lowest['recall']:.3f}" in told.numbers["lowest_text"]
    asked = ms.measure_fidelity(normal(0, 300, 6), shrunk(normal(1, 300, 6), 2), correct=None,
                                metrics=["recall"])  # fmt: skip
    assert "fidelity.lost_spread" in findings(asked)


def test_only_forms_that_the_splits_have_are_compared_with_them():
    """The splits are measured without correction: corrected scores have no bar there."""
    found = ms.measure_fidelity(normal(0, 150, 6), shrunk(normal(1, 150, 6), 3), other_ks=())
    corrected = found.intervals["corrected.clipped_coverage"]
    assert corrected.high < found.control.lowest["clipped_coverage"]
    told = findings(found)["fidelity.lost_spread"].numbers
    for form in ("filtered", "corrected"):
        assert form not in told["below_text"]
        assert form not in told["lowest_text"]


def test_the_verdict_names_the_lowest_score_beside_the_perfect_ones():
    found = ms.measure_fidelity(normal(0, 300, 6), shrunk(normal(1, 300, 6), 2), correct=None)
    told = FidelityDocument(provenance=found.provenance, part=found, title="", source="",
                            command="", created="").verdict  # fmt: skip
    assert told["code"] in {"advice.verdicts.fidelity_lost_spread",
                            "advice.verdicts.fidelity_drawn_together"}  # fmt: skip
    lowest = min(
        score.value
        for name, score in found.scores.items()
        if name in found.control.lowest and score.high < found.control.lowest[name]
    )
    assert f" {lowest:.3f} [" in told["numbers"]["lowest"]


@pytest.mark.parametrize("language", ["en", "ja"])
def test_nothing_is_listed_as_tied_when_nothing_is(language):
    found = ms.compare_generators(normal(0, 150, 6), normal(1, 150, 6), normal(2, 150, 6) + 5,
                                  names=["good", "bad"], correct=None)  # fmt: skip
    told = findings(found)["fidelity.best_alone"].say(language)
    assert "good" in told
    assert ": -" not in told


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("sizes", [(1.0, 1e200), (1e200, 1.0), (1e-200, 1.0)])
def test_sides_of_very_unlike_scale_are_refused_with_both_scales(sizes):
    real, generated = normal(0, 60, 4) * sizes[0], normal(1, 50, 4) * sizes[1]
    with pytest.raises(ms.DataError, match=r"one scale: .* reals is .* generated points"):
        ms.measure_fidelity(real, generated, correct=None, control=False)
