"""Which queries are judged, in which order, and what answers them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from monosashi.embeddings import DataError, EmbeddingSet, Gold, fault
from monosashi.embeddings.checks import is_missing
from monosashi.embeddings.errors import name_ids

Answers = tuple[tuple[str, float], ...]


@dataclass(frozen=True, eq=False)
class Judgement:
    """Judged queries: those that were asked in their order, then the missing ones.

    Attributes
    ----------
    ids : tuple of str
    golds : tuple of tuples (document id, grade above 0)
    n_asked : int
        How many of them have a vector or a list; the rest is missing.
    n_unjudged : int
        Queries, asked or in the gold, without any relevant document.
    """

    ids: tuple[str, ...]
    golds: tuple[Answers, ...]
    n_asked: int
    n_unjudged: int

    @classmethod
    def of(cls, gold: Gold, asked: Sequence[str]) -> Judgement:
        """Put the queries of the gold beside those that were asked.

        Raises
        ------
        DataError
            No query has a relevant document, or none of those was asked.
        """
        answers = {name: tuple(sorted(gold.relevant(name).items())) for name in gold.relevance}
        judged = [name for name in asked if answers.get(name)]
        known = set(asked)
        missing = [name for name, held in answers.items() if held and name not in known]
        if not judged:
            raise DataError(_nothing_judged(missing, asked, gold))
        ids = (*judged, *missing)
        unjudged = len(known | answers.keys()) - len(ids)
        return cls(tuple(map(str, ids)), tuple(answers[name] for name in ids), len(judged),
                   unjudged)  # fmt: skip

    @property
    def n(self) -> int:
        """Number of judged queries."""
        return len(self.ids)

    @property
    def missing(self) -> npt.NDArray[np.bool_]:
        """(n,) which queries were not asked."""
        return np.arange(self.n) >= self.n_asked

    @property
    def pairs(self) -> tuple[npt.NDArray[np.intp], list[str], npt.NDArray[np.float64]]:
        """Number of the query, document and grade of every relevant pair."""
        query = np.repeat(np.arange(self.n), [len(held) for held in self.golds])
        flat = [pair for held in self.golds for pair in held]
        return query, [name for name, _ in flat], np.array([grade for _, grade in flat])


def _nothing_judged(missing: Sequence[str], asked: Sequence[str], gold: Gold) -> Any:
    if not missing:
        return fault("retrieval.errors.no_relevant", source=gold.source)
    return fault("retrieval.errors.no_query_judged", ids=missing, source=gold.source,
                 asked=name_ids(asked))  # fmt: skip


def gold_of(given: Any, queries: EmbeddingSet) -> Gold:
    """Gold, or what ``Gold.of`` takes, or a column of ``queries`` (by name or n values)."""
    if isinstance(given, Gold | Mapping):
        return Gold.of(given)
    values = queries.values(given, "gold")
    source = given if isinstance(given, str) else "gold"
    held = {name: _listed(value) for name, value in zip(queries.ids, values, strict=True)
            if _is_given(value)}  # fmt: skip
    if not held:
        raise DataError(fault("retrieval.errors.no_relevant", source=source))
    return Gold.of(held, source=source)


def _is_given(value: Any) -> bool:
    """Whether a cell of the column names any document."""
    return len(value) > 0 if _is_list(value) else not is_missing(value) and value != ""


def _is_list(value: Any) -> bool:
    return isinstance(value, list | tuple | set | frozenset | np.ndarray | Mapping)


def _listed(value: Any) -> Any:
    if isinstance(value, np.ndarray | set | frozenset):
        return sorted(value) if isinstance(value, set | frozenset) else value.tolist()
    return value
