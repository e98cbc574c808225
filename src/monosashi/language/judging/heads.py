"""How high the best document of every language scores, query by query."""

from __future__ import annotations

import numpy as np

from monosashi.language.judging.judged import Float64Array
from monosashi.language.judging.question import Question
from monosashi.language.scored import ScoreBlocks
from monosashi.neighbors.blocks import row_blocks

BLOCK = 64


def head_scores(scores: ScoreBlocks, question: Question) -> Float64Array:
    """(n, L) highest score a query gives to a document it sees; -inf where there is none."""
    out = np.full((question.n, question.n_languages), -np.inf)
    for rows in row_blocks(question.n, BLOCK):
        seen = scores.block(rows)
        seen[question.hidden.of(rows)] = -np.inf
        for language in range(question.n_languages):
            pool = question.pool(language)
            out[rows, language] = seen[:, pool].max(axis=1, initial=-np.inf)
    return out
