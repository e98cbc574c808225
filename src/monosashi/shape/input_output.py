"""``diagnose_input_output``: wordings as one question going in, and as one result coming out."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from monosashi.embeddings import Column, DataError, EmbeddingSet, Fault, as_set, fault
from monosashi.results import Estimate, Provenance
from monosashi.shape.asked import choice_faults, confidence_faults, refuse
from monosashi.shape.configuration import Configuration, configure
from monosashi.shape.decomposition import possible_range, value_or_nan
from monosashi.shape.grouping import Grouping, check_grouping, read_grouping
from monosashi.shape.input_output_result import InputOutput, Pattern, Statistic
from monosashi.shape.leave_out import leave_one_out, whole
from monosashi.shape.outcomes import object_outcomes
from monosashi.shape.sums import group_sums
from monosashi.statistics.jackknife import jackknife_estimate


def diagnose_input_output(
    queries: EmbeddingSet | Any,
    outcomes: Column,
    *,
    groups: Column,
    statistic: Statistic = "icc",
    threshold: float = 0.5,
    normalise: bool = True,
    confidence: float = 0.95,
) -> InputOutput:
    """Set how alike wordings are as vectors beside how alike their outcomes are.

    Says where to look: stable vectors with unstable outcomes mean that something downstream
    reacts to wording. Does not say what, and the gap between the two numbers is no "effect of
    wording": corpus, decision limits and near rivals all enter it.

    Parameters
    ----------
    queries : EmbeddingSet or (n, d) array
        Wordings.
    outcomes : column name, (n,) numbers, or a mapping of id to number
        0/1 (right or wrong) or any score. Gaps are left out on both sides, and counted.
    groups : column name, (n,) labels, or a mapping of id to label
        The question behind each wording.
    statistic : "icc" or "r_squared"
        ICC(1) is freed of what few wordings add to the differences of means; R² is not.
    threshold : float between 0 and 1
        From which value on a side is called high: a convention, not a law.
    normalise : bool
        Scale every vector to length 1 first.
    confidence : float between 0 and 1

    Raises
    ------
    DataError
        Outcomes that are no numbers (by name), one question, questions of one wording only, zero
        vectors, missing labels.

    Notes
    -----
    Trace ICC(1) = (MS_B - MS_W)/(MS_B + (n0 - 1) MS_W) on both sides. Intervals: bias-corrected
    jackknife, the same question left out on both sides.

    Examples
    --------
    >>> x = [[1, 0], [0.9, 0.1], [0, 1], [0.1, 0.9]]
    >>> diagnose_input_output(x, [1, 0, 1, 0], groups=list("aabb")).pattern
    'high_low'
    """
    refuse(choice_faults(statistic=(statistic, ("icc", "r_squared"))),
           confidence_faults(confidence),
           [] if 0 < threshold < 1 else [fault("shape.errors.share", name="threshold",
                                               given=threshold)])  # fmt: skip
    checked = as_set(queries)
    whole_grouping = read_grouping(checked, groups)
    values = object_outcomes(checked, outcomes)
    known = np.flatnonzero(~np.isnan(values))
    if not len(known):
        raise DataError(fault("shape.errors.no_outcomes", n=checked.n))
    kept, grouping = checked.take(known), whole_grouping.take(known)
    check_grouping(grouping)
    sides = {
        "input": configure(kept, normalise=normalise),
        "output": configure(EmbeddingSet(values[known][:, None], kept.ids), normalise=False),
    }
    found: dict[str, Any] = {}
    reasons: dict[str, Fault] = {}
    for name, cloud in sides.items():
        found[name], why = _side(name, cloud, grouping, statistic, confidence)
        reasons |= why
    pattern = _pattern(found, threshold)
    if pattern is None:
        reasons["pattern"] = fault("shape.reasons.no_pattern")
    return InputOutput(
        provenance=Provenance.of(kept, normalise=normalise, statistic=statistic,
                                 threshold=threshold, confidence=confidence),
        reasons=reasons, statistic=statistic, n=kept.n, n_groups=grouping.n_groups,
        n_missing=checked.n - kept.n, n_single=len(grouping.singletons),
        binary=bool(np.isin(values[known], (0.0, 1.0)).all()), threshold=threshold,
        pattern=pattern, sure=_sure(found, threshold), confidence=confidence, **found)  # fmt: skip


def _side(
    name: str, cloud: Configuration, grouping: Grouping, statistic: str, confidence: float
) -> tuple[Estimate | None, dict[str, Fault]]:
    """The statistic of one side; None without variation, which is neither 0 nor 1."""
    if cloud.ss_total == 0:
        return None, {name: fault(f"shape.reasons.no_variation_{name}")}
    sums = group_sums(cloud, grouping)
    parts = whole(sums, cloud.ss_total)
    value = float(value_or_nan(statistic, parts))
    if math.isnan(value):
        return None, {name: fault(f"shape.reasons.no_variation_{name}")}
    left = leave_one_out(statistic, sums, cloud.ss_total)
    estimate = jackknife_estimate(value, left, confidence=confidence, unit="group",
                                  possible=possible_range(statistic, parts))  # fmt: skip
    if estimate.low is None:
        key = "few_groups" if len(left) < 3 else "undefined_without_group"
        return estimate, {f"{name}.interval": fault(f"shape.reasons.{key}", n=len(left))}
    return estimate, {}


def _pattern(found: dict[str, Estimate | None], threshold: float) -> Pattern | None:
    first, second = found["input"], found["output"]
    if first is None or second is None:
        return None
    words: dict[tuple[bool, bool], Pattern] = {
        (True, True): "high_high", (True, False): "high_low",
        (False, True): "low_high", (False, False): "low_low",
    }  # fmt: skip
    return words[first.value >= threshold, second.value >= threshold]


def _sure(found: dict[str, Estimate | None], threshold: float) -> bool:
    """Whether no interval reaches across the threshold."""
    ends = [(held.low, held.high) for held in found.values() if held is not None]
    return len(ends) == 2 and all(
        low is not None and high is not None and (low >= threshold or high < threshold)
        for low, high in ends
    )
