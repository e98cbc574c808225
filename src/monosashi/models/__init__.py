"""Embedders: texts to vectors."""

from monosashi.models.embedder import CountsTokens, Embedder, NeedsFit, Role
from monosashi.models.multilingual_e5 import E5Small
from monosashi.models.registry import EMBEDDERS, embedder
from monosashi.models.use_multilingual import UseMultilingual

__all__ = [
    "EMBEDDERS", "CountsTokens", "E5Small", "Embedder", "NeedsFit", "Role", "UseMultilingual",
    "embedder",
]  # fmt: skip
