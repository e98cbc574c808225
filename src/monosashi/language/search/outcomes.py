"""Outcomes of queries with known answers, query by query."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from monosashi.language.judging import Judged
from monosashi.language.judging.judged import Float64Array
from monosashi.language.outcomes import Outcomes

GAIN = (-1.0, 1.0)


def search_outcomes(measured: Mapping[str, Judged], ks: Sequence[int]) -> Outcomes:
    """Columns (repair, language, quantity) and, of repairs, their gain on the raw vectors."""
    raw = measured[""]
    units, unit_of = np.unique(raw.units, return_inverse=True)
    columns = Outcomes(unit_of, len(units))
    before = _quantities(raw, ks)
    for name, judged in measured.items():
        held = before if judged is raw else _quantities(judged, ks)
        for language in np.unique(raw.own_pool).tolist():
            rows = np.flatnonzero(raw.own_pool == language)
            for quantity, values in held.items():
                columns.add((name, language, quantity), rows, values[rows],
                            GAIN if quantity == ("cross", "drop") else (0.0, 1.0))  # fmt: skip
            if name:
                for gain in (("map",), ("own", 1), ("cross", 1)):
                    change = held[gain][rows] - before[gain][rows]
                    columns.add((name, language, ("gain", gain[0])), rows, change, GAIN)
    return columns


def _quantities(judged: Judged, ks: Sequence[int]) -> dict[tuple[object, ...], Float64Array]:
    cross, own = judged.cross_ranks(), judged.own_ranks()
    alone = _best_alone(judged)
    found: dict[tuple[object, ...], Float64Array] = {
        ("map",): judged.precision,
        ("map", "optimistic"): judged.optimistic_precision,
        ("share",): judged.own_share,
        ("cross", "alone"): within(alone, 1),
        ("cross", "drop"): within(alone, 1) - within(cross, 1),
    }
    for k in ks:
        found["own", k], found["cross", k] = within(own, k), within(cross, k)
    return found


def _best_alone(judged: Judged) -> Float64Array:
    """(n,) lowest rank of a foreign answer among the pages of its own language."""
    ranks = judged.ranks("pool")
    ranks[np.arange(judged.n), judged.own_pool] = np.nan
    lowest = np.where(np.isnan(ranks), np.inf, ranks).min(axis=1)
    return np.where(np.isnan(ranks).all(axis=1), np.nan, lowest)


def within(ranks: Float64Array, k: int) -> Float64Array:
    """1.0 for a rank of at most k, NaN where there is none to find."""
    return np.where(np.isnan(ranks), np.nan, (ranks <= k).astype(np.float64))
