"""The bridge as a way to score: own index as it is, others in their language, never mixed."""

import numpy as np
import pytest
from language.gate_sites import TextVectors, Tongue, site

from monosashi.embeddings import DataError
from monosashi.language.bridge import Road, bridge_outcomes, bridge_scores
from monosashi.language.door import open_corpus
from monosashi.language.judging import Question, judge
from monosashi.language.scored import CosineScores, Space


def opened(pages):
    corpus = open_corpus(pages, key="key", language="language")
    return corpus, Question.of_corpus(corpus)


def road(pages, **options):
    return Road((Tongue(**options),), TextVectors(pages), store=False)


@pytest.fixture(scope="module")
def pages():
    return site(50, bias=2.0, noise=0.6)


def test_a_perfect_translation_finds_every_page_at_once(pages):
    corpus, _ = opened(pages)
    held = road(pages)
    found = bridge_outcomes(corpus, pages, held)
    assert found.directions["en", "ja"].recall[1][0] == 1.0
    assert found.directions["ja", "en"].n == 50
    assert (found.translated, found.embedded, found.calls) == (100, 100, 2)
    assert found.seconds_per_query > 0


def test_each_list_is_ranked_with_the_translated_query(pages):
    """A translation that is off by some noise: ranks against a search by hand."""
    off = site(50, bias=2.0, noise=0.6, seed=0)
    vectors = dict(zip(pages.columns["text"], pages.vectors, strict=True))
    rng = np.random.default_rng(5)
    blurred = {text: v + rng.normal(size=v.shape) * 0.3 for text, v in vectors.items()}
    corpus, _ = opened(pages)
    model = TextVectors(off)
    model.held = blurred
    found = bridge_outcomes(corpus, pages, Road((Tongue(),), model, store=False))
    unit = pages.unit().vectors.astype(float)
    ranks = found.judged.ranks("pool")
    for row, key in enumerate(corpus.asked.keys):
        source = int(corpus.asked.languages[row])
        target = 1 - source
        text = f"k{key:03d} told in {corpus.languages[target]}"
        asked = blurred[text].astype(np.float32).astype(float)
        scores = unit[50 * target : 50 * target + 50] @ asked
        assert ranks[row, target] == 1 + (scores > scores[key]).sum()


def test_the_own_index_is_searched_as_it_is(pages):
    corpus, question = opened(pages)
    raw = judge(CosineScores().scores(Space.of(corpus, question, pages)), question)
    found = bridge_outcomes(corpus, pages, road(pages)).judged
    own = np.arange(found.n), found.own_pool
    assert np.array_equal(found.state[own], raw.state[own])
    scores = bridge_scores(corpus, question, pages, road(pages))
    space = Space.of(corpus, question, pages)
    blocks = scores.scores(space)
    rows = slice(0, 7)
    own_pool = question.pool(int(question.own_pool[0]))
    plain = CosineScores().scores(space).block(rows)[:, own_pool]
    plain[question.hidden.of(rows)] = -np.inf  # language 0 comes first
    assert np.allclose(blocks.cosines(rows)[:, own_pool], plain)


def test_heads_of_languages_tie_so_that_the_mixed_pool_is_an_interval(pages):
    found = bridge_outcomes(opened(pages)[0], pages, road(pages)).judged
    assert (found.cross_ranks("optimistic") == 1).all()
    assert (found.cross_ranks("pessimistic") == 2).all()


def test_blocks_of_any_size_are_the_same(pages):
    corpus, question = opened(pages)
    scores = bridge_scores(corpus, question, pages, road(pages))
    space = Space.of(corpus, question, pages)
    small, large = (judge(scores.scores(space), question, block=size) for size in (3, 100))
    assert np.array_equal(small.ranks("pool"), large.ranks("pool"), equal_nan=True)


def test_what_has_no_translation_is_named_or_not_searched(pages):
    corpus, _ = opened(pages)
    with pytest.raises(DataError, match="no translation"):
        bridge_outcomes(corpus, pages, road(pages, missing=["k003"]))
    held = Road((Tongue(missing=["k003"]),), TextVectors(pages), store=False, invalid="drop")
    found = bridge_outcomes(corpus, pages, held)
    assert found.directions["en", "ja"].n == 49
    assert found.directions["en", "ja"].untranslated == 1
    assert held.toll.missing["en", "ja"] == ["k003/en"]


def test_two_languages_without_a_translator_are_refused(pages):
    corpus, _ = opened(pages)
    with pytest.raises(DataError, match="from ja to en"):
        bridge_outcomes(corpus, pages, road(pages, pairs=[("en", "ja")]))


def test_scores_of_other_queries_are_refused(pages):
    corpus, question = opened(pages)
    scores = bridge_scores(corpus, question, pages, road(pages))
    space = Space.of(corpus, question, pages)
    with pytest.raises(DataError):
        scores.scores(space.part(np.arange(3), np.arange(space.candidates.n)))
