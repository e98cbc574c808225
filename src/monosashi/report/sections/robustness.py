"""Section: what rewriting costs, and whether it changes which model is best."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from monosashi.report.blocks import Cell, Figure, Section, Table
from monosashi.report.figures import DotRow, both, dot_rows
from monosashi.report.figures.heat_map import heat_map
from monosashi.report.figures.slopes import Slope, slopes
from monosashi.report.numerals import DASH, MINUS, interval, number
from monosashi.report.sections.p_values import p_cell
from monosashi.report.tongue import Tongue

Row = Mapping[str, Any]
MOST_MODELS, MOST_FAMILIES, MOST_DATASETS = 16, 3, 20


def robustness_section(results: Mapping[str, Any], tongue: Tongue) -> Section | None:
    """Profiles, costs, map and order of every group and generator."""
    found = results.get("robustness")
    if not found:
        return None
    families = list(dict.fromkeys((row["dataset_group"], row["generator"])
                                  for row in found["tests"]))  # fmt: skip
    figures = [figure for family in families[:MOST_FAMILIES]
               for figure in _figures(found, family, tongue)]  # fmt: skip
    return Section(
        "robustness",
        tongue.say("sections.robustness"),
        tongue.say("short.robustness"),
        _sentence(found, families, tongue),
        figures,
        [table for table in (_tests(found, tongue), _totals(found, tongue),
                             _halves(found, tongue)) if table],
        limits=tongue.limits("robustness.limits"),
    )  # fmt: skip


def _sentence(found: Row, families: Sequence[tuple[str, str]], tongue: Tongue) -> str:
    said = [
        tongue.say(
            "robustness.sizes",
            models=len(found["models"]),
            datasets=len(found["datasets"]),
            rewritings=len(found["rewritings"]),
            generators=tongue.listing(dict.fromkeys(one for _, one in families)),
        )
    ]
    if len(families) > MOST_FAMILIES:
        said.append(tongue.say("robustness.first_families", shown=MOST_FAMILIES,
                               total=len(families)))  # fmt: skip
    return tongue.join(said)


def _figures(found: Row, family: tuple[str, str], tongue: Tongue) -> Iterator[Figure]:
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
    return f"{word_of(group, tongue)}, {generator}"


def word_of(code: str, tongue: Tongue) -> str:
    """What a group, axis or unit is called."""
    from monosashi.words import has_words, say

    key = f"robustness.words.{code}"
    return say(key, tongue.language) if has_words(key) else code


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
    return _dots(rows, "forest", of, tongue)


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


def _tests(found: Row, tongue: Tongue) -> Table:
    names = ("dataset_group", "generator", "transformation", "n", "hl", "level", "p_value",
             "p_adjusted", "rank_biserial")  # fmt: skip
    rows = [
        [Cell(word_of(row["dataset_group"], tongue)), Cell(row["generator"]),
         Cell(row["transformation"]), Cell(number(row["n"]), numeric=True),
         _measured(row, "hl", tongue), _share(row["level"], row, tongue),
         *(p_cell(row[p], tongue) if row[p] is not None else tongue.cell(None, row.get("reason"))
           for p in ("p_value", "p_adjusted")),
         tongue.cell(row["rank_biserial"], row.get("reason"))]
        for row in found["tests"]
    ]  # fmt: skip
    return Table(tongue.term("robustness", "tests"),
                 [tongue.term("robustness", name) for name in names], rows,
                 tongue.say("robustness.unit", unit=word_of(found["unit"], tongue)))  # fmt: skip


def _measured(row: Row, name: str, tongue: Tongue) -> Cell:
    if row[name] is None:
        return tongue.cell(None, row.get("reason"))
    ends = interval(row["low"], row["high"])
    return Cell(number(row[name]), ends, numeric=True)


def _share(value: float | None, row: Row, tongue: Tongue) -> Cell:
    if value is None:
        return tongue.cell(None, row.get("reason"))
    return Cell(f"{100 * value:.2f}%", numeric=True)


def _totals(found: Row, tongue: Tongue) -> Table | None:
    """Mean of the three axes, and whether it may stand beside HTEB's numbers."""
    if not found["totals"]:
        return None
    names = ("dataset_group", "generator", "hteb", "model", "original", "transformed", "gap",
             "flat")  # fmt: skip
    rows = [
        [Cell(word_of(row["dataset_group"], tongue)), Cell(row["generator"]),
         Cell(tongue.say("yes" if row["hteb"] else "no")), Cell(row["model"]),
         *(tongue.cell(row[name], row.get("reason")) for name in ("original", "transformed")),
         _measured(row, "gap", tongue), tongue.cell(row["flat"], row.get("reason"))]
        for row in found["totals"]
    ]  # fmt: skip
    return Table(tongue.term("robustness", "totals"),
                 [tongue.term("robustness", name) for name in names], rows,
                 tongue.say("robustness.totals_note"))  # fmt: skip


def _halves(found: Row, tongue: Tongue) -> Table | None:
    """Tau-b and split-half of every axis."""
    halves = {(row["dataset_group"], row["axis"], row["generator"]): row
              for row in found["split_halves"] if row["units"] == "datasets"}  # fmt: skip
    rows = []
    for row in found["rankings"]:
        half = halves.get((row["dataset_group"], row["axis"], row["generator"]), {"rho": None})
        rows.append([
            Cell(word_of(row["dataset_group"], tongue)), Cell(row["generator"]),
            Cell(word_of(row["axis"], tongue)), _measured(row, "tau", tongue),
            tongue.cell(row["tau_of_means"], row.get("reason")),
            _measured(half, "rho", tongue),
            tongue.cell(half.get("spearman_brown"), half.get("reason"))])  # fmt: skip
    names = ("dataset_group", "generator", "axis", "tau", "tau_of_means", "rho",
             "spearman_brown")  # fmt: skip
    if not rows:
        return None
    return Table(tongue.term("robustness", "rankings"),
                 [tongue.term("robustness", name) for name in names], rows,
                 tongue.say("robustness.halves_note"))  # fmt: skip
