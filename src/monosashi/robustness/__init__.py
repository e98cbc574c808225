"""How much the wording of a text moves what a model makes of it."""

from monosashi.robustness.cube import Cube
from monosashi.robustness.drift import Drift, measure_drift
from monosashi.robustness.measure import robustness_statistics
from monosashi.robustness.reading import read_cube
from monosashi.robustness.result import RobustnessStatistics

__all__ = [
    "Cube",
    "Drift",
    "RobustnessStatistics",
    "measure_drift",
    "read_cube",
    "robustness_statistics",
]
