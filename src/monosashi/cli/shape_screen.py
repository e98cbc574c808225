"""The numbers of a command about shape in a few lines of the terminal."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from monosashi.cli.layout import cells, visible
from monosashi.report.numerals import DASH, interval, number, percent, value_of
from monosashi.words import current_language, say
from monosashi.words.filling import p_digits

NAME, GAP, LEAST = 40, 2, 3
Lines = list[list[str]]
SHAPE = ("r_squared", "epsilon_squared", "icc", "ms_within")


def shape_lines(document: Mapping[str, Any], room: int) -> list[str]:
    """A small table of what the first part measured, where a table says more than findings do."""
    if document.get("kind") != "shape":
        return []
    for name, make in TABLES.items():
        if part := document["results"].get(name):
            return _table(make(part), max(room, LEAST))
    return []


def _table(rows: Lines, room: int) -> list[str]:
    """Columns side by side; what has no room is counted."""
    if len(rows) < 2:
        return []
    shown = rows if len(rows) <= room else rows[: room - 1]
    named = [[_short(row[0]), *row[1:]] for row in shown]
    widths = [max(cells(row[place]) for row in named) for place in range(len(rows[0]))]
    lines = [_aligned(row, widths) for row in named]
    left = len(rows) - len(shown)
    return [*lines, *([f"  {say('cli.screen.more_rows', count=left)}"] if left else [])]


def _short(name: str) -> str:
    clean = visible(name)
    if cells(clean) <= NAME:
        return clean
    while cells(clean) > NAME - 1:
        clean = clean[:-1]
    return f"{clean}…"


def _aligned(row: Sequence[str], widths: Sequence[int]) -> str:
    padded = [text + " " * (width - cells(text)) for text, width in zip(row, widths, strict=True)]
    return f"  {(' ' * GAP).join(padded)}".rstrip()


def _term(name: str) -> str:
    return say(f"shape.terms.{name}", current_language())


def _heads(*names: str) -> list[str]:
    return [_term(name) for name in names]


def _p(value: float | None, *, floor: bool = False) -> str:
    if value is None:
        return DASH
    sign, digits = p_digits(value, floor=floor)
    return digits if sign == "=" else f"{sign} {digits}"


def _partition(part: Mapping[str, Any]) -> Lines:
    rows = [_heads("term", "df", "r_squared_share", "p_value")]
    for row in part["rows"][:-1]:
        label = _term("residual") if row["role"] == "residual" else row["term"]
        share = DASH if row["r_squared"] is None else percent(row["r_squared"])
        test = part["tests"].get(row["term"])
        floor = bool(test) and not test["exact"] and test["exceedances"] == 0
        freedom = DASH if row["df"] is None else str(row["df"])
        rows.append([label, freedom, share, _p(row["p_value"], floor=floor)])
    return rows


def _probe(part: Mapping[str, Any]) -> Lines:
    rows = [_heads("strength", "v", "r_squared", "knn_overlap")]
    for row in part["rows"]:
        shown = [DASH if row[name] is None else number(row[name])
                 for name in ("v", "r_squared", "knn_overlap")]  # fmt: skip
        rows.append([f"{row['value']:g}", *shown])
    return rows


def _dose(part: Mapping[str, Any]) -> Lines:
    rows = [_heads("stage", "mean_w_tilde")]
    for row in part["stages"]:
        ends = interval(row["low"], row["high"])
        rows.append([str(row["stage"]), f"{number(row['mean_w_tilde'])} {ends}".rstrip()])
    return rows


def _power(part: Mapping[str, Any]) -> Lines:
    if part["kind"] == "simulated_power":
        rows = [_heads("group_count", "group_size", "power")]
        rows += [[str(row["groups"]), str(row["group_size"]),
                  f"{number(row['power'])} {interval(row['low'], row['high'])}"]
                 for row in part["rows"]]  # fmt: skip
        return rows
    rows = [_heads("group_count", "detectable")]
    asked = part["n_groups"], part["detectable"]
    known = {row["groups"]: row["detectable"] for row in part["curve"]}
    if None not in asked:
        known[asked[0]] = asked[1]
    return rows + [[str(groups), f"{known[groups]:.2f}"] for groups in sorted(known)]


def _agreement(part: Mapping[str, Any]) -> Lines:
    names = ("knn_overlap", "rowwise_spearman", "distance_spearman", "linear_cka_debiased")
    return [["", _term("value")], *_quantities(part, names)]


def _input_output(part: Mapping[str, Any]) -> Lines:
    return [["", _term(part["statistic"])], *_quantities(part, ("input", "output"))]


def _quantities(part: Mapping[str, Any], names: Sequence[str]) -> Lines:
    rows = []
    for name in names:
        held = part.get(name)
        value = value_of(held)
        ends = interval(held["low"], held["high"]) if isinstance(held, Mapping) else ""
        rows.append([_term(name), DASH if value is None else f"{number(value)} {ends}".rstrip()])
    return rows


TABLES: Mapping[str, Callable[[Any], Lines]] = {
    "partition": _partition,
    "probe": _probe,
    "dose": _dose,
    "agreement": _agreement,
    "input_output": _input_output,
    "power": _power,
}
