"""The part of the drop that language costs, of raw vectors, query by query."""

from __future__ import annotations

import numpy as np

from monosashi.language.choosing.ground import Ground
from monosashi.language.choosing.outcomes_of_ways import PAIRED, directions
from monosashi.language.choosing.trying import Tried
from monosashi.language.choosing.ways import NONE
from monosashi.language.judging import thin_cosines
from monosashi.language.judging.judged import share_at_1
from monosashi.language.layout import IntArray
from monosashi.language.outcomes import Outcomes
from monosashi.language.scored import Space

LANGUAGE_LOST = "language_lost"


def add_language_part(columns: Outcomes, ground: Ground, raw: Space, tried: Tried) -> None:
    """recall@1 alone less that of a mixed pool thinned to the same size, by direction.

    0 on average where language plays no part; the rest of the drop is what more candidates cost.
    """
    question = ground.question
    thinned = thin_cosines(raw, question, ground.held.layout)
    units = question.units, _page_units(ground)
    pools = [tried.judged.ranks(pool) for pool in ("pool", "mixed")]
    for pair in directions(ground):
        rows = np.flatnonzero(question.own_pool == pair[0])
        alone, mixed = (share_at_1(ranks[rows, pair[1]]) for ranks in pools)
        lost, _ = thinned.parts(rows, pair[1], 1, (alone, mixed))
        known = rows[~np.isnan(lost)]
        mutual = thinned.mutual_variance(known, units, pair[1], 1) if len(known) else 0.0
        columns.add((NONE, LANGUAGE_LOST, pair), rows, lost, PAIRED, mutual)


def _page_units(ground: Ground) -> IntArray:
    """(pages,) unit of every page; -1 where nobody asks for it."""
    documents = ground.held.layout.document_of
    units: IntArray = np.where(documents >= 0, ground.document_units[documents], -1).max(axis=1)
    return units
