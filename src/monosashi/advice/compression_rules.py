"""First rules for compressed vectors: what the compression may lose."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from monosashi.advice.compressed_search import METRICS, SMALL
from monosashi.advice.retrieval_rules import rounded_down
from monosashi.results import thresholds
from monosashi.results.paths import path_of
from monosashi.results.rules import Rule
from monosashi.retrieval.metric_names import metric_name
from monosashi.words import say
from monosashi.words.filling import MINUS


def compression_rules(head: Sequence[str], results: Mapping[str, Any]) -> Iterator[Rule]:
    """Neighbours that stay, not surely fewer than now; and, with queries, what the search loses.

    The limit of a difference is that of a switch of models: a search that is surely worse by more
    than that is worse, whatever made it so.
    """
    for place, one in enumerate(results["compression"]["variants"]):
        limit = rounded_down(one["overlap"]["low"])
        if limit > 0:
            yield Rule(
                path_of(*head, "compression", "variants", str(place), "overlap"),
                ">=",
                limit,
                name=say("advice.rules.compression_overlap", limit=f"{limit:.3f}"),
            )
    fall = thresholds()["retrieval_switch"]["problem"]["below"]
    rows = (results.get("compressed_search") or {}).get("differences", [])
    for place, row in enumerate(rows):
        if row["metric"] in METRICS and row["model_a"] == SMALL:
            title = say("advice.rules.compressed_difference", metric=metric_name(row["metric"]),
                        limit=f"{fall:.2f}".replace("-", MINUS))  # fmt: skip
            yield Rule(path_of(*head, "compressed_search", "differences", str(place), "high"), ">=",
                       fall, name=title)  # fmt: skip
