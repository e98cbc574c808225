"""Cosines of chosen pairs of pages, each by one sum in a fixed order."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from monosashi.language.gate.pages import Float64Array, Rows
from monosashi.language.layout import IntArray

NUMBERS = 1 << 17  # of one side in memory at once: near the processor


@dataclass(frozen=True, eq=False)
class Copies:
    """Pages with the very same vector: their cosines are computed once.

    Attributes
    ----------
    first : (m,) int
        The first page with the vector of each.
    """

    first: IntArray

    @classmethod
    def of(cls, pages: Rows) -> Copies | None:
        """None where pages have chunks, or no two are the same."""
        if not pages.n or pages.n < len(pages.unit):
            return None
        flat = np.ascontiguousarray(pages.unit)
        whole = flat.view(f"V{flat.shape[1] * flat.dtype.itemsize}").ravel()
        _, first, group = np.unique(whole, return_index=True, return_inverse=True)
        return None if len(first) == pages.n else cls(first[group])


def pair_cosines(
    asked: Rows, held: Rows, pairs: tuple[IntArray, IntArray], copies: Copies | None = None
) -> Float64Array:
    """(pairs,) cosine of the nearest two chunks of every pair (page of ``asked``, of ``held``).

    The bits of one pair do not depend on which others are computed beside it.
    """
    rows, places = pairs
    if copies is None:
        return _cosines(asked, held, rows, places)
    whole, back = np.unique(rows * held.n + copies.first[places], return_inverse=True)
    found: Float64Array = _cosines(asked, held, whole // held.n, whole % held.n)[back]
    return found


def _cosines(asked: Rows, held: Rows, rows: IntArray, places: IntArray) -> Float64Array:
    out = np.empty(len(rows))
    chunks = asked.lengths[rows] * held.lengths[places]
    most = max(1, NUMBERS // asked.unit.shape[1])
    edges = np.flatnonzero(np.diff(np.cumsum(chunks) // most, prepend=-1, append=-1))
    for start, end in pairwise(edges):
        part = slice(start, end)
        out[part] = _best(asked, held, (rows[part], places[part]), chunks[part])
    return np.clip(out, -1.0, 1.0)


def _best(
    asked: Rows, held: Rows, pairs: tuple[IntArray, IntArray], chunks: IntArray
) -> Float64Array:
    """Every chunk of one with every chunk of the other, and the best of each pair of pages."""
    ends = np.cumsum(chunks)
    number = np.arange(ends[-1]) - np.repeat(ends - chunks, chunks)
    rows, places = (np.repeat(side, chunks) for side in pairs)
    width = held.lengths[places]
    product = asked.unit[asked.starts[rows] + number // width]
    product *= held.unit[held.starts[places] + number % width]
    found: Float64Array = np.maximum.reduceat(product.sum(axis=1), ends - chunks)
    return found
