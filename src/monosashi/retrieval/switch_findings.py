"""What a switch says: what it costs where gold tells, else how much it changes."""

from __future__ import annotations

from typing import Any

from monosashi.results import Estimate, Finding, Level, Row, level_of
from monosashi.retrieval.switch import Switch
from monosashi.words.filling import p_digits


def switch_findings(switch: Switch) -> list[Finding]:
    """One finding; none where no gold was given and the old system lists nothing."""
    if switch.moves:
        return [_cost(switch)]
    if switch.overlap is None or switch.same_first is None:
        return []
    return [_change(switch, switch.overlap, switch.same_first)]


def _cost(switch: Switch) -> Finding:
    """A warning when the new system surely finds fewer within k.

    An interval from few units is too short, so the exact test of their signs must agree; where it
    could never do so, the finding says that these data cannot decide.
    """
    row = next(row for row in switch.moves if row["k"] == switch.k)
    alpha, numbers = 1 - switch.confidence, _numbers(switch, row)
    if (row["lost"] or row["gained"]) and row["smallest_p"] > alpha:
        return Finding("retrieval.switch_undecided", "note", numbers)
    level: Level = level_of("retrieval_switch", row["high"])
    if row["p_value"] > alpha:
        level = "note"
    return Finding(f"retrieval.switch{'' if row['lost'] else '_kept'}", level, numbers)


def _numbers(switch: Switch, row: Row) -> dict[str, Any]:
    net, low, high, overlap = row["net"], row["low"], row["high"], switch.overlap
    floor = not row["exact"] and row["p_value"] <= row["smallest_p"]
    return {
        "old": switch.old, "new": switch.new, "k": switch.k, "listed": switch.listed,
        "gained": row["gained"], "lost": row["lost"], "n_queries": switch.n_queries,
        "n_groups": switch.n_groups, "overlap": None if overlap is None else overlap.value,
        "overlap_text": "–" if overlap is None else f"{overlap:.2f}",
        "examples": ", ".join(lost["query_id"] for lost in switch.lost_queries[:3]),
        "difference": net, "difference_low": low, "difference_high": high,
        "difference_text": f"{net:+.3f} [{low:+.3f}, {high:+.3f}]",
        "p_value": row["p_value"], "p_text": "p {} {}".format(*p_digits(row["p_value"],
                                                                        floor=floor)),
        "smallest_p": row["smallest_p"], "mcnemar_p": row["mcnemar_p"],
    }  # fmt: skip


def _change(switch: Switch, overlap: Estimate, first: Estimate) -> Finding:
    numbers = {"old": switch.old, "new": switch.new, "k": switch.listed, "n": switch.n_queries,
               "overlap": overlap.value, "low": overlap.low, "high": overlap.high,
               "first": first.value}  # fmt: skip
    return Finding("retrieval.overlap", "note", numbers)
