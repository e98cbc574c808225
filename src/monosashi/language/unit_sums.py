"""A fair sample of units (pages, or all chunks of a page), kept while documents stream by."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np

from monosashi.embeddings import unit_rows
from monosashi.embeddings.arrays import FloatArray, TextArray
from monosashi.language.centroids import Float64Array, block_rows

MOST_UNITS = 400  # of a language: moments of the spread are then known to a few per cent
SPARE = 4  # units that are held before the surplus is thrown away, as a multiple
LAST = 2**64


@dataclass(eq=False)
class LanguageUnits:
    """The units of one language whose hashes are smallest: as good as drawn at random.

    Which they are depends on their names only, so neither order nor parts change them.
    """

    held: dict[int, tuple[Float64Array, int]] = field(default_factory=dict)
    seen: set[int] = field(default_factory=set)
    below: int = LAST

    def add(self, mark: int, unit: Float64Array) -> None:
        """Add a row to its unit, if the unit may still be kept."""
        if mark >= self.below:
            return
        known = self.held.get(mark)
        self.held[mark] = (unit, 1) if known is None else (known[0] + unit, known[1] + 1)
        if len(self.held) > SPARE * MOST_UNITS:
            self._drop_surplus()

    def _drop_surplus(self) -> None:
        kept = sorted(self.held)[:MOST_UNITS]
        self.below = kept[-1] + 1
        self.held = {mark: self.held[mark] for mark in kept}

    def deviations(self, mean: Float64Array) -> Float64Array:
        """(m, d) what each kept unit moves the mean by, times the number of units.

        e = (sum of the unit's rows - their number * mean) / mean number of rows a unit
        """
        chosen = [self.held[mark] for mark in sorted(self.held)[:MOST_UNITS]]
        sizes = np.array([count for _, count in chosen], dtype=np.float64)
        sums: Float64Array = np.stack([total for total, _ in chosen])
        moved: Float64Array = (sums - sizes[:, None] * mean) / sizes.mean()
        return moved


class UnitSums:
    """Units of every language; a unit is a row, or all rows of a language that share a key."""

    def __init__(self) -> None:
        """Start with no rows."""
        self.languages: dict[str, LanguageUnits] = {}

    def add(self, vectors: FloatArray, labels: TextArray, names: Iterable[str]) -> None:
        """Add rows; ``names`` are their ids, or their keys."""
        pairs = [(str(label), _mark(str(name))) for label, name in zip(labels, names, strict=True)]
        step = block_rows(vectors.shape[1])
        for start in range(0, len(pairs), step):
            self._add(vectors[start : start + step], pairs[start : start + step])

    def _add(self, vectors: FloatArray, pairs: list[tuple[str, int]]) -> None:
        """Only rows whose unit may still be kept are scaled."""
        places = []
        for place, (label, mark) in enumerate(pairs):
            units = self.languages.setdefault(label, LanguageUnits())
            units.seen.add(mark)
            if mark < units.below:
                places.append(place)
        if not places:
            return
        for place, row in zip(places, unit_rows(vectors[places].astype(np.float64)), strict=True):
            label, mark = pairs[place]
            self.languages[label].add(mark, row)


def _mark(name: str) -> int:
    encoded = name.encode("utf-8", "surrogatepass")
    return int.from_bytes(hashlib.blake2b(encoded, digest_size=8).digest(), "big")
