"""Shape: how spread out the vectors are, and how much of it the groups explain."""

from monosashi.shape import power
from monosashi.shape.comparison import compare_shapes
from monosashi.shape.comparison_result import ShapeComparison
from monosashi.shape.correlating import correlate_spread
from monosashi.shape.correlating_result import SpreadCorrelation
from monosashi.shape.directions import count_directions
from monosashi.shape.directions_result import Directions
from monosashi.shape.dose import measure_dose
from monosashi.shape.dose_result import Dose
from monosashi.shape.from_distances import ShapeOfDistances, measure_shape_from_distances
from monosashi.shape.input_output import diagnose_input_output
from monosashi.shape.input_output_result import InputOutput
from monosashi.shape.mean_direction import MeanDirection, measure_mean_direction
from monosashi.shape.measure import measure_shape
from monosashi.shape.ordering import GroupAuc, group_auc
from monosashi.shape.pairwise import pairwise_groups
from monosashi.shape.pairwise_result import PairwiseGroups
from monosashi.shape.partition import PartitionedVariance, partition_variance
from monosashi.shape.probing import InvarianceProbe, demo_probes, probe_invariance, random_groups
from monosashi.shape.result import Shape
from monosashi.shape.similarity import Agreement, measure_agreement
from monosashi.shape.source_two_tables import source_tables
from monosashi.shape.two_spreads import spread_ratio
from monosashi.shape.two_spreads_result import SpreadRatio

__all__ = [
    "Agreement",
    "Directions",
    "Dose",
    "GroupAuc",
    "InputOutput",
    "InvarianceProbe",
    "MeanDirection",
    "PairwiseGroups",
    "PartitionedVariance",
    "Shape",
    "ShapeComparison",
    "ShapeOfDistances",
    "SpreadCorrelation",
    "SpreadRatio",
    "compare_shapes",
    "correlate_spread",
    "count_directions",
    "demo_probes",
    "diagnose_input_output",
    "group_auc",
    "measure_agreement",
    "measure_dose",
    "measure_mean_direction",
    "measure_shape",
    "measure_shape_from_distances",
    "pairwise_groups",
    "partition_variance",
    "power",
    "probe_invariance",
    "random_groups",
    "source_tables",
    "spread_ratio",
]
