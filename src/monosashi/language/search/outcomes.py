"""Outcomes of queries with known answers, query by query."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from monosashi.embeddings import EmbeddingSet
from monosashi.language.judging import GoldPages, Judged, judge, thin_cosines
from monosashi.language.judging.judged import Float64Array
from monosashi.language.outcomes import Outcomes
from monosashi.language.scored import CosineScores, Space
from monosashi.language.thinned import Thinned

GAIN = (-1.0, 1.0)
PAIRED, REST = (("cross", "drop"), ("cross", "language")), ("cross", "candidates")


@dataclass(frozen=True, eq=False)
class Searched:
    """What queries find.

    Attributes
    ----------
    judged : Judged
    thinned : Thinned
        Chance that the best answer of a language comes first in a mixed pool thinned to the size
        of that language; NaN where it holds no answer.
    """

    judged: Judged
    thinned: Thinned

    @classmethod
    def of(
        cls, pages: GoldPages, documents: EmbeddingSet, queries: EmbeddingSet | None = None
    ) -> Searched:
        """Put the queries to the pages, once to all and once to as many as a language has."""
        space = Space.of(pages, pages.question, documents, queries)
        thinned = thin_cosines(space, pages.question, pages.layout)
        return cls(judge(CosineScores().scores(space), pages.question), thinned)

    def parts(self, alone: Float64Array, mixed: Float64Array) -> tuple[Float64Array, Float64Array]:
        """(n,) what language and what more candidates cost of recall@1 in other languages."""
        thinned = self._cross(self.thinned.values[:, :, 0])
        if self.thinned.alone is None:
            return alone - thinned, thinned - mixed
        language = self._cross(self.thinned.alone[:, :, 0]) - thinned
        return language, alone - mixed - language

    def _cross(self, chances: Float64Array) -> Float64Array:
        """(n,) chance that an answer in any other language comes first; NaN without one.

        Languages are taken to be independent, given the query: with two there is one other.
        """
        hits = chances.copy()
        hits[np.arange(self.judged.n), self.judged.own_pool] = np.nan
        missed = np.where(np.isnan(hits), 1.0, 1.0 - hits).prod(axis=1)
        return np.where(np.isnan(hits).all(axis=1), np.nan, 1.0 - missed)


def search_outcomes(measured: Mapping[str, Searched], ks: Sequence[int]) -> Outcomes:
    """Columns (repair, language, quantity) and, of repairs, their gain on the raw vectors."""
    raw = measured[""].judged
    units, unit_of = np.unique(raw.units, return_inverse=True)
    columns = Outcomes(unit_of, len(units))
    before = _quantities(measured[""], ks)
    for name, searched in measured.items():
        held = before if not name else _quantities(searched, ks)
        for language in np.unique(raw.own_pool).tolist():
            rows = np.flatnonzero(raw.own_pool == language)
            for quantity, values in held.items():
                least = GAIN if quantity in PAIRED else (0.0, 1.0)
                bounds = searched.thinned.rest_bounds if quantity == REST else least
                columns.add((name, language, quantity), rows, values[rows], bounds)
            if name:
                for gain in (("map",), ("own", 1), ("cross", 1)):
                    change = held[gain][rows] - before[gain][rows]
                    columns.add((name, language, ("gain", gain[0])), rows, change, GAIN)
    return columns


def _quantities(searched: Searched, ks: Sequence[int]) -> dict[tuple[object, ...], Float64Array]:
    judged = searched.judged
    cross, own = judged.cross_ranks(), judged.own_ranks()
    alone, mixed = within(_best_alone(judged), 1), within(cross, 1)
    language, candidates = searched.parts(alone, mixed)
    found: dict[tuple[object, ...], Float64Array] = {
        ("map",): judged.precision,
        ("map", "optimistic"): judged.optimistic_precision,
        ("share",): judged.own_share,
        ("cross", "alone"): alone,
        ("cross", "drop"): alone - mixed,
        ("cross", "language"): language,
        ("cross", "candidates"): candidates,
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
