"""What a command says about what it has read: rows that were left out, above all."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from monosashi.embeddings import EmbeddingSet, Fault

UNUSED = "embeddings.notices.unused_vectors"  # raw and mended vectors in one file: known


def read_notes(*sets: EmbeddingSet | None) -> list[Fault]:
    """Notices of the sets, each once."""
    from monosashi.embeddings.errors import distinct

    told = [note for one in sets if one is not None for note in one.notices]
    return [note for note in distinct(told) if note.code != UNUSED]
