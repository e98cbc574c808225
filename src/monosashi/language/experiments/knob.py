"""One thing that people try, and what it came to."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import numpy as np

from monosashi.embeddings import EmbeddingSet
from monosashi.results import Estimate

Kind = Literal["dimensions", "cleaning", "roles"]


@dataclass(frozen=True, eq=False)
class Knob:
    """Other vectors of the same documents.

    Attributes
    ----------
    name : str
        For instance ``dimensions 192`` or ``roles passage/passage``.
    kind : "dimensions", "cleaning" or "roles"
    make : function without arguments
        Gives the documents with the vectors that the knob leads to.
    """

    name: str
    kind: Kind
    make: Callable[[], EmbeddingSet]


@dataclass(frozen=True)
class TriedKnob:
    """One knob in one direction.

    Attributes
    ----------
    name, kind, source, target : str
    target_only, mixed, drop : Estimate or None
        recall@1 after turning it; None where the vectors are identical to those before.
    change : Estimate or None
        Drop after - drop before, paired; below 0 the knob helps.
    language_drop, language_change : Estimate or None
        The same of the part of the drop that language costs (``Direction.language_drop``). A
        knob that makes all vectors worse or better moves the rest too: what more candidates cost.
    identical : bool
        Whether every vector is bit for bit what it was: the knob changes nothing.
    largest_difference : float
        Of any number of any unit vector, where the lengths are the same; else None.
    """

    name: str
    kind: str
    source: str
    target: str
    target_only: Estimate | None
    mixed: Estimate | None
    drop: Estimate | None
    change: Estimate | None
    language_drop: Estimate | None
    language_change: Estimate | None
    identical: bool
    largest_difference: float | None


def largest_difference(before: EmbeddingSet, after: EmbeddingSet) -> float | None:
    """Largest difference of two numbers, over documents and queries; None for other lengths.

    Examples
    --------
    >>> a = EmbeddingSet.from_arrays([[1.0, 0.0]])
    >>> largest_difference(a, a)
    0.0
    """
    if before.dimension != after.dimension:
        return None
    sides = [(before.vectors, after.vectors), (_asking(before), _asking(after))]
    return max(float(np.max(np.abs(np.subtract(a, b, dtype=np.float64)))) for a, b in sides)


def _asking(held: EmbeddingSet) -> np.ndarray:
    return held.vectors if held.query_vectors is None else held.query_vectors
