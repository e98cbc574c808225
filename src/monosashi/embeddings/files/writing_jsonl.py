"""``.jsonl``: one object a row, numbers written so that they come back bit by bit."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from monosashi.embeddings.checks import blocks_of
from monosashi.embeddings.errors import Faults
from monosashi.embeddings.files.carrying import json_values
from monosashi.embeddings.sets import EmbeddingSet


def write_jsonl(data: EmbeddingSet, draft: Path, name: str) -> None:
    """``id``, every column, ``vectors`` and ``query_vectors``."""
    faults = Faults()
    columns = {key: faults.attempt(json_values, key, values, name)
               for key, values in data.columns.items()}  # fmt: skip
    faults.raise_any()
    matrices = {"vectors": data.vectors, "query_vectors": data.query_vectors}
    held = {key: matrix for key, matrix in matrices.items() if matrix is not None}
    with draft.open("wb") as file:
        for start, block in blocks_of(data.vectors):
            rows = {
                key: matrix[start : start + len(block)].tolist() for key, matrix in held.items()
            }
            for place in range(len(block)):
                row = start + place
                record: dict[str, Any] = {"id": data.ids[row]}
                record |= {
                    key: values[row] for key, values in columns.items() if values is not None
                }
                record |= {key: values[place] for key, values in rows.items()}
                file.write(_line(record))


def _line(record: dict[str, Any]) -> bytes:
    """UTF-8; half a sign of a broken text is escaped, which JSON reads back as it was."""
    try:
        return (json.dumps(record, ensure_ascii=False, allow_nan=False) + "\n").encode("utf-8")
    except UnicodeEncodeError:
        return (json.dumps(record, allow_nan=False) + "\n").encode("ascii")
