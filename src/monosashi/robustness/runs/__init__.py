"""Runs: tasks, models and rewritings to scores, profiles and a choice."""

from monosashi.robustness.runs.measure import measure_robustness
from monosashi.robustness.runs.presets import PRESETS, Preset
from monosashi.robustness.runs.result import RobustnessRun
from monosashi.robustness.runs.rewrite_rows import Rewrites, read_rewrites

__all__ = ["PRESETS", "Preset", "Rewrites", "RobustnessRun", "measure_robustness", "read_rewrites"]
