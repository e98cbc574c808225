"""What the mixed pool would find if it held no more candidates than the target language does."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from monosashi.language.layout import Layout
from monosashi.language.thinned_chances import FloatArray
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
    """

    ks: tuple[int, ...]
    values: FloatArray

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
    """
    values = np.ones((*task.gold.shape, len(ks) + 1))
    values[task.gold < 0] = np.nan
    behind = np.flatnonzero(((ranks.above_mixed + ranks.ties_mixed) > 0).any(axis=1))
    if len(behind):
        out = values[behind]
        work = ThinnedPass(queries.take(behind), candidates, task.take(behind),
                           Versions.of(layout, candidates), score=ranks.score[behind], ks=ks,
                           out=out)  # fmt: skip
        map_blocks(work, row_blocks(len(behind), block), n_jobs)
        values[behind] = out
    return Thinned(ks, values)
