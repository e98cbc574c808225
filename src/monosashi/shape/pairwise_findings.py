"""What the pairs of groups say."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from monosashi.results import Finding, Row, worst_first
from monosashi.results.coherent import DASH, interval_text
from monosashi.results.finding import Level
from monosashi.shape.pair_effort import ALPHA, needed_arrangements
from monosashi.shape.pairwise_result import PairwiseGroups, nearest_first, overlapping_first
from monosashi.words.filling import percent

ADJUSTED = {"holm": "Holm", "bh": "Benjamini-Hochberg"}
NAMED = 3


def pairwise_findings(found: PairwiseGroups) -> list[Finding]:
    """How many pairs differ, or that none could; near and far pairs; pairs that overlap."""
    tested = [row for row in found.pairs if row["p_adjusted"] is not None]
    if not tested:
        return []
    told = [_undecided(found, tested) or _count(found, tested), _overlap(found)]
    return worst_first([finding for finding in told if finding])


def significant(found: PairwiseGroups) -> int:
    """Pairs with an adjusted p below 0.05."""
    return sum(row["p_adjusted"] is not None and row["p_adjusted"] < ALPHA for row in found.pairs)


def undecided(found: PairwiseGroups) -> bool:
    """Whether pairs were tested and none could be significant, alone or together with others.

    Or none is, and a pair that differed alone would not have been found.
    """
    tested = [row for row in found.pairs if row["p_adjusted"] is not None]
    if not tested or significant(found):
        return False
    return bool(min(row["smallest_p"] for row in tested) * len(tested) >= ALPHA)


def _undecided(found: PairwiseGroups, tested: Sequence[Row]) -> Finding | None:
    """With Holm the smallest p times the number of pairs must fall below the level.

    Whether more arrangements would do follows from pairs whose arrangements were drawn at random.
    """
    if not undecided(found):
        return None
    smallest, pairs = min(row["smallest_p"] for row in tested), len(tested)
    drawn = [row for row in tested if not row["exact"]]
    needed = needed_arrangements(pairs)
    numbers = {"smallest_p": smallest, "pairs": pairs, "alpha": ALPHA, "needed_p": ALPHA / pairs,
               "permutations": max((row["permutations"] for row in drawn), default=0),
               "permutations_needed": needed, "never": found.never, "random": len(drawn),
               "adjust_text": ADJUSTED[found.adjust], **_ends(found)}  # fmt: skip
    more = bool(drawn) and max(row["permutations"] for row in drawn) < needed
    return Finding("shape.pairs_undecided" if more else "shape.pairs_floor", "warning", numbers)


def _count(found: PairwiseGroups, tested: Sequence[Row]) -> Finding:
    uneven = any(row["n_a"] != row["n_b"] for row in tested)
    level: Level = "warning" if uneven and found.statistic == "f" else "note"
    numbers = {"significant": significant(found), "tested": len(tested), "alpha": ALPHA,
               "never": found.never, "adjust_text": ADJUSTED[found.adjust],
               **_ends(found)}  # fmt: skip
    return Finding("shape.pairs_some_never" if found.never else "shape.pairs", level, numbers)


def _ends(found: PairwiseGroups) -> dict[str, Any]:
    """The pairs whose centres are nearest and farthest, with intervals."""
    ordered = [row for row in nearest_first(found.pairs) if row["distance_squared"] is not None]
    if not ordered:
        return {"near": DASH, "near_text": DASH, "far": DASH, "far_text": DASH}
    near, far = ordered[0], ordered[-1]
    return {"near": named(near), "near_text": distance_text(near),
            "far": named(far), "far_text": distance_text(far)}  # fmt: skip


def named(row: Row) -> str:
    """Both groups of a pair."""
    return f"{row['group_a']} {DASH} {row['group_b']}"


def distance_of(row: Row) -> float | None:
    """Distance of the centres freed of what sampling adds; 0 where the square is not above it."""
    squared = row["distance_squared"]
    return None if squared is None else max(squared, 0.0) ** 0.5


def distance_text(row: Row) -> str:
    """The distance with its interval."""
    value = distance_of(row)
    return DASH if value is None else interval_text(value, row["distance_low"],
                                                    row["distance_high"], ".3f")  # fmt: skip


def _overlap(found: PairwiseGroups) -> Finding | None:
    """Pairs whose members are among each other's nearest neighbours, where there are several.

    Groups lie in one another where the share is that of groups in one place, or higher.
    """
    if len(found.pairs) < NAMED or found.k is None:
        return None
    some = [row for row in overlapping_first(found.pairs) if row["overlap"]]
    if not some:
        return Finding("shape.pairs_apart", "note", {"k": found.k, "pairs": len(found.pairs)})
    inside = [row for row in some if row["overlap"] >= row["overlap_expected"]]
    listed = "; ".join(_beside_expected(row) for row in (inside or some)[:NAMED])
    code = "shape.pairs_overlap" if inside else "shape.pairs_beside"
    return Finding(code, "note", {"k": found.k, "pairs_text": listed})


def _beside_expected(row: Row) -> str:
    """The overlap of a pair, and in brackets that of groups in one place."""
    return f"{named(row)} {percent(row['overlap'])} ({percent(row['overlap_expected'])})"
