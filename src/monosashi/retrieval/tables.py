"""Long rows of the results of this room."""

from __future__ import annotations

from dataclasses import asdict

from monosashi.results import Row, Tables
from monosashi.retrieval.comparison_result import RetrievalComparison, Switch
from monosashi.retrieval.results import Retrieval


def retrieval_tables(found: Retrieval) -> Tables:
    """``retrieval``: one row a metric and k; ``misses``; ``per_query``."""
    rows: list[Row] = []
    for name, estimate in found.metrics.items():
        metric, _, k = name.partition("@")
        rows.append({"metric": metric, "k": int(k) if k else None, "value": estimate.value,
                     "low": estimate.low, "high": estimate.high,
                     "optimistic": found.optimistic[name],
                     "standard_error": estimate.standard_error, "n_queries": found.n_queries,
                     "n_groups": found.n_groups, "method": estimate.method})  # fmt: skip
    return {"retrieval": rows, "misses": [asdict(miss) for miss in found.misses],
            "per_query": found.per_query()}  # fmt: skip


def comparison_tables(found: RetrievalComparison) -> Tables:
    """Levels, differences, the switch with the queries it loses, and all queries."""
    levels: list[Row] = [
        {"system": system, "metric": metric, "value": estimate.value, "low": estimate.low,
         "high": estimate.high, "tied_with_best": system in found.tied_with_best[metric]}
        for system, held in found.levels.items() for metric, estimate in held.items()
    ]  # fmt: skip
    tables: Tables = {"retrieval_levels": levels, "retrieval_differences": list(found.differences)}
    if found.switch is not None:
        tables["retrieval_switch"] = _switch_rows(found.switch)
        tables["retrieval_lost"] = [asdict(query) for query in found.switch.examples]
    return {**tables, "retrieval_per_query": found.per_query()}


def _switch_rows(switch: Switch) -> list[Row]:
    return [{"old": switch.old, "new": switch.new, "k": k, "gained": gained,
             "lost": switch.lost[k], "mcnemar_p": switch.mcnemar[k]}
            for k, gained in switch.gained.items()]  # fmt: skip
