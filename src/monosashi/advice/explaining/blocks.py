"""Where answers stand by cosines less an amount that belongs to the document."""

from __future__ import annotations

import numpy as np

from monosashi.advice.explaining.search import FAR, Floats, Rows, Search, least
from monosashi.neighbors import map_blocks, row_blocks
from monosashi.ranking import TIE

CELLS = 8_388_608
TILE = 16_384


def stand_by_keys(search: Search, amounts: Floats, asked: Rows) -> Rows:
    """Wrong documents that do not stand behind the best right one by ``2 cos - amount``.

    A document scores by its best row. Scores are float64; those within 1e-9 tie, against the
    answer. Blocks of queries go tile by tile over the documents: n x n is never held.

    Parameters
    ----------
    amounts : (rows,) float64
        In the order of the candidates.
    asked : (m,) int
        Which queries.
    """
    task, queries = search.of(asked), search.queries.take(asked)
    starts = task.golds.starts
    counts = np.zeros(len(task.golds.documents), dtype=np.intp)
    size = max(1, min(256, CELLS // TILE))

    def solve(rows: slice) -> None:
        first = int(starts[rows.start])
        offsets, golds = task.golds.of(rows)
        levels = _levels(search, amounts, queries.unit(rows.start + offsets), golds)
        for documents in _tiles(search):
            scores = _scores(search, amounts, queries.unit(rows), documents)
            for held in (task.hidden, task.golds):
                _hide(scores, held.of(rows), documents)
            for i, (query, level) in enumerate(zip(offsets, levels, strict=True)):
                counts[first + i] += np.count_nonzero(scores[query] >= level - TIE)

    map_blocks(solve, row_blocks(len(asked), size), search.n_jobs)
    return np.where(np.diff(starts) > 0, least(counts, starts), FAR)


def _tiles(search: Search) -> list[slice]:
    ends = np.append(search.candidates.starts[1:], len(search.candidates.rows))
    tiles, first = [], 0
    while first < search.candidates.n:
        start = int(search.candidates.starts[first])
        last = max(first + 1, int(np.searchsorted(ends, start + TILE, side="right")))
        tiles.append(slice(first, last))
        first = last
    return tiles


def _rows_of(search: Search, documents: slice) -> slice:
    ends = np.append(search.candidates.starts, len(search.candidates.rows))
    return slice(int(ends[documents.start]), int(ends[documents.stop]))


def _scores(search: Search, amounts: Floats, asked: Floats, documents: slice) -> Floats:
    """(block, documents of the tile) scores."""
    columns = _rows_of(search, documents)
    held = search.candidates.rows.unit(columns)
    scores: Floats = 2 * (asked @ held.T) - amounts[columns]
    if search.candidates.chunked:
        starts = search.candidates.starts[documents] - columns.start
        scores = np.maximum.reduceat(scores, starts, axis=1)
    return scores


def _levels(search: Search, amounts: Floats, asked: Floats, golds: Rows) -> Floats:
    """Scores of the right documents."""
    rows, entry = search.candidates.expand(golds)
    cosines = np.add.reduce(asked[entry] * search.candidates.rows.unit(rows), axis=1)
    out = np.full(len(golds), -np.inf)
    np.maximum.at(out, entry, 2 * cosines - amounts[rows])
    return out


def _hide(scores: Floats, places: tuple[Rows, Rows], documents: slice) -> None:
    offsets, numbers = places
    inside = (numbers >= documents.start) & (numbers < documents.stop)
    scores[offsets[inside], numbers[inside] - documents.start] = -np.inf
