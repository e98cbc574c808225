"""The metrics of every system in a few lines of the terminal."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from monosashi.cli.alignment_screen import alignment_lines
from monosashi.cli.layout import cells, shorten, visible, wrap
from monosashi.report.numerals import interval, number, value_of
from monosashi.words import filling, say

SHOWN, NAME, GAP, LEAST = 6, 18, 2, 3
TOLD_BY = {"retrieval.ties": "ties", "retrieval.missing": "missing",
           "retrieval.absent_gold": "absent"}  # fmt: skip


def retrieval_lines(document: Mapping[str, Any], room: int) -> list[str]:
    """A table of metrics with intervals, and what makes them doubtful; nothing without queries.

    Of the ``room`` lines the table takes what it needs, three at least, the doubts what is left.
    """
    results = document.get("results", {})
    codes = {finding["code"] for finding in document.get("findings", ())}
    known = {"depth", *(doubt for code, doubt in TOLD_BY.items() if code in codes)}
    from monosashi.report.sections.retrieval import systems_of

    systems = systems_of(results.get("retrieval"))
    compared = results.get("retrieval_comparison")
    if len(systems) == 1:
        table = _one(next(iter(systems.values())), max(room, LEAST))
    elif levels := _levels(systems, compared):
        table = _several(levels, compared, max(room, LEAST))
    else:
        return []
    table += alignment_lines(results.get("alignment"), room - len(table))
    return [*table, *_doubts(systems, known, room - len(table))]


def _one(one: Mapping[str, Any], room: int) -> list[str]:
    """A line a metric: value, interval, and the value with ties won where that is another.

    Where not all metrics have room: the first and the last recall, MRR and nDCG.
    """
    from monosashi.report.sections.retrieval_metrics import headline_metrics, metrics_of
    from monosashi.retrieval.metric_names import metric_name

    metrics, lines = headline_metrics(metrics_of(one)), []
    ks = [f"recall@{k}" for k in sorted(one["ks"])]
    if len(metrics) > room:
        metrics = [held for held in metrics if held[0] not in ks[1:-1]]
    for name, found in metrics:
        value, won = value_of(found) or 0.0, one["optimistic"].get(name)
        tied = "" if won is None or won - value < 0.0005 else (
            f"  {say('cli.retrieval.ties_won', value=number(won))}")  # fmt: skip
        shown = f"{number(value)}  {interval(found['low'], found['high'])}"
        lines.append(f"  {metric_name(name):<12}{shown}{tied}")
    return lines


def _levels(systems: Mapping[str, Any], compared: Mapping[str, Any] | None) -> Mapping[str, Any]:
    """Metrics by system; a comparison of models holds them itself."""
    from monosashi.report.sections.retrieval_metrics import metrics_of

    if not systems:
        return compared["levels"] if compared else {}
    return {name: metrics_of(one) for name, one in systems.items()}


def _several(levels: Mapping[str, Any], compared: Mapping[str, Any] | None, room: int) -> list[str]:
    """A line a system, the best first: the first and last recall and the main metric."""
    from monosashi.retrieval.metric_names import metric_name

    names = _columns(next(iter(levels.values())), compared)
    ordered = _best_first(list(levels), compared)
    most = min(SHOWN, room - 1)
    shown = ordered if len(ordered) <= most else ordered[: most - 1]
    wide = min(max(cells(visible(name)) for name in shown), NAME)
    heads = [metric_name(name) for name in names]
    rows = [[_short(name, wide), *(_value(levels[name][metric]) for metric in names)]
            for name in shown]  # fmt: skip
    widths = [max(map(cells, column)) for column in zip(["", *heads], *rows, strict=True)]
    lines = [_aligned(row, widths) for row in (["", *heads], *rows)]
    more = len(ordered) - len(shown)
    return [*lines, *([f"  {say('cli.retrieval.more', count=more)}"] if more > 0 else [])]


def _columns(metrics: Mapping[str, Any], compared: Mapping[str, Any] | None) -> list[str]:
    """As many as 80 columns hold; the metric that decides is always among them.

    Where queries have several right documents, any of them in the first place counts first.
    """
    from monosashi.report.sections.retrieval_metrics import first_hits

    ks = sorted(int(name.partition("@")[2]) for name in metrics if name.startswith("recall@"))
    main = compared["metric"] if compared else (
        next(name for name in metrics if name.startswith("ndcg@")))  # fmt: skip
    first = first_hits(metrics) or f"recall@{ks[0]}"
    wanted = [first, f"recall@{ks[-1]}", main]
    names = list(dict.fromkeys(wanted))
    return names if len(names) == len(wanted) else [*names, "mrr"]


def _best_first(systems: list[str], compared: Mapping[str, Any] | None) -> list[str]:
    if not compared:
        return systems
    levels, metric = compared["levels"], compared["metric"]
    return sorted(systems, key=lambda name: -(value_of(levels[name][metric]) or 0.0))


def _value(found: Any) -> str:
    """Two decimals are enough beside an interval, and leave room for names."""
    value, low, high = found["value"], found["low"], found["high"]
    return f"{value:.3f}" if low is None else f"{value:.3f} {filling.ends(low, high, '.2f')}"


def _short(name: str, room: int) -> str:
    clean = visible(name)
    if cells(clean) <= room:
        return clean
    begin, end = "", clean  # names often differ at their ends: the middle is cut
    while cells(begin) < room // 2:
        begin, end = begin + end[0], end[1:]
    while cells(begin + end) > room - 1:
        end = end[1:]
    return f"{begin}…{end}"


def _aligned(row: Sequence[str], widths: Sequence[int]) -> str:
    padded = [text + " " * (width - cells(text)) for text, width in zip(row, widths, strict=True)]
    return f"  {(' ' * GAP).join(padded)}".rstrip()


def _doubts(systems: Mapping[str, Any], known: Collection[str], room: int) -> list[str]:
    """Ties, missing queries, absent gold, what was hidden: two lines each, while there is room."""
    from monosashi.report.sections.retrieval import all_doubts
    from monosashi.report.tongue import Tongue
    from monosashi.words import current_language

    said = all_doubts(systems, Tongue(current_language()), known)
    blocks = [shorten(wrap(note, first="· "), 2) for note in said]
    lines: list[str] = []
    for place, block in enumerate(blocks):
        last = place == len(blocks) - 1
        if len(lines) + len(block) + (not last) > room:
            more = say("cli.screen.more_notices", count=len(blocks) - place)
            return [*lines, more] if len(lines) < room else lines
        lines += block
    return lines
