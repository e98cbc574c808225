"""Which of the four layers is worth a line of its own."""

from __future__ import annotations

from monosashi.advice.displaced_finding import displaced_findings
from monosashi.advice.layers import Layers
from monosashi.results import Finding


def layer_findings(layers: Layers) -> list[Finding]:
    """A note where one common shift is much of the way from queries to answers."""
    return displaced_findings(layers.offset_share, layers.offset, layers.n_judged)
