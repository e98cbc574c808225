"""What happened to every query: ranks, scores, lists."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from monosashi.results import Row

FloatArray = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Ranks:
    """Rank (from 1) of each query's best gold document; NaN where none was found.

    Attributes
    ----------
    pessimistic, optimistic, mid : (n,) float64
        After all wrong documents that tie with it, before them, and halfway.
    """

    pessimistic: FloatArray
    optimistic: FloatArray

    @property
    def mid(self) -> FloatArray:
        """Halfway between the two."""
        return (self.pessimistic + self.optimistic) / 2

    @property
    def tied(self) -> npt.NDArray[np.bool_]:
        """Where a wrong document ties with the best gold one."""
        return self.pessimistic > self.optimistic


@dataclass(frozen=True, eq=False)
class QueryTable:
    """One entry a judged query, missing ones at their place too.

    Attributes
    ----------
    ids : tuple of str
    texts : tuple of (str or None), or None
    groups : tuple of str
        The unit that carries the query in intervals; its own id without groups.
    units : (n,) int
        The same as numbers from 0.
    missing : (n,) bool
        Judged, but without a vector or a list.
    golds : tuple of tuples (document id, grade)
        Relevant documents, the absent ones too.
    best_gold : tuple of (str or None)
        The gold document that came first.
    ranks : Ranks
    scores, optimistic : mapping of metric (``"recall@1"``, ``"ndcg@10"``, ``"mrr"``, ``"map"``,
        ``"hits@1"`` …) to (n,) float64
        Ties against and in favour of the gold documents; 0 for missing queries.
    margin : (n,) float64 or None
        Normalised margin M; NaN where there is no gold or no wrong document. None for rankings.
    top : tuple of tuples of str
        The first 10 documents, best first.
    document_texts : mapping of document id to text
        Of the documents that may be shown (those that came first, and the best gold ones),
        where texts are known; cut.
    """

    ids: tuple[str, ...]
    texts: tuple[str | None, ...] | None
    groups: tuple[str, ...]
    units: npt.NDArray[np.intp]
    missing: npt.NDArray[np.bool_]
    golds: tuple[tuple[tuple[str, float], ...], ...]
    best_gold: tuple[str | None, ...]
    ranks: Ranks
    scores: Mapping[str, FloatArray]
    optimistic: Mapping[str, FloatArray]
    margin: FloatArray | None
    top: tuple[tuple[str, ...], ...]
    document_texts: Mapping[str, str]

    @property
    def n(self) -> int:
        """Number of judged queries."""
        return len(self.ids)

    def rows(self) -> list[Row]:
        """One row a query: ids, unit, ranks, every metric, margin, the first documents as JSON."""
        return [self.row(i) for i in range(self.n)]

    def row(self, i: int) -> Row:
        """The row of query number ``i``; what is undefined is None."""
        return {
            "query": self.ids[i],
            "group": self.groups[i],
            "unit": int(self.units[i]),
            "best_gold": self.best_gold[i],
            "rank_pessimistic": _whole(self.ranks.pessimistic[i]),
            "rank_optimistic": _whole(self.ranks.optimistic[i]),
            "rank_mid": _number(self.ranks.mid[i]),
            **{name: float(values[i]) for name, values in self.scores.items()},
            "margin": None if self.margin is None else _number(self.margin[i]),
            "n_gold": len(self.golds[i]),
            "missing": bool(self.missing[i]),
            "top": json.dumps(self.top[i], ensure_ascii=False),
        }


def _whole(rank: float) -> int | None:
    return None if np.isnan(rank) else int(rank)


def _number(value: float) -> float | None:
    return None if np.isnan(value) else float(value)
