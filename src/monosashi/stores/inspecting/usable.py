"""Whether there is anything to measure; if not, what was found and what is expected."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

import numpy.typing as npt

from monosashi.embeddings import Fault, fault
from monosashi.embeddings.files.beside import VectorFile

SHOWN = 8
REFUSED = {"nul_text": re.compile("\0"), "broken_text": re.compile("[\ud800-\udfff]")}
Row = Mapping[str, Any]


def no_matrix(file: VectorFile) -> Fault:
    """A file of arrays none of which is a table of numbers."""
    held = [f"{name} ({_shape(array)}, {_kind(array)})" for name, array in file.arrays.items()]
    held += [] if file.ids is None else [f"ids ({len(file.ids)})"]
    return fault("stores.errors.no_matrix", path=file.source, held=_listed(held))


def _shape(array: npt.NDArray[Any]) -> str:
    return "×".join(map(str, array.shape)) or "1"


def _kind(array: npt.NDArray[Any]) -> str:
    fields = array.dtype.names
    return array.dtype.name if fields is None else f"fields {', '.join(fields)}"


def nothing_usable(source: str, columns: Iterable[Row]) -> Fault:
    """A table with neither vectors nor texts, judgements or lists."""
    held = [f"{row['column']} ({row['kind']})" for row in columns]
    return fault("stores.errors.nothing_usable", path=source, held=_listed(held))


def _listed(held: list[str]) -> str:
    return (", ".join(held[:SHOWN]) + (", …" if len(held) > SHOWN else "")) or "-"


def refused_texts(values: npt.NDArray[Any]) -> list[Fault]:
    """Texts that no model takes: with a NUL sign, or with half a character."""
    found = {code: [row for row, text in enumerate(values)
                    if isinstance(text, str) and sign.search(text)]
             for code, sign in REFUSED.items()}  # fmt: skip
    return [fault(f"models.errors.{code}", rows) for code, rows in found.items() if rows]


def measurable(rows: Iterable[Row]) -> int:
    """Rows of the sets of vectors that have a direction; the most of any set."""
    counts = (row["rows"] - (row.get("zero_rows") or 0) - (row.get("non_finite_rows") or 0)
              for row in rows)  # fmt: skip
    return max(counts, default=0)
