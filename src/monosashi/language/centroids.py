"""Mean unit vectors by language, summed block by block."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from monosashi.embeddings import DataError, Fault, fault, unit_rows
from monosashi.embeddings.arrays import FloatArray, TextArray
from monosashi.embeddings.checks import zero_rows

BLOCK = 4_096
Float64Array = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Centroids:
    """One mean vector a language.

    Attributes
    ----------
    means : mapping of language to (d,) float64
    counts : mapping of language to int
    """

    means: Mapping[str, Float64Array]
    counts: Mapping[str, int]

    @classmethod
    def of(cls, vectors: FloatArray, labels: TextArray, ids: TextArray | None = None) -> Centroids:
        """Means of the unit rows of every label; zero rows are refused by row."""
        if empty := zero_rows(vectors):
            lost = [] if ids is None else [str(name) for name in ids[empty]]
            raise DataError(fault("embeddings.errors.zero_vectors", empty, lost))
        names, codes = np.unique(labels, return_inverse=True)
        sums = np.zeros((len(names), vectors.shape[1]))
        for start in range(0, len(vectors), BLOCK):
            block = slice(start, start + BLOCK)
            unit = unit_rows(vectors[block].astype(np.float64))
            for code in np.unique(codes[block]):
                sums[code] += np.add.reduce(unit[codes[block] == code], axis=0)
        counts = np.bincount(codes, minlength=len(names))
        means = {str(name): sums[i] / counts[i] for i, name in enumerate(names)}
        return cls(means, {str(name): int(counts[i]) for i, name in enumerate(names)})

    def too_few(self, code: str, below: int) -> list[Fault]:
        """A fault for every language with fewer rows than ``below``."""
        return [fault(code, language=name, n=n, least=below)
                for name, n in self.counts.items() if n < below]  # fmt: skip
