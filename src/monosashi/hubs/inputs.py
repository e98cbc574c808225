"""The four kinds of input of ``measure_hubs``, checked together."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from monosashi.embeddings import DataError, EmbeddingSet, as_set, fault
from monosashi.embeddings.arrays import FloatArray
from monosashi.hubs.distances import check_distances
from monosashi.hubs.given import given_listing
from monosashi.hubs.listing import Listing, search_listing, self_listing, with_next
from monosashi.hubs.reductions.ground import largest_entry
from monosashi.neighbors import Metric, Neighbors, nearest_from_distances, row_blocks
from monosashi.results import Provenance

DEFAULT_K = 10
UNIT_TOLERANCE = 1e-3
ROWS = 4_096
LEAST_ENTRY, MOST_ENTRY = 1e-100, 1e100  # squared distances neither vanish nor overflow


@dataclass(frozen=True)
class Inputs:
    """What was given; exactly one of the four kinds."""

    data: EmbeddingSet | None
    queries: EmbeddingSet | None
    distances: Any
    neighbours: Neighbors | npt.ArrayLike | None
    n_indexed: int | None
    metric: Metric
    unit: bool

    @classmethod
    def of(
        cls,
        data: Any,
        *,
        queries: Any,
        distances: Any,
        neighbours: Neighbors | npt.ArrayLike | None,
        n_indexed: int | None,
        metric: Metric,
    ) -> Inputs:
        """Check that the arguments go together."""
        more = {"queries": queries, "distances": distances, "neighbours": neighbours}
        named = [name for name, value in more.items() if value is not None]
        alone = named in (["distances"], ["neighbours"])
        if len(named) > 1 or (data is None and not alone):
            raise DataError(fault("hubs.errors.inputs", given=", ".join(named) or "-"))
        held = None if data is None else as_set(data)
        asked = None if queries is None else as_set(queries)
        unit = held is not None and not alone and _is_unit(held, asked, metric)
        size = n_indexed if held is None or n_indexed is not None else held.n
        if held is not None and alone:
            _check_rows(held, distances, size)
        return cls(held, asked, distances, neighbours, size, metric, unit)

    @property
    def is_given(self) -> bool:
        """Whether distances or lists came instead of vectors."""
        return self.distances is not None or self.neighbours is not None

    @property
    def metric_name(self) -> str:
        """The metric, or "given"."""
        return "given" if self.is_given else self.metric

    def listing(self, k: int | None) -> Listing:
        """Lists of length ``k``."""
        if self.neighbours is not None:
            return given_listing(self.neighbours, k, self.n_indexed)
        length = DEFAULT_K if k is None else k
        if self.distances is not None:
            table = check_distances(self.distances)
            found = nearest_from_distances(table, k=with_next(length, len(table)))
            return self_listing(found, length, "distances")
        if self.data is None:
            raise DataError(fault("hubs.errors.inputs", given="-"))
        return search_listing(self.data, self.queries, length, self.metric)

    def provenance(self, **settings: Any) -> Provenance:
        """Of the data, or of the numbers given in their place."""
        known = {"metric": self.metric_name, **settings}
        if self.data is not None:
            return Provenance.of(self.data, **known)
        found = self.neighbours
        numbers = found.indices if isinstance(found, Neighbors) else found
        array = np.ascontiguousarray(self.distances if numbers is None else numbers)
        digest = hashlib.sha256(f"{array.shape}{array.dtype.str}".encode() + array.tobytes())
        size = len(array) if self.n_indexed is None else self.n_indexed
        return Provenance(size, 0, digest.hexdigest()[:16], settings=known)


def check_size(*sets: EmbeddingSet | None) -> None:
    """Refuse vectors whose distances cannot be squared; all zeros are refused elsewhere."""
    largest = max(largest_entry(one.vectors) for one in sets if one is not None)
    if largest > 0 and not LEAST_ENTRY <= largest <= MOST_ENTRY:
        raise DataError(fault("hubs.errors.size", largest=largest, least=LEAST_ENTRY,
                              most=MOST_ENTRY))  # fmt: skip


def _check_rows(data: EmbeddingSet, distances: Any, size: int | None) -> None:
    given = size if distances is None else len(np.asarray(distances))
    if given != data.n:
        raise DataError(fault("hubs.errors.rows", n=data.n, given=given))


def _is_unit(data: EmbeddingSet, queries: EmbeddingSet | None, metric: str) -> bool:
    if metric == "cosine":
        return True
    return _unit_rows(data.vectors) and (queries is None or _unit_rows(queries.vectors))


def _unit_rows(vectors: FloatArray) -> bool:
    """Whether all rows have length 1 within 1e-3 (float16 storage moves lengths that much)."""
    for rows in row_blocks(len(vectors), ROWS):
        block = vectors[rows].astype(np.float64)
        with np.errstate(over="ignore"):
            lengths = np.sqrt(np.square(block).sum(axis=1))
        if (np.abs(lengths - 1) > UNIT_TOLERANCE).any():
            return False
    return True
