"""Fidelity and coverage without hubs: one factor for each point, and a filter at two scales."""

from monosashi.fidelity.gicdm.geometry import LocalGeometry
from monosashi.fidelity.gicdm.gicdm import GICDM
from monosashi.fidelity.gicdm.parameters import Parameters
from monosashi.fidelity.gicdm.scores import GicdmScores
from monosashi.fidelity.gicdm.seam import correct_fidelity
from monosashi.fidelity.gicdm.transformed import Transformed

__all__ = ["GICDM", "GicdmScores", "LocalGeometry", "Parameters", "Transformed",
           "correct_fidelity"]  # fmt: skip
