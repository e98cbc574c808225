"""What the search loses by compression, on the queries whose answers are known."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from monosashi.advice.compression_part import CompressionPart
from monosashi.results import Finding
from monosashi.retrieval import Retrieval, RetrievalComparison, compare_retrieval, measure_retrieval
from monosashi.words import filling

FULL, SMALL = "full", "compressed"
METRICS = ("recall@10", "ndcg@10")


def compare_with_full(part: CompressionPart, small: Retrieval, **rest: Any) -> RetrievalComparison:
    """The same queries on the full vectors, and the paired difference, compressed minus full."""
    if part.full is None or part.full_asked is None:
        raise ValueError("nothing was compressed, or nothing was asked")
    whole = measure_retrieval(part.full_asked.queries, part.full, name=FULL,
                              **part.full_asked.options, **rest)  # fmt: skip
    return compare_retrieval({FULL: whole, SMALL: small}, **rest)


def with_search(findings: list[Finding], compared: RetrievalComparison) -> list[Finding]:
    """The finding about compression, with what the search loses."""
    return [_with(found, compared) if found.code == "retrieval.compression" else found
            for found in findings]  # fmt: skip


def _with(found: Finding, compared: RetrievalComparison) -> Finding:
    numbers = dict(found.numbers)
    for metric in METRICS:
        row, name = compared.difference(SMALL, FULL, metric), metric.partition("@")[0]
        low, high = row["low"], row["high"]
        numbers[name] = row["difference"]
        numbers[f"{name}_text"] = f"{row['difference']:+.3f} {filling.ends(low, high, '+.3f')}"
    return replace(found, code="advice.compressed_search",
                   numbers={**numbers, "n_queries": compared.n_queries})  # fmt: skip
