"""Tables of the retrieval section."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from monosashi.report.blocks import Cell, Table
from monosashi.report.excerpts import excerpt
from monosashi.report.numerals import DASH, interval, number
from monosashi.report.sections.p_values import p_cell
from monosashi.report.sections.retrieval_metrics import metrics_of
from monosashi.report.tongue import Tongue
from monosashi.retrieval.metric_names import metric_name

Systems = Mapping[str, Mapping[str, Any]]
Compared = Mapping[str, Any]
SHOWN_MISSES, LOOKED_INTO, FEW = 8, 3, 4


def retrieval_tables(
    systems: Systems, compared: Compared | None, tongue: Tongue
) -> Iterator[Table]:
    """Metrics, paired differences, misses side by side."""
    if systems:
        yield _metrics(systems, tongue)
    if compared:
        yield _differences(compared, tongue)
    for name, one in list(systems.items())[:LOOKED_INTO]:
        yield _misses(name if len(systems) > 1 else "", one, tongue)


def _metrics(systems: Systems, tongue: Tongue) -> Table:
    several = len(systems) > 1
    rows = [
        [*([Cell(name)] if several else []), Cell(metric_name(metric)),
         _level(one, metric, found, tongue), _optimistic(one, metric)]
        for name, one in systems.items()
        for metric, found in metrics_of(one).items()
        if not _repeats(metric, one)
    ]  # fmt: skip
    names = [*(["retrieval.system"] if several else []), "retrieval.metric", "with_interval",
             "retrieval.ties_won"]  # fmt: skip
    caption = tongue.say("retrieval.metrics")
    return Table(caption, [tongue.say(name) for name in names], rows)


def _level(one: Mapping[str, Any], metric: str, found: Any, tongue: Tongue) -> Cell:
    """The value; beside a recall that cannot reach 1 what it can reach."""
    cell = tongue.cell(found)
    family, _, k = metric.partition("@")
    most = one["ceiling"][k] if family == "recall" else 1.0
    if most == 1:
        return cell
    said = tongue.say("retrieval.at_most", value=number(most))
    return replace(cell, note=tongue.listing([cell.note, said] if cell.note else [said]))


def _repeats(metric: str, one: Mapping[str, Any]) -> bool:
    """hits@k says the same as recall@k where every query has one relevant document."""
    family, _, k = metric.partition("@")
    return family == "hits" and one["hits"][k]["value"] == one["recall"][k]["value"]


def _optimistic(one: Mapping[str, Any], metric: str) -> Cell:
    value = one["optimistic"].get(metric)
    return Cell(DASH) if value is None else Cell(number(value), numeric=True)


def _differences(compared: Compared, tongue: Tongue) -> Table:
    """Of many systems the main metric only; result.json holds all."""
    few = len(compared["systems"]) <= FEW
    rows = [
        [Cell(f"{row['model_a']} − {row['model_b']}"), Cell(metric_name(row["metric"])),
         Cell(number(row["difference"]), interval(row["low"], row["high"]), numeric=True),
         *(p_cell(row[name], tongue, floor=_at_floor(row)) for name in ("p_value", "p_adjusted")),
         *(Cell(number(row[name]), numeric=True) for name in ("wins", "losses", "equal"))]
        for row in compared["differences"]
        if (few or row["metric"] == compared["metric"]) and not _as_recall(row, compared)
    ]  # fmt: skip
    names = ("retrieval.pair", "retrieval.metric", "retrieval.difference", "test.p_value",
             "retrieval.p_adjusted",
             *(f"retrieval.{name}" for name in ("wins", "losses", "equal")))  # fmt: skip
    columns = [tongue.say(name) for name in names]
    note = "" if few else tongue.say("retrieval.main_metric")
    return Table(tongue.say("comparison.differences"), columns, rows, note)


def _as_recall(row: Mapping[str, Any], compared: Compared) -> bool:
    """hits@k again says what recall@k says: every query has one relevant document."""
    family, _, k = row["metric"].partition("@")
    names = (row["model_a"], row["model_b"])
    levels = [compared["levels"][name] for name in names]
    return family == "hits" and all(
        level[f"hits@{k}"]["value"] == level[f"recall@{k}"]["value"] for level in levels
    )


def _at_floor(row: Mapping[str, Any]) -> bool:
    """Whether more random flips could have given a smaller p."""
    return not row["exact"] and row["p_value"] <= row["smallest_p"]


def _misses(name: str, one: Mapping[str, Any], tongue: Tongue) -> Table:
    rows = [
        [Cell(_text(miss, "query")), Cell(_text(miss, "gold")), _rank(miss["gold_rank"], tongue),
         Cell(_text(miss, "first"))]
        for miss in one["misses"][:SHOWN_MISSES]
    ]  # fmt: skip
    columns = [tongue.say(f"retrieval.{key}") for key in ("query", "gold", "rank", "first")]
    caption = tongue.say("retrieval.misses")
    return Table(tongue.titled(caption, name) if name else caption, columns, rows)


def _rank(rank: float | None, tongue: Tongue) -> Cell:
    if rank is None:
        return Cell(DASH, tongue.say("retrieval.nowhere"), missing=True)
    return Cell(number(int(rank)), numeric=True)


def _text(miss: Mapping[str, Any], who: str) -> str:
    """The text, else the id; a dash where a list was empty."""
    return excerpt(miss[f"{who}_text"] or miss[f"{who}_id"] or DASH)
