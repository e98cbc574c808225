"""What the pairs of groups say."""

from __future__ import annotations

import math

from monosashi.results import Finding, worst_first
from monosashi.results.finding import Level
from monosashi.shape.pairwise_result import PairwiseGroups, nearest_first

ALPHA = 0.05
ADJUSTED = {"holm": "Holm", "bh": "Benjamini-Hochberg"}


def pairwise_findings(found: PairwiseGroups) -> list[Finding]:
    """The count of pairs that differ, after the floor of p where it decides."""
    tested = [row for row in found.pairs if row["p_adjusted"] is not None]
    if not tested:
        return []
    ordered = nearest_first(tuple(tested))
    near, far = ordered[0], ordered[-1]
    uneven = any(row["n_a"] != row["n_b"] for row in tested)
    level: Level = "warning" if uneven and found.statistic == "f" else "note"
    numbers = {
        "significant": sum(row["p_adjusted"] < ALPHA for row in tested), "tested": len(tested),
        "alpha": ALPHA, "adjust_text": ADJUSTED[found.adjust],
        "near_a": near["group_a"], "near_b": near["group_b"], "near_r_squared": near["r_squared"],
        "far_a": far["group_a"], "far_b": far["group_b"], "far_r_squared": far["r_squared"],
    }  # fmt: skip
    told = [_floor(found, len(tested)), Finding("shape.pairs", level, numbers)]
    return worst_first([finding for finding in told if finding])


def _floor(found: PairwiseGroups, pairs: int) -> Finding | None:
    """With Holm the smallest p times the number of pairs must fall below the level.

    With Benjamini-Hochberg j pairs at the floor need only floor × pairs / j.
    """
    smallest = min(row["smallest_p"] for row in found.pairs if row["smallest_p"] is not None)
    if smallest * pairs < ALPHA:
        return None
    numbers = {"smallest_p": smallest, "pairs": pairs, "alpha": ALPHA,
               "needed_p": ALPHA / pairs, "permutations_needed": math.floor(pairs / ALPHA),
               "least": math.floor(smallest * pairs / ALPHA) + 1}  # fmt: skip
    share = found.adjust == "bh" and smallest < ALPHA
    return Finding("shape.pairs_floor_share" if share else "shape.pairs_floor", "warning", numbers)
