"""The one door: checked vectors with ids, columns and a model card."""

from monosashi.embeddings.card import ModelCard
from monosashi.embeddings.errors import DataError, Fault, fault
from monosashi.embeddings.pairs import Pairs
from monosashi.embeddings.panel import Panel
from monosashi.embeddings.sets import Column, EmbeddingSet, as_set, unit_rows

__all__ = [
    "Column",
    "DataError",
    "EmbeddingSet",
    "Fault",
    "ModelCard",
    "Pairs",
    "Panel",
    "as_set",
    "fault",
    "unit_rows",
]
