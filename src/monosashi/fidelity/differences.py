"""Paired differences of generators on the same reals."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from monosashi.fidelity.leaving_out import Spread, difference
from monosashi.fidelity.result import Fidelity
from monosashi.results import Row

CUT = frozenset({"clipped_density", "clipped_coverage"})


def difference_rows(
    called: Sequence[str], results: Sequence[Fidelity], confidence: float
) -> list[Row]:
    """Every pair, metric by metric; those whose spread is known."""
    rows: list[Row] = []
    for name in results[0].metrics:
        for i, j in combinations(range(len(called)), 2):
            both = [_cut(name, results[one].spreads.get(name)) for one in (i, j)]
            if both[0] is None or both[1] is None:
                continue
            pair = results[i], results[j]
            rows.append({"metric": name, "generator_a": called[i], "generator_b": called[j],
                         **_apart(both[0].minus(both[1]), pair, confidence)})  # fmt: skip
    return rows


def corrected_difference_rows(
    called: Sequence[str], results: Sequence[Fidelity], confidence: float
) -> list[Row]:
    """The same of filtered and of corrected scores."""
    rows: list[Row] = []
    for key in results[0].correction_spreads:
        form, _, name = key.partition(".")
        for i, j in combinations(range(len(called)), 2):
            pair = results[i], results[j]
            both = [one.correction_spreads.get(key) for one in pair]
            if both[0] is None or both[1] is None:
                continue
            cut = [one if name == "density" else one.cut() for one in both if one is not None]
            rows.append({"metric": name, "form": form, "generator_a": called[i],
                         "generator_b": called[j],
                         **_apart(cut[0].minus(cut[1]), pair, confidence)})  # fmt: skip
    return rows


def _apart(spread: Spread, pair: tuple[Fidelity, Fidelity], confidence: float) -> Row:
    units = min(one.n_generated for one in pair)
    found = difference(spread, confidence=confidence, units=units)
    return {"difference": found.value, "low": found.low, "high": found.high,
            "standard_error": found.standard_error}  # fmt: skip


def _cut(name: str, spread: Spread | None) -> Spread | None:
    return spread if spread is None or name not in CUT else spread.cut()
