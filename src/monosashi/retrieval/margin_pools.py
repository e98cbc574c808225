"""Margins at fixed numbers of documents, so that collections of other sizes can be compared."""

from __future__ import annotations

import numpy as np

from monosashi.ranking import Candidates, Directions, JudgedTask, Lists, rank_judged
from monosashi.ranking.cosine import Float64Array, IntArray
from monosashi.retrieval.asking import Asking
from monosashi.retrieval.margin import normalise, squared_distances


def margins_at_size(
    asking: Asking, plus: Float64Array, size: int, *, repeats: int, seed: int, n_jobs: int | None
) -> Float64Array:
    """(n,) mean M of every asked query among ``size`` random documents beside its golds.

    The gold document stays (``plus`` is its squared distance); wrong documents come from the same
    random subsets for all queries. NaN where no subset holds a wrong one.
    """
    queries, _ = asking.directions()
    generator = np.random.default_rng([seed, size])
    values = np.empty((repeats, len(plus)))
    for i in range(repeats):
        chosen = np.sort(generator.choice(asking.library.n, size, replace=False))
        values[i] = _among(asking, queries, plus, chosen, n_jobs)
    known = ~np.isnan(values)
    total, count = np.where(known, values, 0.0).sum(axis=0), known.sum(axis=0)
    undefined = np.full(len(plus), np.nan)
    mean: Float64Array = np.divide(total, count, out=undefined, where=count > 0)
    return mean


def _among(
    asking: Asking, queries: Directions, plus: Float64Array, chosen: IntArray, n_jobs: int | None
) -> Float64Array:
    candidates = _subset(asking, chosen)
    task = JudgedTask(_restricted(asking.task.golds, chosen),
                      _restricted(asking.task.hidden, chosen))  # fmt: skip
    found = rank_judged(queries, candidates, task, k=1, n_jobs=n_jobs)
    return normalise(plus, squared_distances(queries, candidates, found.nearest))[0]


def _subset(asking: Asking, chosen: IntArray) -> Candidates:
    """The chosen documents with all their rows."""
    library = asking.library
    ends = np.append(library.starts[1:], len(library.order))
    lengths = ends[chosen] - library.starts[chosen]
    starts = np.cumsum(lengths) - lengths
    within = np.arange(lengths.sum()) - np.repeat(starts, lengths)
    rows = library.order[np.repeat(library.starts[chosen], lengths) + within]
    return Candidates(Directions(library.set.vectors, rows), starts, np.array([0, len(chosen)]))


def _restricted(held: Lists, chosen: IntArray) -> Lists:
    """Only the chosen documents, by their new numbers."""
    n = len(held.starts) - 1
    queries = np.repeat(np.arange(n), np.diff(held.starts))
    at = np.minimum(np.searchsorted(chosen, held.documents), len(chosen) - 1)
    kept = chosen[at] == held.documents
    return Lists.from_pairs(n, queries[kept], at[kept])
