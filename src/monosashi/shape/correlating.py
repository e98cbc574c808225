"""``correlate_spread``: whether groups that are spread more do better or worse."""

from __future__ import annotations

import math
from typing import Any, Literal

import numpy as np

from monosashi.embeddings import Column, DataError, EmbeddingSet, Fault, as_set, fault
from monosashi.results import Provenance
from monosashi.shape.asked import choice_faults, confidence_faults, permutation_faults, refuse
from monosashi.shape.configuration import Array
from monosashi.shape.correlating_result import NAMES, SpreadCorrelation
from monosashi.shape.correlations import Correlation
from monosashi.shape.magnitude import scale_of
from monosashi.shape.outcomes import group_outcomes
from monosashi.shape.power import detectable_correlation, groups_needed
from monosashi.shape.spreads import Spreads
from monosashi.statistics.generators import as_generator

LEAST = 4


def correlate_spread(
    data: EmbeddingSet | Any,
    groups: Column,
    outcome: Column,
    *,
    size: Literal["partial", "ignore"] = "partial",
    interval: Literal["fisher", "jackknife"] = "fisher",
    permutations: int = 9999,
    normalise: bool = True,
    confidence: float = 0.95,
    rng: int | np.random.Generator | None = None,
) -> SpreadCorrelation:
    """Correlate the spread of each group with what it achieved.

    Says whether groups whose members lie further apart do better or worse, over groups, and what
    so few groups could have shown at all. No cause is shown by it: long or vague questions may be
    both wider and harder.

    Parameters
    ----------
    data : EmbeddingSet or (n, d) array
    groups : column name, (n,) labels, or a mapping of id to label
    outcome : column name, (n,) numbers, or a mapping of group (or id) to number
        One number a group; numbers of objects are averaged within their group. Gaps are left out.
    size : "partial" or "ignore"
        Hold group size fixed, where sizes differ.
    interval : "fisher" or "jackknife"
        Fisher's z (G - 3; for ranks 1.06 times the variance), or delete-one-group of z.
    permutations : int
        Random arrangements of the outcomes over groups; with the size held fixed, of what it
        leaves of them, freed of it anew in every arrangement.
    normalise : bool
        Scale every vector to length 1 first.
    confidence : float between 0 and 1
    rng : Generator, int or None (= 0)

    Raises
    ------
    DataError
        Fewer than 4 groups with a W~ and an outcome, outcomes that are no numbers (by name), zero
        vectors, missing labels.

    Notes
    -----
    Permutation p with size held fixed: Freedman and Lane (1983). In simulations of 5 to 20 groups
    it rejects .04 to .055 at 5 %.

    Examples
    --------
    >>> cloud = np.random.default_rng(0).normal(size=(16, 3))
    >>> found = correlate_spread(cloud, list("aaaabbbbccccdddd"), {"a": 1, "b": 0, "c": 1, "d": 0},
    ...                          permutations=99)
    >>> found.n_groups, found.held_fixed
    (4, None)
    """
    refuse(
        confidence_faults(confidence),
        permutation_faults(permutations),
        choice_faults(size=(size, ("partial", "ignore")),
                      interval=(interval, ("fisher", "jackknife"))),
    )  # fmt: skip
    checked = as_set(data)
    held = Spreads.of(checked, groups, normalise=normalise)
    outcomes, told = group_outcomes(checked, held.grouping, outcome)
    kept = np.flatnonzero(~np.isnan(held.w_tilde) & ~np.isnan(outcomes))
    if len(kept) < LEAST:
        raise DataError(fault("shape.errors.too_few_outcomes", n=len(kept), least=LEAST))
    spread, score, sizes = held.w_tilde[kept], outcomes[kept], held.sizes[kept].astype(np.float64)
    fixed = sizes if size == "partial" and len(np.unique(sizes)) > 1 else None
    facts, reasons = _correlations(spread, score, fixed, interval, confidence)
    generator = as_generator(rng)
    for name in NAMES:
        facts[f"{name}_test"] = facts.pop(f"{name}_held").test(permutations, generator)
    names = held.grouping.names
    gone = tuple(names[i] for i in np.setdiff1d(np.arange(len(names)), kept))
    plain = facts["plain_pearson"]
    return SpreadCorrelation(
        provenance=Provenance.of(checked, normalise=normalise, size=size, interval=interval,
                                 permutations=permutations, confidence=confidence),
        reasons=reasons, n=checked.n, n_groups=len(kept), confidence=confidence,
        left_out=gone,
        notices=(*told, *((fault("shape.notices.left_groups", ids=list(gone)),) if gone else ())),
        held_fixed=None if fixed is None else "size", detectable=detectable_correlation(len(kept)),
        groups_for_this=groups_needed(plain).groups if plain and abs(plain) < 1 else None,
        groups=tuple({"group": names[i], "n": int(held.sizes[i]),
                      "w_tilde": float(held.w_tilde[i]), "outcome": float(outcomes[i])}
                     for i in kept), **facts)  # fmt: skip


def _correlations(
    spread: Array, score: Array, fixed: Array | None, interval: str, confidence: float
) -> tuple[dict[str, Any], dict[str, Fault]]:
    facts: dict[str, Any] = {}
    reasons: dict[str, Fault] = {}
    spread, score = spread / scale_of(spread), score / scale_of(score)  # no square overflows
    for name in NAMES:
        held = Correlation(spread, score, fixed, ranked=name == "spearman")
        plain = Correlation(spread, score, None, ranked=name == "spearman").value
        found = held.estimate(interval, confidence)
        facts |= {name: found, f"{name}_held": held,
                  f"plain_{name}": None if math.isnan(plain) else plain}  # fmt: skip
        if found is None:
            reasons |= dict.fromkeys((name, f"{name}_test"), fault("shape.reasons.no_two_sides"))
        elif found.low is None:
            why = held.refused(interval) or fault("shape.reasons.line", n=len(spread))
            reasons[f"{name}.interval"] = why
        if math.isnan(plain):
            reasons[f"plain_{name}"] = fault("shape.reasons.no_two_sides")
    if not facts["plain_pearson"] or abs(facts["plain_pearson"]) == 1:
        reasons["groups_for_this"] = fault("shape.reasons.no_number_of_groups")
    return facts, reasons
