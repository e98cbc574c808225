"""All fields of a shape that distances give."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from monosashi.embeddings import Fault, fault
from monosashi.results import Estimate, Row
from monosashi.shape.chance import histogram
from monosashi.shape.configuration import Array
from monosashi.shape.cyclic_chance import against_rotations
from monosashi.shape.decomposition import (
    STATISTICS,
    ms_within,
    n0,
    possible_range,
    pseudo_f,
    value_or_nan,
)
from monosashi.shape.exchange import Exchange
from monosashi.shape.from_distances.chance import against_chance, permutation_of_f
from monosashi.shape.from_distances.dbicc import dbicc_estimates
from monosashi.shape.from_distances.eigenvalues import negative_eigenvalues
from monosashi.shape.from_distances.roots import likely_squared, r_squared_of
from monosashi.shape.from_distances.spread import spread_from
from monosashi.shape.from_distances.sums import PairSums, sum_table, unit_table
from monosashi.shape.group_rows import rows_of_groups, without_interval
from monosashi.shape.grouping import Grouping
from monosashi.shape.influence import influence_rows
from monosashi.statistics.jackknife import jackknife_estimate, refusal
from monosashi.words import say

NEED_VECTORS = ("welch", "welch_permutation", "dispersion", "width_permutation",
                "location_dispersion")  # fmt: skip
Fields = tuple[dict[str, Any], dict[str, Fault]]


def free_fields(distances: Array, squares: Array, gram: Array) -> Fields:
    """What needs no groups; two objects or more."""
    n, total = len(distances), float(squares.sum()) / (2 * len(distances))
    pairs = n * (n - 1) // 2
    method = say("shape.methods.all_pairs", "en", pairs=pairs)
    nature, why = negative_eigenvalues(gram)
    fields = {
        "n": n, "v": total / n, "ss_total": total, "v_unbiased": total / (n - 1),
        "mean_squared_pair_distance": 2 * total / (n - 1), "mean_resultant_length": None,
        "mean_pair_distance": Estimate(float(distances.sum()) / (2 * pairs), None, None, None,
                                       method, n), **nature,
        "likely_squared": likely_squared(distances, nature),
    }  # fmt: skip
    needs = fault("shape.reasons.needs_vectors")
    return fields, {"mean_resultant_length": needs, **why}


@dataclass(frozen=True, eq=False)
class Measured:
    """Squared distances with their groups.

    Attributes
    ----------
    squares : (n, n)
    gram : (n, n), centred
    euclidean : bool
        Whether SS_B can be trusted not to be negative.
    likely_squared : bool
        Whether they are squares of what looks like squares already.
    """

    squares: Array
    gram: Array
    grouping: Grouping
    exchange: Exchange
    euclidean: bool
    likely_squared: bool

    @property
    def sums(self) -> PairSums:
        """Sums over pairs of groups."""
        table = sum_table(self.squares, self.grouping.codes, self.grouping.n_groups)
        return PairSums(self.grouping.sizes.astype(np.float64), table)

    def fields(self, *, permutations: int, confidence: float, rng: np.random.Generator) -> Fields:
        """Fields by name, and reasons for those that are None."""
        sums, units = self.sums, unit_table(self.squares, self.exchange)
        fields, reasons = _decomposition(sums)
        estimates, why = self._estimates(sums, confidence)
        r_squared = float(estimates["r_squared"])
        pairwise, no_pairs = dbicc_estimates(sums, confidence)
        tested, no_effect = self._tests(sums, units, fields["f"], r_squared=r_squared,
                                        permutations=permutations, rng=rng)  # fmt: skip
        rows = self._rows(sums, units, confidence)
        influence, unknown = influence_rows(self.grouping, r_squared,
                                            sums.leave_one_out("r_squared"))  # fmt: skip
        reasons |= dict.fromkeys(NEED_VECTORS, fault("shape.reasons.needs_vectors"))
        fields["r_squared_of_roots"] = self._of_roots()
        if not self.likely_squared:
            reasons["r_squared_of_roots"] = fault("shape.reasons.no_roots")
        fields |= {**estimates, **pairwise, **tested, "groups": rows, "influence": influence,
                   "n_singletons": len(self.grouping.singletons)}  # fmt: skip
        return fields, reasons | why | no_effect | no_pairs | unknown | without_interval(rows)

    def _of_roots(self) -> float | None:
        """R² of the square roots of the distances, where those are likely the distances."""
        if not self.likely_squared:
            return None
        return r_squared_of(np.sqrt(self.squares), self.grouping)

    def _tests(
        self, sums: PairSums, units: Array, f: float | None, *,
        r_squared: float, permutations: int, rng: np.random.Generator,
    ) -> Fields:  # fmt: skip
        """The test of F, and R² against what moved labels give."""
        test, null = permutation_of_f(self.exchange, units, sums.sizes, total=sums.total, f=f,
                                      permutations=permutations, rng=rng)  # fmt: skip
        effect, reasons = (
            against_chance(self.exchange, units, self.gram, sums.sizes, total=sums.total,
                           r_squared=r_squared)
            if self.exchange.order is None else against_rotations(null)
        )  # fmt: skip
        return {**effect, "permutation": test, "null": histogram(null)}, reasons

    def _rows(self, sums: PairSums, units: Array, confidence: float) -> tuple[Row, ...]:
        spread = spread_from(self.exchange, units, self.grouping.n_groups)
        return rows_of_groups(self.grouping.names, sums.sizes, sums.within, spread,
                              confidence=confidence, highest=math.inf)  # fmt: skip

    def _estimates(
        self, sums: PairSums, confidence: float
    ) -> tuple[dict[str, Estimate], dict[str, Fault]]:
        estimates, reasons, parts = {}, {}, sums.parts()
        for name in STATISTICS:
            left = sums.leave_one_out(name)
            low, high = possible_range(name, parts)
            low = low if self.euclidean else -math.inf
            estimates[name] = jackknife_estimate(
                float(value_or_nan(name, parts)), left, confidence=confidence,
                possible=(low, high), unit="cluster")  # fmt: skip
            if why := refusal(left):
                reasons[f"{name}.interval"] = fault(why, n=len(left))
        return estimates, reasons


def _decomposition(sums: PairSums) -> Fields:
    parts = sums.parts()
    within = float(parts.within)
    fields: dict[str, Any] = {
        "n_groups": len(sums.sizes), "ss_within": within,
        "ss_between": float(parts.total) - within,
        "n0": float(n0(parts)),
        "ms_within": float(ms_within(parts)),
        "f": float(pseudo_f(parts)) if within > 0 else None, "f2": _f2(sums),
    }  # fmt: skip
    reasons = {}
    if fields["f"] is None:
        reasons["f"] = fault("shape.reasons.infinite_f")
    if fields["f2"] is None:
        key = "infinite_f" if (sums.sizes > 1).sum() > 1 else "one_plural_group"
        reasons["f2"] = fault(f"shape.reasons.{key}")
    return fields, reasons


def _f2(sums: PairSums) -> float | None:
    """SS_B / sum (1 - n_g/n) V_g over groups of two or more (Anderson et al. 2017)."""
    plural = sums.take(np.flatnonzero(sums.sizes > 1))
    if len(plural.sizes) < 2:
        return None
    variances = plural.within / (plural.sizes - 1)
    below = float(((1 - plural.sizes / plural.sizes.sum()) * variances).sum())
    return (plural.total - float(plural.within.sum())) / below if below > 0 else None
