"""One row a document becomes one ranked list a query, ordered by score."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy.typing as npt

from monosashi.embeddings import DataError, Fault, Rankings, fault
from monosashi.embeddings.files.table import Table
from monosashi.embeddings.numerals import as_number


@dataclass(frozen=True)
class ScoredRows:
    """Columns of a run; scores or ranks may be None, not both."""

    table: Table
    queries: npt.NDArray[Any]
    documents: npt.NDArray[Any]
    scores: npt.NDArray[Any] | None
    ranks: npt.NDArray[Any] | None


def rankings_of_rows(rows: ScoredRows) -> Rankings:
    """Group by query; order by falling score, or by rank where there are no scores."""
    scores, ranks = _numbers(rows.scores), _numbers(rows.ranks)
    odd = _odd_ranks(rows, ranks or []) if scores is None else _odd_scores(rows, scores)
    faults = [*rows.table.faults, *_twice(rows), *odd]
    if faults:
        raise DataError(*rows.table.with_lines(faults))
    lists: defaultdict[str, list[int]] = defaultdict(list)
    for row, query in enumerate(rows.queries):
        lists[query].append(row)
    keys = [-score for score in scores] if scores is not None else ranks or []
    ordered = {query: sorted(held, key=keys.__getitem__) for query, held in lists.items()}
    documents = {query: tuple(rows.documents[row] for row in held)
                 for query, held in ordered.items()}  # fmt: skip
    values = {query: None if scores is None else tuple(scores[row] for row in held)
              for query, held in ordered.items()}  # fmt: skip
    notices = () if scores is None or ranks is None else _disagreeing(rows, ordered, scores, ranks)
    return Rankings(documents, values, "", rows.table.source, (*rows.table.notices, *notices))


def _numbers(values: npt.NDArray[Any] | None) -> list[float] | None:
    return None if values is None else [as_number(value) for value in values]


def _odd_scores(rows: ScoredRows, scores: list[float]) -> list[Fault]:
    odd = [row for row, score in enumerate(scores) if math.isnan(score)]
    return [fault("stores.errors.run_scores", odd, path=rows.table.source)] if odd else []


def _odd_ranks(rows: ScoredRows, ranks: list[float]) -> list[Fault]:
    """Ranks that decide the order must be places: whole, not negative, each once a query."""
    odd = dict.fromkeys(row for row, rank in enumerate(ranks)
                        if not (rank >= 0 and rank.is_integer()))  # fmt: skip
    places = list(zip(rows.queries, ranks, strict=True))
    counts = Counter(places)
    again = [row for row, place in enumerate(places) if counts[place] > 1 and row not in odd]
    names = list(dict.fromkeys(rows.queries[row] for row in again))
    told = [("run_ranks", [*odd], []), ("run_same_rank", again, names)]
    return [fault(f"stores.errors.{code}", where, ids, path=rows.table.source)
            for code, where, ids in told if where]  # fmt: skip


def _twice(rows: ScoredRows) -> list[Fault]:
    seen: set[tuple[str, str]] = set()
    again = []
    for row, pair in enumerate(zip(rows.queries, rows.documents, strict=True)):
        if pair in seen:
            again.append(row)
        seen.add(pair)
    names = list(dict.fromkeys(rows.queries[row] for row in again))
    return [fault("stores.errors.run_twice", again, names, path=rows.table.source)] if again else []


def _disagreeing(
    rows: ScoredRows, ordered: dict[str, list[int]], scores: list[float], ranks: list[float]
) -> tuple[Fault, ...]:
    """Queries in which a document with a higher score has a worse rank."""

    def worse(above: int, below: int) -> bool:
        return scores[above] > scores[below] and ranks[above] > ranks[below]

    names = [query for query, held in ordered.items() if any(worse(*two) for two in pairwise(held))]
    if not names:
        return ()
    return (fault("stores.notices.ranks_disagree", ids=names, path=rows.table.source),)
