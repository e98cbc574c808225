"""The synthetic benchmark for measures of fidelity and coverage: 15 checks, 30 rows."""

from monosashi.fidelity.benchmark.rescoring import rescore_fidelity_benchmark
from monosashi.fidelity.benchmark.result import FidelityBenchmark
from monosashi.fidelity.benchmark.running import run_fidelity_benchmark

__all__ = ["FidelityBenchmark", "rescore_fidelity_benchmark", "run_fidelity_benchmark"]
