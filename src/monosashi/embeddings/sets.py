"""EmbeddingSet: the one shape in which vectors travel through the house."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from monosashi.embeddings.arrays import FloatArray, TextArray, as_float_matrix
from monosashi.embeddings.card import ModelCard
from monosashi.embeddings.checks import as_text, duplicate_ids, non_finite_rows, zero_rows
from monosashi.embeddings.errors import DataError, Fault, fault

Column = str | Sequence[Any] | npt.NDArray[Any]


@dataclass(frozen=True, eq=False)
class EmbeddingSet:
    """Checked vectors with ids, columns and a model card.

    Attributes
    ----------
    vectors : (n, d) float32 or float64 array, may be a memmap
    ids : (n,) array of unique text
    columns : mapping of name to (n,) array
    model : ModelCard
    query_vectors : (n, d) array or None
        The same items embedded in the query role.
    notices : tuple of Fault
        What was dropped, converted or found worth saying while reading.
    """

    vectors: FloatArray
    ids: TextArray
    columns: Mapping[str, npt.NDArray[Any]] = field(default_factory=dict)
    model: ModelCard = field(default_factory=ModelCard)
    query_vectors: FloatArray | None = None
    notices: tuple[Fault, ...] = ()

    @classmethod
    def from_arrays(
        cls,
        vectors: Any,
        *,
        ids: Sequence[Any] | npt.NDArray[Any] | None = None,
        columns: Mapping[str, Any] | None = None,
        model: ModelCard | None = None,
        query_vectors: Any = None,
        invalid: Literal["error", "drop"] = "error",
    ) -> EmbeddingSet:
        """Check arrays and hold them together.

        Parameters
        ----------
        vectors : (n, d) array-like
            float16, integers, big-endian, strided and torch tensors are converted.
        ids : (n,) text or whole numbers; default the row numbers
        columns : mapping of name to (n,) values
        model : ModelCard
        query_vectors : (n, d) array-like, the same items in the query role
        invalid : "error" or "drop"
            Whether rows with NaN or infinity stop the reading or are dropped and counted.

        Raises
        ------
        DataError
            Lists every fault: shape, non-finite rows, duplicate or missing ids, column lengths.

        Examples
        --------
        >>> EmbeddingSet.from_arrays([[1, 0], [0.8, 0.6]], ids=["a", "b"]).n
        2
        """
        if invalid not in {"error", "drop"}:
            raise DataError(fault("embeddings.errors.bad_choice", name="invalid", given=invalid,
                                  choices="error, drop"))  # fmt: skip
        matrix = as_float_matrix(vectors)
        queries = None if query_vectors is None else as_float_matrix(query_vectors, "query_vectors")
        names = as_text(range(len(matrix)) if ids is None else ids, "id")
        held = {name: as_column(values) for name, values in (columns or {}).items()}
        if faults := _shape_faults(matrix, queries, names, held):
            raise DataError(*faults)
        card = replace(model or ModelCard(), dimension=matrix.shape[1])
        whole = cls(matrix, names, held, card, queries)
        return whole._without_non_finite(drop=invalid == "drop")

    def _without_non_finite(self, *, drop: bool) -> EmbeddingSet:
        rows = set(non_finite_rows(self.vectors))
        if self.query_vectors is not None:
            rows |= set(non_finite_rows(self.query_vectors))
        if not rows:
            return self
        bad = sorted(rows)
        if not drop:
            raise DataError(fault("embeddings.errors.non_finite", bad, list(self.ids[bad])))
        kept = self.take([i for i in range(self.n) if i not in rows])
        note = fault("embeddings.notices.dropped_non_finite", bad, list(self.ids[bad]))
        return replace(kept, notices=(*self.notices, note))

    @property
    def n(self) -> int:
        """Number of rows."""
        return int(self.vectors.shape[0])

    @property
    def dimension(self) -> int:
        """Length of a vector."""
        return int(self.vectors.shape[1])

    @cached_property
    def zero_rows(self) -> list[int]:
        """Rows without a direction."""
        return zero_rows(self.vectors)

    def take(self, rows: Any) -> EmbeddingSet:
        """Keep the given rows (positions or a boolean mask), in that order."""
        picked = np.asarray(rows)
        picked = np.flatnonzero(picked) if picked.dtype == bool else picked.astype(np.intp)
        return replace(
            self,
            vectors=self.vectors[picked],
            ids=self.ids[picked],
            columns={name: values[picked] for name, values in self.columns.items()},
            query_vectors=None if self.query_vectors is None else self.query_vectors[picked],
        )

    def unit(self) -> EmbeddingSet:
        """Scale every vector to length 1 (computed in float64); zero vectors are refused."""
        queries = None if self.query_vectors is None else unit_rows(self.query_vectors, self.ids)
        return replace(self, vectors=unit_rows(self.vectors, self.ids), query_vectors=queries)

    def column(self, given: Column, what: str) -> TextArray:
        """Labels of every row as text, from a column's name or a sequence of length n."""
        return as_text(self.values(given, what), what)

    def values(self, given: Column, what: str) -> npt.NDArray[Any]:
        """Return the raw values of a column, by name or as a sequence of length n."""
        if isinstance(given, str):
            if given not in self.columns:
                known = ", ".join(sorted(self.columns)) or "-"
                raise DataError(fault("embeddings.errors.no_column", name=given, what=what,
                                      known=known))  # fmt: skip
            return self.columns[given]
        held = as_column(given)
        if len(held) != self.n:
            raise DataError(fault("embeddings.errors.column_length", name=what, length=len(held),
                                  n=self.n))  # fmt: skip
        return held

    def save(self, path: str | Path) -> None:
        """Write a folder that ``monosashi.read`` reads back (atomically)."""
        from monosashi.embeddings.folder import write_folder

        write_folder(self, Path(path))

    def __repr__(self) -> str:
        name = self.model.name or "unnamed model"
        return f"EmbeddingSet(n={self.n}, dimension={self.dimension}, {name}, {list(self.columns)})"


def as_set(data: EmbeddingSet | Any) -> EmbeddingSet:
    """Pass a set through; check an (n, d) array into one."""
    return data if isinstance(data, EmbeddingSet) else EmbeddingSet.from_arrays(data)


def as_column(values: Any) -> npt.NDArray[Any]:
    """Return a 1-D copy; text becomes an object array, so that one long text costs only itself."""
    array = (
        values if isinstance(values, np.ndarray) else np.array([*values, None], dtype=object)[:-1]
    )
    return array.astype(object) if array.dtype.kind in "USO" else array.copy()


def unit_rows(vectors: FloatArray, ids: TextArray | None = None) -> FloatArray:
    """Rows scaled to length 1; the largest entry is divided out first, so nothing overflows."""
    if rows := zero_rows(vectors):
        names = [] if ids is None else list(ids[rows])
        raise DataError(fault("embeddings.errors.zero_vectors", rows, names))
    wide = np.asarray(vectors, dtype=np.float64)
    wide = wide / np.abs(wide).max(axis=1, keepdims=True)
    wide /= np.sqrt(np.einsum("ij,ij->i", wide, wide))[:, None]
    unit: FloatArray = wide.astype(vectors.dtype, copy=False)
    return unit


def _shape_faults(
    matrix: FloatArray,
    queries: FloatArray | None,
    ids: TextArray,
    columns: Mapping[str, npt.NDArray[Any]],
) -> list[Fault]:
    n = len(matrix)
    faults = []
    if 0 in matrix.shape:
        faults.append(fault("embeddings.errors.empty", name="vectors", shape=matrix.shape))
    if queries is not None and queries.shape != matrix.shape:
        faults.append(fault("embeddings.errors.query_shape", shape=queries.shape,
                            expected=matrix.shape))  # fmt: skip
    lengths = {"id": len(ids), **{name: len(values) for name, values in columns.items()}}
    faults += [fault("embeddings.errors.column_length", name=name, length=length, n=n)
               for name, length in lengths.items() if length != n]  # fmt: skip
    return faults + duplicate_ids(ids)
