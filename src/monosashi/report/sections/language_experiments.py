"""Section: knobs that people try, and what each changes in the drop."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from monosashi.report.blocks import Cell, Figure, Section, Table
from monosashi.report.figures import DotRow, both, dot_rows
from monosashi.report.numerals import DASH, ends, number, value_of, written
from monosashi.report.tongue import Tongue

SHOWN_DIRECTIONS = 2
QUANTITIES = ("threshold", "precision", "found_share")
SHARES = (("precision", "precision"), ("found_share", "found"))
MOST = 3  # directions that are named one by one
SHOWN = ("drop", "change", "language_drop", "language_change")
Rows = Sequence[Mapping[str, Any]]


def experiments_section(results: Mapping[str, Any], tongue: Tongue) -> Section | None:
    """Change of the drop with its interval, or that the vectors are identical."""
    found = results.get("experiments")
    if not found or not found["knobs"]:
        return None
    knobs = found["knobs"]
    turned = [one for one in knobs if one["language_change"]]
    return Section(
        "experiments",
        tongue.say("sections.experiments"),
        tongue.say("short.experiments"),
        knobs_sentence(knobs, tongue),
        [_figure(turned, tongue)] if turned else [],
        [_table(found, tongue), _thresholds(found["thresholds"], tongue)],
        limits=tongue.limits("report.experiments.limits"),
    )


def knobs_sentence(knobs: Rows, tongue: Tongue) -> str:
    """Which knobs help, which do harm, and which change nothing."""
    return tongue.join(knobs_sentences(knobs, tongue))


def knobs_sentences(knobs: Rows, tongue: Tongue) -> list[str]:
    """A sentence for what helps, for what does harm, and for what changes nothing.

    A knob that does so in some directions only is told with them.
    """
    groups = {"helps": [one for one in knobs if _sign(one) < 0],
              "harms": [one for one in knobs if _sign(one) > 0],
              "same": [one for one in knobs if one["identical"]]}  # fmt: skip
    said = [tongue.say(f"experiments.{key}", names=tongue.listing(_named(rows, knobs, tongue)))
            for key, rows in groups.items() if rows]  # fmt: skip
    return said or [tongue.say("experiments.nothing")]


def _named(rows: Rows, knobs: Rows, tongue: Tongue) -> list[str]:
    """Each knob once; with its directions, or their number, unless it is so in all."""
    said = []
    for name in dict.fromkeys(one["name"] for one in rows):
        told = _words(name, tongue)
        where = [_direction(one) for one in rows if one["name"] == name]
        total = sum(one["name"] == name for one in knobs)
        if len(where) < total:
            known = "in_some" if len(where) > MOST else "in_directions"
            told = tongue.say(f"experiments.{known}", name=told, count=len(where), total=total,
                              directions=tongue.listing(where))  # fmt: skip
        said.append(told)
    return said


def _sign(one: Mapping[str, Any]) -> int:
    low, high = ends(one["language_change"]) if one["language_change"] else (None, None)
    if low is None or high is None:
        return 0
    return 1 if low > 0 else -1 if high < 0 else 0


def _words(name: str, tongue: Tongue) -> str:
    """The knob in words: ``cleaning full-width``, ``roles query/passage``, ``dimensions 96``."""
    kind, _, value = name.partition(" ")
    if kind == "roles":
        asks, answers = (tongue.say(f"experiments.role.{role}") for role in value.split("/"))
        return tongue.say("experiments.roles", asks=asks, answers=answers)
    if kind == "cleaning":
        value = tongue.say(f"experiments.cleaned.{value.replace('-', '_')}")
    return tongue.say(f"experiments.{kind}", value=value)


def _direction(one: Mapping[str, Any]) -> str:
    return f"{one['source']} → {one['target']}"


def _figure(turned: Rows, tongue: Tongue) -> Figure:
    dots: list[DotRow] = []
    for direction in list(dict.fromkeys(map(_direction, turned)))[:SHOWN_DIRECTIONS]:
        dots.append(DotRow(direction))
        dots += [DotRow(_words(one["name"], tongue), value_of(one["language_change"]),
                        *ends(one["language_change"]), written(one["language_change"]), "after")
                 for one in turned if _direction(one) == direction]  # fmt: skip
    known = [end for dot in dots for end in (dot.low, dot.high) if end is not None]
    reach = max(0.05, *(abs(end) for end in known)) * 1.05
    title, caption = tongue.say("experiments.figure"), tongue.say("experiments.caption")
    svg = both(dot_rows, dots, axis=tongue.say("experiments.figure_axis"), title=title,
               description=caption, span=(-reach, reach), line=0.0)  # fmt: skip
    cells = [[Cell(dot.label), Cell(dot.numbers, numeric=True)] for dot in dots if not dot.heading]
    columns = [tongue.say("experiments.knob"), tongue.say("experiments.language_change")]
    return Figure(svg, caption, Table(title, columns, cells))


def _table(found: Mapping[str, Any], tongue: Tongue) -> Table:
    rows = [[Cell(tongue.titled(_direction(one), _words(one["name"], tongue))),
             *_cells(one, found, tongue)] for one in found["knobs"]]  # fmt: skip
    columns = [tongue.say("experiments.knob"), tongue.term("language", "drop"),
               *(tongue.say(f"experiments.{name}") for name in ("axis", "language",
                                                                "language_change"))]  # fmt: skip
    return Table(tongue.say("experiments.table"), columns, rows)


def _as_before(drop: Any, tongue: Tongue) -> Cell:
    """The drop without any knob; results of earlier versions may lack it."""
    return Cell(DASH, tongue.say("experiments.identical"), missing=True) if drop is None else (
        tongue.cell(drop))  # fmt: skip


def _cells(one: Mapping[str, Any], found: Mapping[str, Any], tongue: Tongue) -> list[Cell]:
    """Of identical vectors the drops are those of before, and nothing changes."""
    if one["identical"]:
        place = f"{one['source']}->{one['target']}"
        same = Cell(number(0), tongue.say("experiments.identical"), numeric=True)
        drops = (found.get(name, {}).get(place) for name in ("before", "language_before"))
        return [cell for drop in drops for cell in (_as_before(drop, tongue), same)]
    return [tongue.cell(one[name]) for name in SHOWN]


def _thresholds(points: Rows, tongue: Tongue) -> Table:
    rows = [[Cell(_direction(point)), Cell(number(point["threshold"]), numeric=True),
             *(_counted(point, *names, tongue) for names in SHARES)]
            for point in points]  # fmt: skip
    columns = [tongue.say("language.direction"),
               *(tongue.say(f"experiments.{name}") for name in QUANTITIES)]  # fmt: skip
    return Table(tongue.say("experiments.thresholds"), columns, rows,
                 tongue.say("experiments.thresholds_note"))  # fmt: skip


def _counted(point: Mapping[str, Any], name: str, end: str, tongue: Tongue) -> Cell:
    """A share with its interval; results of earlier versions have none."""
    if f"{end}_low" not in point:
        return tongue.cell(point[name])
    return tongue.cell({"value": point[name], "low": point[f"{end}_low"],
                        "high": point[f"{end}_high"], "method": "wilson"})  # fmt: skip
