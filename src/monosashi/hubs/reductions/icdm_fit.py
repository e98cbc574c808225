"""From rows to factors, for one k or several."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from monosashi.embeddings import DataError, Fault, fault
from monosashi.hubs.reductions.candidates import Candidates
from monosashi.hubs.reductions.ground import Ground
from monosashi.hubs.reductions.scaling import Balanced, balance
from monosashi.neighbors import check_k

SPARE_ROWS = 3
"""Fewer than k + 3 distinct rows are not balanced: there is nothing to choose from."""
SPARE, SMALL, LEAST_LISTED, TIMES, MOST_LISTED = 50, 2_000, 400, 3, 2_500
"""Others beyond k that every list holds, or half of k; up to this many rows all others are listed;
else k times this, within limits that keep memory small (13 bytes for each listed)."""


@dataclass(frozen=True)
class Options:
    """Checked options of a fit."""

    ks: tuple[int, ...]
    exponent: float
    tolerance: float
    max_iterations: int

    @classmethod
    def of(
        cls, ks: tuple[int, ...], exponent: float, tolerance: float, max_iterations: int
    ) -> Options:
        """Refuse what is out of range, all at once."""
        wrong = {
            "exponent": (exponent, "0 < exponent ≤ 1", 0 < exponent <= 1),
            "tolerance": (tolerance, "tolerance > 0", tolerance > 0),
            "max_iterations": (max_iterations, "max_iterations ≥ 1", max_iterations >= 1),
        }
        faults = [
            fault("hubs.errors.option", name=name, given=given, expected=expected)
            for name, (given, expected, fine) in wrong.items()
            if not fine
        ]
        if faults:
            raise DataError(*faults)
        return cls(ks, exponent, tolerance, max_iterations)

    def kept(self) -> dict[str, Any]:
        """As fields of the result."""
        return {"exponent": self.exponent, "tolerance": self.tolerance,
                "max_iterations": self.max_iterations}  # fmt: skip


def fit_factors(
    ground: Ground, options: Options, n_jobs: int | None
) -> Iterator[tuple[dict[str, Any], Candidates | None]]:
    """Fields of a result for each k, with one search for all, and the lists it rests on."""
    for k in options.ks:
        check_k(k, ground.n, others=ground.n - 1)
    sought = [k for k in options.ks if not few_distinct(ground, k)]
    lists = None
    if sought:
        lists = _lists(ground, tuple(sought), options.exponent, n_jobs)
    for k in options.ks:
        if lists is None or k not in sought:
            yield _uncorrected(ground, k), None
        else:
            yield _corrected(ground, lists, k, options), lists


def _lists(
    ground: Ground, ks: tuple[int, ...], exponent: float, n_jobs: int | None
) -> Candidates:  # fmt: skip
    """One search for every k; factors need not be foreseen where lists hold everybody."""
    rows = ground.distinct
    lengths = tuple(_length(k, len(rows)) for k in ks)
    if max(lengths) == len(rows) - 1:
        return Candidates.of(rows, lengths, n_jobs)
    return Candidates.foreseeing(rows, lengths, max(ks), exponent, n_jobs)


def _length(k: int, n: int) -> int:
    """Length of the lists of candidates for one k."""
    if n <= SMALL:
        return n - 1
    least = k + max(SPARE, k // 2)
    return min(max(least, min(max(LEAST_LISTED, TIMES * k), MOST_LISTED)), n - 1)


def few_distinct(ground: Ground, k: int) -> bool:
    """Whether there are too few distinct rows to balance."""
    return len(ground.copies.first) < k + SPARE_ROWS


def _uncorrected(ground: Ground, k: int) -> dict[str, Any]:
    note = fault("hubs.notices.few_distinct", k=k, distinct=len(ground.copies.first), n=ground.n)
    return {"k": k, "factors": np.ones(ground.n), "mean_distance": 1.0, "errors": (0.0,),
            "notices": (note,)}  # fmt: skip


def _corrected(ground: Ground, lists: Candidates, k: int, options: Options) -> dict[str, Any]:
    lists.recomputed = lists.pairs = 0
    length = _length(k, len(ground.distinct))
    balanced = balance(
        lambda factors: lists.nearness(factors, k, length), len(ground.distinct),
        exponent=options.exponent, tolerance=options.tolerance, most=options.max_iterations,
    )  # fmt: skip
    factors = balanced.factors[ground.copies.kind]
    middle = float(np.exp(np.log(factors).mean()))
    return {"k": k, "factors": factors / middle,
            "mean_distance": balanced.mean_distance / middle**2, "errors": balanced.errors,
            "recomputed": lists.recomputed, "columns": lists.columns,
            "notices": _notices(balanced, options.tolerance)}  # fmt: skip


def _notices(balanced: Balanced, tolerance: float) -> tuple[Fault, ...]:
    error = balanced.errors[-1]
    if error < tolerance:
        return ()
    return (fault("hubs.notices.not_converged", iterations=balanced.steps, error=error,
                  tolerance=tolerance),)  # fmt: skip
