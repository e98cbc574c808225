"""What a partition of the variance says."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from monosashi.results import Estimate, Finding, PermutationTest, Row, level_of, worst_first
from monosashi.results.coherent import MISSING, belonging, interval_text
from monosashi.shape.findings import p_text
from monosashi.shape.partition.result import PartitionedVariance

NOTHING_SHARED = 5e-4  # below it 0.000 is shown
ALPHA, ALMOST_ONE = 0.05, 0.975
# why a term has no test: what to say, and which column it is about
OTHER_WAYS = {"varies_in_units": ("shape.partition_inside_units", "whole"),
              "constant_in_blocks": ("shape.partition_across_blocks", "within")}  # fmt: skip
DASH = "\N{EN DASH}"


def partition_findings(found: PartitionedVariance) -> list[Finding]:
    """Shares beside chance; what the order decides; cautions about rows, clusters, intervals."""
    told = [_shares(found), _below_chance(found), _apart(found), _order(found), _clusters(found),
            _taken(found), _without_interval(found), *untested(found)]  # fmt: skip
    return worst_first([finding for finding in told if finding])


def dropped(found: PartitionedVariance) -> list[str]:
    """Factors of which nothing is left beside the others, since their labels follow from these."""
    if found.by != "margin":
        return []
    return [row["term"] for row in found.rows if row["role"] == "factor" and row["df"] == 0]


def dropped_numbers(found: PartitionedVariance) -> dict[str, Any]:
    """Their names, and the share of the spread that belongs to several factors together."""
    return {"dropped": ", ".join(dropped(found)), "shared": found.shared_r_squared or 0.0}


def shown_rows(found: PartitionedVariance) -> list[Row]:
    """Terms whose test shows more than chance."""
    return [row for row in asked_rows(found)
            if row["p_value"] is not None and row["p_value"] < ALPHA]  # fmt: skip


def asked_rows(found: PartitionedVariance) -> list[Row]:
    """Factors and interactions that have a share."""
    return [row for row in found.rows[:-2] if row["role"] != "covariate" and row["df"]]


def _shares(found: PartitionedVariance) -> Finding | None:
    """Every term beside chance; none is called the strongest, since more labels take more."""
    rows = asked_rows(found)
    if not rows:
        return None
    tested = [row for row in rows if row["p_value"] is not None]
    shown = [row["term"] for row in tested if row["p_value"] < ALPHA]
    rest = [row["term"] for row in tested if row["p_value"] >= ALPHA]
    code = f"shape.partition_{found.by}" if shown else "shape.partition_not_shown"
    if shown and dropped(found):
        code = "shape.partition_dropped"
    numbers = {
        "n": found.n, **shares_texts(rows, ".3f"), "adjusted_text": adjusted_texts(found, rows),
        "shown": ", ".join(shown) or DASH, "not_shown": ", ".join(rest) or DASH, "alpha": ALPHA,
        "residual": found["residual"]["r_squared"], **dropped_numbers(found),
    }  # fmt: skip
    if tested and min(row["smallest_p"] for row in tested) >= ALPHA:
        least = {"smallest_p": min(row["smallest_p"] for row in tested),
                 "permutations": max(row["permutations"] for row in tested)}  # fmt: skip
        return Finding("shape.partition_undecided", "warning", numbers | least)
    return Finding(code if tested else "shape.partition_untested", "note", numbers)


def shares_texts(rows: Sequence[Row], spec: str) -> dict[str, str]:
    """``shares_text``: every term with its share and, in brackets, what chance gives."""
    return {"shares_text": ", ".join(_beside_chance(row, spec) for row in rows)}


def _beside_chance(row: Row, spec: str) -> str:
    share, expected = f"{row['term']} {format(row['r_squared'], spec)}", row["expected_r_squared"]
    return share if expected is None else f"{share} ({format(expected, spec)})"


def adjusted_of(row: Row) -> Estimate:
    """Adjusted R² of a row."""
    return Estimate(row["adjusted_r_squared"], row["adjusted_low"], row["adjusted_high"], None, "",
                    0, row["adjusted_bias_corrected"])  # fmt: skip


def adjusted_texts(found: PartitionedVariance, rows: Sequence[Row]) -> str:
    """Adjusted R² with its interval, and p, of terms that have one."""
    known = [row for row in rows if row["adjusted_r_squared"] is not None]
    return ", ".join(_adjusted_with_p(row, found.tests.get(row["term"])) for row in known) or DASH


def _adjusted_with_p(row: Row, test: PermutationTest | None) -> str:
    held = adjusted_of(row)
    value = belonging(held.value, held.low, held.high, held.bias_corrected)
    shown = interval_text(value, held.low, held.high, ".3f")
    return f"{row['term']} {shown} ({DASH if test is None else p_text(test)})"


def _below(found: PartitionedVariance) -> list[Row]:
    """Terms with less than chance, of which nearly every arrangement gives more."""
    if "whole" in found.scheme:
        return []
    return [row for row in asked_rows(found)
            if row["p_value"] is not None and row["p_value"] > ALMOST_ONE
            and row["expected_r_squared"] is not None
            and row["r_squared"] < row["expected_r_squared"]]  # fmt: skip


def _apart(found: PartitionedVariance) -> Finding | None:
    """Terms that are not shown and whose interval lies above chance: p decides, it is said."""
    low = _below(found)
    rows = [row for row in asked_rows(found)
            if row["p_value"] is not None and row["p_value"] >= ALPHA and row not in low
            and row["adjusted_low"] is not None and row["adjusted_low"] > 0]  # fmt: skip
    if not rows:
        return None
    samples = ", ".join(f"{row['term']} {row['adjusted_r_squared']:.3f}" for row in rows)
    return Finding("shape.partition_interval_apart", "warning",
                   {"terms": ", ".join(row["term"] for row in rows), "sample_text": samples,
                    "adjusted_text": adjusted_texts(found, rows),
                    "clusters": found.clusters})  # fmt: skip


def _below_chance(found: PartitionedVariance) -> Finding | None:
    """Less than chance, and nearly every arrangement gives more: rows that belong together."""
    low = _below(found)
    if not low:
        return None
    return Finding("shape.partition_below_chance", "warning",
                   {"terms": ", ".join(row["term"] for row in low),
                    **shares_texts(low, ".3f")})  # fmt: skip


def _order(found: PartitionedVariance) -> Finding | None:
    """Only where there is something to decide, and no other sentence says it."""
    shared = found.shared_r_squared
    if shared is None or abs(shared) <= NOTHING_SHARED or dropped(found):
        return None
    factors = [row["term"] for row in found.rows if row["role"] == "factor"]
    numbers = {"shared": shared, "shared_text": f"{shared:+.3f}", "factors": ", ".join(factors),
               "first": factors[0]}  # fmt: skip
    code = "order" if found.by == "terms" else "shared"
    return Finding(f"shape.partition_{code}", "note", numbers)


def untested(found: PartitionedVariance) -> list[Finding]:
    """Terms that this way of shuffling cannot test, with the way that can; where others are."""
    if not found.tests:
        return []
    told = []
    for key, (code, setting) in OTHER_WAYS.items():
        why = f"shape.reasons.{key}"
        held = {name for name, told_why in found.reasons.items() if told_why.code == why}
        terms = [row["term"] for row in asked_rows(found) if f"tests.{row['term']}" in held]
        if terms:
            column = str(found.provenance.settings.get(setting, DASH))
            told.append(Finding(code, "note", {"terms": ", ".join(terms), "column": column,
                                               "tested": ", ".join(found.tests)}))  # fmt: skip
    return told


def _clusters(found: PartitionedVariance) -> Finding | None:
    if found.clusters is None:
        return None
    level = level_of("shape_groups", float(found.clusters))
    return Finding("shape.groups", level, {"n_groups": found.clusters}) if level == "warning" else (
        None)  # fmt: skip


def _taken(found: PartitionedVariance) -> Finding | None:
    """Whole labels go with a cluster, so the interval is for other labels than these."""
    if not found.taken_by_clusters:
        return None
    terms = ", ".join(found.taken_by_clusters)
    return Finding("shape.partition_taken", "warning", {"terms": terms, "clusters": found.clusters})


def _without_interval(found: PartitionedVariance) -> Finding | None:
    """Which terms have no interval, and why; without clusters the verdict says it."""
    if found.clusters is None:
        return None
    held = {row["term"]: why for row in asked_rows(found)
            if (why := found.reasons.get(f"interval.{row['term']}")) is not None}  # fmt: skip
    if not held:
        return None
    why = next(iter(held.values()))
    return Finding("shape.partition_no_interval", "note",
                   {"terms_text": ", ".join(held),
                    f"terms{MISSING}": {"code": why.code, "values": dict(why.values)}})  # fmt: skip
