"""Why queries miss their answers: every miss under the layer that failed, and what mends it."""

from monosashi.advice.explaining.explain import explain_misses
from monosashi.advice.explaining.result import ExplainedMiss, MissExplanation

__all__ = ["ExplainedMiss", "MissExplanation", "explain_misses"]
