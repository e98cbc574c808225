"""Short digests of a fitted repair: of what it does to vectors, and of every array of it."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING

import numpy as np

from monosashi.language.centroids import Centroids, Float64Array

if TYPE_CHECKING:
    from monosashi.language.fitted import FittedRepair

SIGNS, OF_ARRAY = 8, 16  # hex digits: of a mark that people read, and of one that nobody types


def arrays_of(repair: FittedRepair) -> dict[str, Float64Array]:
    """The arrays that a saved repair consists of, by name."""
    held = {"documents": repair.documents, "queries": repair.queries}
    found = {name: means_of(one) for name, one in held.items() if one is not None}
    return found | {name: getattr(repair, name) for name in repair.arrays_kept}


def means_of(held: Centroids) -> Float64Array:
    """(L, d) means, in the order of the languages."""
    return np.stack([held.means[language] for language in held.counts])


def array_digest(array: Float64Array) -> str:
    """First 16 hex digits of SHA-256 over kind, shape and numbers.

    >>> array_digest(np.zeros((1, 2))) == array_digest(np.zeros((2, 1)))
    False
    """
    digest = hashlib.sha256(f"{array.dtype.str}{array.shape}".encode())
    digest.update(np.ascontiguousarray(array).data)
    return digest.hexdigest()[:OF_ARRAY]


def repair_digest(repair: FittedRepair) -> str:
    """First 8 hex digits of SHA-256 over kind, settings, languages and arrays.

    Two repairs with the same digest mend every vector alike, whenever they were fitted.
    """
    held = [repair.kind, repair.settings(), repair.renormalise,
            {name: getattr(repair, name) for name in repair.numbers_kept},
            [list(one.counts) for one in (repair.documents, repair.queries) if one is not None],
            {name: array_digest(array) for name, array in arrays_of(repair).items()}]  # fmt: skip
    told = json.dumps(held, sort_keys=True, default=str)
    return hashlib.sha256(told.encode()).hexdigest()[:SIGNS]
