"""Sharing out the spread among several factors."""

from monosashi.shape.partition.measure import partition_variance
from monosashi.shape.partition.result import PartitionedVariance

__all__ = ["PartitionedVariance", "partition_variance"]
