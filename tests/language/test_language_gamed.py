"""Ranking other languages first wins recall of translations and must never be chosen."""

import numpy as np
import pytest

from monosashi.embeddings import DataError
from monosashi.language import LanguageCentering
from monosashi.language.door import open_corpus
from monosashi.language.judging import Abstention, Question, gamed, head_scores, judge
from monosashi.language.judging.abstention import lowest_threshold
from monosashi.language.judging.judged import share_at_1
from monosashi.language.scored import (
    CosineScores,
    CSLSScores,
    FusedScores,
    MarginScores,
    OffsetScores,
    OtherFirstScores,
    Space,
    StandardisedScores,
)


class Tried:
    """A corpus whose every page asks, or whose independent queries do."""

    def __init__(self, pages, queries=None):
        self.pages, self.queries = pages, queries
        self.corpus = open_corpus(pages, key="key", language="lang", queries=queries)
        self.question = Question.of_corpus(self.corpus)
        self.space = self.of(pages, queries)
        self.raw = self.judge(CosineScores())

    def of(self, pages, queries=None):
        return Space.of(self.corpus, self.question, pages, queries)

    def judge(self, method, space=None):
        return judge(method.scores(space or self.space), self.question)

    def honest(self):
        yield self.raw
        for method in (StandardisedScores(), OffsetScores.fit(self.space), FusedScores(),
                       CSLSScores(self.space, 10), MarginScores(self.space, 10)):  # fmt: skip
            yield self.judge(method)
        mend = LanguageCentering.fit(self.pages, language="lang")
        asked = None if self.queries is None else mend.apply(self.queries, side="query")
        yield self.judge(CosineScores(), self.of(mend.apply(self.pages), asked))


@pytest.fixture(scope="module")
def asked_by_others(made_set):
    """Noisy versions of the pages ask, in both languages: independent queries."""
    pages = made_set(120, 1.5, seed=1)
    rng = np.random.default_rng(2)
    noise = 0.1 * rng.normal(size=pages.vectors.shape).astype(np.float32)
    moved = type(pages).from_arrays(pages.vectors + noise, ids=pages.ids, columns=pages.columns)
    return Tried(pages, moved)


def test_known_items_and_precision_give_it_away(asked_by_others):
    tried = asked_by_others
    degenerate = tried.judge(OtherFirstScores())
    won = share_at_1(degenerate.cross_ranks()).mean() - share_at_1(tried.raw.cross_ranks()).mean()
    assert won > 0.3, "by its own yardstick it is a triumph"
    assert gamed(tried.raw, degenerate) == (
        "known_items_lost", "precision_lost", "own_language_pushed_out",
    )  # fmt: skip


def test_honest_repairs_show_no_sign(asked_by_others):
    assert [gamed(asked_by_others.raw, after) for after in asked_by_others.honest()] == [()] * 7


def test_on_real_pages(shared_set):
    for name in ("debian_reference", "tatoeba_ja_en"):
        tried = Tried(shared_set(name, "e5"))
        assert gamed(tried.raw, tried.judge(OtherFirstScores())) == ("own_language_pushed_out",)
        assert [gamed(tried.raw, after) for after in tried.honest()] == [()] * 7


def test_an_overdone_offset_is_seen(shared_set):
    """The gap of the nearest lifts recall of translations to 0.993 and fills the page with them."""
    tried = Tried(shared_set("debian_reference", "e5"))
    judged = tried.judge(OffsetScores.fit(tried.space, top=50, asking="documents"))
    assert gamed(tried.raw, judged) == ("own_language_pushed_out",)


def test_fusion_forces_its_share_until_it_may_abstain(asked_by_others):
    tried = asked_by_others
    fused = tried.judge(FusedScores())
    assert (fused.own_share == 0.5).all()
    assert fused.tied_ends.sum() == 0, "5 and 5"
    heads = head_scores(CosineScores().scores(tried.space), tried.question)
    rule = Abstention.calibrate(heads, tried.raw, precision=0.9)
    silent = rule.abstains(heads, tried.raw)
    right = tried.raw.ranks("pool") <= 1
    for source, target in np.ndindex(2, 2):
        mine = tried.raw.own_pool == source
        shown = mine & ~silent[:, target]
        if shown.any():
            assert right[shown, target].mean() >= 0.9
        if silent[mine, target].any():
            lowered = mine & (
                heads[:, target] >= np.sort(heads[mine & silent[:, target], target])[-1]
            )
            assert right[lowered, target].mean() < 0.9, "the lowest threshold that is good enough"
    judged = tried.judge(FusedScores(rule.thresholds))
    assert np.array_equal(judged.state == 2, silent)
    assert np.isinf(judged.ranks("mixed")[silent]).all()


def test_thresholds_by_hand():
    scores = np.array([0.9, 0.8, 0.8, 0.7, 0.6])
    right = np.array([True, True, False, True, False])
    assert lowest_threshold(scores, right, 0.7) == 0.7
    assert lowest_threshold(scores, right, 0.6) == 0.6
    assert lowest_threshold(scores, right, 0.9) == 0.9, "level scores stand or fall together"
    assert lowest_threshold(scores, ~right, 1.0) == np.inf


def test_without_known_answers_nothing_is_left_out(made_set):
    tried = Tried(made_set(60, 1.0))
    heads = head_scores(CosineScores().scores(tried.space), tried.question)
    rule = Abstention.calibrate(heads, tried.raw, precision=1.0)
    assert np.isnan(np.diag(rule.thresholds)).all()
    own = np.arange(tried.question.n), tried.question.own_pool
    assert not rule.abstains(heads, tried.raw)[own].any()
    with pytest.raises(DataError, match="not 0"):
        Abstention.calibrate(heads, tried.raw, precision=0)
