"""Whether generated samples look like real ones, and whether they show all of them."""

from monosashi.fidelity.compare import compare_generators
from monosashi.fidelity.comparison import GeneratorComparison
from monosashi.fidelity.measure import measure_fidelity
from monosashi.fidelity.names import DEFAULT_METRICS, METRICS
from monosashi.fidelity.result import Fidelity

__all__ = [
    "DEFAULT_METRICS", "METRICS", "Fidelity", "GeneratorComparison", "compare_generators",
    "measure_fidelity",
]  # fmt: skip
