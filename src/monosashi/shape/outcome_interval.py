"""Interval of the ICC or R² of outcomes that are 0 or 1, also where they hardly differ."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from monosashi.results import Estimate
from monosashi.shape.configuration import Array
from monosashi.shape.decomposition import Parts, possible_range
from monosashi.shape.grouping import Grouping
from monosashi.shape.outcome_facts import OutcomeFacts
from monosashi.statistics.mean_interval import mean_interval
from monosashi.statistics.proportions import clopper_pearson, unanimous_bound
from monosashi.words import say


def interval_of_counts(
    held: Estimate,
    values: Array,
    grouping: Grouping,
    facts: OutcomeFacts,
    *,
    statistic: str,
    confidence: float,
) -> Estimate:
    """Give an estimate of 0/1 outcomes its interval."""
    if facts.agreeing_pairs == 1.0:
        return unanimous_estimate(held.value, grouping, facts, confidence)
    return yes_no_interval(held, values, grouping, statistic, confidence)


def yes_no_interval(
    held: Estimate, values: Array, grouping: Grouping, statistic: str, confidence: float
) -> Estimate:
    """Interval from wordings with the rarer outcome; wordings of some question must disagree.

    With m the share of the rarer outcome, ICC = 1 - r/(1 - m): r is the chance that another wording
    of a question has the commoner outcome when one has the rarer. That is a mean over the wordings
    with the rarer outcome, and the questions which hold them are its units (R² is the same with the
    wording itself among the others). Where few questions hold one, leaving out one question at a
    time covers .3 to .9; the interval of this mean allows for what so few units cannot show. m is
    taken as it is: where neither outcome is rare, that makes the interval wider, not narrower.
    """
    sizes: Array = grouping.sizes.astype(np.float64)
    ones = np.bincount(grouping.codes, values, minlength=grouping.n_groups).astype(np.float64)
    rare = ones if 2 * ones.sum() <= sizes.sum() else sizes - ones
    others = sizes - (statistic == "icc")
    told = (rare > 0) & (others > 0)
    count, share = rare[told], (sizes - rare)[told] / others[told]
    found = mean_interval(count * share, count, confidence=confidence)
    common = 1 - rare.sum() / sizes.sum()
    ends = 1 - found.high / common, 1 - found.low / common
    possible = _possible(statistic, sizes)
    low, high = (min(max(end, possible[0]), possible[1]) for end in ends)
    method = say("shape.methods.rare_outcome", "en", method=found.method)
    return replace(held, low=min(low, held.value), high=max(high, held.value), standard_error=None,
                   method=method, bias_corrected=None, clipped=(low, high) != ends)  # fmt: skip


def _possible(statistic: str, sizes: Array) -> tuple[float, float]:
    parts = Parts.of(sizes.sum(), len(sizes), 1.0, 0.0, (sizes**2).sum())
    return possible_range(statistic, parts)


def unanimous_estimate(
    value: float, grouping: Grouping, facts: OutcomeFacts, confidence: float
) -> Estimate:
    """Interval where all wordings of every question agree, so that leaving one out tells nothing.

    None of m questions is mixed: at most 1 - (tail)^(1/m) of all are (Clopper and Pearson). At
    worst such a question is half and half, with a variance of k/(4 (k - 1)) for k wordings; that
    over the least variance which the rarer outcome in so many questions allows, taken from 1.
    """
    sizes = grouping.sizes[grouping.sizes > 1]
    k, rare = int(sizes.min()), facts.rare_groups or 0
    mixed = unanimous_bound(len(sizes), confidence) * k / (4 * (k - 1))
    share = clopper_pearson(rare, grouping.n_groups, confidence)[0]
    total = share * (1 - share)
    low = max(0.0, 1 - mixed / total) if total > 0 else 0.0
    return Estimate(value, min(low, value), 1.0, None,
                    say("shape.methods.no_mixed_question", "en"), grouping.n_groups)  # fmt: skip
