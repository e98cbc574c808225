"""Wording: another phrasing of the same question finds the answer."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from monosashi.advice.explaining.moving import BLOCK, random_shifts, sampled, unit_of
from monosashi.advice.explaining.search import FAR, LEAST_UNITS, Bools, Floats, Rows, Search
from monosashi.advice.explaining.trial import Tested, Trial, drawn_trial
from monosashi.advice.explaining.wordings import Wordings
from monosashi.embeddings import Fault, fault
from monosashi.ranking import Directions
from monosashi.retrieval.asking import asked_vectors

LAYER, OTHERS, FUSED = "wording", "another_phrasing", "fuse_wordings"
UNLIKE = 0.5
MOST = 10  # other phrasings that are looked at: of more, the nearest


def try_wording(search: Search, *, grouped: bool) -> Tested:
    """Look whether another query of the group finds an answer of this one.

    Of more than ten other phrasings the nearest ten count. The control asks as many times as there
    are, each time with the query moved as far as that phrasing lies away, in a random direction. As
    a mend, all wordings of a group are asked at once (the mean of their unit vectors).
    """
    if not grouped:
        return Tested(LAYER, reason=fault("misses.reasons.no_groups"))
    wordings = Wordings.of(search)
    if not wordings.any:
        return Tested(LAYER, reason=fault("misses.reasons.all_alone"))
    trial, fused = _trial(search, wordings), _fused(search, wordings)
    return Tested(LAYER, (trial,), {FUSED: fused}, notices=_unlike(search, wordings))


def _unlike(search: Search, wordings: Wordings) -> tuple[Fault, ...]:
    """A notice where queries of a group lie nearly as far apart as any, as no wordings do.

    Mean squared distance of two queries inside groups over that of any two, both unbiased. On real
    texts wordings of a question gave 0.24 and 0.48, questions on one page 0.65 and 0.83.
    """
    unit = unit_of(asked_vectors(search.asking.queries), search.asking.rows)
    held = [rows for rows in wordings.rows.values() if len(rows) > 1]
    if not held or search.n < LEAST_UNITS:
        return ()
    inside = sum(len(rows) - _squared(unit[rows]) / len(rows) for rows in held)
    free = sum(len(rows) - 1 for rows in held)
    overall = (search.n - _squared(unit) / search.n) / (search.n - 1)
    if overall <= 0 or inside / free <= UNLIKE * overall:
        return ()
    return (fault("misses.notices.groups_unlike", share=inside / free / overall),)


def _squared(unit: Floats) -> float:
    total = np.add.reduce(unit, axis=0)
    return float(total @ total)


def _trial(search: Search, wordings: Wordings) -> Trial:
    near = {
        query: _nearest(search, query, wordings.others(query)) for query in map(int, search.missed)
    }
    best = np.array([min(search.before[held], default=FAR) for held in near.values()],
                    dtype=np.intp)  # fmt: skip
    found = best < search.k
    trial = drawn_trial(OTHERS, search, best, _controls(search, near))
    return Trial(OTHERS, found, None, trial.chance, trial.drawn)


def _nearest(search: Search, query: int, others: Rows) -> Rows:
    """The ten phrasings whose vectors are nearest."""
    if len(others) <= MOST:
        return others
    cosines = np.add.reduce(search.queries.unit(others) * search.queries.unit([query]), axis=1)
    nearest: Rows = others[np.argsort(-cosines, kind="stable")[:MOST]]
    return nearest


def _controls(search: Search, others: dict[int, Rows]) -> Iterator[Bools]:
    """Whether any of as many random moves, as long as the way to each phrasing, finds it."""
    rows, rng = search.missed, search.generator(7)
    asked = search.asking
    unit = unit_of(asked_vectors(asked.queries), asked.rows)
    answers = search.pairs.answer
    spread = (answers - answers.mean(axis=0))[sampled(len(answers), rng)]
    entry = np.repeat(np.arange(len(rows)), [len(held) for held in others.values()])
    other = np.concatenate([*others.values(), np.empty(0, dtype=np.intp)])
    mine = rows[entry]
    lengths = np.sqrt(((unit[mine] - unit[other]) ** 2).sum(axis=1))
    for _ in range(search.draws):
        out = np.zeros(len(rows), dtype=bool)
        for start in range(0, len(mine), BLOCK):
            part = slice(start, start + BLOCK)
            moves = random_shifts(spread, lengths[part], rng)
            asked_anew = Directions(unit[mine[part]] + moves)
            found = search.stand(asked_anew, task=search.of(mine[part])) < search.k
            np.logical_or.at(out, entry[part], found)
        yield out


def _fused(search: Search, wordings: Wordings) -> Rows:
    """Where answers stand when all wordings are asked at once."""
    means = unit_of(asked_vectors(search.asking.queries), search.asking.rows)
    unit = means.copy()
    for rows, members in wordings.together():
        mean = np.add.reduce(unit[members], axis=0) / len(members)
        if mean.any():  # wordings that cancel out stay as they are
            means[rows] = mean
    return search.stand(Directions(means))
