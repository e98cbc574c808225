"""The three metrics by which a switch is judged: the main one, recall within k, first place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from monosashi.results import Estimate, Row
from monosashi.retrieval.pairing import Paired, turned
from monosashi.statistics.multiplicity import holm

FIELDS = {"main": "main_difference", "within": "difference", "first": "first_difference"}
NAMED = 3


def judged_metrics(paired: Paired, metric: str, k: int) -> dict[str, str]:
    """Role to metric. First place is recall@1, and hits@1 where a query has several answers.

    recall@1 of a query with ten right documents is 0.1 at most, so a limit on it would be ten
    times as wide as one on its first place.
    """
    roles = {"main": metric, "within": f"recall@{k}"}
    if 1 in paired.ks:
        several = any(len(golds) > 1 for golds in paired.first.golds)
        roles["first"] = "hits@1" if several else "recall@1"
    return roles


def judged_rows(paired: Paired, rows: Sequence[Row], roles: Mapping[str, str]) -> tuple[Row, ...]:
    """A row a metric, new minus old, p adjusted over those that differ in name (Holm)."""
    old, new = paired.names
    held = {metric: turned(rows, new, old, metric) for metric in roles.values()}
    adjusted = dict(zip(held, holm([row["p_value"] for row in held.values()]), strict=True))
    least = float(min(holm([row["smallest_p"] for row in held.values()])))
    return tuple({"role": role, "metric": metric,
                  **{name: held[metric][name] for name in
                     ("difference", "low", "high", "p_value", "smallest_p", "exact")},
                  "p_adjusted": float(adjusted[metric]), "smallest_adjusted": least,
                  "wins": held[metric]["wins"], "losses": held[metric]["losses"],
                  "examples": fallen(paired, metric)}
                 for role, metric in roles.items())  # fmt: skip


def fallen(paired: Paired, metric: str) -> tuple[str, ...]:
    """The queries that fall furthest by a metric, at most 3: equal falls by the deeper new rank."""
    old, new = paired.names
    gap = paired.scores(new, metric) - paired.scores(old, metric)
    order = np.lexsort((np.arange(len(gap)), -paired.ranks(new), gap))
    return tuple(paired.first.ids[i] for i in order[:NAMED] if gap[i] < 0)


def judged_fields(
    paired: Paired, rows: Sequence[Row], roles: Mapping[str, str]
) -> dict[str, Estimate]:
    """The differences as estimates, each under the name that rules of a gate use."""
    old, new = paired.names
    found: dict[str, Any] = {}
    for role, metric in roles.items():
        row = turned(rows, new, old, metric)
        found[FIELDS[role]] = Estimate(row["difference"], row["low"], row["high"], None,
                                       row["method"], paired.units.n)  # fmt: skip
    return found
