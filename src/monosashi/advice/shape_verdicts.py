"""The one line over a document about shape: what its first part found."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import Any

from monosashi.advice.correlation_power import CorrelationPower
from monosashi.results import Result
from monosashi.results.coherent import estimate_texts
from monosashi.shape import (
    Agreement,
    Dose,
    InputOutput,
    InvarianceProbe,
    PairwiseGroups,
    PartitionedVariance,
    Shape,
    SpreadCorrelation,
    SpreadRatio,
)
from monosashi.shape.dose_result import stage_numbers
from monosashi.shape.findings import p_text, p_words
from monosashi.shape.from_distances import ShapeOfDistances
from monosashi.shape.pairwise_findings import ADJUSTED, significant, undecided
from monosashi.shape.partition.findings import (
    adjusted_texts,
    asked_rows,
    dropped,
    dropped_numbers,
    shares_texts,
    shown_rows,
)
from monosashi.shape.power_result import SimulatedPower
from monosashi.shape.probing.result import removal_numbers, span_text
from monosashi.shape.probing.transforms import REMOVALS

Told = tuple[str, Mapping[str, Any]]
ALPHA, ENOUGH = 0.05, 0.8


def shape_verdict(name: str, part: Result) -> dict[str, Any]:
    """Code and numbers of the verdict of one part."""
    code, numbers = TELL[name](part) if name in TELL else ("measured", {})
    return {"code": f"shape.verdicts.{code}", "numbers": dict(numbers)}


def _shape(part: Shape) -> Told:
    if part.n_groups is None:
        return "ungrouped", {"v": part.v, "n": part.n}
    if part.r_squared is None:
        return "undefined", {"n_groups": part.n_groups}
    why = part.reasons.get("r_squared.interval")
    expected = part.expected_r_squared
    numbers = {**estimate_texts("r_squared", part.r_squared, why=why), "n_groups": part.n_groups,
               "expected_text": "–" if expected is None else f"{expected:.3f}"}  # fmt: skip
    return _grouped(part, numbers)


def _grouped(part: Shape, numbers: dict[str, Any]) -> Told:
    """What the tests support; that groups "explain" is said only where one shows it."""
    if isinstance(part, ShapeOfDistances) and part.far_from_euclidean:
        return "grouped_not_euclidean", {**numbers, "negative_text": part.negative_text}
    test = part.deciding_test
    if part.location_dispersion is not None and test is not None:
        beyond = part.location_dispersion == "neither" and test.smallest_p >= ALPHA
        told = {**numbers, "smallest_p": test.smallest_p}
        return f"grouped_{'undecidable' if beyond else part.location_dispersion}", told
    if test is None:
        return "grouped_not_shown", {**numbers, "p_text": "–"}
    shown = test.p_value < ALPHA
    return f"grouped_{'unknown' if shown else 'not_shown'}", {**numbers, "p_text": p_text(test)}


def _partition(part: PartitionedVariance) -> Told:
    rows = asked_rows(part)
    numbers = {**shares_texts(rows, ".1%"), "residual": part["residual"]["r_squared"]}
    tested = [row["p_value"] for row in rows if row["p_value"] is not None]
    if tested and min(tested) >= ALPHA:
        floors = [row["smallest_p"] for row in rows if row["p_value"] is not None]
        return f"partition_{'undecided' if min(floors) >= ALPHA else 'not_shown'}", numbers
    if dropped(part):
        return "partition_dropped", {**numbers, **dropped_numbers(part)}
    if part.clusters is None:
        return "partition_plain", numbers
    shown = shown_rows(part)
    if not shown:
        return "partition_untested", numbers
    return "partition", {**numbers, "adjusted_text": adjusted_texts(part, shown)}


def _pairs(part: PairwiseGroups) -> Told:
    tested = sum(row["p_adjusted"] is not None for row in part.pairs)
    numbers = {"significant": significant(part), "tested": tested, "alpha": ALPHA}
    if undecided(part):
        most = max(row["permutations"] for row in part.pairs if row["permutations"] is not None)
        return "pairs_undecided", {**numbers, "permutations": most,
                                   "adjust_text": ADJUSTED[part.adjust]}  # fmt: skip
    return ("pairs" if tested else "no_pairs"), numbers


def _agreement(part: Agreement) -> Told:
    numbers = {"model_a": part.model_a, "model_b": part.model_b, "k": part.k}
    if part.knn_overlap is None:
        return "no_agreement", numbers
    why = part.reasons.get("knn_overlap.interval")
    return "agreement", {**numbers, "chance": part.chance,
                         **estimate_texts("overlap", part.knn_overlap, ".0%", why=why)}  # fmt: skip


def _probe(part: InvarianceProbe) -> Told:
    known = [row for row in part.rows if row["r_squared"] is not None]
    if not known:
        return "no_probe", {"transform": part.transform}
    if part.transform in REMOVALS:
        row = known[-1]
        return f"removal_{row['judgement'] or 'untold'}", removal_numbers(
            row, part.k, part.transform)  # fmt: skip
    shares, spreads = [row["r_squared"] for row in known], [row["v"] for row in known]
    return f"probe_{part.transform}", {
        "v_text": span_text(spreads), "r_text": span_text(shares),
        "r_low": min(shares), "r_high": max(shares), "v_low": min(spreads),
        "v_high": max(spreads), "overlap_text": at_least(min(row["knn_overlap"] for row in known)),
        "k": part.k}  # fmt: skip


def at_least(share: float) -> str:
    """A share that is said to be reached: cut, never rounded up.

    >>> at_least(0.9358), at_least(0.936), at_least(1.0)
    ('93.5%', '93.6%', '100.0%')
    """
    return f"{math.floor(Decimal(str(float(share))) * 1000) / 10:.1f}%"


def _dose(part: Dose) -> Told:
    first, last = part.stages[0], part.stages[-1]
    rising = round(part.strictly_increasing.value * part.n_groups)
    page = "–" if part.page_p_value is None else p_words(part.page_p_value)
    return "dose" if part.shown else "dose_not_shown", {
        **stage_numbers("first", first), **stage_numbers("last", last),
        "rising": rising, "n_groups": part.n_groups, "chance": part.chance_increasing,
        "p_text": page, "expected": part.chance_increasing * part.n_groups}  # fmt: skip


def _correlation(part: SpreadCorrelation) -> Told:
    numbers = {"n_groups": part.n_groups, "detectable": part.detectable}
    if part.spearman is None:
        return "no_correlation", numbers
    why = part.reasons.get("spearman.interval")
    code = "correlation_fixed" if part.held_fixed else "correlation"
    return code, {**numbers, **estimate_texts("rho", part.spearman, "+.2f", why=why)}


def _input_output(part: InputOutput) -> Told:
    if part.pattern is not None and part.alike:
        return "results_alike", {"mean": part.mean_outcome, "agree": part.agreeing_pairs,
                                 "n_groups": part.n_groups}  # fmt: skip
    if part.pattern is None or part.sure:
        return (part.pattern or "no_pattern"), {"n_groups": part.n_groups}
    return "pattern_unsure", {
        "n_groups": part.n_groups, "threshold": part.threshold,
        **estimate_texts("input", part.input, why=part.reasons.get("input.interval")),
        **estimate_texts("output", part.output, why=part.reasons.get("output.interval")),
    }  # fmt: skip


def _ratio(part: SpreadRatio) -> Told:
    if part.ratio is None:
        return "no_ratio", {}
    why = part.reasons.get("ratio.interval")
    return "spread_ratio", estimate_texts("ratio", part.ratio, ".2f", why=why)


def _power(part: SimulatedPower | CorrelationPower) -> Told:
    if isinstance(part, SimulatedPower):
        enough = sum(row["power"] >= ENOUGH for row in part.rows)
        sure = sum((row["low"] or 0.0) >= ENOUGH for row in part.rows)
        return "simulated_power", {"sure": sure, "enough": enough, "designs": len(part.rows),
                                   "power": ENOUGH}  # fmt: skip
    numbers = {"rho": part.rho, "groups": part.groups_needed, "power": part.power,
               "n_groups": part.n_groups, "detectable": part.detectable, "alpha": part.alpha,
               "first": part.reliabilities[0], "second": part.reliabilities[1],
               "power_here": part.power_here}  # fmt: skip
    if part.rho is not None:
        return ("groups_needed" if part.n_groups is None else "groups_and_power"), numbers
    return ("detectable" if part.detectable is not None else "none_detectable"), numbers


TELL: Mapping[str, Callable[[Any], Told]] = {
    "shape": _shape,
    "partition": _partition,
    "pairwise": _pairs,
    "agreement": _agreement,
    "probe": _probe,
    "dose": _dose,
    "spread_correlation": _correlation,
    "input_output": _input_output,
    "spread_ratio": _ratio,
    "power": _power,
}
