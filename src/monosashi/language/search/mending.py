"""Documents and queries after a repair, each in the language it is in."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from monosashi.embeddings import EmbeddingSet
from monosashi.language.judging import GoldPages
from monosashi.language.repairs import Repair


def mend(
    pages: GoldPages, documents: EmbeddingSet, repair: Repair
) -> tuple[EmbeddingSet, EmbeddingSet]:
    """Mended documents, and queries of which those that ask are mended."""
    names = np.array(pages.languages, dtype=object)
    if getattr(repair, "is_global", False):
        moved = repair.apply(documents)
        asked = repair.apply(pages.queries.take(pages.rows), side="query")
    else:
        moved = repair.apply(documents, language=names[pages.pairs.language_codes])
        spoken = names[pages.question.own_pool]
        asked = repair.apply(pages.queries.take(pages.rows), language=spoken, side="query")
    vectors = np.array(pages.queries.vectors, dtype=asked.vectors.dtype)
    vectors[pages.rows] = asked.vectors
    return moved, replace(pages.queries, vectors=vectors)
