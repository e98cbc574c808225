"""What a switch of models says where no gold tells which one is better."""

from __future__ import annotations

from monosashi.advice.switch import Switch
from monosashi.results import Finding


def switch_findings(switch: Switch) -> list[Finding]:
    """How much of the lists stays, as a note; with gold the comparison says what it costs."""
    if switch.difference is not None:
        return []
    overlap, first = switch.overlap, switch.same_first
    numbers = {"old": switch.old, "new": switch.new, "k": switch.k, "n": switch.n_queries,
               "overlap": overlap.value, "low": overlap.low, "high": overlap.high,
               "first": first.value}  # fmt: skip
    return [Finding("advice.overlap", "note", numbers)]
