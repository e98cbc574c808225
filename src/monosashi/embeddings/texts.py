"""TextSet: texts with ids and columns, before any model has seen them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from monosashi.embeddings.arrays import TextArray
from monosashi.embeddings.checks import as_ids, as_labels, is_missing, row_numbers, shown_ids
from monosashi.embeddings.columns import column_of, length_fault
from monosashi.embeddings.errors import DataError, Fault, Faults, fault


@dataclass(frozen=True, eq=False)
class TextSet:
    """Checked texts with ids and columns.

    Attributes
    ----------
    texts : (n,) array of text
        None is empty; the same values stand in ``columns["text"]``.
    ids : (n,) array of unique text
    columns : mapping of name to (n,) array
    source : str
        What the texts were read from, for messages.
    notices : tuple of Fault
        What was dropped or found worth saying while reading.
    """

    texts: TextArray
    ids: TextArray
    columns: Mapping[str, npt.NDArray[Any]] = field(default_factory=dict)
    source: str = ""
    notices: tuple[Fault, ...] = ()

    @classmethod
    def from_lists(
        cls,
        texts: Sequence[Any] | npt.NDArray[Any],
        *,
        ids: Sequence[Any] | npt.NDArray[Any] | None = None,
        columns: Mapping[str, Any] | None = None,
        source: str = "texts",
        invalid: str = "error",
    ) -> TextSet:
        """Check texts and hold them with their ids and columns.

        Parameters
        ----------
        texts : (n,) text
        ids : (n,) text or whole numbers; default the row numbers
        columns : mapping of name to (n,) values
        source : str
            Name for messages.
        invalid : "error" or "drop"
            Whether empty texts stop the reading or are left out and counted.

        Raises
        ------
        DataError
            Lists every fault: empty texts, values that are not text, duplicate or missing ids,
            columns of another length.

        Examples
        --------
        >>> TextSet.from_lists(["good morning", "おはよう"], ids=["en", "ja"]).n
        2
        """
        faults = Faults()
        rows = np.fromiter(texts, dtype=object)
        names = (row_numbers(len(rows)) if ids is None
                 else faults.attempt(as_ids, ids, f"{source} [id]"))  # fmt: skip
        if names is not None and len(names) != len(rows):
            faults.found.append(length_fault("id", len(names), len(rows)))
            names = None
        shown = row_numbers(len(rows)) if names is None else names
        said = shown if names is not None or ids is None else shown_ids(ids)
        held = {name: faults.attempt(column_of, values, shown, name)
                for name, values in (columns or {}).items()}  # fmt: skip
        empty = _check_texts(rows, said if len(said) == len(rows) else shown, source, invalid,
                             faults)  # fmt: skip
        faults.raise_any()
        kept = {name: values for name, values in held.items() if values is not None}
        made = cls(rows, shown, kept, source)
        return made._without(empty) if empty else made

    def _without(self, empty: list[int]) -> TextSet:
        note = fault("embeddings.notices.dropped_empty_texts", empty, list(self.ids[empty]))
        kept = self.take(np.setdiff1d(np.arange(self.n), empty))
        return replace(kept, notices=(*self.notices, note))

    @property
    def n(self) -> int:
        """Number of texts."""
        return len(self.texts)

    def take(self, rows: Any) -> TextSet:
        """Keep the given rows (positions or a boolean mask), in that order."""
        picked = np.asarray(rows)
        picked = np.flatnonzero(picked) if picked.dtype == bool else picked.astype(np.intp)
        columns = {name: values[picked] for name, values in self.columns.items()}
        return replace(self, texts=self.texts[picked], ids=self.ids[picked], columns=columns)

    def column(self, name: str, what: str) -> TextArray:
        """Labels of every row as text, by a column's name."""
        if name not in self.columns:
            known = ", ".join(sorted(self.columns)) or "-"
            raise DataError(fault("embeddings.errors.no_column", name=name, what=what,
                                  known=known))  # fmt: skip
        return as_labels(self.columns[name], what)

    def __repr__(self) -> str:
        return f"TextSet(n={self.n}, {self.source!r}, {list(self.columns)})"


def _check_texts(
    rows: TextArray, ids: TextArray, source: str, invalid: str, faults: Faults
) -> list[int]:
    """Collect what is no text; return the rows of empty texts that may be dropped."""
    if not len(rows):
        faults.found.append(fault("embeddings.errors.no_records", path=source))
    empty = [row for row, value in enumerate(rows) if is_missing(value)]
    odd = [row for row, value in enumerate(rows)
           if not isinstance(value, str) and not is_missing(value)]  # fmt: skip
    if odd:
        faults.found.append(fault("embeddings.errors.not_texts", odd, list(ids[odd]),
                                  source=source, example=repr(rows[odd[0]])[:60]))  # fmt: skip
    if empty and (invalid != "drop" or len(empty) == len(rows)):
        faults.found.append(fault("embeddings.errors.empty_texts", empty, list(ids[empty]),
                                  source=source))  # fmt: skip
    return empty
