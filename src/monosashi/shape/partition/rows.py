"""The rows of a partition: sums of squares, shares, intervals, tests."""

from __future__ import annotations

import math
from collections.abc import Mapping

from monosashi.embeddings import Fault, fault
from monosashi.results import Estimate, PermutationTest, Row
from monosashi.shape.configuration import Array
from monosashi.shape.grouping import Grouping
from monosashi.shape.intervals import over_groups
from monosashi.shape.partition.chance import Chance
from monosashi.shape.partition.fit import Fit
from monosashi.shape.partition.leaving import LeftOut, leave_clusters_out
from monosashi.shape.partition.testing import f_of
from monosashi.statistics.jackknife import jackknife_estimate, refusal

EMPTY: Row = dict.fromkeys(
    ("term", "role", "df", "ss", "r_squared", "low", "high", "bias_corrected",
     "expected_r_squared", "adjusted_r_squared", "adjusted_low", "adjusted_high",
     "adjusted_bias_corrected", "partial_r_squared", "partial_low", "partial_high",
     "partial_bias_corrected", "f", "p_value", "smallest_p", "permutations", "exact",
     "reason"))  # fmt: skip
ANY = (-math.inf, 1.0)


def all_rows(
    fit: Fit, clusters: Grouping | None, tests: Mapping[str, PermutationTest],
    reasons: Mapping[str, Fault], chance: Chance, *, confidence: float,
) -> tuple[tuple[Row, ...], Estimate, dict[str, Fault]]:  # fmt: skip
    """Rows of the terms, of the residuals and of the total; R² of the model; reasons."""
    left = None if clusters is None else leave_clusters_out(fit, clusters)
    rows = [_term_row(fit, place, left, chance, confidence) for place in range(len(fit.terms))]
    why: dict[str, Fault] = {}
    for place, row in enumerate(rows):
        why |= _gaps(row, None if left is None else left.r_squared[place])
    model = _estimate(fit.ss_model / fit.ss_total, None if left is None else left.model,
                      confidence)  # fmt: skip
    if left is None:
        why["intervals"] = fault("shape.reasons.no_clusters")
    elif model.low is None:
        why["r_squared.interval"] = fault(refusal(left.model) or "", n=len(left.model))
    tested = [row | _test(tests.get(row["term"]), reasons.get(f"tests.{row['term']}"))
              for row in rows]  # fmt: skip
    return (*tested, *_last_rows(fit)), model, why


def _term_row(fit: Fit, place: int, left: LeftOut | None, chance: Chance, confidence: float) -> Row:
    term, directions = fit.terms[place], fit.directions[place]
    row: Row = {**EMPTY, "term": term.name, "role": term.role}
    if directions is None:
        return row
    ss = fit.ss(directions)
    row |= {"df": directions.shape[1], "ss": ss, "r_squared": ss / fit.ss_total}
    if not directions.shape[1]:
        return row
    rest = ss + fit.ss_residual
    row |= {"partial_r_squared": ss / rest if rest else None, "f": f_of(fit, directions),
            "adjusted_r_squared": chance.adjusted(fit, row),
            "expected_r_squared": chance.share_of(fit, row)}  # fmt: skip
    if left is None:
        return row
    for prefix, values in (("", left.r_squared[place]), ("partial_", left.partial[place])):
        if row[f"{prefix}r_squared"] is not None:
            row |= _ends(prefix, _estimate(row[f"{prefix}r_squared"], values, confidence))
    if row["adjusted_r_squared"] is not None:
        without = chance.adjusted_without(left, place, term.name)
        held = over_groups(row["adjusted_r_squared"], without, n=fit.n,
                           confidence=confidence, possible=ANY,
                           corrected=chance.scheme == "free")  # fmt: skip
        row |= {} if held is None else _ends("adjusted_", held)
    return row


def _ends(prefix: str, held: Estimate) -> Row:
    return {f"{prefix}low": held.low, f"{prefix}high": held.high,
            f"{prefix}bias_corrected": held.bias_corrected}  # fmt: skip


def _gaps(row: Row, left: Array | None) -> dict[str, Fault]:
    """Why a term with directions has no F, or no interval."""
    why = {}
    if row["df"] and row["f"] is None:
        why[f"f.{row['term']}"] = fault("shape.reasons.no_residual")
    if row["df"] and left is not None and (key := refusal(left)):
        why[f"interval.{row['term']}"] = fault(key, n=len(left))
    return why


def _estimate(value: float, left: Array | None, confidence: float) -> Estimate:
    if left is None:
        return Estimate(value, None, None, None, "no clusters", 0)
    return jackknife_estimate(value, left, confidence=confidence, possible=(0.0, 1.0))


def _test(test: PermutationTest | None, reason: Fault | None) -> Row:
    if test is None:
        return {"reason": None if reason is None else reason.say("en")}
    return {"p_value": test.p_value, "smallest_p": test.smallest_p,
            "permutations": test.permutations, "exact": test.exact}  # fmt: skip


def _last_rows(fit: Fit) -> tuple[Row, Row]:
    n = fit.n
    residual = {"term": "residual", "role": "residual", "df": fit.df_residual,
                "ss": fit.ss_residual, "r_squared": fit.ss_residual / fit.ss_total}  # fmt: skip
    total = {"term": "total", "role": "total", "df": n - 1, "ss": fit.ss_total, "r_squared": 1.0}
    return {**EMPTY, **residual}, {**EMPTY, **total}
