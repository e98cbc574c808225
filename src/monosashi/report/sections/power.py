"""Section: how many groups it takes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from monosashi.report.blocks import Cell, Figure, Section, Table
from monosashi.report.figures import Course, DotRow, both, courses, dot_rows
from monosashi.report.numerals import interval, number, percent
from monosashi.report.tongue import Tongue

ENOUGH = 0.8


def power_section(results: Mapping[str, Any], tongue: Tongue) -> Section | None:
    """By simulation from a pilot, or by formula for a correlation."""
    found = results.get("power")
    if not found:
        return None
    simulated = found["kind"] == "simulated_power"
    figure = _designs(found, tongue) if simulated else _curve(found, tongue)
    kind = "simulated" if simulated else "formula"
    return Section(
        "power",
        tongue.say("sections.power"),
        tongue.say("short.power"),
        _simulated(found, tongue) if simulated else _formula(found, tongue),
        [figure] if figure else [],
        limits=tongue.limits(f"report.power_limits.{kind}"),
    )


def _simulated(found: Mapping[str, Any], tongue: Tongue) -> str:
    enough = sum(row["power"] >= ENOUGH for row in found["rows"])
    sure = sum((row["low"] or 0.0) >= ENOUGH for row in found["rows"])
    return tongue.say("power.simulated", enough=enough, sure=sure, designs=len(found["rows"]),
                      simulations=found["simulations"], groups=found["pilot_groups"],
                      kept=percent(found["kept_between"]))  # fmt: skip


def _formula(found: Mapping[str, Any], tongue: Tongue) -> str:
    said = []
    chance, level = percent(found["power"]), f"{found['alpha']:g}"
    if found["rho"] is not None:
        said.append(tongue.say("power.needed", rho=f"{found['rho']:g}", power=chance, alpha=level,
                               groups=number(found["groups_needed"]),
                               exact=f"{found['exact']:.2f}"))  # fmt: skip
        if abs(found["seen"] - found["rho"]) > 1e-9:
            said.append(tongue.say("power.seen", seen=f"{found['seen']:.2f}"))
    if found["n_groups"] is not None:
        kind = "detectable" if found["detectable"] is not None else "none"
        said.append(tongue.say(f"power.{kind}", n_groups=number(found["n_groups"]), power=chance,
                               alpha=level, rho=f"{found['detectable'] or 0.0:.2f}"))  # fmt: skip
    if found.get("power_here") is not None:
        said.append(
            tongue.say(
                "power.here",
                n_groups=number(found["n_groups"]),
                rho=f"{found['rho']:g}",
                power=percent(found["power_here"]),
            )
        )
    return tongue.join(said)


def _designs(found: Mapping[str, Any], tongue: Tongue) -> Figure:
    rows: list[DotRow] = []
    for size in dict.fromkeys(row["group_size"] for row in found["rows"]):
        rows.append(DotRow(tongue.say("power.of_size", size=size)))
        rows += [DotRow(tongue.say("power.of_groups", groups=row["groups"]), row["power"],
                        row["low"], row["high"],
                        f"{number(row['power'])} {interval(row['low'], row['high'])}".rstrip())
                 for row in found["rows"] if row["group_size"] == size]  # fmt: skip
    title, caption = tongue.say("power.figure"), tongue.say("power.caption")
    axis = tongue.term("shape", "power")
    svg = both(dot_rows, rows, axis=axis, title=title, description=caption, span=(-0.03, 1.03),
               line=ENOUGH)  # fmt: skip
    names = ("group_count", "group_size", "power", "smallest_p")
    cells = [[Cell(number(row["groups"]), numeric=True),
              Cell(number(row["group_size"]), numeric=True),
              Cell(number(row["power"]), interval(row["low"], row["high"]), numeric=True),
              Cell(number(row["smallest_p"]), numeric=True)] for row in found["rows"]]  # fmt: skip
    return Figure(svg, caption, Table(title, [tongue.term("shape", n) for n in names], cells))


def _curve(found: Mapping[str, Any], tongue: Tongue) -> Figure | None:
    rows = found["curve"]
    if not rows:
        return None
    title, caption = tongue.say("power.curve"), tongue.say("power.curve_caption")
    axes = {"horizontal": tongue.term("shape", "group_count"),
            "vertical": tongue.term("shape", "detectable")}  # fmt: skip
    line = Course(axes["vertical"], [row["groups"] for row in rows],
                  [row["detectable"] for row in rows])  # fmt: skip
    level = None if found["rho"] is None else abs(found["rho"])
    svg = both(courses, [line], level=level, title=title, description=caption, **axes)
    cells = [
        [Cell(number(row["groups"]), numeric=True), Cell(number(row["detectable"]), numeric=True)]
        for row in rows
    ]
    return Figure(svg, caption, Table(title, list(axes.values()), cells))
