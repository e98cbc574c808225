"""monosashi (ものさし, a ruler): measures, repairs and explains embedding spaces.

``import monosashi as ms`` costs nothing: each name is imported when it is first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from monosashi.advice import Audit, audit, measure_facts
    from monosashi.embeddings import (
        DataError,
        EmbeddingSet,
        Gold,
        ModelCard,
        Rankings,
        TextSet,
    )
    from monosashi.embeddings.pairs import Pairs
    from monosashi.embeddings.panel import Panel
    from monosashi.hubs import measure_hubs
    from monosashi.language import (
        LanguageCentering,
        measure_language_bias,
        measure_repair_effect,
    )
    from monosashi.models import AnswerStore, embed, embedder
    from monosashi.neighbors import nearest
    from monosashi.report import Report
    from monosashi.results import Estimate, Finding, PermutationTest
    from monosashi.results.gate import Gate
    from monosashi.retrieval import (
        compare_retrieval,
        measure_margins,
        measure_rankings,
        measure_retrieval,
    )
    from monosashi.retrieval.compression import measure_compression
    from monosashi.shape import compare_shapes, measure_shape
    from monosashi.stores import read, read_gold, read_parallel, read_rankings, read_texts

__version__ = "0.1.0"

_ROOM_OF = {
    "AnswerStore": "models",
    "Audit": "advice",
    "DataError": "embeddings",
    "EmbeddingSet": "embeddings",
    "Estimate": "results",
    "Finding": "results",
    "Gate": "results.gate",
    "Gold": "embeddings",
    "LanguageCentering": "language",
    "ModelCard": "embeddings",
    "Pairs": "embeddings.pairs",
    "Panel": "embeddings.panel",
    "PermutationTest": "results",
    "Rankings": "embeddings",
    "Report": "report",
    "TextSet": "embeddings",
    "audit": "advice",
    "compare_retrieval": "retrieval",
    "compare_shapes": "shape",
    "embed": "models",
    "embedder": "models",
    "measure_compression": "retrieval.compression",
    "measure_facts": "advice",
    "measure_hubs": "hubs",
    "measure_language_bias": "language",
    "measure_margins": "retrieval",
    "measure_rankings": "retrieval",
    "measure_repair_effect": "language",
    "measure_retrieval": "retrieval",
    "measure_shape": "shape",
    "nearest": "neighbors",
    "read": "stores",
    "read_gold": "stores",
    "read_parallel": "stores",
    "read_rankings": "stores",
    "read_texts": "stores",
}

__all__ = [
    "AnswerStore", "Audit", "DataError", "EmbeddingSet", "Estimate", "Finding", "Gate", "Gold",
    "LanguageCentering", "ModelCard", "Pairs", "Panel", "PermutationTest", "Rankings", "Report",
    "TextSet", "audit", "compare_retrieval", "compare_shapes", "embed", "embedder",
    "measure_compression", "measure_facts", "measure_hubs", "measure_language_bias",
    "measure_margins", "measure_rankings", "measure_repair_effect", "measure_retrieval",
    "measure_shape", "nearest", "read", "read_gold", "read_parallel", "read_rankings",
    "read_texts",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    if name not in _ROOM_OF:
        raise AttributeError(f"module 'monosashi' has no attribute {name!r}")
    return getattr(import_module(f"monosashi.{_ROOM_OF[name]}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *_ROOM_OF})
