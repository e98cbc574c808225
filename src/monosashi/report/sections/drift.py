"""Section: how far rewriting moves vectors, and what that costs where scores are known."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from monosashi.report.blocks import Cell, Figure, Section, Table
from monosashi.report.figures import DotRow, Point, both, dot_rows, scatter
from monosashi.report.numerals import interval, number, percent
from monosashi.report.sections.run_tables import points_text, run_table
from monosashi.report.tongue import Tongue
from monosashi.words import filling

Row = Mapping[str, Any]
RUN = "robustness_run"
FEWEST_POINTS, MOST_ROWS = 4, 40
COLUMNS = ("model", "dataset", "transformation", "generator", "seed", "drift", "normalised",
           "n_blind", "loss", "rho_loss")  # fmt: skip
MAY_BE_ALIKE = ("dataset", "generator", "seed")  # a column of one value says nothing
QUANTITIES = ("mean", "normalised", "median", "p95", "random_distance", "n", "n_undefined",
              "n_unmoved")  # fmt: skip


def drift_section(results: Mapping[str, Any], tongue: Tongue) -> Section | None:
    """Drift of one model's vectors, or of every model, data set and wording of a run."""
    if found := results.get("drift"):
        return _section(_said(found, tongue), [], [_quantities(found, tongue),
                                                   _furthest(found, tongue)], tongue)  # fmt: skip
    run = results.get(RUN)
    if not run or not run["drift"]:
        return None
    figures = [made for make in (_by_wording, _beside_loss) if (made := make(run, tongue))]
    alike = {name: run["drift"][0][name] for name in MAY_BE_ALIKE
             if len({row[name] for row in run["drift"]}) == 1}  # fmt: skip
    columns = [name for name in COLUMNS if name not in alike]
    note = tongue.listing(f"{tongue.term(RUN, name)} {value}" for name, value in alike.items())
    table = run_table(run, "drift", columns, tongue, by="normalised", everywhere=note,
                      title=tongue.say("drift.beside"))  # fmt: skip
    return _section(_of_run(run, tongue), figures, [table], tongue)


def _section(said: str, figures: list[Figure], tables: list[Table], tongue: Tongue) -> Section:
    return Section("drift", tongue.say("sections.drift"), tongue.say("short.drift"), said,
                   figures, [table for table in tables if table.rows],
                   limits=tongue.limits("report.drift.limits"))  # fmt: skip


def _said(found: Row, tongue: Tongue) -> str:
    """Mean and normalised distance of one model, and what has none."""
    if found["mean"] is None:
        return tongue.say("drift.nothing", undefined=number(found["n_undefined"]))
    said = [tongue.say("drift.mean", n=number(found["n"]), mean=_ends(found["mean"]))]
    if found["normalised"] is not None:
        said.append(tongue.say("drift.normalised", value=_ends(found["normalised"])))
    if found["n_undefined"]:
        said.append(tongue.say("drift.undefined", count=number(found["n_undefined"])))
    return tongue.join(said)


def _ends(estimate: Row) -> str:
    ends = interval(estimate["low"], estimate["high"])
    return f"{number(estimate['value'])} {ends}".rstrip()


def _quantities(found: Row, tongue: Tongue) -> Table:
    rows = []
    for name in QUANTITIES:
        held = found[name]
        value, ends = held, ""
        if isinstance(held, Mapping):
            value, ends = held["value"], interval(held["low"], held["high"])
        cell = (tongue.cell(None, found.get("reasons", {}).get(name)) if value is None
                else Cell(number(value), ends, numeric=True))  # fmt: skip
        rows.append([Cell(tongue.say(f"drift.names.{name}")), cell])
    return Table(tongue.say("drift.quantities"),
                 [tongue.term("robustness", "quantity"), tongue.say("drift.value")],
                 rows)  # fmt: skip


def _furthest(found: Row, tongue: Tongue) -> Table:
    rows = [[Cell(row["id"]), Cell(number(row["drift"]), numeric=True)] for row in found["worst"]]
    return Table(tongue.heading("robustness", "worst"),
                 [tongue.term(RUN, "record"), tongue.say("drift.names.one")], rows)  # fmt: skip


def _of_run(run: Row, tongue: Tongue) -> str:
    known = [row for row in run["drift"] if row.get("normalised") is not None]
    # a model that gives all texts one vector has no normalised drift, but moves nothing
    blind = [row for row in run["drift"] if row.get("n_blind")]
    if not known:
        return _most_blind(blind, tongue) if blind else tongue.say("drift.run_nothing")
    far, near = (choose(known, key=lambda row: row["normalised"]) for choose in (max, min))
    said = [tongue.say("drift.run", **{f"{end}_{name}": value for end, row in
            (("far", far), ("near", near)) for name, value in
            {"model": row["model"], "wording": _wording(row),
             "value": _relative(row)}.items()})]  # fmt: skip
    if blind:
        said.append(_most_blind(blind, tongue))
    return tongue.join(said)


def _most_blind(rows: list[Row], tongue: Tongue) -> str:
    """Where most texts do not move; all of them, if several share the first place."""
    worst = max(rows, key=_blind_share)
    names = dict.fromkeys(f"{row['model']} · {_wording(row)}" for row in rows
                          if _blind_share(row) == _blind_share(worst))  # fmt: skip
    return tongue.say("drift.blind", names=tongue.listing(names), count=worst["n_blind"],
                      n=worst["n"], share=percent(_blind_share(worst)))  # fmt: skip


def _blind_share(row: Row) -> float:
    return float(row["n_blind"] / row["n"])


def _wording(row: Row) -> str:
    return f"{row['transformation']} ({row['generator']})"


def _relative(row: Row) -> str:
    low, high = row["normalised_low"], row["normalised_high"]
    told = filling.end(row["normalised"])
    return told if low is None or high is None else f"{told} {filling.ends(low, high)}"


def _by_wording(run: Row, tongue: Tongue) -> Figure | None:
    """Normalised drift of each wording, under the name of each model and data set."""
    held: dict[str, dict[tuple[str, str], Row]] = {}
    for row in run["drift"]:
        if row.get("normalised") is not None:
            name = row["model"] if len(run["tasks"]) == 1 else f"{row['model']} · {row['dataset']}"
            key = row["transformation"], row["generator"]
            held.setdefault(name, {}).setdefault(key, row)  # the first seed
    rows: list[DotRow] = []
    cells = []
    for name, wordings in held.items():
        if len(rows) + 1 + len(wordings) > MOST_ROWS:
            break
        rows.append(DotRow(name))
        for row in wordings.values():
            rows.append(DotRow(_wording(row), row["normalised"], row["normalised_low"],
                               row["normalised_high"], _relative(row)))  # fmt: skip
            cells.append([Cell(name), Cell(_wording(row)), Cell(_relative(row), numeric=True)])
    if not rows:
        return None
    title, caption = tongue.say("drift.figure"), tongue.say("drift.caption")
    axis = tongue.term(RUN, "normalised")
    svg = both(dot_rows, rows, axis=axis, title=title, description=caption, line=1.0)
    heads = [tongue.term(RUN, "model"), tongue.term(RUN, "transformation"), axis]
    return Figure(svg, caption, Table(title, heads, cells))


def _beside_loss(run: Row, tongue: Tongue) -> Figure | None:
    """Normalised drift against loss, a point a model, data set and wording."""
    known = [row for row in run["drift"]
             if row.get("normalised") is not None and row["loss"] is not None]  # fmt: skip
    if len(known) < FEWEST_POINTS:
        return None
    title, caption = tongue.say("drift.beside"), tongue.say("drift.beside_caption")
    points = [Point(row["normalised"], row["loss"], row["model"]) for row in known]
    svg = both(scatter, points, horizontal=tongue.term(RUN, "normalised"),
               vertical=tongue.term(RUN, "loss"), title=title, description=caption)  # fmt: skip
    cells = [
        [
            Cell(f"{row['model']} · {row['dataset']} · {row['transformation']} ({row['seed']})"),
            Cell(number(row["normalised"]), numeric=True),
            Cell(points_text(row["loss"]), numeric=True),
        ]
        for row in known
    ]
    names = [tongue.term(RUN, name) for name in ("cube", "normalised", "loss")]
    return Figure(svg, caption, Table(title, names, cells))
