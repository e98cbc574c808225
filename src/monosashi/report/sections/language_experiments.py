"""Section: knobs that people try, and what each changes in the drop."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from monosashi.report.blocks import Cell, Figure, Section, Table
from monosashi.report.figures import DotRow, both, dot_rows
from monosashi.report.numerals import ends, number, value_of, written
from monosashi.report.tongue import Tongue

SHOWN_DIRECTIONS = 2
QUANTITIES = ("threshold", "precision", "found_share")
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
        [_table(knobs, tongue), _thresholds(found["thresholds"], tongue)],
        limits=tongue.limits("report.experiments.limits"),
    )


def knobs_sentence(knobs: Rows, tongue: Tongue) -> str:
    """Which knobs help, which do harm, and which change nothing."""
    same = list(dict.fromkeys(one["name"] for one in knobs if one["identical"]))
    helps = list(dict.fromkeys(one["name"] for one in knobs if _sign(one) < 0))
    harms = list(dict.fromkeys(one["name"] for one in knobs if _sign(one) > 0))
    groups = {"helps": helps, "harms": harms, "same": same}
    said = [
        tongue.say(f"experiments.{key}", names=tongue.listing(_words(n, tongue) for n in names))
        for key, names in groups.items()
        if names
    ]
    return tongue.join(said or [tongue.say("experiments.nothing")])


def _sign(one: Mapping[str, Any]) -> int:
    low, high = ends(one["language_change"]) if one["language_change"] else (None, None)
    if low is None or high is None:
        return 0
    return 1 if low > 0 else -1 if high < 0 else 0


def _words(name: str, tongue: Tongue) -> str:
    kind, _, value = name.partition(" ")
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


def _table(knobs: Rows, tongue: Tongue) -> Table:
    rows = [[Cell(tongue.titled(_direction(one), _words(one["name"], tongue))),
             *_cells(one, tongue)] for one in knobs]  # fmt: skip
    columns = [tongue.say("experiments.knob"), tongue.term("language", "drop"),
               *(tongue.say(f"experiments.{name}") for name in ("axis", "language",
                                                                "language_change"))]  # fmt: skip
    return Table(tongue.say("experiments.table"), columns, rows)


def _cells(one: Mapping[str, Any], tongue: Tongue) -> list[Cell]:
    if one["identical"]:
        return [Cell(tongue.say("experiments.identical")), *[Cell("")] * (len(SHOWN) - 1)]
    return [tongue.cell(one[name]) for name in SHOWN]


def _thresholds(points: Rows, tongue: Tongue) -> Table:
    rows = [[Cell(_direction(point)), *(Cell(number(point[name]), numeric=True)
                                        for name in QUANTITIES)]
            for point in points]  # fmt: skip
    columns = [tongue.say("language.direction"),
               *(tongue.say(f"experiments.{name}") for name in QUANTITIES)]  # fmt: skip
    return Table(tongue.say("experiments.thresholds"), columns, rows,
                 tongue.say("experiments.thresholds_note"))  # fmt: skip
