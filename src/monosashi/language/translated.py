"""Whether people or machines translated the texts: it bounds what may be said of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from monosashi.embeddings import DataError, EmbeddingSet, Fault, fault
from monosashi.embeddings.sets import Column

KINDS = ("human", "machine", "unknown")


def translation_counts(documents: EmbeddingSet, translated: Column | None) -> Mapping[str, int]:
    """Documents (rows) of every kind; nothing where nothing was said.

    Raises
    ------
    DataError
        Values other than human, machine and unknown, all of them listed with their rows.
    """
    if translated is None:
        return {}
    if isinstance(translated, str) and translated in KINDS:
        return {translated: documents.n}
    values = [str(value) for value in documents.column(translated, "translated")]
    strange = [row for row, value in enumerate(values) if value not in KINDS]
    if strange:
        raise DataError(fault("language.errors.bad_translated", strange,
                              sorted({values[row] for row in strange})))  # fmt: skip
    counts = Counter(values)
    return {kind: counts[kind] for kind in KINDS if counts[kind]}


def translation_notices(counts: Mapping[str, int]) -> list[Fault]:
    """What machine or unknown translation means for the claim; nothing to say of people's."""
    return [fault(f"language.notices.translated_{kind}", count=counts[kind])
            for kind in ("machine", "unknown") if counts.get(kind)]  # fmt: skip
