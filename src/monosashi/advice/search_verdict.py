"""One line on who finds most: by which metric, and by which it is not so."""

from __future__ import annotations

from typing import Any

from monosashi.results import level_of
from monosashi.retrieval import Retrieval, RetrievalComparison
from monosashi.retrieval.metric_names import metric_name

SAME = 1e-12
KINDS = {
    (False, False): "ahead",
    (False, True): "ahead_not_all",
    (True, False): "ahead_behind",
    (True, True): "ahead_mixed",
}  # behind by some metric, not surely ahead by some


def search_verdict(found: RetrievalComparison) -> dict[str, Any]:
    """Ahead, tied or equal in the main metric; a lead that other metrics do not confirm says so."""
    metric, best = found.metric, found.best[found.metric]
    tied = found.tied_with_best[metric]
    levels = {name: found.levels[name][metric].value for name in found.systems}
    others, behind = unconfirmed(found) if len(tied) == 1 else ([], [])
    numbers = {"metric": metric_name(metric), "best": best, "value": levels[best],
               "n": found.n_queries, "systems": len(levels), "others": ", ".join(others),
               "behind": ", ".join(behind),
               "tied": ", ".join(name for name in tied if name != best)}  # fmt: skip
    if len(tied) == len(levels) and max(levels.values()) - min(levels.values()) < SAME:
        kind = "equal"
    elif len(tied) > 1:
        kind = "tied"
    else:
        kind = KINDS[bool(behind), bool(others)]
    return {"code": f"advice.verdicts.found_{kind}", "numbers": numbers}


def unconfirmed(found: RetrievalComparison) -> tuple[list[str], list[str]]:
    """Metrics in which the best by the main metric is not surely ahead, and is surely behind.

    Behind: the test tells it from the one that is highest there. hits@k is left out: it says what
    recall@k says, or counts any answer as enough.
    """
    best = found.best[found.metric]
    tied = {metric_name(name): found.tied_with_best[name] for name in found.metrics
            if not name.startswith("hits@")}  # fmt: skip
    behind = [name for name, held in tied.items() if best not in held]
    return [name for name, held in tied.items() if best in held and len(held) > 1], behind


def ties_suffix(found: Retrieval, k: int) -> str:
    """``_ties`` where it is ties that decide how often an answer is among the first k."""
    shift = found.optimistic[f"hits@{k}"] - found.hits[k].value
    return "" if level_of("retrieval_ties", shift) == "good" else "_ties"
