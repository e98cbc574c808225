"""All fields of ``Shape`` that groups give."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from monosashi.embeddings import Fault, fault
from monosashi.results import Estimate
from monosashi.shape.chance import against_chance, histogram
from monosashi.shape.cyclic_chance import against_rotations
from monosashi.shape.decomposition import (
    STATISTICS,
    Parts,
    ms_within,
    n0,
    possible_range,
    pseudo_f,
    value_or_nan,
)
from monosashi.shape.group_rows import group_rows, without_interval
from monosashi.shape.influence import group_influence
from monosashi.shape.leave_out import leave_one_out, whole
from monosashi.shape.result import Place
from monosashi.shape.sample import Sample
from monosashi.shape.testing import permutation_tests
from monosashi.shape.welch import brown_forsythe_f2, welch
from monosashi.statistics.jackknife import jackknife_estimate, refusal

ALPHA = 0.05


def measure_groups(
    sample: Sample,
    *,
    normalise: bool,
    permutations: int,
    center: str,
    confidence: float,
    rng: np.random.Generator,
) -> tuple[dict[str, Any], dict[str, Fault]]:
    """Fields by name, and reasons for those that are None."""
    parts = whole(sample.sums, sample.configuration.ss_total)
    fields, reasons = _decomposition(sample, parts)
    estimates, why = _estimates(sample, parts, confidence, highest=1.0 if normalise else math.inf)
    tests, more, null = permutation_tests(sample, fields["f"], permutations=permutations,
                                          center=center, rng=rng)  # fmt: skip
    effect, no_effect = (
        against_chance(sample, float(estimates["r_squared"])) if sample.exchange.order is None
        else against_rotations(null)
    )  # fmt: skip
    fields |= estimates | tests | effect
    fields["null"] = histogram(null)
    reasons |= why | more | no_effect
    fields["location_dispersion"] = place(fields, balanced=sample.grouping.balanced)
    if fields["location_dispersion"] is None:
        reasons["location_dispersion"] = reasons["width_permutation"]
    fields["groups"] = group_rows(sample, confidence=confidence,
                                  highest=1.0 if normalise else math.inf)  # fmt: skip
    fields["influence"], unknown = group_influence(sample)
    return fields, reasons | unknown | without_interval(fields["groups"])


def _decomposition(sample: Sample, parts: Parts) -> tuple[dict[str, Any], dict[str, Fault]]:
    reasons: dict[str, Fault] = {}
    plural = sample.plural.sums
    fields: dict[str, Any] = {
        "n_groups": sample.grouping.n_groups,
        "n_singletons": len(sample.grouping.singletons),
        "ss_within": float(parts.within),
        "ss_between": float(parts.total - parts.within),
        "n0": float(n0(parts)),
        "ms_within": float(ms_within(parts)),
        "f": None, "f2": None, "welch": None,
    }  # fmt: skip
    if float(parts.within) > 0:
        fields["f"] = float(pseudo_f(parts))
    else:
        reasons["f"] = fault("shape.reasons.infinite_f")
    if len(plural.sizes) > 1:
        fields |= {"f2": brown_forsythe_f2(plural), "welch": welch(plural)}
    if fields["f2"] is None:
        key = "infinite_f" if len(plural.sizes) > 1 else "one_plural_group"
        reasons["f2"] = fault(f"shape.reasons.{key}")
    return fields, reasons


def _estimates(
    sample: Sample, parts: Parts, confidence: float, *, highest: float
) -> tuple[dict[str, Estimate], dict[str, Fault]]:
    """What has a jackknife interval over groups; n and G fall with each group that is left out."""
    estimates, reasons = {}, {}
    for name in STATISTICS:
        left = leave_one_out(name, sample.sums, sample.configuration.ss_total)
        low, high = possible_range(name, parts)
        estimates[name] = jackknife_estimate(
            float(value_or_nan(name, parts)), left, confidence=confidence,
            possible=(low, min(high, highest)), unit="cluster")  # fmt: skip
        if why := refusal(left):
            reasons[f"{name}.interval"] = fault(why, n=len(left))
    return estimates, reasons


def place(fields: dict[str, Any], *, balanced: bool) -> Place | None:
    """Which of the two tests is below 0.05; W*d speaks for location when sizes differ."""
    spread = fields.get("width_permutation")
    location = fields["permutation"]
    if not balanced and fields.get("welch_permutation") is not None:
        location = fields["welch_permutation"]
    if spread is None:
        return None
    words: dict[tuple[bool, bool], Place] = {
        (False, False): "neither", (True, False): "location",
        (False, True): "dispersion", (True, True): "both",
    }  # fmt: skip
    return words[location.p_value < ALPHA, spread.p_value < ALPHA]
