"""Ranks of one gold a language, in the form in which any scores are judged."""

from __future__ import annotations

import numpy as np

from monosashi.language.asking import same_language_share
from monosashi.language.corpus import Corpus
from monosashi.language.judging import Judged, Question
from monosashi.ranking import GoldRanks, average_precision


def as_judged(corpus: Corpus, ranks: GoldRanks) -> Judged:
    """The same numbers, so that guards against gamed repairs need no second pass.

    Ends of the first ten that tie are decided by number here, not shared.
    """
    question = Question.of_corpus(corpus)
    blank = Judged.blank(question)
    precision = average_precision(ranks)
    for held, table in (
        (blank.above_mixed, ranks.above_mixed),
        (blank.ties_mixed, ranks.ties_mixed),
        (blank.above_pool, ranks.above_pool),
        (blank.ties_pool, ranks.ties_pool),
        (blank.state, (~np.isnan(ranks.score)).astype(np.intp)),
        (blank.precision, precision),
        (blank.optimistic_precision, precision),
        (blank.own_share, same_language_share(corpus, ranks)),
    ):
        held[...] = table
    return blank
