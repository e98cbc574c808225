"""Whether the stored mean of every language still describes documents of today."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from monosashi.embeddings.arrays import FloatArray, TextArray
from monosashi.language.centroids import Centroids, Float64Array
from monosashi.language.fitted import FittedRepair
from monosashi.language.freshness.band import FALSE_ALARMS, noise_band
from monosashi.language.spread import LEAST_UNITS, Spread, measure_spread


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
        units in the sample.
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
    def drifted(self) -> bool:
        """Whether the distance is beyond the band."""
        return self.distance is not None and self.band is not None and self.distance > self.band


def measure_drift(
    repair: FittedRepair, vectors: FloatArray, labels: TextArray, names: TextArray
) -> tuple[Drift, ...]:
    """Every language of the repair; ``labels`` are of its languages, ``names`` say the units."""
    fresh = Centroids.of(vectors, labels)
    spread = measure_spread(vectors, labels, names, fresh)
    tested = [name for name in repair.languages if _enough(spread.get(name))]
    alarms = FALSE_ALARMS / max(1, len(tested))  # together at most 1 %, however they hang together
    return tuple(_drift(repair, name, fresh, spread.get(name), alarms)
                 for name in repair.languages)  # fmt: skip


def _enough(fresh: Spread | None) -> bool:
    return fresh is not None and fresh.units >= LEAST_UNITS


def _drift(
    repair: FittedRepair, name: str, fresh: Centroids, spread: Spread | None, alarms: float
) -> Drift:
    stored, documents = repair.documents.means[name], repair.documents.counts[name]
    rows = fresh.counts.get(name, 0)
    if not rows:
        return Drift(name, documents, 0, 0)
    mean = fresh.means[name]
    distance, cosine = _length(mean - stored), _cosine(mean, stored)
    if spread is None or not _enough(spread):
        units = 1 if spread is None else spread.units
        return Drift(name, documents, rows, units, distance, cosine=cosine)
    behind = stored_spread(repair, name)
    expected = behind.error + spread.error
    band = noise_band(behind, spread, alarms)
    beyond = distance**2 - expected
    drifted = band is not None and distance > band
    worth = spread.first / (beyond + behind.error) if drifted and beyond > 0 else None
    return Drift(name, documents, rows, spread.units, distance, band, math.sqrt(expected), cosine,
                 worth)  # fmt: skip


def stored_spread(repair: FittedRepair, name: str) -> Spread:
    """What the repair keeps; of an older folder what its mean says, without the shape."""
    if repair.spread is not None and name in repair.spread:
        return repair.spread[name]
    n, length = repair.documents.counts[name], _length(repair.documents.means[name])
    return Spread(max(n, 2), max(0.0, 1.0 - length**2) * n / max(n - 1, 1))


def _length(vector: Float64Array) -> float:
    return float(np.sqrt(np.add.reduce(vector * vector)))


def _cosine(a: Float64Array, b: Float64Array) -> float | None:
    lengths = _length(a) * _length(b)
    return float(np.add.reduce(a * b) / lengths) if lengths > 0 else None
