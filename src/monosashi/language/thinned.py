"""What the mixed pool would find if it held no more candidates than the target language does."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from monosashi.language.chunk_pass import ChunkPass
from monosashi.language.chunking import chunks_to_draw
from monosashi.language.layout import IntArray, Layout
from monosashi.language.thinned_chances import FloatArray
from monosashi.language.thinned_mutual import Changes
from monosashi.language.thinned_pass import ThinnedPass, Versions
from monosashi.neighbors.blocks import map_blocks, row_blocks
from monosashi.ranking import Candidates, Directions, GoldRanks, RankingTask

BLOCK = 384


@dataclass(frozen=True, eq=False)
class Thinned:
    """Expected metrics of the thinned mixed pool, for every query and target language.

    Attributes
    ----------
    ks : tuple of int
    values : (n, L, len(ks) + 1) float64
        Expected hits at every k, then the expected reciprocal rank; NaN without a gold.
    alone : (n, L, len(ks) + 1) float64, or None
        The same of the target-only pool, where versions of a page have different numbers of
        chunks and as many of each are drawn; None where all have as many and nothing is drawn.
    changes : Changes, or None
        What single pages change of the language part, where chunks are drawn.
    """

    ks: tuple[int, ...]
    values: FloatArray
    alone: FloatArray | None = None
    changes: Changes | None = None

    @property
    def rest_bounds(self) -> tuple[float, float]:
        """Of what more candidates cost; below 0 where all chunks find more than drawn ones."""
        return (0.0, 1.0) if self.alone is None else (-1.0, 1.0)

    def parts(
        self, rows: IntArray, target: int, metric: int | str, found: tuple[FloatArray, FloatArray]
    ) -> tuple[FloatArray, FloatArray]:
        """What language and what more candidates cost: recall at a k, or ``"mrr"``.

        ``found`` is what these queries find in the target-only and in the whole mixed pool. With
        drawn chunks, what all chunks do beside as many of each is no part of language.
        """
        alone, mixed = found
        place = self._place(metric)
        thinned = self.values[rows, target, place]
        if self.alone is None:
            return alone - thinned, thinned - mixed
        by_language = self.alone[rows, target, place] - thinned
        return by_language, alone - mixed - by_language

    def mutual_variance(
        self, rows: IntArray, units: tuple[IntArray, IntArray], target: int, metric: int | str
    ) -> float:
        """What pages in each other's way add to the variance of the mean language part.

        ``units`` of the queries and of the pages: see ``Changes.mutual_variance``. 0 where no
        chunks are drawn: there it is small beside the spread between units (it would widen
        intervals by a few hundredths), because hits among the target language alone are all or
        nothing.
        """
        if self.changes is None:
            return 0.0
        return self.changes.mutual_variance(rows, *units, target, self._place(metric))

    def _place(self, metric: int | str) -> int:
        return len(self.ks) if metric == "mrr" else self.ks.index(int(metric))

    def hits(self, k: int) -> FloatArray:
        """(n, L) chance that the gold is among the first k."""
        return self.values[:, :, self.ks.index(k)]

    @property
    def reciprocal(self) -> FloatArray:
        """(n, L) expected 1 / rank."""
        return self.values[:, :, -1]


def thin_mixed_pool(
    queries: Directions,
    candidates: Candidates,
    task: RankingTask,
    layout: Layout,
    ranks: GoldRanks,
    *,
    ks: tuple[int, ...] = (1,),
    block: int = BLOCK,
    n_jobs: int | None = None,
) -> Thinned:
    """Work out, without drawing, what a mixed pool as small as the target-only one would find.

    As many pages are kept, at random, as have a version in the target language, and of each page
    one version, in a language drawn at random; the gold stays. In two languages with the same
    pages every competitor stays with chance 1/2. Where language plays no part, the version in
    the target language is as good a draw as any, so the expected metric is that of the
    target-only pool. Dropping documents one by one would not do: two versions of a page tend to
    stand before the gold together, and such a draw keeps fewer different pages.

    Parameters
    ----------
    queries, candidates, task, layout
        Of one corpus.
    ranks : GoldRanks
        Of the same; queries with nothing before their golds are not looked at again.
    ks : tuple of int
    block : int
        Queries at a time; a worker holds few more than block x 1,536 numbers.
    n_jobs : int, optional

    Notes
    -----
    Ties count against the gold. See ``expected_metrics`` for the formula.

    A page stands by its best chunk, so a version of more chunks is no equal draw. Where numbers
    differ, as many chunks of each version of a page compete as its shortest version has, drawn at
    random, in the mixed pool and in the target-only pool (``alone``). If chunks of a page are
    alike whatever their language, both then find as much on average.
    """
    behind = np.flatnonzero(((ranks.above_mixed + ranks.ties_mixed) > 0).any(axis=1))
    found, changes = _in_front(task, ks), None
    alone = None if (drawn := chunks_to_draw(layout)) is None else found.copy()
    if len(behind):
        given = (queries.take(behind), candidates, task.take(behind),
                 Versions.of(layout, candidates))  # fmt: skip
        part = thin_from(*given, score=ranks.score[behind], drawn=drawn, ks=ks, block=block,
                         n_jobs=n_jobs)  # fmt: skip
        found[behind] = part.values
        if alone is not None and part.alone is not None:
            alone[behind] = part.alone
        changes = None if part.changes is None else part.changes.renumber(behind)
    return Thinned(ks, found, alone, changes)


def thin_from(
    queries: Directions, candidates: Candidates, task: RankingTask, versions: Versions, *,
    score: FloatArray, drawn: IntArray | None, ks: tuple[int, ...], block: int = BLOCK,
    n_jobs: int | None = None,
) -> Thinned:  # fmt: skip
    """Of all queries, from the cosines of their golds; ``drawn`` chunks of every page."""
    given, out = (queries, candidates, task, versions), _in_front(task, ks)
    blocks = row_blocks(task.n, block)
    alone = None if drawn is None else out.copy()
    if drawn is None or alone is None:
        map_blocks(ThinnedPass(*given, score=score, ks=ks, out=out), blocks, n_jobs)
        return Thinned(ks, out)
    work = ChunkPass(*given, score=score, ks=ks, out=out, alone=alone, drawn=drawn)
    map_blocks(work, blocks, n_jobs)
    return Thinned(ks, out, alone, Changes.join(work.changes))


def _in_front(task: RankingTask, ks: tuple[int, ...]) -> FloatArray:
    """All golds come first; NaN without a gold."""
    values = np.ones((*task.gold.shape, len(ks) + 1))
    values[task.gold < 0] = np.nan
    return values
