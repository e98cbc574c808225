"""The rows of a partition: sums of squares, shares, intervals, tests."""

from __future__ import annotations

from collections.abc import Mapping

from monosashi.embeddings import Fault, fault
from monosashi.results import Estimate, PermutationTest, Row
from monosashi.shape.configuration import Array
from monosashi.shape.grouping import Grouping
from monosashi.shape.partition.fit import Fit
from monosashi.shape.partition.leaving import LeftOut, leave_clusters_out
from monosashi.shape.partition.terms import Term
from monosashi.shape.partition.testing import f_of
from monosashi.statistics.jackknife import jackknife_estimate, refusal

EMPTY: Row = dict.fromkeys(("term", "role", "df", "ss", "r_squared", "low", "high",
                            "partial_r_squared", "partial_low", "partial_high", "f", "p_value",
                            "smallest_p", "permutations", "exact", "reason"))  # fmt: skip


def all_rows(
    fit: Fit, clusters: Grouping | None, tests: Mapping[str, PermutationTest],
    reasons: Mapping[str, Fault], *, by: str, confidence: float,
) -> tuple[tuple[Row, ...], Estimate, dict[str, Fault]]:  # fmt: skip
    """Rows of the terms, of the residuals and of the total; R² of the model; reasons."""
    left = None if clusters is None else leave_clusters_out(fit, clusters, by)
    why: dict[str, Fault] = {}
    rows = [_term_row(fit, place, left, confidence, why) for place in range(len(fit.terms))]
    model = _estimate(fit.ss_model / fit.ss_total, None if left is None else left.model,
                      confidence)  # fmt: skip
    if left is None:
        why["intervals"] = fault("shape.reasons.no_clusters")
    elif model.low is None:
        why["r_squared.interval"] = fault(refusal(left.model) or "", n=len(left.model))
    tested = [row | _test(tests.get(row["term"]), reasons.get(f"tests.{row['term']}"))
              for row in rows]  # fmt: skip
    return (*tested, *_last_rows(fit)), model, why


def _term_row(
    fit: Fit, place: int, left: LeftOut | None, confidence: float, why: dict[str, Fault]
) -> Row:
    term, directions = fit.terms[place], fit.directions[place]
    row: Row = {**EMPTY, "term": term.name, "role": term.role}
    if directions is None:
        return row
    ss = fit.ss(directions)
    row |= {"df": directions.shape[1], "ss": ss, "r_squared": ss / fit.ss_total}
    if not directions.shape[1]:
        return row
    rest = ss + fit.ss_residual
    row |= {"partial_r_squared": ss / rest if rest else None, "f": f_of(fit, directions)}
    if row["f"] is None:
        why[f"f.{term.name}"] = fault("shape.reasons.no_residual")
    if left is None:
        return row
    for name, low, high, values in (("r_squared", "low", "high", left.r_squared[place]),
                                    ("partial_r_squared", "partial_low", "partial_high",
                                     left.partial[place])):  # fmt: skip
        if row[name] is not None:
            found = _estimate(row[name], values, confidence)
            row |= {low: found.low, high: found.high}
    _refused(term, left.r_squared[place], why)
    return row


def _refused(term: Term, left: Array, why: dict[str, Fault]) -> None:
    if key := refusal(left):
        why[f"interval.{term.name}"] = fault(key, n=len(left))


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
    n = len(fit.cloud)
    residual = {"term": "residual", "role": "residual", "df": fit.df_residual,
                "ss": fit.ss_residual, "r_squared": fit.ss_residual / fit.ss_total}  # fmt: skip
    total = {"term": "total", "role": "total", "df": n - 1, "ss": fit.ss_total, "r_squared": 1.0}
    return {**EMPTY, **residual}, {**EMPTY, **total}
