"""Outcomes of every way as columns over the same items."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import permutations

import numpy as np

from monosashi.language.choosing.ground import Ground
from monosashi.language.choosing.trying import Tried
from monosashi.language.choosing.ways import contrasts
from monosashi.language.judging.judged import Float64Array, share_at_1
from monosashi.language.layout import IntArray
from monosashi.language.outcomes import Outcomes
from monosashi.language.trial import overlap

PAIRED = (-1.0, 1.0)
Pair = tuple[int, int]


def collect(ground: Ground, tried: Mapping[str, Tried], before: Tried) -> Outcomes:
    """All columns, by (name of the way, quantity)."""
    columns = Outcomes(ground.question.units, ground.n_units)
    for name, one in tried.items():
        _add_search(columns, name, one, before)
        if (blind := contrast_of(name, tried)) is not None:
            ahead = one.judged.precision - tried[blind].judged.precision
            columns.add((name, "over_blind"), np.arange(one.judged.n), ahead, PAIRED)
        for pair in directions(ground):
            _add_direction(columns, name, one, before, pair)
        _add_drop(columns, name, one)
        _add_own(columns, name, one, before)
    return columns


def contrast_of(name: str, tried: Mapping[str, Tried]) -> str | None:
    """Of the blind ways that a way is held against, the one that finds most."""
    held = [other for other in contrasts(name) if other in tried]
    return max(held, key=lambda other: np.nanmean(tried[other].judged.precision), default=None)


def directions(ground: Ground) -> list[Pair]:
    """(source, target) of different languages."""
    return list(permutations(range(len(ground.languages)), 2))


def _add_search(columns: Outcomes, name: str, one: Tried, before: Tried) -> None:
    rows = np.arange(one.judged.n)
    columns.add((name, "map"), rows, one.judged.precision)
    columns.add((name, "map_optimistic"), rows, one.judged.optimistic_precision)
    columns.add((name, "gain"), rows, one.judged.precision - before.judged.precision, PAIRED)
    won = one.judged.optimistic_precision - before.judged.optimistic_precision
    columns.add((name, "gain_optimistic"), rows, won, PAIRED)
    columns.add((name, "share"), rows, one.judged.own_share)
    columns.add((name, "tied"), rows, one.judged.tied_ends.astype(np.float64))


def _add_direction(columns: Outcomes, name: str, one: Tried, before: Tried, pair: Pair) -> None:
    source, target = pair
    rows = np.flatnonzero(one.judged.own_pool == source)
    found = share_at_1(one.judged.ranks("mixed")[rows, target])
    was = share_at_1(before.judged.ranks("mixed")[rows, target])
    columns.add((name, "recall", pair), rows, found)
    columns.add((name, "recall_optimistic", pair), rows,
                share_at_1(one.judged.ranks("mixed", "optimistic")[rows, target]))  # fmt: skip
    alone = share_at_1(one.judged.ranks("pool")[rows, target])
    columns.add((name, "alone", pair), rows, alone)
    columns.add((name, "lost", pair), rows, alone - found)
    columns.add((name, "change", pair), rows, found - was, PAIRED)


def _add_drop(columns: Outcomes, name: str, one: Tried) -> None:
    """Every query with every foreign language that answers it; a larger pool never finds more."""
    rows, mixed = _foreign(one, one.judged.ranks("mixed"))
    _, won = _foreign(one, one.judged.ranks("mixed", "optimistic"))
    _, alone = _foreign(one, one.judged.ranks("pool"))
    columns.add((name, "foreign"), rows, mixed)
    columns.add((name, "foreign_optimistic"), rows, won)
    columns.add((name, "drop"), rows, alone - mixed)


def _foreign(one: Tried, ranks: Float64Array) -> tuple[IntArray, Float64Array]:
    """(cells,) numbers of queries and hits at rank 1, for every answer in another language."""
    ranks[np.arange(one.judged.n), one.judged.own_pool] = np.nan
    rows, _ = np.indices(ranks.shape)
    return rows.ravel(), share_at_1(ranks).ravel()


def _add_own(columns: Outcomes, name: str, one: Tried, before: Tried) -> None:
    rows = np.arange(one.own.n)
    found, was = share_at_1(one.own.own_ranks()), share_at_1(before.own.own_ranks())
    columns.add((name, "same_language"), rows, found)
    won, had = (share_at_1(side.own.own_ranks("optimistic")) for side in (one, before))
    columns.add((name, "same_language_optimistic"), rows, won)
    columns.add((name, "loss"), rows, was - found, PAIRED)
    columns.add((name, "loss_optimistic"), rows, had - won, PAIRED)
    columns.add((name, "overlap"), rows, overlap(before.first, one.first))
