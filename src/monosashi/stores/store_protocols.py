"""What reading and writing need of a store: one open table or collection."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from monosashi.embeddings import EmbeddingSet, ModelCard, card
from monosashi.embeddings.arrays import FloatArray
from monosashi.stores.addresses import Address

RAW, MENDED, QUERIES_MENDED = "vector", card.MENDED, card.QUERIES_MENDED
NOTE = "monosashi_mended"  # how metadata call what is noted about mended vectors
NUMBERS = 2**20  # of one batch that travels


@dataclass(frozen=True)
class Space:
    """One set of vectors of a collection.

    Attributes
    ----------
    dimension : int or None
        None where rows may differ.
    order : str or None
        What the index orders by: ``cosine``, ``dot``, ``l2``; None where each search says it.
    keeps_lengths : bool
        False when the store scales what comes in to length 1.
    """

    dimension: int | None
    order: str | None = None
    keeps_lengths: bool = True


@dataclass(frozen=True)
class Batch:
    """Some rows: the store's own keys, the other columns, vectors by name.

    Vectors are an (m, d) array with NaN rows for those that are missing, or lists and None where
    their lengths differ.
    """

    keys: list[Any]
    columns: Mapping[str, Sequence[Any]] = field(default_factory=dict)
    vectors: Mapping[str, npt.NDArray[Any] | list[Any]] = field(default_factory=dict)


class Collection(Protocol):
    """A table or collection that is there."""

    @property
    def key_column(self) -> str | None:
        """Name of the column of the store's own keys (LanceDB: the column of ids)."""
        ...

    def spaces(self) -> dict[str, Space]:
        """Vectors of one length by name, without those that cannot be read (sparse, multi)."""
        ...

    def unusable(self) -> list[str]:
        """Vectors that are there and cannot be read here."""
        ...

    def count(self) -> int:
        """Number of rows."""
        ...

    def card(self) -> ModelCard | None:
        """What ``write`` noted about the model."""
        ...

    def note(self, name: str) -> str | None:
        """What ``write_beside`` noted about the vectors of that name."""
        ...

    def set_note(self, name: str, text: str) -> None:
        """Note something about vectors that there is room for."""
        ...

    def batches(self, vectors: Sequence[str], *, columns: bool = True) -> Iterator[Batch]:
        """All rows in the store's order."""
        ...

    def insert(self, rows: EmbeddingSet, name: str) -> None:
        """Add rows that are not there yet."""
        ...

    def make_room(self, name: str, dimension: int) -> None:
        """Make room for other vectors beside those that are there; nothing happens if there is."""
        ...

    def put(self, name: str, keys: list[Any], vectors: FloatArray) -> None:
        """Set the vectors ``name`` of rows that are there, and nothing else of them."""
        ...


class Store(Protocol):
    """An open folder or server."""

    def names(self) -> list[str]:
        """Tables or collections."""
        ...

    def collection(self, name: str, id_column: str | None) -> Collection:
        """One that is there."""
        ...

    def create(self, name: str, rows: EmbeddingSet, vectors: str) -> Collection:
        """A new one for rows like these, still empty."""
        ...


class Opener(Protocol):
    """Opens what an address names."""

    def __call__(self, address: Address, *, make: bool) -> AbstractContextManager[Store]:
        """With ``make``, a folder that is not there is made."""
        ...


def batch_size(dimension: int, numbers: int = NUMBERS, most: int = 10_000) -> int:
    """Rows of one batch."""
    return max(1, min(most, numbers // max(1, dimension)))


def one_name(names: Sequence[str]) -> str | None:
    """The only one, or the only one beside what was mended of it."""
    known = set(names)
    first = [name for name in card.without_mended(names) if not (name.endswith("_mended")
             and name.removesuffix("_mended") in known)]  # fmt: skip
    return first[0] if len(first) == 1 else None


def as_matrix(rows: Sequence[Any], dimension: int | None) -> npt.NDArray[Any] | list[Any]:
    """(m, d) float32 with NaN for None; lists of other lengths stay lists."""
    widths = {len(row) for row in rows if row is not None} | ({dimension} if dimension else set())
    if len(widths) != 1:
        return list(rows)
    matrix: FloatArray = np.full((len(rows), widths.pop() or 0), np.nan, dtype=np.float32)
    for place, row in enumerate(rows):
        if row is not None:
            matrix[place] = row
    return matrix
