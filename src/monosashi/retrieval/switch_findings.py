"""What a switch says: what it costs where gold tells, else how much it changes."""

from __future__ import annotations

from typing import Any

from monosashi.results import LEVELS, Estimate, Finding, Level, Row, level_of, worst_first
from monosashi.retrieval.metric_names import metric_name
from monosashi.retrieval.switch import Switch
from monosashi.words.filling import ends, p_digits

SURE = ("problem", "warning")


def switch_findings(switch: Switch) -> list[Finding]:
    """What it costs or changes, and doubts; none of it without gold and an old list."""
    if switch.judged:
        return worst_first([_cost(switch), *switch.doubts])
    if switch.overlap is None or switch.same_first is None:
        return [*switch.doubts]
    return worst_first([_change(switch, switch.overlap, switch.same_first), *switch.doubts])


def _cost(switch: Switch) -> Finding:
    """The worst of the main metric, recall within k and first place.

    A loss of one is a loss, whatever the others gain. An interval from few units is too short, so
    the test of their signs, adjusted over the three, must agree; where it could never do so, the
    finding says that these data cannot decide.
    """
    levels = [_level(row, 1 - switch.confidence) for row in switch.judged]
    order = sorted(range(len(levels)), key=lambda i: (LEVELS.index(levels[i]),
                                                      switch.judged[i]["difference"]))  # fmt: skip
    worst = switch.judged[order[0]]
    move = next(row for row in switch.moves if row["k"] == switch.k)
    if levels[order[0]] in SURE:
        return Finding("retrieval.switch", levels[order[0]], _numbers(switch, move, worst))
    within = next(row for row in switch.judged if row["role"] == "within")
    numbers = _numbers(switch, move, within)
    if _changed(switch) and within["smallest_adjusted"] > 1 - switch.confidence:
        return Finding("retrieval.switch_undecided", "note", numbers)
    return Finding(f"retrieval.switch_{'open' if move['lost'] else 'kept'}", "note", numbers)


def _level(row: Row, alpha: float) -> Level:
    level: Level = level_of("retrieval_switch", row["high"])
    return "note" if row["p_adjusted"] > alpha else level


def _changed(switch: Switch) -> bool:
    return any(row["wins"] or row["losses"] for row in switch.judged)


def _numbers(switch: Switch, move: Row, row: Row) -> dict[str, Any]:
    """Of the metric that decides; the others beside it in one text."""
    overlap = switch.overlap
    return {
        "old": switch.old, "new": switch.new, "k": switch.k, "listed": switch.listed,
        "gained": move["gained"], "lost": move["lost"], "n_queries": switch.n_queries,
        "n_groups": switch.n_groups, "overlap": None if overlap is None else overlap.value,
        "overlap_text": "–" if overlap is None else f"{overlap:.2f}",
        "metric": metric_name(row["metric"]), "examples": ", ".join(row["examples"]),
        "difference": row["difference"], "difference_low": row["low"],
        "difference_high": row["high"], "difference_text": _interval(row),
        "others_text": "; ".join(f"{metric_name(one['metric'])} {_interval(one)}, {_p(one)}"
                                 for one in _others(switch, row)),
        "p_value": row["p_value"], "p_adjusted": row["p_adjusted"], "p_text": _p(row),
        "smallest_p": row["smallest_adjusted"], "mcnemar_p": move["mcnemar_p"],
    }  # fmt: skip


def _others(switch: Switch, row: Row) -> list[Row]:
    named = {one["metric"]: one for one in switch.judged if one["metric"] != row["metric"]}
    return list(named.values())


def _interval(row: Row) -> str:
    return f"{row['difference']:+.3f} {ends(row['low'], row['high'], '+.3f')}"


def _p(row: Row) -> str:
    floor = not row["exact"] and row["p_value"] <= row["smallest_p"]
    return "p {} {}".format(*p_digits(row["p_adjusted"], floor=floor))


def _change(switch: Switch, overlap: Estimate, first: Estimate) -> Finding:
    numbers = {"old": switch.old, "new": switch.new, "k": switch.listed, "n": switch.n_queries,
               "overlap": overlap.value, "low": overlap.low, "high": overlap.high,
               "first": first.value}  # fmt: skip
    return Finding("retrieval.overlap", "note", numbers)
