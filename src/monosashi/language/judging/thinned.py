"""What any scores would find in a mixed pool no larger than that of the target language."""

from __future__ import annotations

import numpy as np

from monosashi.language.chunking import chunks_to_draw
from monosashi.language.judging.judge import block_rows
from monosashi.language.judging.judged import Float64Array
from monosashi.language.judging.question import Question
from monosashi.language.layout import IntArray, Layout
from monosashi.language.scored import CosineScores, ScoreBlocks, Space
from monosashi.language.thinned import Thinned, thin_from
from monosashi.language.thinned_chances import expected_metrics
from monosashi.language.thinned_counts import Competing, chances_of, count_kinds
from monosashi.language.thinned_pass import Versions
from monosashi.neighbors.blocks import map_blocks, row_blocks
from monosashi.ranking import TIE, RankingTask, exact_cosines
from monosashi.ranking.top import places


def judge_thinned(
    scores: ScoreBlocks,
    question: Question,
    layout: Layout,
    *,
    ks: tuple[int, ...] = (1,),
    block: int | None = None,
    n_jobs: int | None = None,
) -> Thinned:
    """``thin_mixed_pool`` for any scores and any number of golds.

    The best gold of a language is what is looked for, as in ``Judged.ranks``; ties count against
    it. ``share_at_1(judged.ranks("pool"))`` minus ``hits(1)`` is then what language costs, and
    ``hits(1)`` minus ``share_at_1(judged.ranks("mixed"))`` what more candidates cost, for every
    query and language of a gold. With one gold a language and cosines for scores the values are
    those of ``thin_mixed_pool``.

    Parameters
    ----------
    scores, question, block, n_jobs
        As in ``judge``.
    layout : Layout
        Of the documents: which are versions of one page.
    ks : tuple of int

    Returns
    -------
    Thinned
        NaN where a query has no gold in a language; 0 where its golds are never listed.
    """
    values = np.full((question.n, question.n_languages, len(ks) + 1), np.nan)
    size = block or block_rows(question.n_documents)
    work = _Pass(scores, question, layout, ks, values)
    map_blocks(work, row_blocks(question.n, size), n_jobs)
    return Thinned(ks, values)


def thin_cosines(
    space: Space, question: Question, layout: Layout, *, ks: tuple[int, ...] = (1,)
) -> Thinned:
    """``judge_thinned`` of plain cosines; where chunks differ in number, as many are drawn.

    Scores of documents do not tell which of their chunks stand before a gold, cosines do.
    """
    if (drawn := chunks_to_draw(layout)) is None:
        return judge_thinned(CosineScores().scores(space), question, layout, ks=ks)
    gold, level = _best_golds(space, question)
    task = RankingTask(question.own_pool, gold, question.hidden, question.equals)
    return thin_from(space.queries, space.candidates, task, Versions.of(layout, space.candidates),
                     score=level, drawn=drawn, ks=ks)  # fmt: skip


def _best_golds(space: Space, question: Question) -> tuple[IntArray, Float64Array]:
    """(n, L) a gold of every language, or -1, and the highest cosine of any, or NaN."""
    queries, golds = question.golds.of(slice(0, question.n))
    spoken = question.language_of(golds)
    rows, entry = space.candidates.expand(golds)
    cosines = exact_cosines(space.queries, space.candidates.rows, queries[entry], rows)
    level = np.full((question.n, question.n_languages), np.nan)
    np.fmax.at(level, (queries[entry], spoken[entry]), cosines)
    gold = np.full(level.shape, -1, dtype=np.intp)
    gold[queries, spoken] = golds
    return gold, level


class _Pass:
    """What every block needs; blocks write to their own rows of ``out``."""

    def __init__(
        self,
        scores: ScoreBlocks,
        question: Question,
        layout: Layout,
        ks: tuple[int, ...],
        out: Float64Array,
    ) -> None:
        self.scores, self.question, self.ks, self.out = scores, question, ks, out
        there = layout.document_of >= 0
        self.page = np.empty(question.n_documents, dtype=np.intp)
        self.page[layout.document_of[there]] = np.nonzero(there)[0]
        self.language = question.language_of(np.arange(question.n_documents))
        self.versions = np.bincount(self.page)
        self.chances = chances_of(question.n_languages)

    def __call__(self, rows: slice) -> None:
        """Count pages before the best gold of every language."""
        scores, n = self.scores.block(rows), rows.stop - rows.start
        taken = self.taken(rows)
        scores[self.question.hidden.of(rows)] = -np.inf
        level = self.levels(rows, scores)
        scores[taken] = -np.inf
        left = self.left(taken, n)
        competing = Competing.of(n, taken, self.page, self.language, np.diff(self.question.pools))
        for target in np.flatnonzero(~np.isnan(level).all(axis=0)).tolist():
            sought, found = level[:, target], np.isfinite(level[:, target])
            self.out[rows, target][np.isneginf(sought)] = 0.0
            limit = np.where(found, sought, np.inf) - TIE
            offsets, documents = places(scores >= limit[:, None])
            counts = count_kinds(offsets, self.page[documents], left, len(self.chances))
            self.out[rows, target][found] = expected_metrics(
                counts[found], self.chances, competing.pages[found],
                competing.kept[found, target], self.ks,
            )  # fmt: skip

    def taken(self, rows: slice) -> tuple[IntArray, IntArray]:
        """(query, document) pairs that do not compete, once each."""
        asked = self.question
        pairs = [np.stack(held.of(rows)) for held in (asked.hidden, asked.equals, asked.golds)]
        once = np.unique(np.concatenate(pairs, axis=1), axis=1)
        return once[0], once[1]

    def levels(self, rows: slice, scores: Float64Array) -> Float64Array:
        """(block, L) score of the best gold; NaN without one."""
        queries, golds = self.question.golds.of(rows)
        level = np.full((len(scores), self.question.n_languages), np.nan)
        np.fmax.at(level, (queries, self.language[golds]), scores[queries, golds])
        return level

    def left(self, taken: tuple[IntArray, IntArray], n: int) -> IntArray:
        """(block, pages) versions that compete with a query's golds."""
        width = len(self.versions)
        lost = np.bincount(taken[0] * width + self.page[taken[1]], minlength=n * width)
        return self.versions - lost.reshape(n, width)
