"""The items in the most lists, as rows to show."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from monosashi.embeddings import EmbeddingSet
from monosashi.hubs.occurrence import Counts
from monosashi.results import Row

SHOWN = 10
TEXT_LENGTH = 200


def busiest(counts: Counts, n_queries: int, data: EmbeddingSet | None) -> list[Row]:
    """The items with the largest counts; equal counts in the order of their rows."""
    listed: list[Row] = []
    for row in busiest_rows(counts):
        count = int(counts[row])
        shown = {**named_row(row, data), "occurrence": count, "share": count / n_queries}
        text = shown.pop("text", None)
        listed.append(shown if text is None else {**shown, "text": text})
    return listed


def busiest_rows(counts: Counts, shown: int = SHOWN) -> Sequence[int]:
    """Row numbers, largest count first."""
    rows: list[int] = np.argsort(-counts, kind="stable")[:shown].tolist()
    return rows


def named_row(row: int, data: EmbeddingSet | None) -> Row:
    """Row number, id, and the start of the text where there is one."""
    named: Row = {"index": row, "id": str(row) if data is None else data.ids[row]}
    texts = None if data is None else data.columns.get("text")
    return named if texts is None else {**named, "text": str(texts[row])[:TEXT_LENGTH]}
