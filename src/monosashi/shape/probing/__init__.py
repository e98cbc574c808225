"""Which statistic answers to which change of a space, tried on the user's own vectors."""

from monosashi.shape.probing.examples import demo_probes, random_groups
from monosashi.shape.probing.measure import probe_invariance
from monosashi.shape.probing.result import InvarianceProbe

__all__ = ["InvarianceProbe", "demo_probes", "probe_invariance", "random_groups"]
