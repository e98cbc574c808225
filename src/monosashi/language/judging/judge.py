"""Rank all golds by any scores, block by block."""

from __future__ import annotations

import numpy as np

from monosashi.embeddings import DataError, fault
from monosashi.language.judging.first_ten import own_shares
from monosashi.language.judging.judged import Float64Array, Judged
from monosashi.language.judging.precision import mean_precision
from monosashi.language.judging.question import Question
from monosashi.language.layout import IntArray
from monosashi.language.scored import ScoreBlocks
from monosashi.neighbors.blocks import map_blocks, row_blocks
from monosashi.ranking import TIE

BLOCK_CELLS, FEWEST_ROWS, MOST_ROWS = 4_194_304, 16, 256
FIRST = 10


def judge(
    scores: ScoreBlocks,
    question: Question,
    *,
    block: int | None = None,
    n_jobs: int | None = None,
) -> Judged:
    """Rank the golds of every query by any scores, all languages in one pool.

    With one gold a language and cosines for scores the ranks are those of ``rank_gold``.

    Parameters
    ----------
    scores : ScoreBlocks
        In the numbering of the question.
    question : Question
    block : int, optional
        Queries at a time; a thread holds a few tables of block x documents float64 numbers.
    n_jobs : int, optional
        Threads; default every core.

    Raises
    ------
    DataError
        Scores of other queries or documents than the question's.

    Notes
    -----
    rank = 1 + competitors above the gold + competitors within 1e-9 of it (pessimistic). Golds and
    their copies do not compete. For average precision the i-th best gold with c competitors
    before it counts i / (i + c).
    """
    found = (scores.n_queries, scores.n_documents)
    if found != (question.n, question.n_documents):
        raise DataError(fault("language.errors.other_scores", found=found,
                              expected=(question.n, question.n_documents)))  # fmt: skip
    out = Judged.blank(question)
    size = block or block_rows(question.n_documents)
    map_blocks(_Pass(scores, question, out), row_blocks(question.n, size), n_jobs)
    return out


def block_rows(documents: int) -> int:
    """Queries at a time, so that a table with all documents stays small."""
    return max(FEWEST_ROWS, min(MOST_ROWS, BLOCK_CELLS // max(1, documents)))


class _Pass:
    """What every block needs; blocks write to their own rows of ``out``."""

    def __init__(self, scores: ScoreBlocks, question: Question, out: Judged) -> None:
        self.scores, self.question, self.out = scores, question, out

    def __call__(self, rows: slice) -> None:
        scores = self.scores.block(rows)
        scores[self.question.hidden.of(rows)] = -np.inf
        self.share(rows, scores)
        queries, golds = self.question.golds.of(rows)
        level = scores[queries, golds]
        scores[self.question.equals.of(rows)] = -np.inf
        scores[queries, golds] = -np.inf
        above, ties = self.count(scores, queries, level)
        lost = np.isneginf(level)
        n = rows.stop - rows.start
        self.out.precision[rows] = mean_precision(queries, np.where(lost, np.inf, above + ties), n)
        self.out.optimistic_precision[rows] = mean_precision(
            queries, np.where(lost, np.inf, above), n
        )
        self.best(rows, scores, (queries, golds), level, (above, ties))

    def share(self, rows: slice, scores: Float64Array) -> None:
        """Languages of the first 10, query language by query language."""
        own = self.question.own_pool[rows]
        for language in np.unique(own):
            offsets = np.flatnonzero(own == language)
            part = scores if len(offsets) == len(scores) else scores[offsets]
            share, tied = own_shares(part, self.question.pool(int(language)), FIRST)
            self.out.own_share[rows.start + offsets] = share
            self.out.tied_ends[rows.start + offsets] = tied

    @staticmethod
    def count(
        scores: Float64Array, queries: IntArray, level: Float64Array
    ) -> tuple[IntArray, IntArray]:
        """Competitors above and level with every gold."""
        above = np.zeros(len(level), dtype=np.intp)
        ties = np.zeros(len(level), dtype=np.intp)
        for pair in np.flatnonzero(np.isfinite(level)):
            row = scores[queries[pair]]
            above[pair] = np.count_nonzero(row > level[pair] + TIE)
            ties[pair] = np.count_nonzero(row >= level[pair] - TIE) - above[pair]
        return above, ties

    def best(
        self,
        rows: slice,
        scores: Float64Array,
        pairs: tuple[IntArray, IntArray],
        level: Float64Array,
        counts: tuple[IntArray, IntArray],
    ) -> None:
        """The best gold of every query and language, in the mixed pool and in its own."""
        queries, golds = pairs
        language = self.question.language_of(golds)
        order = np.lexsort((-level, language, queries))
        cells = queries[order] * self.question.n_languages + language[order]
        first = order[np.unique(cells, return_index=True)[1]]
        at = rows.start + queries[first], language[first]
        self.out.state[at] = np.where(np.isneginf(level[first]), 2, 1)
        self.out.above_mixed[at], self.out.ties_mixed[at] = (held[first] for held in counts)
        for code in np.unique(language[first]):
            mine = first[language[first] == code]
            inside = scores[:, self.question.pool(int(code))]
            above, ties = self.count(inside, queries[mine], level[mine])
            place = rows.start + queries[mine], np.full(len(mine), code)
            self.out.above_pool[place], self.out.ties_pool[place] = above, ties
