"""Whether the stored mean of every language still describes documents of today."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from monosashi.embeddings.arrays import FloatArray, TextArray
from monosashi.language.centroids import Centroids, Float64Array
from monosashi.language.fitted import FittedRepair
from monosashi.language.freshness.band import FALSE_ALARMS, noise_band
from monosashi.language.spread import LEAST_UNITS, Spread, measure_spread

SAME = 1e-6  # between two means of the same documents, kept with other precision


@dataclass(frozen=True)
class Drift:
    """Stored mean against the mean of the sample, in one language.

    Attributes
    ----------
    language : str
    documents, sample : int
        Rows behind the stored mean, and in the sample.
    sample_units : int
        Independent units of the sample: rows, or keys when a key was given.
    distance : float or None
        Between both means, of unit vectors; None when the sample has no row.
    band : float or None
        What chance alone exceeds in 1 % of checks, over all languages; None with fewer than 20
        units in the sample, and where these are all alike.
    expected : float or None
        The root mean square of the distance when nothing has drifted.
    cosine : float or None
        Of both means.
    worth : float or None
        The stored mean is today as good as one of this many fresh documents; None where no drift
        was found or nothing was judged.
    """

    language: str
    documents: int
    sample: int
    sample_units: int
    distance: float | None = None
    band: float | None = None
    expected: float | None = None
    cosine: float | None = None
    worth: float | None = None

    @property
    def judged(self) -> bool:
        """Whether there was enough to judge."""
        return self.band is not None

    @property
    def own(self) -> bool:
        """Whether the mean of the sample is the stored one, but for rounding."""
        return self.distance is not None and self.distance < SAME

    @property
    def all_alike(self) -> bool:
        """Whether there were enough units, but without any spread that chance could have."""
        return not self.judged and self.sample_units >= LEAST_UNITS

    @property
    def drifted(self) -> bool:
        """Whether the distance is beyond the band."""
        return self.distance is not None and self.band is not None and self.distance > self.band


@dataclass(frozen=True, eq=False)
class Fresh:
    """Means and spreads of vectors of today, documents or queries."""

    means: Centroids
    spread: Mapping[str, Spread]

    @classmethod
    def of(cls, vectors: FloatArray, labels: TextArray, names: TextArray) -> Fresh:
        """Languages by ``labels``; ``names`` say which rows are one unit."""
        means = Centroids.of(vectors, labels)
        return cls(means, measure_spread(vectors, labels, names, means))

    def judges(self, name: str) -> bool:
        """Whether there are enough units of a language."""
        found = self.spread.get(name)
        return found is not None and found.units >= LEAST_UNITS


def measure_drift(
    repair: FittedRepair, documents: Fresh | None, queries: Fresh | None = None
) -> tuple[tuple[Drift, ...], tuple[Drift, ...]]:
    """Every language of the repair, of documents and of queries.

    All that are judged share the false alarms, so that together they make at most 1 %, however
    they hang together.
    """
    asked = repair.queries if queries is not None else None
    sides = ((repair.documents, documents, repair.spread), (asked, queries, repair.query_spread))
    tested = sum(fresh.judges(name) for held, fresh, _ in sides if held is not None and fresh
                 for name in held.means)  # fmt: skip
    alarms = FALSE_ALARMS / max(1, tested)
    found = [
        () if held is None or fresh is None else tuple(
            _drift(name, held, fresh, stored_spread(held, kept, name), alarms)
            for name in held.means)
        for held, fresh, kept in sides
    ]  # fmt: skip
    return found[0], found[1]


def _drift(name: str, held: Centroids, now: Fresh, behind: Spread, alarms: float) -> Drift:
    stored, documents = held.means[name], held.counts[name]
    fresh, spread = now.means, now.spread.get(name)
    rows = fresh.counts.get(name, 0)
    if not rows:
        return Drift(name, documents, 0, 0)
    mean = fresh.means[name]
    distance, cosine = _length(mean - stored), _cosine(mean, stored)
    if spread is None or not now.judges(name):
        units = 1 if spread is None else spread.units
        return Drift(name, documents, rows, units, distance, cosine=cosine)
    expected = behind.error + spread.error
    band = noise_band(behind, spread, alarms)
    beyond = distance**2 - expected
    drifted = band is not None and distance > band
    worth = spread.first / (beyond + behind.error) if drifted and beyond > 0 else None
    return Drift(name, documents, rows, spread.units, distance, band, math.sqrt(expected), cosine,
                 worth)  # fmt: skip


def document_spread(repair: FittedRepair, name: str) -> Spread:
    """The spread behind the mean of documents in one language."""
    return stored_spread(repair.documents, repair.spread, name)


def stored_spread(held: Centroids, kept: Mapping[str, Spread] | None, name: str) -> Spread:
    """What the repair keeps; of an older folder what its mean says, without the shape."""
    if kept is not None and name in kept:
        return kept[name]
    n, length = held.counts[name], _length(held.means[name])
    return Spread(max(n, 2), max(0.0, 1.0 - length**2) * n / max(n - 1, 1))


def _length(vector: Float64Array) -> float:
    return float(np.sqrt(np.add.reduce(vector * vector)))


def _cosine(a: Float64Array, b: Float64Array) -> float | None:
    lengths = _length(a) * _length(b)
    return float(np.add.reduce(a * b) / lengths) if lengths > 0 else None
