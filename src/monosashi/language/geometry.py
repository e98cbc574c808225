"""Where the languages lie: their centroids and how much of the spread they explain."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from monosashi.language.closeness import FloatArray, language_counts, language_sums
from monosashi.ranking import Candidates


@dataclass(frozen=True)
class Geometry:
    """Centroids of the languages' document vectors (unit length).

    Attributes
    ----------
    rows : mapping of language to int
    centroid_norms : mapping of language to float
        Length of the mean unit vector: near 1 when all of a language points one way.
    centroid_cosines, centroid_distances : mapping of (language, language) to float
    language_share : float
        Between-language share of the total sum of squares, 0 to 1.
    """

    rows: Mapping[str, int]
    centroid_norms: Mapping[str, float]
    centroid_cosines: Mapping[tuple[str, str], float | None]
    centroid_distances: Mapping[tuple[str, str], float]
    language_share: float | None


def measure_geometry(candidates: Candidates, languages: tuple[str, ...]) -> Geometry:
    """Measure the centroids of every language among the candidates."""
    sums, counts = language_sums(candidates), language_counts(candidates)
    means = sums / counts[:, None]
    norms = np.sqrt(np.add.reduce(means * means, axis=1))
    pairs = list(combinations(range(len(languages)), 2))
    cosines = {(languages[a], languages[b]): _cosine(means[a], means[b]) for a, b in pairs}
    distances = {(languages[a], languages[b]): float(np.linalg.norm(means[a] - means[b]))
                 for a, b in pairs}  # fmt: skip
    total = counts.sum() - float(np.add.reduce(sums.sum(axis=0) ** 2)) / counts.sum()
    within = float((counts * (1 - norms**2)).sum())
    share = None if total <= 0 else min(1.0, max(0.0, float(1 - within / total)))
    return Geometry(
        dict(zip(languages, counts.tolist(), strict=True)),
        dict(zip(languages, norms.tolist(), strict=True)),
        cosines, distances, share,
    )  # fmt: skip


def _cosine(a: FloatArray, b: FloatArray) -> float | None:
    lengths = float(np.linalg.norm(a) * np.linalg.norm(b))
    return float(np.add.reduce(a * b)) / lengths if lengths else None
