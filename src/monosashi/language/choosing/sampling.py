"""How many queries are measured where asking them all would take hours."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from monosashi.embeddings import fault
from monosashi.language.corpus import Corpus
from monosashi.language.judging import GoldPages
from monosashi.language.layout import BoolArray, IntArray

CELLS, LEAST = 100_000_000, 1_000  # scores of one way; queries that are always measured
HALF_OF_95 = 1.96


def most_queries(documents: int, asked_for: int | None = None) -> int:
    """The ceiling: so many queries that each way scores 100 million pairs, but 1,000 at least.

    >>> most_queries(5_000), most_queries(50_000), most_queries(1_000_000)
    (20000, 2000, 1000)
    """
    return max(LEAST, CELLS // max(1, documents)) if asked_for is None else asked_for


def sampled(held: Corpus | GoldPages, most: int, rng: np.random.Generator) -> Corpus | GoldPages:
    """Random items with all their queries, at most so many; every document stays in the pool."""
    units = held.question.units if isinstance(held, GoldPages) else held.asked.keys
    if len(units) <= most:
        return held
    kept = _drawn(units, most, rng)
    items = len(np.unique(units[kept]))
    note = fault("language.notices.sampled_queries", n=int(kept.sum()), of=len(units), items=items,
                 half=HALF_OF_95 * 0.5 / items**0.5)  # fmt: skip
    notices = (*held.notices, note)
    if isinstance(held, GoldPages):
        rows = np.flatnonzero(kept)
        return replace(held, rows=held.rows[rows], question=held.question.take(rows),
                       notices=notices)  # fmt: skip
    return replace(held.take_queries(kept), notices=notices)


def _drawn(units: IntArray, most: int, rng: np.random.Generator) -> BoolArray:
    """(n,) queries of as many whole items, in random order, as fit; one item in any case."""
    known, place, counts = np.unique(units, return_inverse=True, return_counts=True)
    order = rng.permutation(len(known))
    fits = np.cumsum(counts[order]) <= most
    fits[0] = True
    taken = np.zeros(len(known), dtype=bool)
    taken[order[fits]] = True
    drawn: BoolArray = taken[place]
    return drawn
