"""Linear CKA as estimates: as it is, and debiased with an interval for groups like these."""

from __future__ import annotations

import math
from dataclasses import replace

from monosashi.embeddings import Fault, fault
from monosashi.results import Estimate
from monosashi.shape.configuration import Array
from monosashi.shape.similarity.between_groups import LEAST_GROUPS
from monosashi.shape.similarity.kernels import Alignments
from monosashi.statistics.jackknife import jackknife_estimate, refusal
from monosashi.words import say

Found = tuple[dict[str, Estimate | None], dict[str, Fault]]


def cka_estimates(found: Alignments, *, n: int, grouped: bool, confidence: float) -> Found:
    """Both forms by name, and why one has no interval."""
    plain, why = _bare("linear_cka", found.plain, n, "biased_cka" if grouped else "no_groups")
    if found.between is None or math.isnan(found.debiased):
        debiased, more = _bare("linear_cka_debiased", found.debiased, n,
                               "few_groups_cka" if grouped else "no_groups")  # fmt: skip
    else:
        debiased, more = _between(found.debiased, *found.between, confidence=confidence)
    return plain | debiased, why | more


def _bare(name: str, value: float, n: int, key: str) -> Found:
    if math.isnan(value):
        return {name: None}, {name: fault("shape.reasons.flat_space")}
    why = fault(f"shape.reasons.{key}", least=LEAST_GROUPS)
    return {name: Estimate(value, None, None, None, why.say("en"), n)}, {f"{name}.interval": why}


def _between(sample: float, value: float, left: Array, *, confidence: float) -> Found:
    """The value of these objects, with the jackknife of what lies between groups."""
    name = "linear_cka_debiased"
    if math.isnan(value) or refusal(left):
        why = fault(refusal(left) or "shape.reasons.flat_between", n=len(left))
        return {name: Estimate(sample, None, None, None, why.say("en"), len(left))}, {
            f"{name}.interval": why}  # fmt: skip
    found = jackknife_estimate(value, left, confidence=confidence, possible=(-1.0, 1.0),
                               unit="group")  # fmt: skip
    method = say("shape.methods.between_groups", "en", method=found.method)
    return {name: replace(found, value=sample, method=method)}, {}
