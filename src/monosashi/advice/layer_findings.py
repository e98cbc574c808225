"""Which of the four layers is worth a line of its own."""

from __future__ import annotations

from monosashi.advice.layers import Layers
from monosashi.results import Finding, level_of


def layer_findings(layers: Layers) -> list[Finding]:
    """A note where one shift common to all queries is much of the way to their answers.

    No more than a note: models with a query and a passage role often have such a shift and search
    well all the same. The ranks (layer 4) say whether something is lost.
    """
    share, offset = layers.offset_share, layers.offset
    if share is None or offset is None or level_of("query_offset", share) != "note":
        return []
    numbers = {"share": share.value, "low": share.low, "high": share.high, "offset": offset.value,
               "n": layers.n_judged}  # fmt: skip
    return [Finding("advice.displaced", "note", numbers)]
