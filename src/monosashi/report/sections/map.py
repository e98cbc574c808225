"""Section: a map of the items, and how far it can be trusted."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from monosashi.report.blocks import Cell, Figure, Section, Table
from monosashi.report.figures import both
from monosashi.report.figures.cloud import Cloud, cloud
from monosashi.report.numerals import DASH, ends, number, percent, percent_interval
from monosashi.report.sections.quantities import quantity_table
from monosashi.report.tongue import Tongue

QUANTITIES = ("n", "n_shown", "k", "kept", "chance", "share")


def map_section(results: Mapping[str, Any], tongue: Tongue) -> Section | None:
    """The picture, the share of neighbours it keeps, and what it cannot show."""
    found = results.get("map")
    if not found:
        return None
    table = quantity_table(tongue.say("quantities"), found, QUANTITIES, "map", tongue)
    kind = found["projection"]
    return Section(
        "map",
        tongue.say("sections.map"),
        tongue.say("short.map"),
        tongue.say("map.sentence", kept=_kept(found["kept"]), k=found["k"],
                   chance=percent(found["chance"])),
        figures=[_figure(found, tongue)],
        tables=[table],
        limits=[*tongue.limits("map.limits.all"), *tongue.limits(f"map.limits.{kind}")],
    )  # fmt: skip


def _kept(kept: Mapping[str, Any]) -> str:
    return f"{percent(kept['value'])} {percent_interval(*ends(kept))}".rstrip()


def _figure(found: Mapping[str, Any], tongue: Tongue) -> Figure:
    clouds = [_cloud(found, place, name, tongue) for place, name in enumerate(found["labels"])]
    title = tongue.say(f"map.title_{found['projection']}")
    said = [tongue.say("map.all" if found["n"] == found["n_shown"] else "map.sample",
                       n=number(found["n"]), shown=number(found["n_shown"]),
                       seed=found["provenance"]["settings"]["rng"])]  # fmt: skip
    if found["share"] is not None:
        said.append(tongue.say("map.axes", share=percent(found["share"])))
    if found["column"]:
        said.append(tongue.say("map.signs", column=found["column"]))
    caption = tongue.join(said)
    drawn = both(cloud, [one for one in clouds if len(one.x)], title=title, description=caption)
    rows = [[Cell(one.name or DASH), Cell(number(len(one.x)), numeric=True)] for one in clouds]
    columns = [tongue.say("map.label"), tongue.say("map.shown")]
    return Figure(drawn, caption, Table(title, columns, rows))


def _cloud(found: Mapping[str, Any], place: int, name: str, tongue: Tongue) -> Cloud:
    rows = [i for i, sign in enumerate(found["sign"]) if sign == place]
    others = name == "" and len(found["labels"]) > 1
    told = tongue.say("map.others") if others else name
    return Cloud(told, [found["x"][i] for i in rows], [found["y"][i] for i in rows], others)
