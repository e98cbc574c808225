"""EmbeddingSet: the one shape in which vectors travel through the house."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from types import NoneType
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from monosashi.embeddings.arrays import FloatArray, TextArray
from monosashi.embeddings.card import ModelCard
from monosashi.embeddings.checks import as_labels, language_twins, zero_rows
from monosashi.embeddings.columns import as_column, column_of, no_column
from monosashi.embeddings.errors import DataError, Fault, fault
from monosashi.embeddings.lengths import unit_rows
from monosashi.embeddings.source_rows import at_source, rows_of_source

Invalid = Literal["error", "drop"]
Column = str | Sequence[Any] | Mapping[Any, Any] | npt.NDArray[Any]

__all__ = ["Column", "EmbeddingSet", "Invalid", "as_column", "as_set", "unit_rows"]


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
    read_rows : (n,) array or None
        Row of the file of every row, where some were left out; None where none was.
    """

    vectors: FloatArray
    ids: TextArray
    columns: Mapping[str, npt.NDArray[Any]] = field(default_factory=dict)
    model: ModelCard = field(default_factory=ModelCard)
    query_vectors: FloatArray | None = None
    notices: tuple[Fault, ...] = ()
    read_rows: npt.NDArray[np.intp] | None = None

    @classmethod
    def from_arrays(
        cls,
        vectors: Any,
        *,
        ids: Sequence[Any] | npt.NDArray[Any] | None = None,
        columns: Mapping[str, Any] | None = None,
        model: ModelCard | None = None,
        query_vectors: Any = None,
        invalid: Invalid = "error",
    ) -> EmbeddingSet:
        """Check arrays and hold them together.

        Parameters
        ----------
        vectors : (n, d) array-like
            float16, bfloat16, integers, big-endian, strided and torch tensors are converted.
            uint8 or int8 with d/8 columns, where ``model.dimension`` is d, is packed binary and
            becomes -1 and +1.
        ids : (n,) text or whole numbers; default the row numbers
        columns : mapping of name to (n,) values, or to a mapping of id to value
        model : ModelCard
        query_vectors : (n, d) array-like, the same items in the query role
        invalid : "error" or "drop"
            Whether rows with NaN or infinity stop the reading or are dropped and counted.

        Raises
        ------
        DataError
            Lists every fault: shape, non-finite rows, duplicate or missing ids, column lengths,
            another dimension than the card's.

        Examples
        --------
        >>> EmbeddingSet.from_arrays([[1, 0], [0.8, 0.6]], ids=["a", "b"]).n
        2
        """
        from monosashi.embeddings.door import checked_set
        from monosashi.embeddings.kinds import kind_faults, refuse_kinds

        odd = model is not None and not hasattr(model, "differences")
        refuse_kinds(kind_faults((Mapping, NoneType), columns=columns),
                     kind_faults(ModelCard, model=model) if odd else [])  # fmt: skip
        return checked_set(
            vectors,
            ids=ids,
            columns=columns or {},
            model=model or ModelCard(),
            query_vectors=query_vectors,
            invalid=invalid,
        )

    @classmethod
    def from_frame(
        cls,
        frame: Any,
        *,
        vectors: str | Sequence[str],
        id: str | None = None,  # noqa: A002 - the column is called id everywhere
        query_vectors: str | Sequence[str] | None = None,
        model: ModelCard | None = None,
        invalid: Invalid = "error",
    ) -> EmbeddingSet:
        """Take a pandas, polars or arrow table.

        Parameters
        ----------
        frame : any eager table that narwhals knows
        vectors, query_vectors : name of a column of lists or arrays, or names of d number columns
        id : name of the column of ids; default ``"id"`` if there is one, else the row numbers
        model, invalid : as in ``from_arrays``

        Raises
        ------
        DataError
            As in ``from_arrays``, or a column that does not exist.

        Examples
        --------
        >>> import pandas as pd
        >>> frame = pd.DataFrame({"id": ["a", "b"], "emb": [[1, 0], [0, 1]], "lang": ["en", "ja"]})
        >>> EmbeddingSet.from_frame(frame, vectors="emb")
        EmbeddingSet(n=2, dimension=2, unnamed model, ['lang'])
        """
        from monosashi.embeddings.frames import arrays_of_frame

        held = arrays_of_frame(frame, vectors, id, query_vectors)
        return cls.from_arrays(**held, model=model, invalid=invalid)

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
            read_rows=None if self.read_rows is None else self.read_rows[picked],
        )

    def source_rows(self, rows: npt.NDArray[np.intp]) -> npt.NDArray[np.intp]:
        """(m,) rows of the file that stand at these rows."""
        return rows if self.read_rows is None else self.read_rows[rows]

    def unit(self, *, invalid: Invalid = "error") -> EmbeddingSet:
        """Scale every vector to length 1 (computed in float64).

        Parameters
        ----------
        invalid : "error" or "drop"
            Zero vectors (in either role) have no direction: refuse them by row, or drop and count.
        """
        held = self._with_direction() if invalid == "drop" else self
        with rows_of_source(held):
            asked = held.query_vectors
            queries = None if asked is None else unit_rows(asked, held.ids)
            return replace(held, vectors=unit_rows(held.vectors, held.ids), query_vectors=queries)

    def _with_direction(self) -> EmbeddingSet:
        queries = [] if self.query_vectors is None else zero_rows(self.query_vectors)
        if not (rows := sorted({*self.zero_rows, *queries})):
            return self
        kept = self.take(np.setdiff1d(np.arange(self.n), rows))
        note = fault("embeddings.notices.dropped_zero", rows, list(self.ids[rows]))
        left = self.source_rows(np.setdiff1d(np.arange(self.n), rows))
        return replace(kept, notices=(*self.notices, at_source(note, self)), read_rows=left)

    def cut(self, dimension: int) -> EmbeddingSet:
        """Keep the first ``dimension`` numbers of every vector, in both roles.

        Models trained for it (Matryoshka) keep most of what they know there, others do not:
        ``measure_compression`` says how much is lost on these data. Vectors of length 1 (within
        0.001, or as the card says) are scaled to length 1 again, others are not. The card names
        the cut, so that the result is never taken for the space of the model.

        Raises
        ------
        DataError
            ``dimension`` is no whole number from 1 to the one that there is.

        Examples
        --------
        >>> EmbeddingSet.from_arrays([[0.6, 0.0, 0.8]]).cut(2).vectors
        array([[1., 0.]])
        """
        from monosashi.embeddings.compression import cut

        return cut(self, dimension)

    def quantised(self, kind: Literal["int8", "binary"]) -> EmbeddingSet:
        """Vectors as an index of 8 bits (``"int8"``) or one bit (``"binary"``) compares them.

        int8 rounds every number to the nearest of 255 steps around 0, one width for all
        dimensions (the largest absolute number over 127), so that cosines and distances of the
        whole-number codes order items as these vectors do. Indexes with a width and an offset for
        each dimension lose a little less, and need both to compare; those that cut off extreme
        numbers lose a little more or less. binary keeps the sign: +1 above 0, else -1; the cosine
        is then 1 - 2 h / d of the Hamming distance h. The card names it, as for ``cut``.

        Raises
        ------
        DataError
            Vectors that are quantised already; for binary, vectors of zeros, which have no signs.

        Examples
        --------
        >>> EmbeddingSet.from_arrays([[0.6, -0.8]]).quantised("binary").vectors
        array([[ 1., -1.]], dtype=float32)
        """
        from monosashi.embeddings.compression import quantised

        return quantised(self, kind)

    def column(self, given: Column, what: str) -> TextArray:
        """Labels of every row as text, by a column's name, n values or a mapping of id to label.

        Languages that differ only in letter case or blanks are refused wherever they are read.
        """
        try:
            labels = as_labels(self.values(given, what), what)
        except DataError as error:
            rows = sorted({row for one in error.faults for row in one.rows
                           if not one.values.get("ids")})  # fmt: skip
            named = [fault("embeddings.errors.at_ids", rows, list(self.ids[rows]))] if rows else []
            with rows_of_source(self):
                raise DataError(*error.faults, *named) from None
        if what == "language" and (twins := language_twins(labels)):
            raise DataError(*twins)
        return labels

    def values(self, given: Column, what: str) -> npt.NDArray[Any]:
        """Return the raw values of a column: by name, n values or a mapping of id to value."""
        if not isinstance(given, str):
            return column_of(given, self.ids, what)
        if given not in self.columns:
            raise DataError(no_column(given, what, sorted(self.columns)))
        return self.columns[given]

    def save(self, path: str | Path) -> None:
        """Write the set so that ``monosashi.read`` gives it back: vectors bit by bit, ids, columns.

        Parameters
        ----------
        path : path
            A name that ends in ``.npz``, ``.parquet``, ``.safetensors`` or ``.jsonl`` gives one
            file and ``FILE.card.json`` beside it; a name without such an ending gives a folder,
            which alone keeps the ``notices`` and the types of all columns. Whatever stood there
            is replaced whole or not at all.

        Raises
        ------
        DataError
            A column that the format cannot carry unchanged, by row; an ending that can only be
            read (``.csv``, ``.npy``, ``.faiss``, ``.arrow``, …).

        Examples
        --------
        >>> from tempfile import TemporaryDirectory
        >>> from monosashi.stores import read
        >>> with TemporaryDirectory() as folder:
        ...     EmbeddingSet.from_arrays([[1, 0]], ids=["a"]).save(f"{folder}/v.safetensors")
        ...     list(read(f"{folder}/v.safetensors").ids)
        ['a']
        """
        from monosashi.embeddings.files.writing import write_set

        write_set(self, Path(path))

    def __repr__(self) -> str:
        name = self.model.name or "unnamed model"
        return f"EmbeddingSet(n={self.n}, dimension={self.dimension}, {name}, {list(self.columns)})"


def as_set(data: EmbeddingSet | Any) -> EmbeddingSet:
    """Pass a set through; check an (n, d) array into one."""
    return data if isinstance(data, EmbeddingSet) else EmbeddingSet.from_arrays(data)
