"""Levels and paired differences of models, from what groups left out or redrawn do to them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from monosashi.embeddings import DataError, Fault, fault
from monosashi.embeddings.panel import Panel
from monosashi.results import Estimate, Row
from monosashi.shape import equivalence
from monosashi.shape.decomposition import SCALE_FREE, Numbers, possible_range, value_or_nan
from monosashi.shape.grouping import Grouping
from monosashi.shape.leave_out import leave_one_out, whole
from monosashi.shape.resample import (
    LEAST_GROUPS,
    basic_interval,
    basic_p_value,
    bootstrap_estimate,
    degenerate_draws,
    group_weights,
    resampled,
)
from monosashi.shape.streaming import streamed_sums
from monosashi.shape.sums import GroupSums
from monosashi.statistics.jackknife import NO_SPREAD, jackknife, jackknife_estimate, undefined

SAME = 1e-12


@dataclass(frozen=True, eq=False)
class Replicated:
    """One statistic of one model: on all groups, and in replicates that all models share.

    ``degenerate`` counts bootstrap draws that hold one group only.
    """

    model: str
    statistic: str
    value: float
    replicates: Numbers
    possible: tuple[float, float]
    groups: int
    degenerate: int = 0


def replicate(
    panel: Panel,
    grouping: Grouping,
    names: Sequence[str],
    method: str,
    rng: np.random.Generator,
) -> list[Replicated]:
    """Statistics of every model; all that cannot be given an interval is refused together."""
    least = 3 if method == "jackknife" else LEAST_GROUPS
    if grouping.n_groups < least:
        raise DataError(fault("shape.errors.too_few_groups", n=grouping.n_groups, least=least,
                              method=method))  # fmt: skip
    sums = _sums_of_models(panel, grouping)
    weights = None if method == "jackknife" else group_weights(grouping.n_groups, rng)
    alone = 0 if weights is None else degenerate_draws(weights)
    found = []
    for model, (held, total) in sums.items():
        parts = whole(held, total)
        for name in names:
            draws = (leave_one_out(name, held, total) if weights is None
                     else resampled(name, held, total, weights))  # fmt: skip
            value, possible = float(value_or_nan(name, parts)), possible_range(name, parts)
            found.append(Replicated(model, name, value, draws, possible, grouping.n_groups, alone))
    if method == "jackknife" and (faults := _undefined(found)):
        raise DataError(*faults)
    return found


def _sums_of_models(panel: Panel, grouping: Grouping) -> dict[str, tuple[GroupSums, float]]:
    sums, faults = {}, []
    for model, data in zip(panel.names, panel.sets, strict=True):
        held, total = streamed_sums(data, grouping)
        if total == 0:
            faults.append(fault("shape.errors.no_variation_in", name=model, n=data.n))
        sums[model] = held, total
    if faults:
        raise DataError(*faults)
    return sums


def _undefined(found: Sequence[Replicated]) -> list[Fault]:
    return [fault("shape.errors.undefined_without", name=held.statistic, model=held.model)
            for held in found if undefined(held.replicates)]  # fmt: skip


def levels_of(
    found: Sequence[Replicated], method: str, confidence: float
) -> dict[str, dict[str, Estimate]]:
    """Model -> statistic -> Estimate, each on its own."""
    levels: dict[str, dict[str, Estimate]] = {}
    for held in found:
        if method == "jackknife":
            estimate = jackknife_estimate(held.value, held.replicates, confidence=confidence,
                                          possible=held.possible)  # fmt: skip
        else:
            estimate = bootstrap_estimate(held.value, held.replicates, confidence, held.possible,
                                          held.groups)  # fmt: skip
        levels.setdefault(held.model, {})[held.statistic] = estimate
    return levels


def paired_differences(
    found: Sequence[Replicated], statistic: str, method: str, confidence: float,
    margin: float | None = None,
) -> list[Row]:  # fmt: skip
    """Rows for all pairs of models; p is None where the difference never varies."""
    held = [replicated for replicated in found if replicated.statistic == statistic]
    judge = _by_jackknife if method == "jackknife" else _by_bootstrap
    rows = []
    for a, b in combinations(held, 2):
        names: Row = {"model_a": a.model, "model_b": b.model, "statistic": statistic}
        scale = max(abs(a.value), abs(b.value))
        rows.append(names | judge(a.value - b.value, a.replicates - b.replicates, confidence,
                                  scale, margin))  # fmt: skip
    return rows


def _by_jackknife(
    difference: float, without: Numbers, confidence: float, scale: float, margin: float | None
) -> Row:
    result = jackknife(difference, without)
    half = result.half_width(confidence)
    return {"difference": difference, "bias_corrected": result.corrected,
            "standard_error": result.standard_error, "low": result.corrected - half,
            "high": result.corrected + half, "p_value": result.p_value(scale),
            **({} if margin is None else
               {"equivalence_p": equivalence.by_jackknife(result, margin, scale),
                "beyond_p": equivalence.beyond_by_jackknife(result, margin, scale)})}  # fmt: skip


def _by_bootstrap(
    difference: float, draws: Numbers, confidence: float, scale: float, margin: float | None
) -> Row:
    kept = draws[np.isfinite(draws)]
    low, high = basic_interval(difference, kept, confidence)
    error = float(kept.std(ddof=1))
    varies = error > NO_SPREAD * scale
    return {"difference": difference, "bias_corrected": 2 * difference - float(kept.mean()),
            "standard_error": error, "low": low, "high": high,
            "p_value": basic_p_value(difference, kept) if varies else None,
            "undefined_draws": len(draws) - len(kept),
            **({} if margin is None else
               {"equivalence_p": equivalence.by_bootstrap(difference, kept, margin),
                "beyond_p": equivalence.beyond_by_bootstrap(difference, kept,
                                                            margin)})}  # fmt: skip


def tied_models(
    statistic: str, levels: dict[str, dict[str, Estimate]], rows: Sequence[Row], alpha: float
) -> tuple[str | None, tuple[str, ...]]:
    """The best model and those that its adjusted tests cannot tell from it.

    Only scale-free statistics have a best; of two models that agree to rounding, both are it.
    """
    if statistic not in SCALE_FREE:
        return None, ()
    models = list(levels)
    best = max(models, key=lambda model: levels[model][statistic].value)
    return best, tuple(m for m in models if m == best or _tied(best, m, statistic, rows, alpha))


def _tied(a: str, b: str, statistic: str, rows: Sequence[Row], alpha: float) -> bool:
    row = next(row for row in rows if row["statistic"] == statistic
               and {row["model_a"], row["model_b"]} == {a, b})  # fmt: skip
    if row["p_adjusted"] is None:
        return bool(abs(row["difference"]) <= SAME)
    return bool(row["p_adjusted"] >= alpha)
