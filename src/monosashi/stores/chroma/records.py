"""Records of Chroma: an id, a vector, a document and flat metadata."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from monosashi.embeddings import EmbeddingSet
from monosashi.embeddings.errors import DataError, Faults
from monosashi.embeddings.files.carrying import cannot_carry

DOCUMENT = "text"
PLAIN = (str, int, float, bool)
LARGEST = 2**63 - 1


def columns_of(page: Mapping[str, Any]) -> dict[str, list[Any]]:
    """``id``, ``text`` (the documents) and the metadata as columns.

    Metadata of these names are called ``metadata.id`` and ``metadata.text``.
    """
    metadatas = [held or {} for held in page["metadatas"]]
    documents = page["documents"]
    own = {"id"} | ({DOCUMENT} if any(text is not None for text in documents) else set())
    names = sorted({name for held in metadatas for name in held})  # Chroma keeps no order
    columns = {f"metadata.{name}" if name in own else name: [held.get(name) for held in metadatas]
               for name in names}  # fmt: skip
    columns["id"] = list(page["ids"])
    if DOCUMENT in own:
        columns[DOCUMENT] = list(documents)
    return columns


def record_parts(rows: EmbeddingSet, source: str) -> dict[str, Any]:
    """Documents and metadata as Chroma takes them; other values are refused by row."""
    faults = Faults()
    listed = {name: faults.attempt(_plain, name, values.tolist(), source)
              for name, values in rows.columns.items()}  # fmt: skip
    if faults.found:
        raise DataError(*faults.found)
    texts = listed.pop(DOCUMENT, None)
    metadata = {name: values for name, values in listed.items() if values is not None}
    held = [{name: values[row] for name, values in metadata.items() if values[row] is not None}
            for row in range(rows.n)]  # fmt: skip
    parts: dict[str, Any] = {"metadatas": [record or None for record in held]}
    return parts if texts is None else {**parts, "documents": texts}


def _plain(name: str, values: list[Any], source: str) -> list[Any]:
    kinds = (str,) if name == DOCUMENT else PLAIN
    odd = [row for row, value in enumerate(values) if value is not None
           and (not isinstance(value, kinds) or _too_large(value))]  # fmt: skip
    if odd:
        raise DataError(cannot_carry(source, name, odd, type(values[odd[0]]).__name__))
    return values


def _too_large(value: Any) -> bool:
    return type(value) is int and abs(value) > LARGEST
