"""Embedders: texts to vectors."""

from monosashi.models.embedder import Embedder, Role
from monosashi.models.multilingual_e5 import E5Small
from monosashi.models.registry import EMBEDDERS, embedder
from monosashi.models.use_multilingual import UseMultilingual

__all__ = ["EMBEDDERS", "E5Small", "Embedder", "Role", "UseMultilingual", "embedder"]
