"""Long rows of the results of this room."""

from __future__ import annotations

from dataclasses import asdict

from monosashi.results import Row, Tables
from monosashi.retrieval.comparison_result import RetrievalComparison
from monosashi.retrieval.results import Retrieval
from monosashi.retrieval.switch import SHARES, Switch


def retrieval_tables(found: Retrieval) -> Tables:
    """``retrieval``: one row a metric and k; ``misses``; ``per_query``."""
    rows: list[Row] = []
    for name, estimate in found.metrics.items():
        metric, _, k = name.partition("@")
        rows.append({"metric": metric, "k": int(k) if k else None, "value": estimate.value,
                     "low": estimate.low, "high": estimate.high,
                     "optimistic": found.optimistic[name],
                     "ceiling": found.ceiling[int(k)] if metric == "recall" else 1.0,
                     "standard_error": estimate.standard_error, "n_queries": found.n_queries,
                     "n_groups": found.n_groups, "method": estimate.method})  # fmt: skip
    return {"retrieval": rows, "misses": [asdict(miss) for miss in found.misses],
            "per_query": found.per_query()}  # fmt: skip


def comparison_tables(found: RetrievalComparison) -> Tables:
    """Levels, differences, all queries, and what a switch changes."""
    levels: list[Row] = [
        {"system": system, "metric": metric, "value": estimate.value, "low": estimate.low,
         "high": estimate.high, "tied_with_best": system in found.tied_with_best[metric]}
        for system, held in found.levels.items() for metric, estimate in held.items()
    ]  # fmt: skip
    tables: Tables = {"retrieval_levels": levels, "retrieval_differences": list(found.differences)}
    switch = {} if found.switch is None else found.switch.tables()
    return {**tables, **switch, "retrieval_per_query": found.per_query()}


def switch_tables(found: Switch) -> Tables:
    """Quantities, the moves at every k, and the queries that lost, gained or changed most."""
    lengths = {"overlap": found.listed, "same_first": 1}
    stated: list[Row] = [
        {"old": found.old, "new": found.new, "quantity": name, "k": lengths.get(name, found.k),
         "value": held.value, "low": held.low, "high": held.high}
        for name in (*SHARES, "difference") if (held := getattr(found, name)) is not None
    ]  # fmt: skip
    listed = {"moves": found.moves, "lost": found.lost_queries, "gained": found.gained_queries,
              "changed": found.changed_queries}  # fmt: skip
    more = {f"retrieval_{name}": list(rows) for name, rows in listed.items() if rows}
    return {"retrieval_switch": stated, **more}
