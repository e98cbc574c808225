"""Queries that one model lacks, left out for all: counted, and never without a word."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from monosashi.embeddings.errors import name_ids
from monosashi.results import Finding
from monosashi.retrieval.comparison_result import RetrievalComparison
from monosashi.retrieval.switch import Switch

NAMED = 3
Compared = TypeVar("Compared", RetrievalComparison, Switch)


def with_left_out(
    found: Compared, names: Sequence[str], left_out: Mapping[str, Sequence[str]]
) -> Compared:
    """The same result with a count a system (or 0), and a warning for each that lacks some."""
    counts = {name: len(left_out.get(name, ())) for name in names}
    told: tuple[Finding, ...] = tuple(
        _warning(name, left_out[name], found.n_queries) for name in names if counts[name]
    )
    return replace(found, n_left_out=counts, doubts=(*found.doubts, *told))


def _warning(name: str, ids: Sequence[str], n_queries: int) -> Finding:
    numbers = {"name": name, "count": len(ids), "n_queries": n_queries, "ids": name_ids(ids, NAMED)}
    return Finding("retrieval.left_out", "warning", numbers)
