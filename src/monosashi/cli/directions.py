"""Vectors of zeros, which have no direction: with --invalid drop they are left out and counted."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from monosashi.cli.options import DataOptions

if TYPE_CHECKING:
    from monosashi.embeddings import EmbeddingSet


def with_direction(data: EmbeddingSet, options: DataOptions) -> EmbeddingSet:
    """The rows that can be searched or asked.

    Gold still names the others: such a query counts as missing, and such a document is never found.
    """
    import numpy as np

    from monosashi.embeddings import fault
    from monosashi.embeddings.checks import zero_rows

    if options.invalid != "drop":
        return data
    asked = [] if data.query_vectors is None else zero_rows(data.query_vectors)
    rows = sorted({*data.zero_rows, *asked})
    if not rows or len(rows) == data.n:
        return data
    kept = data.take(np.setdiff1d(np.arange(data.n), rows))
    note = fault("embeddings.notices.dropped_zero", rows, list(data.ids[rows]))
    told = (one for one in kept.notices if one.code != "embeddings.notices.zero_vectors")
    return replace(kept, notices=(*told, note))
