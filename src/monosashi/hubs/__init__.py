"""Items that crowd everybody's neighbour lists, and items nobody finds."""

from monosashi.hubs.centring import centre_and_renormalise
from monosashi.hubs.change import Change, HubsChange, compare_hubs
from monosashi.hubs.comparison import compare_reductions
from monosashi.hubs.comparison_result import ReductionComparison, ReductionEffect
from monosashi.hubs.harm import centring_remedy
from monosashi.hubs.hubs import Hubs
from monosashi.hubs.measure import measure_hubs
from monosashi.hubs.moved import follow_hubs
from monosashi.hubs.reductions import (
    CSLS,
    ICDM,
    NICDM,
    DisSimLocal,
    LocalScaling,
    MutualProximity,
    Reduction,
    SphereProjection,
    fit_reduction,
    load_reduction,
    scaled_neighbours,
)
from monosashi.hubs.references import HubReference
from monosashi.hubs.sets import HubSets, hub_sets
from monosashi.hubs.unrelated import find_unrelated_hubs
from monosashi.hubs.unrelated_result import UnrelatedHubs

__all__ = [
    "CSLS", "ICDM", "NICDM", "Change", "DisSimLocal", "HubReference", "HubSets", "Hubs",
    "HubsChange", "LocalScaling", "MutualProximity", "Reduction", "ReductionComparison",
    "ReductionEffect", "SphereProjection", "UnrelatedHubs", "centre_and_renormalise",
    "centring_remedy", "compare_hubs", "compare_reductions", "find_unrelated_hubs",
    "fit_reduction", "follow_hubs",
    "hub_sets", "load_reduction", "measure_hubs", "scaled_neighbours",
]  # fmt: skip
