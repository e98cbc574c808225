"""Several models in one table, criterion by criterion; and a choice where weights are given."""

from monosashi.advice.choosing.compare import compare_models
from monosashi.advice.choosing.facts import EmbedderFacts
from monosashi.advice.choosing.result import Choice, ModelComparison

__all__ = ["Choice", "EmbedderFacts", "ModelComparison", "compare_models"]
