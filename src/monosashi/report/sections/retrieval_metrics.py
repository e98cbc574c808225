"""Metrics of retrieval: their order, and which of them come first."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from monosashi.report.numerals import value_of

FAMILIES = ("recall", "hits", "ndcg")
ORDER = ("recall", "mrr", "ndcg")


def metrics_of(system: Mapping[str, Any]) -> dict[str, Any]:
    """Every metric of a system by its name: ``recall@1``, ``ndcg@10``, ``mrr``, ``map``."""
    named = {f"{family}@{k}": found for family in FAMILIES for k, found in system[family].items()}
    return {**named, "mrr": system["mrr"], "map": system["map"]}


def headline_metrics(levels: Mapping[str, Any]) -> list[tuple[str, Any]]:
    """What is shown first: recall at every k, MRR, nDCG; with several answers the first hits."""
    told = [(name, levels[name]) for family in ORDER for name in levels
            if name.partition("@")[0] == family]  # fmt: skip
    hits = first_hits(levels)
    return told if hits is None else [(hits, levels[hits]), *told]


def first_hits(levels: Mapping[str, Any]) -> str | None:
    """The first ``hits@k``, where any answer among the first k is another thing than all."""
    hits = next((name for name in levels if name.startswith("hits@")), None)
    if hits is None:
        return None
    recall = f"recall@{hits.partition('@')[2]}"
    return hits if value_of(levels[hits]) != value_of(levels[recall]) else None
