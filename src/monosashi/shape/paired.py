"""Levels and paired differences of models, by leaving out one group of all at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from monosashi.embeddings import DataError, Fault, fault
from monosashi.embeddings.panel import Panel
from monosashi.results import Estimate, Row
from monosashi.shape.configuration import configure
from monosashi.shape.decomposition import SCALE_FREE, Numbers, possible_range, value_or_nan
from monosashi.shape.grouping import Grouping
from monosashi.shape.leave_out import leave_one_out, whole
from monosashi.shape.sums import group_sums
from monosashi.statistics.jackknife import jackknife, jackknife_estimate, refusal
from monosashi.statistics.multiplicity import ADJUSTMENTS

SAME = 1e-12


@dataclass(frozen=True, eq=False)
class Deletions:
    """One statistic of one model: on all groups, without each, and where it can lie."""

    model: str
    statistic: str
    value: float
    without: Numbers
    possible: tuple[float, float]


def without_each_group(panel: Panel, grouping: Grouping, names: Sequence[str]) -> list[Deletions]:
    """Statistics of every model; all that cannot be given an interval is refused together."""
    found, faults = [], []
    for model, data in zip(panel.names, panel.sets, strict=True):
        cloud = configure(data)
        if cloud.ss_total == 0:
            faults.append(fault("shape.errors.no_variation_in", name=model, n=cloud.n))
            continue
        sums = group_sums(cloud, grouping)
        parts = whole(sums, cloud.ss_total)
        found += [Deletions(model, name, float(value_or_nan(name, parts)),
                            leave_one_out(name, sums, cloud.ss_total),
                            possible_range(name, parts)) for name in names]  # fmt: skip
    if faults := faults or _refusals(found):
        raise DataError(*faults)
    return found


def _refusals(found: Sequence[Deletions]) -> list[Fault]:
    faults = []
    for held in found:
        if why := refusal(held.without):
            n = len(held.without)
            if why == "statistics.methods.too_few_clusters":
                return [fault("shape.errors.too_few_groups", n=n)]
            faults.append(fault("shape.errors.undefined_without", name=held.statistic,
                                model=held.model))  # fmt: skip
    return faults


def levels_of(found: Sequence[Deletions], confidence: float) -> dict[str, dict[str, Estimate]]:
    """Model -> statistic -> Estimate, each on its own."""
    levels: dict[str, dict[str, Estimate]] = {}
    for held in found:
        levels.setdefault(held.model, {})[held.statistic] = jackknife_estimate(
            held.value, held.without, confidence=confidence, possible=held.possible)  # fmt: skip
    return levels


def paired_differences(
    found: Sequence[Deletions], statistic: str, confidence: float, adjust: str
) -> list[Row]:
    """Rows for all pairs of models; p is None where the difference never varies."""
    held = [deletions for deletions in found if deletions.statistic == statistic]
    rows = [_difference(a, b, confidence) for a, b in combinations(held, 2)]
    tested = [row for row in rows if row["p_value"] is not None]
    adjusted = ADJUSTMENTS[adjust]([row["p_value"] for row in tested])
    for row, p in zip(tested, adjusted.tolist(), strict=True):
        row["p_adjusted"] = p
    return rows


def _difference(a: Deletions, b: Deletions, confidence: float) -> Row:
    result = jackknife(a.value - b.value, a.without - b.without)
    half = result.half_width(confidence)
    return {
        "model_a": a.model, "model_b": b.model, "statistic": a.statistic,
        "difference": a.value - b.value, "bias_corrected": result.corrected,
        "standard_error": result.standard_error, "low": result.corrected - half,
        "high": result.corrected + half,
        "p_value": result.p_value(max(abs(a.value), abs(b.value))), "p_adjusted": None,
    }  # fmt: skip


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
        return bool(np.abs(row["difference"]) <= SAME)
    return bool(row["p_adjusted"] >= alpha)
