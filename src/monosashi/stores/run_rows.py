"""One row a document becomes one ranked list a query, ordered by score."""

from __future__ import annotations

import math
from collections import defaultdict
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy.typing as npt

from monosashi.embeddings import DataError, Fault, Rankings, fault
from monosashi.embeddings.files.table import Table


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
    faults = [*_twice(rows), *_odd(rows, scores if scores is not None else ranks)]
    if faults:
        raise DataError(*faults, *rows.table.lines_of(faults))
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
    return Rankings(documents, values, "", rows.table.source, notices)


def _numbers(values: npt.NDArray[Any] | None) -> list[float] | None:
    return None if values is None else [_number(value) for value in values]


def _number(value: Any) -> float:
    """The number, or NaN for what is none (which the caller refuses)."""
    try:
        return float(value)
    except (TypeError, ValueError):
        return math.nan


def _odd(rows: ScoredRows, numbers: list[float] | None) -> list[Fault]:
    odd = [row for row, number in enumerate(numbers or []) if math.isnan(number)]
    return [fault("stores.errors.run_scores", odd, path=rows.table.source)] if odd else []


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
