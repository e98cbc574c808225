"""What an evaluation says, and what makes it doubtful."""

from __future__ import annotations

from typing import Any

from monosashi.embeddings.errors import name_ids
from monosashi.results import Estimate, Finding, level_of, worst_first
from monosashi.retrieval.metric_names import metric_name
from monosashi.retrieval.results import Retrieval

NAMED = 3


def retrieval_findings(found: Retrieval) -> list[Finding]:
    """Worst first; the level itself is a note, because no value is good or bad everywhere."""
    level = Finding("retrieval.level", "note", _level_numbers(found))
    return worst_first([*doubt_findings(found), level])


def doubt_findings(found: Retrieval) -> list[Finding]:
    """Ties that move a metric, missing queries, gold or listed documents that are not there."""
    doubts = (_ties(found), _missing(found), _absent(found), _unknown(found))
    return [finding for finding in doubts if finding is not None]


def ends(name: str, estimate: Estimate) -> dict[str, Any]:
    """An estimate as flat numbers, and as one text."""
    return {name: estimate.value, f"{name}_low": estimate.low, f"{name}_high": estimate.high,
            f"{name}_text": f"{estimate:.3f}"}  # fmt: skip


def _level_numbers(found: Retrieval) -> dict[str, Any]:
    few, many, discounted = found.ks[0], found.ks[-1], found.ndcg_ks[-1]
    return {
        "name": found.name or "–", "n_queries": found.n_queries, "n_groups": found.n_groups,
        "few": few, "many": many, "discounted": discounted,
        "confidence_percent": round(100 * found.confidence, 3),
        **ends("recall_few", found.recall[few]), **ends("recall_many", found.recall[many]),
        **ends("ndcg", found.ndcg[discounted]), **ends("mrr", found.mrr),
    }  # fmt: skip


def _ties(found: Retrieval) -> Finding | None:
    """The metric that ties move most, when they move it by more than the limit."""
    shifts = {name: found.optimistic[name] - estimate.value
              for name, estimate in found.metrics.items()}  # fmt: skip
    metric = max(shifts, key=shifts.__getitem__)
    level = level_of("retrieval_ties", shifts[metric])
    if level == "good":
        return None
    return Finding("retrieval.ties", level, {
        "ties": found.ties, "n_queries": found.n_queries, "metric": metric_name(metric),
        "shift": shifts[metric], "pessimistic": found.metrics[metric].value,
        "optimistic": found.optimistic[metric], "name": found.name or "–",
    })  # fmt: skip


def _missing(found: Retrieval) -> Finding | None:
    if not found.missing:
        return None
    return Finding("retrieval.missing", "warning", {
        "count": len(found.missing), "n_queries": found.n_queries, "name": found.name or "–",
        "share": len(found.missing) / found.n_queries,
        "ids": name_ids(found.missing, NAMED),
    })  # fmt: skip


def _absent(found: Retrieval) -> Finding | None:
    absent = found.golds_absent or ()
    if not absent:
        return None
    gone = set(absent)
    hit = sum(any(name in gone for name, _ in golds) for golds in found.queries.golds)
    return Finding("retrieval.absent_gold", "warning", {
        "count": len(absent), "queries": hit, "n_queries": found.n_queries,
        "name": found.name or "–", "ids": name_ids(absent, NAMED),
    })  # fmt: skip


def _unknown(found: Retrieval) -> Finding | None:
    if not found.n_unknown:
        return None
    return Finding("retrieval.unknown_documents", "warning", {
        "count": found.n_unknown, "listed": found.n_listed, "name": found.name or "–",
        "ids": name_ids(found.unknown, NAMED),
    })  # fmt: skip
