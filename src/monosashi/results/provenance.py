"""Where a result comes from: data, model, settings, version."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from monosashi.embeddings import EmbeddingSet, Fault, ModelCard
from monosashi.embeddings.fingerprint import fingerprint

VERSION = "0.1.0"


@dataclass(frozen=True)
class Provenance:
    """What was measured, with what, how."""

    n: int
    dimension: int
    fingerprint: str
    model: ModelCard = field(default_factory=ModelCard)
    settings: Mapping[str, Any] = field(default_factory=dict)
    notices: tuple[Fault, ...] = ()
    version: str = VERSION

    @classmethod
    def of(cls, data: EmbeddingSet, **settings: Any) -> Provenance:
        """Describe a measure of ``data`` made with ``settings``."""
        mark = fingerprint(data)
        return cls(data.n, data.dimension, mark, data.model, settings, data.notices)
