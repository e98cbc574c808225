"""What a switch says: what it costs where gold tells, else how much it changes."""

from __future__ import annotations

from monosashi.results import Estimate, Finding, level_of
from monosashi.retrieval.switch import Switch


def switch_findings(switch: Switch) -> list[Finding]:
    """One finding; none where no gold was given and the old system lists nothing."""
    if switch.moves:
        return [_cost(switch)]
    if switch.overlap is None or switch.same_first is None:
        return []
    return [_change(switch, switch.overlap, switch.same_first)]


def _cost(switch: Switch) -> Finding:
    """A warning when the new system surely finds fewer within k."""
    row = next(row for row in switch.moves if row["k"] == switch.k)
    net, low, high = row["net"], row["low"], row["high"]
    overlap = switch.overlap
    numbers = {
        "old": switch.old, "new": switch.new, "k": switch.k, "listed": switch.listed,
        "gained": row["gained"], "lost": row["lost"], "n_queries": switch.n_queries,
        "overlap": None if overlap is None else overlap.value,
        "overlap_text": "–" if overlap is None else f"{overlap:.2f}",
        "examples": ", ".join(lost["query_id"] for lost in switch.lost_queries[:3]) or "–",
        "difference": net, "difference_low": low, "difference_high": high,
        "difference_text": f"{net:+.3f} [{low:+.3f}, {high:+.3f}]",
        "mcnemar_p": row["mcnemar_p"],
    }  # fmt: skip
    return Finding("retrieval.switch", level_of("retrieval_switch", high), numbers)


def _change(switch: Switch, overlap: Estimate, first: Estimate) -> Finding:
    numbers = {"old": switch.old, "new": switch.new, "k": switch.listed, "n": switch.n_queries,
               "overlap": overlap.value, "low": overlap.low, "high": overlap.high,
               "first": first.value}  # fmt: skip
    return Finding("retrieval.overlap", "note", numbers)
