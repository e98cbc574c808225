"""What `monosashi map` measures, as one document."""

from __future__ import annotations

from typing import Any, ClassVar

from monosashi.advice.embedding_map import EmbeddingMap
from monosashi.advice.parts_document import PartsDocument


class MapDocument(PartsDocument):
    """A map alone."""

    kind: ClassVar[str] = "map"

    @property
    def verdict(self) -> dict[str, Any]:
        """How many neighbours stay neighbours."""
        found: Any = self.parts["map"]
        numbers = {"kept": found.kept.value, "kept_text": f"{found.kept:.0%}", "k": found.k,
                   "chance": found.chance}  # fmt: skip
        return {"code": "map.verdict", "numbers": numbers}


def map_document(found: EmbeddingMap, **about: Any) -> MapDocument:
    """Put a map into a document; ``about`` takes title, source, command and created.

    Examples
    --------
    >>> import numpy as np
    >>> from monosashi.advice.embedding_map import measure_map
    >>> vectors = np.random.default_rng(0).normal(size=(60, 5))
    >>> map_document(measure_map(vectors)).verdict["code"]
    'map.verdict'
    """
    return MapDocument(provenance=found.provenance, parts={"map": found}, **about)
