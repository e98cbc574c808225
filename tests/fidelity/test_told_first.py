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
    assert told.next.startswith({"en": "Generate with more variety", "ja": "もっと多様に"}[language])


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
    columns = {"kind": drawn.astype(str)} if labelled else {}
    return ms.EmbeddingSet.of(rows, columns=columns) if False else (rows, columns)
