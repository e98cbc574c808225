"""Section: models on tasks as they are and in other words, and which model that speaks for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from monosashi.report.blocks import Cell, Figure, Section, Table
from monosashi.report.excerpts import excerpt
from monosashi.report.figures import DotRow, Point, both, dot_rows, scatter
from monosashi.report.numerals import DASH, MINUS, interval, number, percent
from monosashi.report.sections.robustness import word_of
from monosashi.report.tongue import Tongue

Row = Mapping[str, Any]
ROOM = "robustness_run"
FEWEST_POINTS, MOST_ROWS = 4, 60
TASKS = ("dataset", "kind", "metric", "side", "n", "chance", "n_left_out")
MODELS = ("model", "prompt", "dimension", "dtype", "revision", "token_limit", "identity")
DRIFT = (
    "model",
    "dataset",
    "transformation",
    "generator",
    "seed",
    "drift",
    "normalised",
    "n_blind",
    "loss",
    "rho_loss",
)
SPREAD = ("model", "dataset", "transformation", "generator", "w_tilde", "groups")
IN_OUT = ("model", "dataset", "generator", "input_icc", "output_icc", "pattern")
WORST = ("model", "dataset", "transformation", "original_text", "rewritten_text", "drift", "loss")
MEANING = ("model", "dataset", "kind", "movement", "share_unmoved", "separation")


def robustness_run_section(results: Mapping[str, Any], tongue: Tongue) -> Section | None:
    """The choice, losses with intervals over texts, drift beside loss, texts side by side."""
    found = results.get("robustness_run")
    if not found:
        return None
    figures = [made for make in (_choice, _profile, _drift_figure)
               if (made := make(found, tongue)) is not None]  # fmt: skip
    tables = [_plain(found, "tasks", TASKS, tongue), _plain(found, "models", MODELS, tongue),
              _plain(found, "drift", DRIFT, tongue), _plain(found, "spread", SPREAD, tongue),
              _plain(found, "input_output", IN_OUT, tongue),
              _plain(found, "sensitivity", MEANING, tongue), _worst(found, tongue)]  # fmt: skip
    return Section(
        ROOM,
        tongue.say(f"sections.{ROOM}"),
        tongue.say(f"short.{ROOM}"),
        _sentence(found, tongue),
        figures,
        [table for table in tables if table.rows],
        limits=tongue.limits(f"{ROOM}.limits"),
    )


def _sentence(found: Row, tongue: Tongue) -> str:
    said = [
        tongue.say(
            f"{ROOM}.sizes",
            models=len(found["models"]),
            tasks=len(found["tasks"]),
            scores=len(found["cube"]),
            sets=tongue.listing(found["rewrites"]),
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


def _points(value: float | None) -> str:
    return DASH if value is None else f"{value:.1f}".replace("-", MINUS)


def _ends(row: Row, value: str, low: str = "low", high: str = "high") -> str:
    if row[low] is None or row[high] is None:
        return _points(row[value])
    return f"{_points(row[value])} [{_points(row[low])}, {_points(row[high])}]"


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
            cells.append([Cell(model), Cell(name), Cell(_points(row["original"]), numeric=True),
                          Cell(_points(row["transformed"]), numeric=True),
                          Cell(_ends(row, "gap"), numeric=True),
                          Cell(number(row["n_texts"]), numeric=True)])  # fmt: skip
    if not cells:
        return None
    names = ("model", "axis", "original", "transformed", "gap", "n_texts")
    return _figure(rows, cells, "profile", names, tongue)


def _figure(rows: Sequence[DotRow], cells: list[list[Cell]], name: str, names: Sequence[str],
            tongue: Tongue) -> Figure:  # fmt: skip
    title = tongue.say(f"{ROOM}.{name}")
    caption = tongue.say(f"{ROOM}.{name}_caption")
    axis = tongue.term(ROOM, "score" if name == "choice" else "gap")
    line = None if name == "choice" else 0.0
    svg = both(dot_rows, list(rows), axis=axis, title=title, description=caption, line=line)
    return Figure(svg, caption, Table(title, [tongue.term(ROOM, one) for one in names], cells))


def _drift_figure(found: Row, tongue: Tongue) -> Figure | None:
    """Normalised drift against loss, a point a model, data set and wording."""
    known = [row for row in found["drift"]
             if row.get("normalised") is not None and row["loss"] is not None]  # fmt: skip
    if len(known) < FEWEST_POINTS:
        return None
    points = [Point(row["normalised"], row["loss"]) for row in known]
    title, caption = tongue.say(f"{ROOM}.drift"), tongue.say(f"{ROOM}.drift_caption")
    svg = both(scatter, points, horizontal=tongue.term(ROOM, "normalised"),
               vertical=tongue.term(ROOM, "loss"), title=title, description=caption)  # fmt: skip
    cells = [
        [
            Cell(f"{row['model']} · {row['dataset']} · {row['transformation']} ({row['seed']})"),
            Cell(number(row["normalised"]), numeric=True),
            Cell(_points(row["loss"]), numeric=True),
        ]
        for row in known
    ]
    names = [tongue.term(ROOM, name) for name in ("cube", "normalised", "loss")]
    return Figure(svg, caption, Table(title, names, cells))


def _plain(found: Row, name: str, columns: Sequence[str], tongue: Tongue) -> Table:
    held = found[name][:MOST_ROWS]
    rows = [[_cell(row, column, tongue) for column in columns] for row in held]
    return Table(tongue.term(ROOM, name), [_head(column, tongue) for column in columns], rows,
                 tongue.say(f"{ROOM}.{name}_note"))  # fmt: skip


def _head(column: str, tongue: Tongue) -> str:
    return (
        tongue.say(f"{ROOM}.{column}")
        if column in {"kind", "n"}
        else (tongue.term(ROOM, column) if column != "drift" else tongue.say(f"{ROOM}.drift_of"))
    )


WHY = {"rho_loss": {"code": "robustness_run.reasons.no_unit_scores", "values": {}}}
INTERVALS = {
    "w_tilde": ("low", "high"),
    "input_icc": ("input_low", "input_high"),
    "output_icc": ("output_low", "output_high"),
    "movement": ("low", "high"),
    "normalised": ("normalised_low", "normalised_high"),
    "drift": ("low", "high"),
}


def _cell(row: Row, column: str, tongue: Tongue) -> Cell:
    value = row.get(column)
    if value is None:
        why = row.get("reason") or WHY.get(column)
        return tongue.cell(None, why) if why else Cell(DASH, missing=True)
    if column in {"loss", "chance"}:
        return Cell(_points(value), numeric=True)
    if column in {"share_unmoved", "separation"}:
        return Cell(percent(value), numeric=True)
    if isinstance(value, str):
        return Cell(word_of(value, tongue) if column == "kind" else value)
    ends = INTERVALS.get(column)
    note = interval(row.get(ends[0]), row.get(ends[1])) if ends else ""
    return Cell(number(value), note, numeric=True)


def _worst(found: Row, tongue: Tongue) -> Table:
    rows = []
    for row in found["worst"][:MOST_ROWS]:
        shown = {**row, "original_text": excerpt(row["original_text"]),
                 "rewritten_text": excerpt(row["rewritten_text"])}  # fmt: skip
        rows.append([_cell(shown, column, tongue) for column in WORST])
    return Table(tongue.term(ROOM, "worst"), [_head(column, tongue) for column in WORST], rows,
                 tongue.say(f"{ROOM}.worst_note"))  # fmt: skip
