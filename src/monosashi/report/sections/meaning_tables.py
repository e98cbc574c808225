"""Tables of a run about changes of meaning: a model and data set in a row, kinds side by side."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from monosashi.report.blocks import Cell, Table
from monosashi.report.numerals import DASH, interval, number, percent, percent_interval
from monosashi.report.sections.axis_words import word_of
from monosashi.report.sections.said_once import apart, reasons_once
from monosashi.report.tongue import Tongue

Row = Mapping[str, Any]
ROOM = "robustness_run"
HARMLESS = "harmless"
Shown = Callable[[Row, Tongue], Cell]


def meaning_tables(found: Row, tongue: Tongue) -> list[Table]:
    """How far each kind moves the vectors, and how often further than a harmless rewriting."""
    rows = found["sensitivity"]
    measured, without = apart(rows, "movement")
    several = len({row["model"] for row in rows if row.get("model")}) > 1
    why = reasons_once([_reasoned(row) for row in without],
                       lambda row: _whose(row, tongue, several=several), tongue)  # fmt: skip
    moved = _table("sensitivity", measured, _movement, tongue, why)
    beyond = _table("separation", [row for row in rows if row.get("separation") is not None],
                    _separation, tongue, [])  # fmt: skip
    return [table for table in (moved, beyond) if table.rows or (table is moved and why)]


def _whose(row: Row, tongue: Tongue, *, several: bool) -> str:
    """Of several models which, the data set, and the kind where a language has rules."""
    if several and row.get("model"):
        row = {**row, "dataset": f"{row['model']} · {row['dataset']}"}
    if "kind" not in row:
        return str(row["dataset"])
    return tongue.say(f"{ROOM}.of_kind", dataset=row["dataset"], kind=word_of(row["kind"], tongue))


def _reasoned(row: Row) -> Row:
    """That nothing was measured says less than that there was nothing to change."""
    none = "kind" in row and row.get("n") == 0 and not row.get("n_unread")
    return {**row, "reason": {"code": f"report.{ROOM}.no_change", "values": {}}} if none else row


def _table(name: str, rows: list[Row], shown: Shown, tongue: Tongue, more: list[str]) -> Table:
    held = {(row["model"], row["dataset"], row["kind"]): row for row in rows}
    known = dict.fromkeys(row["kind"] for row in rows)
    kinds = sorted(known, key=lambda kind: kind == HARMLESS)  # what they are held against, last
    cells = [[Cell(model), Cell(dataset),
              *(_cell(held.get((model, dataset, kind)), shown, tongue) for kind in kinds)]
             for model, dataset in dict.fromkeys(key[:2] for key in held)]  # fmt: skip
    heads = [tongue.term(ROOM, "model"), tongue.term(ROOM, "dataset"),
             *(word_of(kind, tongue) for kind in kinds)]  # fmt: skip
    note = tongue.join([tongue.say(f"{ROOM}.{name}_note"), *more])
    return Table(tongue.heading(ROOM, name if name == "sensitivity" else "beyond_harmless"), heads,
                 cells, note)  # fmt: skip


def _cell(row: Row | None, shown: Shown, tongue: Tongue) -> Cell:
    return Cell(DASH, numeric=True) if row is None else shown(row, tongue)


def _movement(row: Row, tongue: Tongue) -> Cell:
    """The movement with its interval; below, of how many texts, and how many did not move.

    Changes that stand where the model does not read are not among these texts.
    """
    below = [tongue.say(f"{ROOM}.of_texts", n=row["n"])]
    if still := row.get("share_unmoved"):
        sure = percent_interval(row.get("share_unmoved_low"), row.get("share_unmoved_high"))
        share = f"{percent(still)} {sure}".rstrip()
        below.append(tongue.say(f"{ROOM}.unmoved", share=share))
    if row.get("n_unread"):
        below.append(tongue.say(f"{ROOM}.unread", count=row["n_unread"]))
    return Cell(
        number(row["movement"]),
        interval(row["low"], row["high"]),
        numeric=True,
        below=tongue.listing(below),
    )


def _separation(row: Row, _: Tongue) -> Cell:
    sure = percent_interval(row.get("separation_low"), row.get("separation_high"))
    return Cell(percent(row["separation"]), sure, numeric=True)
