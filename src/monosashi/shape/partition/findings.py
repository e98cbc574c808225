"""What a partition of the variance says."""

from __future__ import annotations

from monosashi.results import Finding, level_of, worst_first
from monosashi.shape.findings import p_text
from monosashi.shape.partition.result import PartitionedVariance

NOTHING_SHARED = 1e-9


def partition_findings(found: PartitionedVariance) -> list[Finding]:
    """The shares; what the order decides; too few clusters behind the intervals."""
    told = [_shares(found), _order(found), _clusters(found)]
    return worst_first([finding for finding in told if finding])


def _shares(found: PartitionedVariance) -> Finding | None:
    rows = [row for row in found.rows[:-2] if row["role"] != "covariate" and row["df"]]
    if not rows:
        return None
    largest = max(rows, key=lambda row: row["partial_r_squared"] or 0.0)
    test = found.tests.get(largest["term"])
    numbers = {
        "n": found.n, "term": largest["term"], "r_squared": largest["r_squared"],
        "r_squared_text": _interval(largest["r_squared"], largest["low"], largest["high"]),
        "partial_text": _interval(largest["partial_r_squared"], largest["partial_low"],
                                  largest["partial_high"]),
        "p_text": "–" if test is None else p_text(test),
        "p": None if test is None else test.p_value,
        "shares_text": ", ".join(f"{row['term']} {row['r_squared']:.3f}" for row in rows),
        "residual": found["residual"]["r_squared"],
    }  # fmt: skip
    return Finding(f"shape.partition_{found.by}", "note", numbers)


def _interval(value: float | None, low: float | None, high: float | None) -> str:
    if value is None:
        return "–"
    return f"{value:.3f}" if low is None or high is None else f"{value:.3f} [{low:.3f}, {high:.3f}]"


def _order(found: PartitionedVariance) -> Finding | None:
    """Only where there is something to decide."""
    shared = found.shared_r_squared
    if shared is None or abs(shared) <= NOTHING_SHARED:
        return None
    factors = [row["term"] for row in found.rows if row["role"] == "factor"]
    numbers = {"shared": shared, "shared_text": f"{shared:+.3f}", "factors": ", ".join(factors),
               "first": factors[0]}  # fmt: skip
    return Finding("shape.partition_order", "note", numbers)


def _clusters(found: PartitionedVariance) -> Finding | None:
    if found.clusters is None:
        return None
    level = level_of("shape_groups", float(found.clusters))
    return Finding("shape.groups", level, {"n_groups": found.clusters}) if level == "warning" else (
        None)  # fmt: skip
