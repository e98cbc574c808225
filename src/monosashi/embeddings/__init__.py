"""The one door: checked vectors with ids, columns and a model card."""

from monosashi.embeddings.card import ModelCard
from monosashi.embeddings.errors import DataError, Fault, ServiceError, fault
from monosashi.embeddings.gold import Gold
from monosashi.embeddings.pairs import Pairs
from monosashi.embeddings.panel import Panel
from monosashi.embeddings.rankings import Rankings
from monosashi.embeddings.sets import Column, EmbeddingSet, as_set, unit_rows
from monosashi.embeddings.texts import TextSet

__all__ = [
    "Column",
    "DataError",
    "EmbeddingSet",
    "Fault",
    "Gold",
    "ModelCard",
    "Pairs",
    "Panel",
    "Rankings",
    "ServiceError",
    "TextSet",
    "as_set",
    "fault",
    "unit_rows",
]
