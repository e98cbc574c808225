"""Section: what changes when a new system takes the place of the old one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from monosashi.report.blocks import Cell, Section, Table
from monosashi.report.excerpts import excerpt
from monosashi.report.numerals import DASH, interval, number, percent, value_of
from monosashi.report.sections.p_values import p_cell
from monosashi.report.sections.quantities import why
from monosashi.report.sections.retrieval import systems_of
from monosashi.report.tongue import Tongue
from monosashi.retrieval.metric_names import metric_name
from monosashi.retrieval.switch import SHARES
from monosashi.retrieval.switch_judged import FIELDS

SHOWN = 10
ROOM = "retrieval.switch"
MOVES = ("k", "lost", "gained", "net", "p_value")
MOVED = ("query", "gold", "rank_old", "rank_new", "first_old", "first_new")
CHANGED = ("query", "common", "first_old", "first_new")
SHOWN_ROWS = {"lost_queries": MOVED, "gained_queries": MOVED, "changed_queries": CHANGED}


def switch_section(results: Mapping[str, Any], tongue: Tongue) -> Section | None:
    """Shares of the lists that stay, of queries that lose and gain, and which these are."""
    switch = results.get("switch")
    if not switch:
        return None
    nowhere = f"switch.{'not_listed' if _of_lists(results) else 'nowhere'}"
    tables = [
        _quantities(switch, tongue),
        _moves(switch, tongue),
        *(_rows(name, columns, switch, tongue, nowhere) for name, columns in SHOWN_ROWS.items()),
    ]
    return Section(
        "switch",
        tongue.say("sections.switch"),
        tongue.say("short.switch"),
        _sentence(switch, tongue),
        tables=[table for table in tables if table.rows],
        limits=tongue.limits("report.switch.limits"),
    )


def _of_lists(results: Mapping[str, Any]) -> bool:
    """Whether the systems are ranked lists that end somewhere."""
    systems = systems_of(results.get("retrieval"))
    return any(one["depth"] is not None for one in systems.values())


def _sentence(switch: Mapping[str, Any], tongue: Tongue) -> str:
    said, share = [], value_of(switch["overlap"])
    if share is not None:
        names = {"old": switch["old"], "new": switch["new"], "k": switch["listed"]}
        said.append(tongue.say("switch.overlap", share=percent(share), **names))
    lost, gained = (value_of(switch[name]) for name in ("lost", "gained"))
    if lost is None or gained is None:
        return tongue.join([*said, tongue.say("switch.not_better")])
    moved = {"lost": percent(lost), "gained": percent(gained), "n": number(switch["n_queries"])}
    return tongue.join([*said, tongue.say("switch.moved", **moved, k=switch["k"])])


def _quantities(switch: Mapping[str, Any], tongue: Tongue) -> Table:
    reasons = switch.get("reasons", {})
    rows = [[Cell(tongue.term(ROOM, name)), tongue.share(switch[name], why(name, reasons))]
            for name in SHARES]  # fmt: skip
    rows += _differences(switch, tongue)
    p = switch["mcnemar_p"]
    shown = tongue.cell(None, why("mcnemar_p", reasons)) if p is None else p_cell(p, tongue)
    rows.append([Cell(tongue.term(ROOM, "mcnemar_p")), shown])
    return Table(
        tongue.say("switch.quantities", k=switch["k"], listed=switch["listed"]),
        [tongue.say("quantity"), tongue.say("with_interval")],
        rows,
    )


def _differences(switch: Mapping[str, Any], tongue: Tongue) -> list[list[Cell]]:
    """Every metric that judges the switch, by its name; without gold why there is none."""
    reasons = switch.get("reasons", {})
    judged = {row["metric"]: FIELDS[row["role"]] for row in switch.get("judged", ())}
    named = [(tongue.say("switch.change", metric=metric_name(metric)), name)
             for metric, name in judged.items()]  # fmt: skip
    lines = named or [(tongue.term(ROOM, "difference"), "difference")]
    return [[Cell(term), tongue.cell(switch[name], why(name, reasons))] for term, name in lines]


def _moves(switch: Mapping[str, Any], tongue: Tongue) -> Table:
    """Numbers of queries for every k, where there are several."""
    moves = switch["moves"] if len(switch["moves"]) > 1 else ()
    rows = [
        [Cell(number(row["k"]), numeric=True),
         *(Cell(number(row[name]), numeric=True) for name in ("lost", "gained")),
         Cell(number(row["net"]), interval(row["low"], row["high"]), numeric=True),
         p_cell(row["p_value"], tongue, floor=_at_floor(row))]
        for row in moves
    ]  # fmt: skip
    columns = [tongue.say(f"switch.columns.{name}") for name in MOVES]
    return Table(tongue.say("switch.moves"), columns, rows, tongue.say("switch.counted"))


def _at_floor(row: Mapping[str, Any]) -> bool:
    """Whether more random flips could have given a smaller p."""
    return not row["exact"] and bool(row["p_value"] <= row["smallest_p"])


def _rows(
    name: str, columns: Sequence[str], switch: Mapping[str, Any], tongue: Tongue, nowhere: str
) -> Table:
    """Texts where there are any, else ids."""
    held = switch.get(name, ())
    rows = [[_cell(row, column, tongue, nowhere) for column in columns] for row in held[:SHOWN]]
    note = ""
    if len(held) > SHOWN:
        note = tongue.say("first_rows", shown=SHOWN, total=len(held))
    k = switch["listed" if name == "changed_queries" else "k"]
    caption = tongue.say(f"switch.{name}", old=switch["old"], new=switch["new"], k=k)
    return Table(caption, [tongue.say(f"switch.columns.{one}") for one in columns], rows, note)


def _cell(row: Mapping[str, Any], column: str, tongue: Tongue, nowhere: str) -> Cell:
    if column.startswith("rank_"):
        if row[column] is None:
            return Cell(DASH, tongue.say(nowhere), missing=True)
        return Cell(number(int(row[column])), numeric=True)
    if column == "common":
        return Cell(number(int(row[column])), numeric=True)
    name, text = (f"{column}_id", f"{column}_text") if f"{column}_id" in row else (
        column, f"{column}_text")  # fmt: skip
    shown = row.get(text) or row.get(name)
    if shown is None:
        return Cell(DASH, tongue.say("switch.no_list"), missing=True)
    return Cell(excerpt(str(shown)))
