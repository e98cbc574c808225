"""Shape from a table of distances, without vectors."""

from monosashi.shape.from_distances.measure import measure_shape_from_distances
from monosashi.shape.from_distances.result import ShapeOfDistances

__all__ = ["ShapeOfDistances", "measure_shape_from_distances"]
