r"""Searches that differ in the factors of the base and in k alone, with one product for all.

The first is screened as ever (see ``weighted``); scores of another are those of the first, column
by column times ``(w'/w)²``. That adds two roundings, of the ratio and of the product, each at most
``u w'² (|x|² + |y|²)``: the eight of ``screen`` have room for them, so that the limits of error of
the other search's own screen hold for these scores too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from monosashi.embeddings import DataError
from monosashi.embeddings.arrays import FloatArray
from monosashi.neighbors.blocks import map_blocks, row_blocks
from monosashi.neighbors.checks import exclusion, k_faults
from monosashi.neighbors.duplicates import first_copies
from monosashi.neighbors.exact import BLOCK, Search, search_exact, shuffled, tiles
from monosashi.neighbors.keyed import found_by
from monosashi.neighbors.problem import Distances, Lists, Problem, Rows
from monosashi.neighbors.screen import Frame
from monosashi.neighbors.search import Neighbors
from monosashi.neighbors.weighted import WeightedScreen, scaled_factors

MOST_APART = 1e9
"""Squares of factors farther apart than this are too much for float32: such a search goes alone."""


def search_several(
    queries: FloatArray,
    base: FloatArray,
    *,
    ks: Sequence[int],
    weights: Sequence[npt.ArrayLike],
    exclude: npt.ArrayLike | None = None,
    n_jobs: int | None = None,
    block: tuple[int, int] = BLOCK,
) -> list[Neighbors]:
    """``search_keyed`` for each k with its weights: the same bytes.

    Raises
    ------
    DataError
        When a ``k`` is not between 1 and the number of rows a query may list.
    """
    left_out = exclusion(exclude, len(queries), len(base), itself=False)
    others = len(base) - int((left_out >= 0).any())
    if faults := [one for k in ks for one in k_faults(k, len(base), others)]:
        raise DataError(*faults)
    problems = [
        Problem(queries, base, int(k), left_out, weights=np.asarray(factors, np.float64))
        for k, factors in zip(ks, weights, strict=True)
    ]
    return [found_by(lists, len(base)) for lists in _solved(problems, n_jobs, block)]


def _solved(
    problems: Sequence[Problem], n_jobs: int | None, block: tuple[int, int]
) -> list[Lists]:  # fmt: skip
    first, most = problems[0], max(problem.k for problem in problems)
    places = first_copies(first.base, most + 2, [problem.weights for problem in problems])
    frame = Frame.of(first.queries, first.base)
    searches = [Search.of(problem, places, frame, n_jobs, block) for problem in problems]
    order = shuffled(places)
    screen = WeightedScreen.of_problem(first, order, frame, np.float32)
    beside = [Beside.of(screen, first, problem) for problem in problems]
    together = [i for i, one in enumerate(beside) if one is not None]
    hard = _screened([searches[i] for i in together], screen, [one for one in beside if one])
    left = dict(zip(together, hard, strict=True))
    return [search.finish(left[i]) if i in left else
            search_exact(search.problem, n_jobs=n_jobs, block=block)
            for i, search in enumerate(searches)]  # fmt: skip


@dataclass(frozen=True)
class Beside:
    """A screen that takes its scores from another.

    Attributes
    ----------
    screen : WeightedScreen
        Its limits of error; the table is that of the other.
    ratios : (m,) float32 array or None
        ``(w'/w)²`` by column; None for the other itself.
    lost : float
        What underflow may take from scores, with the ratios.
    """

    screen: WeightedScreen
    ratios: npt.NDArray[np.float32] | None
    lost: float

    @classmethod
    def of(cls, screen: WeightedScreen, first: Problem, problem: Problem) -> Beside | None:
        """None where the factors are too far apart."""
        if problem is first:
            return cls(screen, None, 0.0)
        ours, shrunk = near_one(problem)
        theirs, _ = near_one(first)
        with np.errstate(over="ignore", divide="ignore", invalid="ignore"):
            ratios = ((ours / theirs) ** 2)[screen.places]
        if not ((ratios < MOST_APART) & (ratios > 1 / MOST_APART)).all():
            return None
        made = replace(screen, slack=screen.slack * ratios, largest=float(ours.max()),
                       shrunk=shrunk)  # fmt: skip
        tiny = float(np.finfo(np.float32).tiny)
        lost = (8 * screen.table.shape[1] + 64) * tiny * max(1.0, float(ratios.max()))
        return cls(made, ratios.astype(np.float32), lost)

    def scores(self, told: FloatArray, start: int, room: FloatArray) -> FloatArray:
        """From those of the other."""
        if self.ratios is None:
            return told
        columns = slice(start, start + told.shape[1])
        out = room[: told.size].reshape(told.shape)
        return np.multiply(told, self.ratios[columns], out=out)


def _screened(
    searches: Sequence[Search], screen: WeightedScreen, beside: Sequence[Beside]
) -> list[Rows]:  # fmt: skip
    """Answer all searches; the rows of each that float32 cannot separate."""
    head, order = searches[0], screen.places
    hidden, width = head.hidden(order), head.block[1]

    def solve(part: slice) -> list[Rows]:
        queries = head.problem.queries[part]
        lists = [search.shortlist(one.screen, one.screen.enter(queries)[1] + one.lost)
                 for search, one in zip(searches, beside, strict=True)]  # fmt: skip
        entered, _ = screen.enter(queries)
        room = np.empty(len(queries) * width, np.float32)
        for start, told in tiles(entered, screen.table, hidden[part], width):
            for shortlist, one in zip(lists, beside, strict=True):
                shortlist.offer(one.scores(told, start, room), start)
        rows = np.arange(part.start, part.stop)
        return [search.decide(rows, shortlist, order)
                for search, shortlist in zip(searches, lists, strict=True)]  # fmt: skip

    blocks = row_blocks(len(head.problem.queries), head.block[0])
    found = map_blocks(solve, blocks, head.n_jobs)
    return [np.concatenate(side) for side in zip(*found, strict=True)]


def near_one(problem: Problem) -> tuple[Distances, float]:
    """The factors of a search, the largest brought near 1, as its own screen has them."""
    factors, _, shrunk = scaled_factors(problem, 1.0)
    return factors, shrunk
