"""Exact nearest neighbours in blocks."""

from monosashi.neighbors.blocks import count_workers, map_blocks, row_blocks
from monosashi.neighbors.checks import check_k, set_faults
from monosashi.neighbors.engines import ENGINES, find_engine
from monosashi.neighbors.given import nearest_from_distances
from monosashi.neighbors.keyed import search_keyed
from monosashi.neighbors.problem import Rows
from monosashi.neighbors.search import Metric, Neighbors, nearest
from monosashi.neighbors.selection import pair_distances_of, select
from monosashi.neighbors.several import search_several

__all__ = [
    "ENGINES", "Metric", "Neighbors", "Rows", "check_k", "count_workers", "find_engine",
    "map_blocks", "nearest", "nearest_from_distances", "pair_distances_of", "row_blocks",
    "search_keyed", "search_several", "select", "set_faults",
]  # fmt: skip
