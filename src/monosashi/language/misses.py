"""Pages that other languages push away from their translation."""

from __future__ import annotations

import numpy as np

from monosashi.embeddings import EmbeddingSet
from monosashi.language.asking import Asking, Pair
from monosashi.language.layout import IntArray
from monosashi.language.miss_kinds import Missed
from monosashi.language.results import Miss
from monosashi.ranking import exact_cosines

SHOWN, SHOWN_IN_ALL = 20, 120  # a direction; many directions share
CUT = 200


def worst_misses(asking: Asking, pair: Pair, missed: Missed) -> tuple[Miss, ...]:
    """The queries whose translation is displaced furthest by mixing, at most 20.

    With many languages fewer, so that results stay readable.
    """
    languages = len(asking.corpus.languages)
    most = max(2, min(SHOWN, SHOWN_IN_ALL // (languages * (languages - 1))))
    mixed, alone = (asking.ranks.ranks(pool)[missed.queries, pair[1]] for pool in ("mixed", "pool"))
    order = np.lexsort((missed.queries, -mixed, -(mixed - alone)))[:most]
    return tuple(_miss(asking, missed, int(place), pair[1]) for place in order)


def _miss(asking: Asking, missed: Missed, place: int, target: int) -> Miss:
    corpus, ranks, query = asking.corpus, asking.ranks, int(missed.queries[place])
    first = _best_row(asking, query, missed.first[place, None])
    right = _best_row(asking, query, corpus.task.gold[query, target, None])
    asked = _name(corpus.queries, int(corpus.asked.rows[query]))
    gold, before = _name(corpus.pairs.set, right), _name(corpus.pairs.set, first)
    spoken = corpus.languages[corpus.pairs.language_codes[first]]
    mixed, alone = (int(ranks.ranks(pool)[query, target]) for pool in ("mixed", "pool"))
    return Miss(*asked, *gold, *before, spoken, mixed, alone, missed.of(place))


def _best_row(asking: Asking, query: int, documents: IntArray) -> int:
    """The row of the set (a chunk) nearest to a query among some documents."""
    places, _ = asking.candidates.expand(documents)
    asked = np.full(len(places), query)
    cosines = exact_cosines(asking.queries, asking.candidates.rows, asked, places)
    return int(asking.corpus.layout.rows[places[np.argmax(cosines)]])


def _name(held: EmbeddingSet, row: int) -> tuple[str, str | None]:
    text = held.columns["text"][row] if "text" in held.columns else None
    return str(held.ids[row]), text[:CUT] if isinstance(text, str) else None
