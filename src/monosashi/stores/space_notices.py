"""Habits of stores that change lengths or order, told to whoever reads from them."""

from __future__ import annotations

import numpy as np

from monosashi.embeddings import Fault, fault
from monosashi.embeddings.arrays import FloatArray
from monosashi.embeddings.checks import blocks_of
from monosashi.embeddings.lengths import row_lengths
from monosashi.stores.addresses import Address
from monosashi.stores.store_protocols import Space

NEAR = 1e-3  # as wide as the rounding of half precision


def space_notices(vectors: FloatArray, space: Space, address: Address, name: str) -> list[Fault]:
    """The store scaled the vectors, or its index orders them otherwise than by cosine."""
    if not space.keeps_lengths:
        return [fault("stores.notices.store_unit", address=str(address), name=name)]
    if space.order in {None, "cosine"} or all_unit(vectors):
        return []
    return [fault("stores.notices.store_order", address=str(address), name=name, order=space.order)]


def all_unit(vectors: FloatArray) -> bool:
    """Whether every row has length 1, as far as half precision can tell."""
    return all(bool((np.abs(row_lengths(block) - 1) <= NEAR).all())
               for _, block in blocks_of(vectors))  # fmt: skip
