"""First rules for generated points: scores and copies not surely worse than they are now."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import ceil
from typing import Any

from monosashi.advice.retrieval_rules import rounded_down
from monosashi.results.paths import path_of
from monosashi.results.rules import Rule
from monosashi.words import say

GUARDED = ("clipped_density", "clipped_coverage", "precision", "recall", "coverage")


def fidelity_rules(head: Sequence[str], found: Mapping[str, Any]) -> Iterator[Rule]:
    """Lower ends of the intervals, the upper end of memorisation, exact copies found now."""
    for name in GUARDED:
        score = found["scores"].get(name)
        if score is None or score["low"] is None:
            continue
        limit = rounded_down(score["low"])
        if limit > 0:
            title = say("advice.rules.fidelity_score", metric=name.replace("_", " "),
                        limit=f"{limit:.3f}")  # fmt: skip
            yield Rule(path_of(*head, "scores", name), ">=", limit, name=title)
    share = found["scores"].get("memorisation")
    if share is not None and share["high"] is not None:
        most = ceil(1000 * share["high"]) / 1000
        if most < 1:
            title = say("advice.rules.fidelity_memorisation", limit=f"{most:.3f}")
            yield Rule(path_of(*head, "scores", "memorisation"), "<=", most, name=title)
    copies = found["counts"]["exact_copies"]
    yield Rule(path_of(*head, "counts", "exact_copies"), "<=", copies,
               name=say("advice.rules.fidelity_copies", count=copies))  # fmt: skip
