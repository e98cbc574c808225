"""The same queries in every system, in one order; and rows of pairs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from monosashi.embeddings import DataError, Fault, fault
from monosashi.ranking.cosine import IntArray
from monosashi.results import Row
from monosashi.retrieval.list_agreement import Lists
from monosashi.retrieval.query_table import FloatArray, QueryTable
from monosashi.retrieval.results import Retrieval
from monosashi.retrieval.units import Units


@dataclass(frozen=True, eq=False)
class Paired:
    """Results of several systems, aligned by query id to the order of the first.

    Attributes
    ----------
    results : mapping of system to Retrieval
    order : mapping of system to (n,) int
        Where each query of the first system stands in this one's table.
    """

    results: Mapping[str, Retrieval]
    order: Mapping[str, IntArray]

    @classmethod
    def of(cls, results: Mapping[str, Retrieval] | Sequence[Retrieval]) -> Paired:
        """Check that systems answered the same queries, judged and grouped in the same way.

        Raises
        ------
        DataError
            Fewer than two systems, equal names, and for every system the queries that differ in
            being there, in their gold or in their group.
        """
        named = _named(results)
        (name, first), *others = named.items()
        faults = [found for other, held in others
                  for found in _differences(name, first, other, held)]  # fmt: skip
        if faults:
            raise DataError(*faults)
        return cls(named, {system: _places(held.queries, first.queries.ids)
                           for system, held in named.items()})  # fmt: skip

    @property
    def names(self) -> tuple[str, ...]:
        """Systems in the order given."""
        return tuple(self.results)

    @property
    def first(self) -> QueryTable:
        """The table whose order counts."""
        return next(iter(self.results.values())).queries

    @property
    def units(self) -> Units:
        """Units of the queries."""
        table = self.first
        return Units(table.groups, table.units, int(table.units.max()) + 1)

    def scores(self, system: str, metric: str) -> FloatArray:
        """Scores of a system in the common order."""
        return self.results[system].queries.scores[metric][self.order[system]]

    @property
    def ks(self) -> tuple[int, ...]:
        """List lengths at which every system was measured."""
        held = [{*found.ks} for found in self.results.values()]
        return tuple(sorted(set.intersection(*held)))

    def top(self, system: str) -> Lists:
        """The first documents of every query in the common order."""
        table = self.results[system].queries
        return tuple(table.top[i] for i in self.order[system])

    def best_gold(self, system: str) -> tuple[str | None, ...]:
        """The gold document that came first, in the common order."""
        table = self.results[system].queries
        return tuple(table.best_gold[i] for i in self.order[system])

    def ranks(self, system: str) -> FloatArray:
        """Pessimistic ranks of the best gold document in the common order; infinite for none."""
        ranks = self.results[system].ranks.pessimistic[self.order[system]]
        return np.where(np.isnan(ranks), np.inf, ranks)


def turned(rows: Sequence[Row], model_a: str, model_b: str, metric: str) -> Row:
    """The row of a pair as a minus b, whichever way round it is kept.

    Raises
    ------
    DataError
        There is no such pair or metric.
    """
    for row in rows:
        if row["metric"] == metric and {row["model_a"], row["model_b"]} == {model_a, model_b}:
            return row if row["model_a"] == model_a else _other_way(row)
    raise DataError(fault("retrieval.errors.no_pair", a=model_a, b=model_b, metric=metric))


def _other_way(row: Row) -> Row:
    swapped = {"model_a": row["model_b"], "model_b": row["model_a"],
               "difference": 0.0 - row["difference"], "low": 0.0 - row["high"],
               "high": 0.0 - row["low"],
               "wins": row["losses"], "losses": row["wins"]}  # fmt: skip
    return {**row, **swapped}


def _named(results: Mapping[str, Retrieval] | Sequence[Retrieval]) -> dict[str, Retrieval]:
    if isinstance(results, Mapping):
        named = {str(name): held for name, held in results.items()}
    else:
        names = [held.name or f"system {i}" for i, held in enumerate(results, 1)]
        if len(set(names)) < len(names):
            raise DataError(fault("retrieval.errors.same_names", ids=names))
        named = dict(zip(names, results, strict=True))
    if len(named) < 2:
        raise DataError(fault("retrieval.errors.one_system", n=len(named)))
    return named


def _places(table: QueryTable, ids: Sequence[str]) -> IntArray:
    where = {name: i for i, name in enumerate(table.ids)}
    return np.array([where[name] for name in ids], dtype=np.intp)


def _differences(name: str, first: Retrieval, other: str, held: Retrieval) -> list[Fault]:
    """What keeps two systems from being compared query by query."""
    a, b = _facts(first.queries), _facts(held.queries)
    sides: dict[str, Any] = {"first": name, "second": other}
    if a.keys() != b.keys():
        return [fault("retrieval.errors.queries_differ", ids=only, has=has, lacks=lacks)
                for has, lacks, only in ((name, other, [q for q in a if q not in b]),
                                         (other, name, [q for q in b if q not in a]))
                if only]  # fmt: skip
    faults = []
    for i, code in enumerate(("golds_differ", "groups_differ")):
        if ids := [query for query in a if a[query][i] != b[query][i]]:
            faults.append(fault(f"retrieval.errors.{code}", ids=ids, **sides))
    return faults


def _facts(table: QueryTable) -> dict[str, tuple[Any, str]]:
    facts = zip(table.ids, table.golds, table.groups, strict=True)
    return {name: (golds, group) for name, golds, group in facts}
