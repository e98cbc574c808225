r"""Items that answer queries which have nothing to do with each other.

An item made (or happening) to lie near everything is listed for queries of all kinds. Two facts
together tell it from a popular answer:

1. Its count ``N`` lies beyond what the tail of the other items makes plausible. On the scale of
   ``sqrt(N)``, which evens out the noise of counts, the spacings of the largest values from the
   ``t``-th to the ``r``-th, each times its place, are about exponential with one mean s (Rényi
   1953). The largest of r such values exceeds ``u + s ln(r / alpha)`` with chance alpha; u is the
   next value, s is taken two standard errors larger, and the t largest are left out so that those
   sought do not hide themselves. Nor may N be explained by chance alone: it must exceed the
   binomial limit of n items with equal chances. More than half of all lists is always too many.
2. Its queries are hardly closer to each other than to all queries: ``relatedness < 1/2``, the mean
   cosine of pairs of its queries less that of pairs of one of them and any query, over the mean of
   the same difference for items that are not among the largest.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from monosashi.embeddings import DataError, EmbeddingSet, as_set, fault, unit_rows
from monosashi.hubs.busiest import busiest_rows, named_row
from monosashi.hubs.occurrence import Counts, count_occurrences
from monosashi.hubs.unrelated_result import UnrelatedHubs
from monosashi.neighbors import Metric, nearest
from monosashi.results import Provenance, Row

Floats = npt.NDArray[np.float64]
LEAST_ITEMS, LEAST_TAIL, TAIL_SHARE, LEFT_OUT_SHARE = 200, 20, 0.05, 0.005
UNRELATED, NAMED = 0.5, 5


def find_unrelated_hubs(
    data: EmbeddingSet | Any,
    *,
    queries: EmbeddingSet | Any = None,
    k: int = 10,
    metric: Metric = "cosine",
    alpha: float = 0.01,
) -> UnrelatedHubs:
    """Find items that are listed far more often than the others, by queries unlike each other.

    Parameters
    ----------
    data : EmbeddingSet or (n, d) array, n at least 200
    queries : EmbeddingSet or (m, d) array, optional
        Queries of the kind to be expected; by default the items themselves.
    k : int
    metric : "cosine" or "euclidean"
    alpha : float
        Wanted chance of a false alarm for the whole set. In simulations of sets without such items
        (Gaussian, clustered, heavy-tailed, off-centre, 8 to 256 dimensions) any flag came in fewer
        than 1 % of the sets at the default.

    Returns
    -------
    UnrelatedHubs

    Raises
    ------
    DataError
        Fewer than 200 items; what a search refuses.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> documents, asked = rng.normal(size=(500, 32)) + 1, rng.normal(size=(300, 32)) + 1
    >>> documents[7] = asked.mean(axis=0)
    >>> [row["id"] for row in find_unrelated_hubs(documents, queries=asked).flagged]
    ['7']
    """
    held, asked = as_set(data), None if queries is None else as_set(queries)
    if held.n < LEAST_ITEMS:
        raise DataError(fault("hubs.errors.few_items", n=held.n, least=LEAST_ITEMS))
    lists = nearest(held if asked is None else asked, None if asked is None else held, k=k,
                    metric=metric).indices  # fmt: skip
    counts = count_occurrences(lists, held.n)
    tail = min(tail_limit(counts, alpha), len(lists) / 2)
    limit = max(tail, chance_limit(len(lists), k, held.n, alpha))
    source = held if asked is None else asked
    kin = _Kin.of(source, lists, counts)
    rows = [_row(row, held, source, lists, kin) for row in _looked_at(counts, limit)]
    flagged = [row for row in rows if row["occurrence"] > limit and row["relatedness"] < UNRELATED]
    return UnrelatedHubs(
        provenance=Provenance.of(held, k=k, metric=metric, alpha=alpha,
                                 queries=asked is not None), n=held.n,
        n_queries=len(lists), k=k, metric=metric, alpha=alpha, limit=limit, flagged=flagged,
        hubs=rows[: max(10, len(flagged))],
    )  # fmt: skip


def tail_limit(counts: Counts, alpha: float) -> float:
    """Count that the largest of these items exceeds with chance ``alpha``."""
    n = len(counts)
    size = max(LEAST_TAIL, int(np.ceil(TAIL_SHARE * n)))
    left_out = max(1, int(np.ceil(LEFT_OUT_SHARE * n)))
    ordered = np.sqrt(np.sort(counts)[::-1])
    place = np.arange(left_out + 1, size + 1)
    step = float((place * (ordered[place - 1] - ordered[place])).mean())
    larger = step * (1 + 2 / np.sqrt(len(place)))
    return float((ordered[size] + larger * np.log(size / alpha)) ** 2)


def chance_limit(n_queries: int, k: int, n: int, alpha: float) -> float:
    """Count that any of n items with equal chances exceeds with chance ``alpha``."""
    from scipy.stats import binom

    return float(binom.isf(alpha / n, n_queries, min(1.0, k / n)))


def _looked_at(counts: Counts, limit: float) -> list[int]:
    beyond = int((counts > limit).sum())
    return list(busiest_rows(counts, max(10, beyond)))


@dataclass(frozen=True)
class _Kin:
    """How much closer the queries of an item are to each other than to all queries."""

    unit: Floats
    total: Floats
    usual: float

    @classmethod
    def of(cls, queries: EmbeddingSet, lists: Counts, counts: Counts) -> _Kin:
        rows = np.asarray(queries.vectors, np.float64)
        there = rows.any(axis=1)
        unit = np.zeros_like(rows)
        unit[there] = unit_rows(rows[there])
        bare = cls(unit, unit.sum(axis=0), 0.0)
        ordinary = counts <= np.quantile(counts, 1 - TAIL_SHARE)
        return cls(unit, bare.total, bare._usual(lists, ordinary & (counts > 1)))

    def relatedness(self, owners: npt.NDArray[np.intp]) -> float:
        """0: no more alike than to any query; 1: as much as queries that share an ordinary item."""
        if len(owners) < 2 or self.usual <= 0:
            return 0.0
        return self._closer(owners) / self.usual

    def _closer(self, owners: npt.NDArray[np.intp]) -> float:
        """Mean cosine of pairs among them, less that of pairs of one of them and any query."""
        inside, c = self.unit[owners], len(owners)
        together, alone = inside.sum(axis=0), float(np.square(inside).sum())
        own = (float(np.square(together).sum()) - alone) / (c * (c - 1))
        return own - (float(together @ self.total) - alone) / (c * (len(self.unit) - 1))

    def _usual(self, lists: Counts, ordinary: npt.NDArray[np.bool_]) -> float:
        """Mean of that over ordinary items, by pairs of queries."""
        items, owners = lists.ravel(), np.repeat(np.arange(len(lists)), lists.shape[1])
        keep = ordinary[items]
        items, owners = items[keep], owners[keep]
        order = np.argsort(items, kind="stable")
        starts = np.flatnonzero(np.diff(items[order], prepend=-1) > 0)
        parts = [part for part in np.split(owners[order], starts[1:]) if len(part) >= 2]
        if not parts:
            return 0.0
        pairs = [len(part) * (len(part) - 1) for part in parts]
        return float(np.average([self._closer(part) for part in parts], weights=pairs))


def _row(row: int, data: EmbeddingSet, queries: EmbeddingSet, lists: Counts, kin: _Kin) -> Row:
    owners = np.flatnonzero((lists == row).any(axis=1))
    spread = owners[np.linspace(0, len(owners) - 1, min(NAMED, len(owners))).astype(int)]
    told: Mapping[str, Any] = named_row(row, data)
    return {**told, "occurrence": len(owners), "share": len(owners) / len(lists),
            "relatedness": kin.relatedness(owners),
            "queries": [str(queries.ids[owner]) for owner in spread]}  # fmt: skip
