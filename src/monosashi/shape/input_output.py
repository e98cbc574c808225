"""``diagnose_input_output``: wordings as one question going in, and as one result coming out."""

from __future__ import annotations

import math
from dataclasses import asdict
from typing import Any

import numpy as np

from monosashi.embeddings import Column, DataError, EmbeddingSet, Fault, as_set, fault
from monosashi.results import Estimate, Provenance
from monosashi.shape.asked import choice_faults, confidence_faults, is_share, refuse
from monosashi.shape.configuration import Array, Configuration, configure
from monosashi.shape.decomposition import possible_range, value_or_nan
from monosashi.shape.grouping import Grouping, check_grouping, read_grouping
from monosashi.shape.input_output_pattern import (
    are_alike,
    is_sure,
    missing_counts,
    pattern_of,
)
from monosashi.shape.input_output_result import InputOutput, Statistic
from monosashi.shape.leave_out import leave_one_out, whole
from monosashi.shape.magnitude import scale_of
from monosashi.shape.outcome_facts import outcome_facts
from monosashi.shape.outcome_interval import interval_of_counts
from monosashi.shape.outcomes import object_outcomes
from monosashi.shape.sums import group_sums
from monosashi.statistics.jackknife import jackknife_estimate, refusal

LEAST_GROUPS = 3  # as for the jackknife of the other side


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
    jackknife, the same question left out on both sides. For 0/1 that of the output stands on the
    wordings with the rarer outcome (``yes_no_interval``): it covers .95 and more in simulations,
    where leaving out questions covers .3 to .9 when most are right. Where the wordings of every
    question agree, it comes from the exact limit of the share of questions in which they do not.
    Nothing is called sure where fewer than 5 questions hold the rarer outcome.

    Examples
    --------
    >>> x = [[1, 0], [0.9, 0.1], [0, 1], [0.1, 0.9]]
    >>> diagnose_input_output(x, [1, 0, 1, 0], groups=list("aabb")).pattern
    'high_low'
    """
    refuse(
        choice_faults(statistic=(statistic, ("icc", "r_squared"))),
        confidence_faults(confidence),
        [] if is_share(threshold) else [fault("shape.errors.threshold", given=threshold)],
    )
    checked = as_set(queries)
    whole_grouping = read_grouping(checked, groups)
    values = object_outcomes(checked, outcomes)
    known = np.flatnonzero(~np.isnan(values))
    if not len(known):
        raise DataError(fault("shape.errors.no_outcomes", n=checked.n))
    kept, grouping = checked.take(known), whole_grouping.take(known)
    check_grouping(grouping)
    scale = scale_of(values[known])  # ICC and R² do not depend on it, and no square overflows
    outcome = EmbeddingSet((values[known] / scale)[:, None], kept.ids)
    sides = {
        "input": configure(kept, normalise=normalise),
        "output": configure(outcome, normalise=False),
    }
    facts = outcome_facts(values[known], grouping, scale)
    found: dict[str, Any] = {}
    reasons: dict[str, Fault] = {}
    for name, cloud in sides.items():
        found[name], why = _side(name, cloud, grouping, statistic, confidence)
        reasons |= why
    if facts.binary and found["output"] is not None and grouping.n_groups >= LEAST_GROUPS:
        reasons.pop("output.interval", None)
        found["output"] = interval_of_counts(
            found["output"], values[known], grouping, facts, statistic=statistic,
            confidence=confidence)  # fmt: skip
    reasons |= missing_counts(facts)
    pattern = pattern_of(found, threshold)
    if pattern is None:
        reasons["pattern"] = fault("shape.reasons.no_pattern")
    return InputOutput(
        provenance=Provenance.of(kept, normalise=normalise, statistic=statistic,
                                 threshold=threshold, confidence=confidence),
        reasons=reasons, statistic=statistic, n=kept.n, n_groups=grouping.n_groups,
        n_missing=checked.n - kept.n, n_single=len(grouping.singletons), **asdict(facts),
        threshold=threshold, pattern=pattern, sure=is_sure(found, threshold, facts),
        alike=are_alike(found["output"], threshold, facts),
        notices=_notices(checked, values), confidence=confidence, **found)  # fmt: skip


def _notices(data: EmbeddingSet, values: Array) -> tuple[Fault, ...]:
    rows = np.flatnonzero(np.isnan(values)).tolist()
    return (fault("shape.notices.left_outcomes", rows, list(data.ids[rows])),) if rows else ()


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
        why = refusal(left) or ""
        own = {"too_few_clusters": "few_groups", "undefined_without_one": "undefined_without_group"}
        key = own.get(why.rsplit(".", 1)[-1])
        code = why if key is None else f"shape.reasons.{key}"
        return estimate, {f"{name}.interval": fault(code, n=len(left))}
    return estimate, {}
