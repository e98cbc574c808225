"""Exact nearest neighbours in blocks."""

from monosashi.neighbors.blocks import count_workers, map_blocks, row_blocks
from monosashi.neighbors.checks import check_k
from monosashi.neighbors.engines import ENGINES, find_engine
from monosashi.neighbors.given import nearest_from_distances
from monosashi.neighbors.search import Metric, Neighbors, nearest

__all__ = [
    "ENGINES", "Metric", "Neighbors", "check_k", "count_workers", "find_engine", "map_blocks",
    "nearest", "nearest_from_distances", "row_blocks",
]  # fmt: skip
