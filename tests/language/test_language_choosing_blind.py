"""A gain that needs no languages is not taken for one of language: contrasts, and false picks."""

from collections import Counter

import numpy as np
import pytest

from monosashi.embeddings import EmbeddingSet
from monosashi.language.choosing import ORDER, compare_language_repairs
from monosashi.language.choosing.ways import BLIND, contrasts
from monosashi.report.sentences import finding_sentences
from monosashi.results.plain import plain
from monosashi.words import LANGUAGES

NAMED = {"key": "key", "language": "lang"}
TRIALS = 60


def pages_without_language(seed, *, n, dimension, common, noise, hubs=0.0):
    """Topics with a common mean and hubs, the same for both languages."""
    rng = np.random.default_rng(seed)
    centres = rng.normal(size=(12, dimension)) / dimension**0.5
    topics = rng.normal(size=(n, dimension)) / dimension**0.5
    near = centres[rng.integers(0, 12, n)] * rng.uniform(0.2, 1.5, size=(n, 1))
    topics = (1 - 0.4 * (hubs > 0)) * topics + hubs * near + common * centres[0]
    noises = noise * rng.normal(size=(2, n, dimension)) / dimension**0.5
    vectors = np.concatenate([topics + one for one in noises])
    columns = {"key": [f"k{i}" for i in range(n)] * 2, "lang": ["a"] * n + ["b"] * n}
    return EmbeddingSet.from_arrays(vectors, columns=columns)


@pytest.fixture(scope="module")
def common():
    """A large common mean is all there is."""
    pages = pages_without_language(2, n=250, dimension=32, common=3.0, noise=1.0)
    return compare_language_repairs(pages, methods=["global-mean", "centering"], **NAMED)


@pytest.fixture(scope="module")
def hubby():
    """Hubs are all there is: what corrects for them gains in any case."""
    pages = pages_without_language(4, n=120, dimension=64, common=1.0, noise=0.8, hubs=1.2)
    return compare_language_repairs(pages, methods=["csls"], **NAMED)


def test_what_one_common_mean_gains_is_taken_for_no_gain_of_language(common):
    assert common["centering"].gain.low > 0, "surely better than none"
    assert (common.pick, common.why) == ("global-mean", "language_not_shown")
    assert common["centering"].over_blind.low <= 0
    assert common["centering"].contrast == "global-mean"


def test_what_corrects_for_hubs_has_a_contrast_that_does_so_without_languages(hubby):
    csls = hubby["csls"]
    assert csls.gain.low > 0
    assert csls.contrast == "csls-all"
    assert csls.over_blind.low <= 0
    assert (hubby.pick, hubby.why) == ("none", "not_surely_language")
    assert hubby["csls-all"].standing == "contrast", "it was not asked for"


def test_the_lead_over_the_contrast_by_hand(hubby):
    lead = hubby["csls"].map.value - hubby["csls-all"].map.value
    assert hubby["csls"].over_blind.value == pytest.approx(lead, abs=1e-12)


def test_a_repair_of_language_is_still_taken_and_its_contrast_told(made_set):
    found = compare_language_repairs(made_set(120, 1.0, seed=1), methods=["centering"], **NAMED)
    assert found.pick == "centering"
    (told,) = [one for one in found.findings() if one.code == "language.choice_contrast"]
    assert told.numbers["over_low"] > 0


def test_every_way_has_its_contrast():
    for name in ORDER:
        assert bool(contrasts(name)) == (name not in ("none", *BLIND))
    assert set(BLIND) <= set(ORDER)


@pytest.mark.parametrize("language", LANGUAGES)
def test_such_outcomes_have_words(common, hubby, language):
    for found in (common, hubby):
        for finding in plain(found.findings()):
            said = finding_sentences(finding, language)
            assert "None" not in said.headline
    codes = {found.code for one in (common, hubby) for found in one.findings()}
    assert codes >= {"language.choice_language_not_shown", "language.choice_not_surely_language"}


@pytest.mark.slow
@pytest.mark.parametrize("hubs", [0.0, 1.2])
def test_without_any_language_a_language_way_is_taken_in_at_most_one_case_of_twenty(hubs):
    """Binomial: up to 6 of 60 are no proof against a rate of 5 %."""
    asked = [name for name in ORDER if "tuned" not in name and "query" not in name]
    taken = Counter()
    for seed in range(TRIALS):
        rng = np.random.default_rng([seed, 7])
        pages = pages_without_language(
            seed, n=int(rng.choice([100, 200])), dimension=int(rng.choice([16, 64])),
            common=float(rng.choice([0.0, 1.0, 3.0])), noise=float(rng.choice([0.5, 0.8, 1.2])),
            hubs=hubs,
        )  # fmt: skip
        taken[compare_language_repairs(pages, methods=asked, rng=seed, **NAMED).pick] += 1
    wrong = sum(n for name, n in taken.items() if name not in ("none", *BLIND))
    assert wrong <= 6, taken
