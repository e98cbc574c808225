"""The one line over a document about shape: what its first part found."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from monosashi.advice.correlation_power import CorrelationPower
from monosashi.results import Result
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
from monosashi.shape.power_simulation import SimulatedPower

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
    numbers = {"r_squared_text": f"{part.r_squared:.3f}", "n_groups": part.n_groups}
    return f"grouped_{part.location_dispersion or 'unknown'}", numbers


def _partition(part: PartitionedVariance) -> Told:
    rows = [row for row in part.rows[:-2] if row["r_squared"] is not None]
    shares = ", ".join(f"{row['term']} {row['r_squared']:.1%}" for row in rows)
    return "partition", {"shares_text": shares, "residual": part["residual"]["r_squared"]}


def _pairs(part: PairwiseGroups) -> Told:
    tested = [row["p_adjusted"] for row in part.pairs if row["p_adjusted"] is not None]
    numbers = {"significant": sum(p < ALPHA for p in tested), "tested": len(tested), "alpha": ALPHA}
    return ("pairs" if tested else "no_pairs"), numbers


def _agreement(part: Agreement) -> Told:
    numbers = {"model_a": part.model_a, "model_b": part.model_b, "k": part.k}
    if part.knn_overlap is None:
        return "no_agreement", numbers
    return "agreement", {**numbers, "overlap": part.knn_overlap.value, "chance": part.chance}


def _probe(part: InvarianceProbe) -> Told:
    known = [row for row in part.rows if row["r_squared"] is not None]
    if not known:
        return "no_probe", {"transform": part.transform}
    shares, spreads = [row["r_squared"] for row in known], [row["v"] for row in known]
    return f"probe_{part.transform}", {
        "r_low": min(shares), "r_high": max(shares), "v_low": min(spreads),
        "v_high": max(spreads), "overlap": min(row["knn_overlap"] for row in known),
        "k": part.k}  # fmt: skip


def _dose(part: Dose) -> Told:
    first, last = part.stages[0], part.stages[-1]
    rising = round(part.strictly_increasing.value * part.n_groups)
    return "dose", {"first": first["stage"], "first_w": first["mean_w_tilde"],
                    "last": last["stage"], "last_w": last["mean_w_tilde"],
                    "rising": rising, "n_groups": part.n_groups}  # fmt: skip


def _correlation(part: SpreadCorrelation) -> Told:
    numbers = {"n_groups": part.n_groups, "detectable": part.detectable}
    if part.spearman is None:
        return "no_correlation", numbers
    return "correlation", {**numbers, "rho_text": f"{part.spearman:+.2f}"}


def _input_output(part: InputOutput) -> Told:
    return (part.pattern or "no_pattern"), {"n_groups": part.n_groups}


def _ratio(part: SpreadRatio) -> Told:
    if part.ratio is None:
        return "no_ratio", {}
    return "spread_ratio", {"ratio_text": f"{part.ratio:.2f}"}


def _power(part: SimulatedPower | CorrelationPower) -> Told:
    if isinstance(part, SimulatedPower):
        enough = sum(row["power"] >= ENOUGH for row in part.rows)
        return "simulated_power", {"enough": enough, "designs": len(part.rows), "power": ENOUGH}
    numbers = {"rho": part.rho, "groups": part.groups_needed, "power": part.power,
               "n_groups": part.n_groups, "detectable": part.detectable}  # fmt: skip
    if part.rho is not None:
        return "groups_needed", numbers
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
