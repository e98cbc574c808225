"""The numbers of `monosashi hubs` in a few lines of the terminal, each with its own interval."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from monosashi.cli.interval_rows import IntervalRow, interval_rows
from monosashi.report.numerals import DASH, number, percent, percent_interval
from monosashi.words import current_language, filling, say

LEAST = 5
PLACES = {"top_share_ratio": ".1f", "robin_hood": ".2f", "skewness": ".1f", "recall": ".3f"}
HEADS = {
    "antihub_share": "short_antihubs",
    "top_share_ratio": "short_top",
    "robin_hood": "short_robin_hood",
    "skewness": "short_skewness",
    "recall": "recall",
}
INTERVALS = ("robin_hood", "antihub_share", "top_share_ratio")


def hubs_lines(document: Mapping[str, Any], room: int) -> list[str]:
    """A row a correction, or a row a set and correction; nothing where findings say it all."""
    if document.get("kind") != "hubs":
        return []
    results = document.get("results", {})
    if "hub_sets" in results:
        return _sets(results["hub_sets"]["rows"], max(room, LEAST))
    if "reductions" in results:
        return _reductions(results["reductions"], max(room, LEAST))
    return []


def _sets(rows: Sequence[Mapping[str, Any]], room: int) -> list[str]:
    corrected = any(row["method"] != "none" for row in rows)
    shown = _shown(recall=any("recall" in row for row in rows))
    heads = _heads("set", "method" if corrected else "", shown)
    lines = [_row(row["set"], _named(row["method"]) if corrected else "", row, shown)
             for row in rows]  # fmt: skip
    if len({row["n"] for row in rows}) > 1:
        heads = _beside(heads, _term("n"))
        lines = [_beside(line, number(row["n"])) for line, row in zip(lines, rows, strict=True)]
    return interval_rows(heads, lines, room)


def _reductions(found: Mapping[str, Any], room: int) -> list[str]:
    """The lists as they are, then corrections, the most even first."""
    recall, effects = found["recall_before"], found["effects"]
    shown = _shown(recall=bool(recall))
    ordered = sorted(effects, key=lambda name: effects[name]["levels"]["robin_hood"]["value"])
    measured = [("none", found["before"], recall, 1.0)]
    measured += [(name, {**effects[name]["levels"], "skewness": effects[name]["skewness"]},
                  effects[name]["recall"], effects[name]["kept"]) for name in ordered]  # fmt: skip
    lines = [
        _row(_named(name), f"{_term('short_kept')} {percent(kept)}", _flat(levels, told), shown)
        for name, levels, told, kept in measured
    ]
    return interval_rows(_heads("method", "", shown), lines, room)


def _flat(levels: Mapping[str, Any], recall: Mapping[str, Any] | None) -> dict[str, Any]:
    """Estimates as ``x, x_low, x_high``."""
    skewness = levels["skewness"]
    row = {"skewness": skewness["value"] if isinstance(skewness, Mapping) else skewness}
    told = {name: levels[name] for name in INTERVALS} | ({"recall": recall} if recall else {})
    for name, estimate in told.items():
        row |= {name: estimate["value"], f"{name}_low": estimate["low"],
                f"{name}_high": estimate["high"]}  # fmt: skip
    return row


def _shown(*, recall: bool) -> list[str]:
    return [name for name in HEADS if recall or name != "recall"]


def _term(name: str) -> str:
    return say(f"hubs.terms.{name}", current_language())


def _named(method: str) -> str:
    return _term("none") if method == "none" else method


def _heads(name: str, under: str, shown: Sequence[str]) -> IntervalRow:
    return IntervalRow(_term(name), _term(under) if under else "",
                       [_term(HEADS[one]) for one in shown], [""] * len(shown))  # fmt: skip


def _row(name: str, under: str, row: Mapping[str, Any], shown: Sequence[str]) -> IntervalRow:
    return IntervalRow(name, under, [_value(row, one) for one in shown],
                       [_ends(row, one) for one in shown])  # fmt: skip


def _value(row: Mapping[str, Any], name: str) -> str:
    value = row.get(name)
    if value is None:
        return DASH
    return percent(value) if name == "antihub_share" else filling.end(value, PLACES[name])


def _ends(row: Mapping[str, Any], name: str) -> str:
    """The interval: 0 of few items may be some of many."""
    low, high = row.get(f"{name}_low"), row.get(f"{name}_high")
    if low is None or high is None:
        return ""
    if name == "antihub_share":
        return percent_interval(low, high)
    return f"[{', '.join(filling.end(one, PLACES[name]) for one in (low, high))}]"


def _beside(row: IntervalRow, text: str) -> IntervalRow:
    """The row with one more column, without an interval, at its end."""
    return IntervalRow(row.name, row.under, [*row.above, text], [*row.below, ""])
