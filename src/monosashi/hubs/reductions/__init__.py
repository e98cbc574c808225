"""Dissimilarities with fewer hubs: one protocol for all of them."""

from monosashi.hubs.reductions.csls import CSLS
from monosashi.hubs.reductions.dissim_local import DisSimLocal
from monosashi.hubs.reductions.icdm import ICDM
from monosashi.hubs.reductions.local_scaling import LocalScaling
from monosashi.hubs.reductions.mutual import MutualProximity
from monosashi.hubs.reductions.named import FITS, fit_reduction, load_reduction
from monosashi.hubs.reductions.nicdm import NICDM
from monosashi.hubs.reductions.reduction import Reduction
from monosashi.hubs.reductions.scaled import scaled_neighbours, scaled_neighbours_of
from monosashi.hubs.reductions.sphere import SphereProjection

__all__ = [
    "CSLS", "FITS", "ICDM", "NICDM", "DisSimLocal", "LocalScaling", "MutualProximity", "Reduction",
    "SphereProjection", "fit_reduction", "load_reduction", "scaled_neighbours",
    "scaled_neighbours_of",
]  # fmt: skip
