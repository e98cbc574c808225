"""How far two spaces agree about the same objects, from neighbours to distances."""

from monosashi.shape.similarity.measure import measure_agreement
from monosashi.shape.similarity.result import Agreement

__all__ = ["Agreement", "measure_agreement"]
