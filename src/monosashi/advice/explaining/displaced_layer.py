"""Displaced: the answer is found once the mean shift from queries to answers is taken off."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from monosashi.advice.explaining.moving import moved_directions, random_shifts, sampled, unit_of
from monosashi.advice.explaining.search import LEAST_UNITS, Bools, Floats, Rows, Search
from monosashi.advice.explaining.trial import Tested, drawn_trial
from monosashi.embeddings import DataError, fault
from monosashi.ranking import Directions
from monosashi.retrieval.asking import asked_vectors

LAYER, BACK = "displaced", "shift_back"


def try_displaced(search: Search) -> Tested:
    """Take off the mean of q - d+ of the *other* half of the units, so that none helps itself.

    The control takes off a shift as long in a random direction.
    """
    half = search.half
    if half is None:
        return Tested(LAYER, reason=fault("misses.reasons.few_units", least=LEAST_UNITS))
    shifts = np.stack([_shift(search, ~part) for part in (half, ~half)])
    of = np.where(half, 0, 1)
    try:
        after = search.stand(_moved(search, shifts[of], np.arange(search.n)))
        controls = [*_controls(search, shifts, of)]
    except DataError as error:  # a query equal to the shift has no direction left
        return Tested(LAYER, reason=error.faults[0])
    trial = drawn_trial(BACK, search, after[search.missed], controls)
    return Tested(LAYER, (trial,), {BACK: after})


def _shift(search: Search, fitted: Bools) -> Floats:
    place = search.place[fitted]
    place = place[place >= 0]
    mean: Floats = (search.pairs.query[place] - search.pairs.answer[place]).mean(axis=0)
    return mean


def _controls(search: Search, shifts: Floats, of: Rows) -> Iterator[Bools]:
    rng, answers = search.generator(4), search.pairs.answer
    spread, rows = (answers - answers.mean(axis=0))[sampled(len(answers), rng)], search.missed
    lengths = np.sqrt((shifts**2).sum(axis=1))
    for _ in range(search.draws):
        moved = _moved(search, random_shifts(spread, lengths, rng)[of[rows]], rows)
        yield search.stand(moved, task=search.of(rows)) < search.k


def _moved(search: Search, shifts: Floats, rows: Rows) -> Directions:
    asking = search.asking
    return moved_directions(unit_of(asked_vectors(asking.queries), asking.rows[rows]), shifts)
