"""Small problems in which everything happens: chunks, copies, hidden documents, many golds."""

from dataclasses import dataclass

import numpy as np

from monosashi.language.judging import Question
from monosashi.language.scored import Space
from monosashi.ranking import Candidates, Directions, Lists


@dataclass
class Table:
    """Scores that are simply there."""

    values: np.ndarray

    @property
    def n_queries(self):
        return self.values.shape[0]

    @property
    def n_documents(self):
        return self.values.shape[1]

    def block(self, rows):
        return self.values[rows].copy()


def lists(members):
    queries = np.repeat(np.arange(len(members)), [len(part) for part in members])
    return Lists.from_pairs(len(members), queries, np.concatenate(members).astype(np.intp))


def members(held, i):
    return held.documents[held.starts[i] : held.starts[i + 1]]


def make_space(seed, *, sizes=(13, 9, 11), chunks=3, n=17, dimension=6, coarse=False):
    """Random directions around a common one; ``coarse`` makes copies and exact ties."""
    rng = np.random.default_rng(seed)
    m = sum(sizes)
    lengths = rng.integers(1, chunks + 1, m)

    def draw(rows):
        if coarse:
            return (
                rng.integers(0, 2, (rows, dimension)) + np.eye(dimension)[rng.integers(0, 2, rows)]
            )
        return rng.normal(size=(rows, dimension)) + 2.0

    pools = np.concatenate([[0], np.cumsum(sizes)])
    starts = np.cumsum(lengths) - lengths
    candidates = Candidates(Directions(draw(lengths.sum())), starts, pools)
    spoken = np.sort(rng.integers(0, len(sizes), n))
    hidden = lists([[rng.integers(pools[code], pools[code + 1])] for code in spoken])
    names = tuple("abcdef"[: len(sizes)])
    return Space(Directions(draw(n)), spoken, candidates, hidden, names, np.arange(m))


def make_question(space, seed, golds):
    """``golds(rng, query, visible)`` gives the right documents."""
    rng = np.random.default_rng(seed)
    m = space.candidates.n
    right, equal = [], []
    for query in range(space.n):
        seen = np.setdiff1d(np.arange(m), members(space.hidden, query))
        right.append(golds(rng, query, seen))
        equal.append(np.concatenate([right[-1], rng.integers(0, m, 2)]))
    return Question(lists(right), space.hidden, lists(equal), space.candidates.pools,
                    space.spoken, np.arange(space.n))  # fmt: skip
