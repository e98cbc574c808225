"""Estimates, tests, findings, gates, and how they are written and read."""

from monosashi.results.estimate import Estimate, PermutationTest
from monosashi.results.finding import LEVELS, Finding, Level, Remedy, worst_first
from monosashi.results.provenance import Provenance
from monosashi.results.result import Result, Row, Tables, hidden
from monosashi.results.thresholds import explain_thresholds, level_of, thresholds

__all__ = [
    "LEVELS", "Estimate", "Finding", "Level", "PermutationTest", "Provenance", "Remedy", "Result",
    "Row", "Tables", "explain_thresholds", "hidden", "level_of", "thresholds", "worst_first",
]  # fmt: skip
