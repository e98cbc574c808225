"""monosashi (ものさし, a ruler): measures, repairs and explains embedding spaces.

``import monosashi as ms`` costs nothing: each name is imported when it is first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from monosashi.advice import Audit, audit, measure_facts
    from monosashi.embeddings import DataError, EmbeddingSet, ModelCard
    from monosashi.embeddings.pairs import Pairs
    from monosashi.embeddings.panel import Panel
    from monosashi.hubs import measure_hubs
    from monosashi.language import (
        LanguageCentering,
        measure_language_bias,
        measure_repair_effect,
    )
    from monosashi.neighbors import nearest
    from monosashi.report import Report
    from monosashi.results import Estimate, Finding, PermutationTest
    from monosashi.results.gate import Gate
    from monosashi.shape import compare_shapes, measure_shape
    from monosashi.stores import read

__version__ = "0.1.0"

_ROOM_OF = {
    "Audit": "advice",
    "DataError": "embeddings",
    "EmbeddingSet": "embeddings",
    "Estimate": "results",
    "Finding": "results",
    "Gate": "results.gate",
    "LanguageCentering": "language",
    "ModelCard": "embeddings",
    "Pairs": "embeddings.pairs",
    "Panel": "embeddings.panel",
    "PermutationTest": "results",
    "Report": "report",
    "audit": "advice",
    "compare_shapes": "shape",
    "measure_facts": "advice",
    "measure_hubs": "hubs",
    "measure_language_bias": "language",
    "measure_repair_effect": "language",
    "measure_shape": "shape",
    "nearest": "neighbors",
    "read": "stores",
}

__all__ = [
    "Audit", "DataError", "EmbeddingSet", "Estimate", "Finding", "Gate", "LanguageCentering",
    "ModelCard", "Pairs", "Panel", "PermutationTest", "Report", "audit", "compare_shapes",
    "measure_facts", "measure_hubs", "measure_language_bias", "measure_repair_effect",
    "measure_shape", "nearest", "read",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    if name not in _ROOM_OF:
        raise AttributeError(f"module 'monosashi' has no attribute {name!r}")
    return getattr(import_module(f"monosashi.{_ROOM_OF[name]}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *_ROOM_OF})
