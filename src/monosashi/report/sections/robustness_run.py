"""Section: models on tasks as they are and in other words, and which model that speaks for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from monosashi.report.blocks import Cell, Figure, Section, Table
from monosashi.report.excerpts import excerpt
from monosashi.report.figures import DotRow, both, dot_rows
from monosashi.report.numerals import DASH, number, percent
from monosashi.report.sections.axis_words import word_of
from monosashi.report.sections.meaning_tables import meaning_tables
from monosashi.report.sections.run_tables import (
    LARGEST,
    points_text,
    run_cell,
    run_head,
    run_table,
)
from monosashi.report.tongue import Tongue

Row = Mapping[str, Any]
ROOM = "robustness_run"
TASKS = ("dataset", "kind", "metric", "side", "n", "chance", "n_left_out")
MODELS = ("model", "prompt", "dimension", "dtype", "revision", "token_limit", "identity")
SPREAD = ("model", "dataset", "transformation", "generator", "w_tilde", "groups", "n_left")
IN_OUT = ("model", "dataset", "input_icc", "output_icc", "pattern")
WORST = ("model", "dataset", "transformation", "original_text", "rewritten_text", "drift", "loss")


def robustness_run_section(results: Mapping[str, Any], tongue: Tongue) -> Section | None:
    """The choice, losses with intervals over texts, and texts side by side."""
    found = results.get("robustness_run")
    if not found:
        return None
    figures = [made for make in (_choice, _profile)
               if (made := make(found, tongue)) is not None]  # fmt: skip
    tables = [run_table(found, "tasks", TASKS, tongue), run_table(found, "models", MODELS, tongue),
              run_table(found, "spread", SPREAD, tongue, by="w_tilde"),
              run_table(_measured(found, tongue), "input_output", IN_OUT, tongue),
              *meaning_tables(found, tongue), _worst(found, tongue)]  # fmt: skip
    return Section(
        ROOM,
        tongue.say(f"sections.{ROOM}"),
        tongue.say(f"short.{ROOM}"),
        _sentence(found, tongue),
        figures,
        [table for table in tables if table.rows],
        limits=tongue.limits(f"{ROOM}.limits"),
    )


def _measured(found: Row, tongue: Tongue) -> Row:
    """Rows of wordings in and out with both numbers; data set and generator in one column.

    No pattern is named where an interval leaves it open.
    """
    rows = [{**row, "dataset": f"{row['dataset']} ({row['generator']})",
             "pattern": tongue.plain(row["pattern"]) if row["sure"]
             else tongue.say(f"{ROOM}.open_pattern")}
            for row in found["input_output"]
            if row.get("input_icc") is not None and row.get("output_icc") is not None]  # fmt: skip
    return {**found, "input_output": rows}


def _sentence(found: Row, tongue: Tongue) -> str:
    said = [
        tongue.say(
            f"{ROOM}.sizes",
            models=len(found["models"]),
            tasks=len(found["tasks"]),
            scores=len(found["cube"]),
            sets=tongue.listing(_sets(found["rewrites"], tongue)),
        )
    ]
    digest = found["provenance"]["settings"]["rewrites_digest"]
    said.append(tongue.say(f"{ROOM}.digest", digest=digest[:16]))
    shares = tongue.listing(f"{word_of(name, tongue)} {percent(value)}"
                            for name, value in found["weights"].items())  # fmt: skip
    said.append(tongue.say(f"{ROOM}.weights", weights=shares))
    if found["preset"]:
        said.append(tongue.say(f"{ROOM}.preset", name=found["preset"]["name"],
                               left_out=tongue.listing(found["preset"]["left_out"])))  # fmt: skip
    return tongue.join(said)


def _sets(names: Iterable[str], tongue: Tongue) -> list[str]:
    """Sets of one name, which are numbered from the second on, as one: ``rules (3 sets)``."""
    held: dict[str, int] = {}
    for name in names:
        first, _, place = name.rpartition(" ")
        own = first if place.isdigit() and first in held else name
        held[own] = held.get(own, 0) + 1
    return [name if count == 1 else tongue.say(f"{ROOM}.sets", name=name, count=count)
            for name, count in held.items()]  # fmt: skip


def _ends(row: Row, value: str, low: str = "low", high: str = "high") -> str:
    if row[low] is None or row[high] is None:
        return points_text(row[value])
    return f"{points_text(row[value])} [{points_text(row[low])}, {points_text(row[high])}]"


def _choice(found: Row, tongue: Tongue) -> Figure | None:
    """Weighted score of each model."""
    rows = [DotRow(row["model"], row["score"], row["low"], row["high"], _ends(row, "score"))
            for row in found["choice"]]  # fmt: skip
    if not rows:
        return None
    cells = [[Cell(row["model"]), Cell(_ends(row, "score"), numeric=True),
              Cell(_ends(row, "behind", "behind_low", "behind_high"), numeric=True),
              Cell(DASH if row["wins"] is None else percent(row["wins"]), numeric=True)]
             for row in found["choice"]]  # fmt: skip
    return _figure(rows, cells, "choice", ("model", "score", "behind", "wins"), tongue)


def _profile(found: Row, tongue: Tongue) -> Figure | None:
    """Loss on each axis, under the name of each model."""
    rows, cells = [], []
    for model in dict.fromkeys(row["model"] for row in found["profile"]):
        rows.append(DotRow(model))
        for row in found["profile"]:
            if row["model"] != model:
                continue
            name = f"{word_of(row['axis'], tongue)} ({row['generator']})"
            rows.append(DotRow(name, row["gap"], row["low"], row["high"], _ends(row, "gap")))
            cells.append([Cell(model), Cell(name), Cell(points_text(row["original"]), numeric=True),
                          Cell(points_text(row["transformed"]), numeric=True),
                          Cell(_ends(row, "gap"), numeric=True),
                          Cell(_texts(row), numeric=True)])  # fmt: skip
    if not cells:
        return None
    names = ("model", "axis", "original", "transformed", "gap", "n_texts")
    apart = any(_fewest(row) < row["n_texts"] for row in found["profile"])
    note = tongue.say(f"{ROOM}.profile_texts") if apart else ""
    return _figure(rows, cells, "profile", names, tongue, note=note)


def _fewest(row: Row) -> int:
    """Documents of earlier versions do not say it."""
    return int(row.get("fewest_texts", row["n_texts"]))


def _texts(row: Row) -> str:
    """How many texts, or of which transformation fewest and of which most."""
    most, least = number(row["n_texts"]), number(_fewest(row))
    return most if least == most else f"{least}–{most}"


def _figure(
    rows: Sequence[DotRow], cells: list[list[Cell]], name: str, names: Sequence[str],
    tongue: Tongue, *, note: str = "",
) -> Figure:  # fmt: skip
    title = tongue.say(f"{ROOM}.{name}")
    caption = tongue.say(f"{ROOM}.{name}_caption")
    axis = tongue.term(ROOM, "score" if name == "choice" else "gap")
    line = None if name == "choice" else 0.0
    svg = both(dot_rows, list(rows), axis=axis, title=title, description=caption, line=line)
    heads = [tongue.term(ROOM, one) for one in names]
    return Figure(svg, caption, Table(title, heads, cells, note))


def _worst(found: Row, tongue: Tongue) -> Table:
    rows = []
    largest = sorted(found["worst"], key=lambda row: (-(row["loss"] or 0.0), -row["drift"]))
    for row in largest[:LARGEST]:
        # one text stands there once for each generator
        shown = {**row, "transformation": f"{row['transformation']} ({row['generator']})",
                 "original_text": excerpt(row["original_text"]),
                 "rewritten_text": excerpt(row["rewritten_text"])}  # fmt: skip
        rows.append([run_cell(shown, column, tongue) for column in WORST])
    heads = [run_head(column, tongue) for column in WORST]
    note = [tongue.say(f"{ROOM}.worst_note")]
    if len(largest) > LARGEST:
        note.append(tongue.say(f"{ROOM}.largest", shown=LARGEST, total=len(largest)))
    return Table(tongue.heading(ROOM, "worst"), heads, rows, tongue.join(note))
