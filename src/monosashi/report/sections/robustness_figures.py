"""Figures about rewriting: profiles, costs, map and order of one group and generator."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from monosashi.report.blocks import Cell, Figure, Table
from monosashi.report.figures import DotRow, both, dot_rows
from monosashi.report.figures.heat_map import heat_map
from monosashi.report.figures.slopes import Slope, slopes
from monosashi.report.numerals import DASH, MINUS
from monosashi.report.sections.axis_words import word_of
from monosashi.report.tongue import Tongue

Row = Mapping[str, Any]
MOST_MODELS, MOST_DATASETS = 16, 20


def robustness_figures(found: Row, family: tuple[str, str], tongue: Tongue) -> Iterator[Figure]:
    """Those for which there is something to draw."""
    of = _named(family, tongue)
    mine = {name: [row for row in found[name]
                   if (row["dataset_group"], row["generator"]) == family]
            for name in ("profile", "tests", "ranks", "cells")}  # fmt: skip
    for make in (_profile, _forest, _map, _slopes):
        figure = make(mine, of, tongue)
        if figure is not None:
            yield figure


def _named(family: tuple[str, str], tongue: Tongue) -> str:
    group, generator = family
    return tongue.listing([word_of(group, tongue), generator])


def _points(value: float | None) -> str:
    # + 0.0: what rounds to nothing has no sign of its own
    return DASH if value is None else f"{round(value, 1) + 0.0:+.1f}".replace("-", MINUS)


def _with_ends(value: float | None, low: float | None, high: float | None) -> str:
    if low is None or high is None:
        return _points(value)
    return f"{_points(value)} [{_points(low)}, {_points(high)}]"


def _profile(mine: Mapping[str, list[Row]], of: str, tongue: Tongue) -> Figure | None:
    """Loss per axis under the name of each model."""
    rows: list[DotRow] = []
    for model in list(dict.fromkeys(row["model"] for row in mine["profile"]))[:MOST_MODELS]:
        held = [row for row in mine["profile"] if row["model"] == model
                and row["gap"] is not None]  # fmt: skip
        if held:
            rows.append(DotRow(model))
            rows += [
                DotRow(
                    word_of(row["axis"], tongue),
                    row["gap"],
                    row["low"],
                    row["high"],
                    _with_ends(row["gap"], row["low"], row["high"]),
                )
                for row in held
            ]
    ends = any(row.low is not None for row in rows)
    return _dots(rows, "profile", of, tongue, "" if ends else "_single")


def _forest(mine: Mapping[str, list[Row]], of: str, tongue: Tongue) -> Figure | None:
    """Hodges-Lehmann of every transformation, with the level that its interval attains."""
    rows = [DotRow(row["transformation"], row["hl"], row["low"], row["high"],
                   _with_ends(row["hl"], row["low"], row["high"])
                   + ("" if row["level"] is None else f" ({100 * row['level']:.1f}%)"))
            for row in mine["tests"] if row["hl"] is not None]  # fmt: skip
    ends = any(row.low is not None for row in rows)
    return _dots(rows, "forest", of, tongue, "" if ends else "_single")


def _dots(rows: list[DotRow], name: str, of: str, tongue: Tongue, which: str = "") -> Figure | None:
    if not rows:
        return None
    title = tongue.titled(tongue.say(f"robustness.{name}"), of)
    caption, axis = (
        tongue.say(f"robustness.{name}_caption{which}"),
        tongue.term("robustness", "gap"),
    )
    svg = both(dot_rows, rows, axis=axis, title=title, description=caption, line=0.0)
    head, cells = "", []
    for row in rows:
        if row.heading:
            head = f"{row.label} · "
        else:
            cells.append([Cell(f"{head}{row.label}"), Cell(row.numbers, numeric=True)])
    return Figure(svg, caption, Table(title, [tongue.say(f"robustness.{name}_of"), axis], cells))


def _map(mine: Mapping[str, list[Row]], of: str, tongue: Tongue) -> Figure | None:
    """Mean loss of every transformation on every dataset."""
    held = {(row["dataset"], row["transformation"]): row["loss"] for row in mine["cells"]}
    names = list(dict.fromkeys(dataset for dataset, _ in held))[:MOST_DATASETS]
    heads = list(dict.fromkeys(transformation for _, transformation in held))
    if not names:
        return None
    values = [[held.get((name, head)) for head in heads] for name in names]
    texts = [["" if value is None else _points(value) for value in row] for row in values]
    title = tongue.titled(tongue.say("robustness.map"), of)
    caption = tongue.say("robustness.map_caption")
    svg = both(heat_map, names, heads, values, texts, title=title, description=caption)
    cells = [[Cell(name), *(Cell(text or DASH, numeric=True) for text in row)]
             for name, row in zip(names, texts, strict=True)]  # fmt: skip
    return Figure(svg, caption, Table(title, [tongue.say("robustness.dataset"), *heads], cells))


def _slopes(mine: Mapping[str, list[Row]], of: str, tongue: Tongue) -> Figure | None:
    """Order of the models before and after, on the axis on which most places change."""
    axes: dict[str, list[Row]] = {}
    for row in mine["ranks"]:
        axes.setdefault(row["axis"], []).append(row)
    if not axes or max(map(len, axes.values())) < 2:
        return None
    axis, rows = max(axes.items(), key=lambda one: sum(
        abs(row["rank_original"] - row["rank_transformed"]) for row in one[1]))  # fmt: skip
    rows = sorted(rows, key=lambda row: row["rank_original"])[:MOST_MODELS]
    lines = [Slope(row["model"], row["rank_original"],
                   (row["rank_original_low"], row["rank_original_high"]),
                   row["rank_transformed"],
                   (row["rank_transformed_low"], row["rank_transformed_high"]))
             for row in rows]  # fmt: skip
    title = tongue.titled(tongue.say("robustness.slopes", axis=word_of(axis, tongue)), of)
    caption = tongue.say("robustness.slopes_caption")
    heads = (tongue.say("robustness.before"), tongue.say("robustness.after"))
    svg = both(slopes, lines, heads, title=title, description=caption)
    cells = [[Cell(line.name), _place(line.before, line.before_open),
              _place(line.after, line.after_open)] for line in lines]  # fmt: skip
    return Figure(svg, caption, Table(title, [tongue.term("robustness", "model"), *heads], cells))


def _place(place: float, left_open: tuple[int, int]) -> Cell:
    first, last = left_open
    return Cell(f"{place:g}", f"{first}–{last}" if first != last else "", numeric=True)
