"""Vectors moved by a shift, and random shifts of the same length."""

from __future__ import annotations

import numpy as np

from monosashi.advice.explaining.search import Floats, Rows
from monosashi.embeddings import EmbeddingSet, unit_rows
from monosashi.ranking import Candidates, Directions
from monosashi.retrieval.library import Library

BLOCK, SAMPLED = 4_096, 500


def unit_of(vectors: np.ndarray, rows: Rows | slice) -> Floats:
    """Some rows as float64 unit rows."""
    return np.asarray(unit_rows(np.asarray(vectors[rows], dtype=np.float64)), dtype=np.float64)


def moved_directions(unit: Floats, shifts: Floats) -> Directions:
    """Unit rows less a shift each; a row equal to its shift is refused."""
    return Directions(unit - shifts)


def moved_documents(library: Library, codes: Rows, means: Floats) -> Candidates:
    """All rows less the mean of their label, block by block, in the numbering of the library.

    Parameters
    ----------
    codes : (rows,) int
        Label of every row of the set.
    means : (labels, d) float64
    """
    held: EmbeddingSet = library.set
    out = np.empty(held.vectors.shape, dtype=np.float32)
    for start in range(0, held.n, BLOCK):
        block = slice(start, start + BLOCK)
        out[block] = unit_of(held.vectors, block) - means[codes[block]]
    rows = Directions(out, library.order, held.ids)
    return Candidates(rows, library.starts, np.array([0, library.n]))


def sampled(n: int, rng: np.random.Generator) -> Rows:
    """At most 500 of n rows: enough to know the directions in which they vary."""
    return np.sort(rng.permutation(n)[:SAMPLED])


def random_shifts(spread: Floats, lengths: Floats, rng: np.random.Generator) -> Floats:
    """(m, d) shifts of given lengths, in directions in which the rows of ``spread`` vary.

    A sum of centred rows with normal weights has their covariance: directions in which documents
    differ much come up more often, as they do for a real shift.
    """
    from threadpoolctl import threadpool_limits

    with threadpool_limits(limits=1, user_api="blas"):  # one order of summation everywhere
        drawn: Floats = rng.normal(size=(len(lengths), len(spread))) @ spread
    norms = np.sqrt(np.add.reduce(drawn * drawn, axis=1))
    still = norms == 0
    return drawn * (lengths / np.where(still, 1.0, norms))[:, None]
