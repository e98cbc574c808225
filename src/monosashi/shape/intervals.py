"""Estimates over groups, for statistics that may be undefined."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import numpy.typing as npt

from monosashi.embeddings import Fault, fault
from monosashi.results import Estimate
from monosashi.statistics.jackknife import jackknife, jackknife_estimate, refusal
from monosashi.words import say

Values = npt.NDArray[np.floating[Any]]


def over_groups(
    value: float,
    without: Values | None,
    *,
    n: int,
    confidence: float,
    possible: tuple[float, float],
    corrected: bool = True,
) -> Estimate | None:
    """Estimate with the jackknife interval over groups; None where the value is NaN.

    ``corrected`` says whether the statistic aims at something that does not depend on n. Overlap
    of lists of k does depend on it (k of many is stricter than k of few); freeing it of "bias"
    would carry it to endless n, so its interval stands around the value itself.

    ``without`` is None when no groups were given: then there is no interval, since pairs of
    objects share objects and are no independent draws.
    """
    if math.isnan(value):
        return None
    if without is None:
        return Estimate(value, None, None, None, say("shape.methods.no_groups", "en"), n)
    if corrected or refusal(without):
        return jackknife_estimate(value, without, confidence=confidence, possible=possible,
                                  unit="group")  # fmt: skip
    found = jackknife(value, without)
    half = found.half_width(confidence)
    ends = value - half, value + half
    low, high = (min(max(end, possible[0]), possible[1]) for end in ends)
    return Estimate(value, low, high, found.standard_error,
                    f"group jackknife, t({len(without) - 1})", len(without),
                    clipped=(low, high) != ends)  # fmt: skip


def interval_reasons(name: str, without: Values | None) -> dict[str, Fault]:
    """Why a statistic with a value has no interval, under ``name.interval``."""
    if without is None:
        return {f"{name}.interval": fault("shape.reasons.no_groups")}
    if why := refusal(without):
        return {f"{name}.interval": fault(why, n=len(without))}
    return {}


def estimate_row(name: str, held: Any, reasons: Any) -> dict[str, Any]:
    """One row of a table: an Estimate or a plain value, with the reason where it is None."""
    reason = reasons.get(name) or reasons.get(f"{name}.interval")
    row: dict[str, Any] = {"quantity": name, "value": held, "low": None, "high": None,
                           "method": ""}  # fmt: skip
    if isinstance(held, Estimate):
        row |= {"value": held.value, "low": held.low, "high": held.high, "method": held.method}
        if held.bias_corrected is not None:  # the interval stands around it
            row["bias_corrected"] = held.bias_corrected
    return row | {"reason": reason.say("en")} if reason else row
