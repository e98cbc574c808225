"""The search that is explained: who missed, by how many documents, and how to search again."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from monosashi.advice.answer_pairs import AnswerPairs, answer_pairs
from monosashi.ranking import Candidates, Directions, JudgedTask, Lists, rank_judged
from monosashi.retrieval.asking import Asking

Rows = npt.NDArray[np.intp]
Floats = npt.NDArray[np.float64]
Bools = npt.NDArray[np.bool_]
LEAST_UNITS = 20
FAR = np.iinfo(np.intp).max  # no right document is there to be found


@dataclass(frozen=True, eq=False)
class Search:
    """Queries, documents and what came of it.

    Attributes
    ----------
    asking : Asking
    queries : Directions of n rows
        Of the judged queries, in the order of ``asking.rows``.
    candidates : Candidates
    before : (n,) int
        Wrong documents that do not stand behind the best right one (ties count against it);
        ``FAR`` where no right document is here.
    k : int
        Found means: fewer than ``k`` of them.
    draws : int
        How many controls are drawn.
    seed : int
    n_jobs : int or None
    """

    asking: Asking
    queries: Directions
    candidates: Candidates
    before: Rows
    k: int
    draws: int
    seed: int
    n_jobs: int | None = None

    @property
    def task(self) -> JudgedTask:
        """Right and hidden documents of every query."""
        return self.asking.task

    @property
    def n(self) -> int:
        """Queries that were asked."""
        return len(self.before)

    @cached_property
    def missed(self) -> Rows:
        """Queries whose right document is here, but not among the first k."""
        return np.flatnonzero((self.before >= self.k) & (self.before < FAR))

    @cached_property
    def pairs(self) -> AnswerPairs:
        """Every query that has a right document here beside the nearest one."""
        return answer_pairs(self.asking)

    @cached_property
    def place(self) -> Rows:
        """(n,) place of each query in ``pairs``; -1 where it has no right document here."""
        held = np.full(self.n, -1, dtype=np.intp)
        where = {int(row): i for i, row in enumerate(self.asking.rows)}
        for i, row in enumerate(self.pairs.rows):
            held[where[int(row)]] = i
        return held

    @cached_property
    def wrong(self) -> Rows:
        """(n,) documents that a query sees and that do not answer it."""
        golds, hidden = (np.diff(held.starts) for held in (self.task.golds, self.task.hidden))
        return self.candidates.n - golds - hidden

    @cached_property
    def half(self) -> Bools | None:
        """(n,) which half of the units a query belongs to; None for fewer than 20 units.

        What is fitted to one half is measured on the other, so that no query helps itself.
        """
        units = self.asking.units.codes[: self.n]
        known = np.unique(units[self.place >= 0])
        if len(known) < LEAST_UNITS:
            return None
        return np.isin(units, self.generator(3).permutation(known)[: len(known) // 2])

    def generator(self, salt: int) -> np.random.Generator:
        """Random numbers of one layer, whatever the others draw."""
        return np.random.default_rng([self.seed, salt])

    def stand(
        self,
        queries: Directions,
        candidates: Candidates | None = None,
        task: JudgedTask | None = None,
    ) -> Rows:
        """As ``before``, for moved queries, moved or fewer documents."""
        asked = self.task if task is None else task
        found = rank_judged(queries, candidates or self.candidates, asked, k=1,
                            n_jobs=self.n_jobs)  # fmt: skip
        return least(found.above + found.ties, asked.golds.starts)

    def of(self, rows: Rows) -> JudgedTask:
        """The task of some queries."""
        return JudgedTask(self.task.golds.take(rows), self.task.hidden.take(rows))

    def hiding(self, rows: Rows, documents: list[Rows]) -> JudgedTask:
        """The task of some queries that do not see some more documents; right ones stay."""
        entry, old = self.task.hidden.take(rows).of(slice(0, len(rows)))
        more = np.repeat(np.arange(len(rows)), [len(held) for held in documents])
        flat = np.concatenate([*documents, np.empty(0, dtype=np.intp)])
        golds = self.task.golds.take(rows)
        asked, right = golds.of(slice(0, len(rows)))
        n = self.candidates.n
        kept = ~np.isin(more * n + flat, asked * n + right)
        both = Lists.from_pairs(len(rows), np.concatenate([entry, more[kept]]),
                                np.concatenate([old, flat[kept]]))  # fmt: skip
        return JudgedTask(golds, both)


def least(counts: Rows, starts: Rows) -> Rows:
    """The smallest count of every query's pairs; ``FAR`` without any."""
    out = np.full(len(starts) - 1, FAR, dtype=np.intp)
    having = np.flatnonzero(np.diff(starts))
    if len(having):
        out[having] = np.minimum.reduceat(counts, starts[:-1][having])
    return out
