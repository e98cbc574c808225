"""What heads a result of fidelity: copies, lost classes, lost spread; and what is not claimed."""

from dataclasses import replace

import numpy as np
import pytest

import monosashi as ms
from monosashi.advice.fidelity_document import FidelityDocument
from monosashi.fidelity.comparison_found import order_changes
from monosashi.report.sentences import finding_sentences, verdict_sentence
from monosashi.results import Finding
from monosashi.words import LANGUAGES


def normal(seed, n, d):
    return np.random.default_rng(seed).normal(size=(n, d))


def document(part):
    return FidelityDocument(provenance=part.provenance, part=part, title="t").to_dict()


def verdict(part, language="en"):
    return verdict_sentence(document(part)["verdict"], language)


def codes(part):
    return [one.code for one in part.findings()]


def sentences(part, code, language="en"):
    finding = next(one for one in document(part)["findings"] if one["code"] == code)
    return finding_sentences(finding, language)


REAL = normal(0, 300, 8)
HALF_COPIED = np.concatenate([REAL[:150], normal(1, 150, 8)])


@pytest.fixture(scope="module")
def copied():
    return ms.measure_fidelity(REAL, HALF_COPIED, other_ks=(), correction_intervals=False)


@pytest.mark.parametrize("language", LANGUAGES)
def test_copies_head_the_verdict_and_the_findings(copied, language):
    share = copied.scores["memorisation"]
    said = verdict(copied, language)
    assert said.index(f"{share.value:.1%}") < said.index("clipped density")
    assert "150" in said
    assert codes(copied)[0] == "fidelity.memorisation"
    assert "fidelity.scores_below" not in codes(copied)


@pytest.mark.parametrize("language", LANGUAGES)
def test_near_copies_head_the_verdict_too(language):
    moved = HALF_COPIED + 1e-6
    found = ms.measure_fidelity(REAL, moved, other_ks=(), correct=None)
    assert found.counts["exact_copies"] == 0
    assert f"{found.scores['memorisation'].value:.1%}" in verdict(found, language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_exact_copies_head_the_verdict_without_memorisation(language):
    found = ms.measure_fidelity(REAL, HALF_COPIED, other_ks=(), correct=None, metrics=["recall"])
    assert document(found)["verdict"]["code"] == "advice.verdicts.fidelity_exact_copies"
    assert verdict(found, language).count("150")


@pytest.mark.parametrize("language", LANGUAGES)
def test_copies_head_the_verdict_on_several_generators(language):
    found = ms.compare_generators(REAL, HALF_COPIED, normal(2, 300, 8) + 0.5,
                                  names=["copies", "moved"], correct=None)  # fmt: skip
    share = found.results["copies"].scores["memorisation"]
    said = verdict(found, language)
    assert f"copies {share.value:.1%} [" in said
    assert said.index(f"{share.value:.1%}") < said.index("clipped density")
    assert "moved" not in said.partition("clipped density")[0]
    assert codes(found)[0] == "fidelity.memorisation_of"


def test_a_new_draw_is_not_called_a_copy():
    found = ms.measure_fidelity(REAL, normal(3, 300, 8), other_ks=(), correct=None)
    assert document(found)["verdict"]["code"] == "advice.verdicts.fidelity"


@pytest.fixture(scope="module")
def narrow():
    """A Gaussian of 0.6 of the spread: clipped scores are 1, recall is nearly nothing."""
    return ms.measure_fidelity(normal(0, 200, 24), 0.6 * normal(1, 200, 24), other_ks=(),
                               correction_intervals=False)  # fmt: skip


@pytest.mark.parametrize("language", LANGUAGES)
def test_lost_spread_is_in_the_headline_with_advice_that_fits(narrow, language):
    assert narrow.scores["clipped_density"].value == narrow.scores["clipped_coverage"].value == 1
    assert f"recall {narrow.scores['recall']:.3f}" in verdict(narrow, language)
    told = sentences(narrow, "fidelity.lost_spread", language)
    assert told.next.startswith(
        {"en": "Generate with more variety", "ja": "もっと多様に"}[language]
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_nobody_is_told_to_rely_on_the_scores_that_fail(narrow, language):
    told = sentences(narrow, "fidelity.not_robust", language).next
    assert "recall" in told
    assert not told.startswith("Rely")
    assert "頼りに" not in told


def test_a_narrow_generator_is_named_among_several():
    found = ms.compare_generators(normal(0, 200, 24), 0.6 * normal(1, 200, 24),
                                  normal(2, 200, 24), names=["narrow", "whole"],
                                  correct=None)  # fmt: skip
    for language in LANGUAGES:
        assert "narrow: recall 0." in verdict(found, language)


def in_classes(seed, kinds, n, *, labelled=True):
    middles = 8 * normal(9, 5, 6)
    drawn = np.random.default_rng(seed).choice(kinds, n)
    rows = middles[drawn] + normal(seed + 1, n, 6)
    columns = {"kind": [f"class {one}" for one in drawn]} if labelled else {}
    ids = [str(i) for i in range(n)]
    return ms.EmbeddingSet.from_arrays(rows, ids=ids, columns=columns)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("labelled", [True, False])
def test_lost_classes_are_named(language, labelled):
    real, made = (
        in_classes(0, [0, 1, 2, 3, 4], 300),
        in_classes(1, [0, 1, 2], 300, labelled=labelled),
    )
    found = ms.measure_fidelity(real, made, classes="kind", other_ks=(), correct=None)
    code = "fidelity.lost_classes" if labelled else "fidelity.uncovered_classes"
    told = sentences(found, code, language)
    for name in ("class 3", "class 4"):
        assert name in told.headline
        assert name in verdict(found, language)
    assert "class 0" not in told.headline
    if labelled:
        assert "1.2%" in told.usual  # 1 - 0.025 ** (1 / 300)


def test_a_rare_class_may_be_missing_by_chance():
    real = in_classes(0, [0, 1, 2], 300)
    rare = real.column("kind", "class").astype(object)
    rare[7] = "rare"
    columns = {"kind": list(rare)}
    real = ms.EmbeddingSet.from_arrays(real.vectors, ids=list(real.ids), columns=columns)
    found = ms.measure_fidelity(real, in_classes(1, [0, 1, 2], 300), classes="kind", other_ks=(),
                                correct=None)  # fmt: skip
    assert not {"fidelity.lost_classes", "fidelity.uncovered_classes"} & set(codes(found))


@pytest.mark.parametrize("language", LANGUAGES)
def test_scaling_that_hides_is_told_of_several_generators(language):
    real, moved = normal(0, 200, 64), normal(1, 200, 64) + 0.5
    found = ms.compare_generators(real, moved, normal(2, 200, 64), names=["moved", "whole"],
                                  correction_intervals=False)  # fmt: skip
    told = sentences(found, "fidelity.scaling_hides_of", language)
    one = found.results["moved"]
    ends = [form["clipped_density"] for form in (one.filtered, one.corrected)]
    assert f"moved {ends[0]:.2f} → {ends[1]:.2f}" in told.headline
    assert "whole" not in told.headline


@pytest.fixture(scope="module")
def three():
    return ms.compare_generators(normal(0, 80, 4), *(normal(i, 80, 4) for i in (1, 2, 3)),
                                 names=list("abc"), correct=None)  # fmt: skip


def pair(a, b, apart, **more):
    return {"metric": "clipped_density", "generator_a": a, "generator_b": b, **more,
            "difference": apart, "low": apart - 0.1, "high": apart + 0.1}  # fmt: skip


def turned(three, after):
    plain = [pair("a", "b", 0.3), pair("a", "c", 0.3), pair("b", "c", 0.05)]
    corrected = [pair(*one, form="corrected") for one in after]
    held = replace(three, differences=plain, corrected_differences=corrected)
    return order_changes(held, "clipped_density")


def test_only_pairs_told_apart_both_times_change_places(three):
    told = turned(three, [("a", "b", -0.3), ("a", "c", -0.05), ("b", "c", -0.3)])
    assert told.numbers["pairs_text"].startswith("a − b: +0.300 [+0.200, +0.400] → −0.300 [")
    assert told.numbers["count"] == 1
    for language in LANGUAGES:
        assert ">" not in told.say(language)
    assert turned(three, [("a", "b", -0.05), ("a", "c", 0.3), ("b", "c", -0.3)]) is None


def test_hubs_are_not_blamed_where_scaling_hides(three):
    hides = Finding("fidelity.scaling_hides", "warning", {"filtered": 0.1, "corrected": 1.0})
    results = {**three.results, "b": replace(three.results["b"], beside=(hides,))}
    assert turned(replace(three, results=results), [("a", "b", -0.3)]) is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_first_of_several_stands_with_its_interval(language):
    sets = (normal(1, 150, 4) + 0.9, normal(2, 150, 4) + 1.5)
    found = ms.compare_generators(normal(0, 150, 4), *sets, names=["near", "far"], correct=None)
    held = document(found)["verdict"]
    assert held["code"].startswith("advice.verdicts.generators_best")
    score = found.results["near"].scores["clipped_density"]
    assert 0 < score.low < score.value < 1
    assert f"{score:.3f}" in verdict(found, language)


def test_points_crowd_only_where_the_interval_lies_above_one():
    found = ms.measure_fidelity(REAL, 0.5 * normal(1, 300, 8), other_ks=(), correct=None)
    density = found.scores["density"]
    assert density.low > 1
    told = next(one for one in found.findings() if one.code == "fidelity.crowded")
    assert f"{density:.2f}" in told.say("en")
    for low in (0.79, None):
        scores = {**found.scores, "density": replace(density, low=low)}
        assert "fidelity.crowded" not in codes(replace(found, scores=scores))


def test_a_headline_names_three_scores_and_how_many_there_are():
    found = ms.measure_fidelity(REAL, normal(1, 300, 8) + 8, other_ks=(), correct=None)
    told = sentences(found, "fidelity.scores_below")
    assert told.headline.startswith("5 scores below the lowest of 5 splits")
    assert told.headline.count("[") == 3
    assert told.headline.endswith(", ….")
    assert verdict(found).partition("(5 scores)")[2].count("[") == 1
    for said in (told.headline, verdict(found)):
        assert "urely" not in said


def test_precision_cover_has_no_bar_where_more_are_generated_than_real():
    """It falls with the number of generated points alone; the splits hold as many as reals."""
    found = ms.measure_fidelity(normal(0, 80, 3), normal(1, 200, 3), correct=None, other_ks=(),
                                metrics=["precision", "precision_cover"])  # fmt: skip
    assert found.scores["precision_cover"].high < found.control.lowest["precision_cover"]
    assert "fidelity.scores_below" not in codes(found)


def test_splits_have_the_proportion_of_the_measure():
    """Fewer generated points cover less: splits with more of them would be a bar too high."""
    for draw in range(6):
        found = ms.measure_fidelity(normal(draw, 150, 4), normal(draw + 50, 50, 4), correct=None,
                                    other_ks=(), metrics=["recall_cover"], rng=draw)  # fmt: skip
        assert (found.control.n, found.control.m) == (113, 37)
        assert codes(found) == [] or "fidelity.scores_below" not in codes(found)


@pytest.mark.parametrize("language", LANGUAGES)
def test_both_correlations_with_people_are_named(language):
    sets = [normal(i + 1, 100, 4) + 0.3 * i for i in range(5)]
    found = ms.compare_generators(normal(0, 120, 4), *sets, names=list("abcde"), correct=None,
                                  control=False, human=[0.5, 0.38, 0.4, 0.2, 0.1])  # fmt: skip
    told = sentences(found, "fidelity.few_to_correlate", language).headline
    for name in {"en": ("Spearman", "Pearson"), "ja": ("スピアマン", "ピアソン")}[language]:
        assert name in told
    for kind in ("spearman", "pearson"):
        row = next(row for row in found.human if (row["metric"], row["form"], row["correlation"])
                   == ("clipped_density", "plain", kind))  # fmt: skip
        assert f"{row['value']:.2f} [" in told


def test_what_scaling_forgives_is_named():
    """Blur makes a spread narrow: a meaning that names only wide spreads would be wrong."""
    real, moved = normal(0, 200, 64), normal(1, 200, 64) + 0.5
    found = ms.measure_fidelity(real, moved, other_ks=(), correction_intervals=False)
    assert "blur" in sentences(found, "fidelity.scaling_hides").meaning
    assert "ぼけ" in sentences(found, "fidelity.scaling_hides", "ja").meaning
