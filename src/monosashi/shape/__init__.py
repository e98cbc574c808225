"""Shape: how spread out the vectors are, and how much of it the groups explain."""

from monosashi.shape.comparison import compare_shapes
from monosashi.shape.comparison_result import ShapeComparison
from monosashi.shape.measure import measure_shape
from monosashi.shape.result import Shape
from monosashi.shape.source_tables import source_tables

__all__ = ["Shape", "ShapeComparison", "compare_shapes", "measure_shape", "source_tables"]
