"""Section: pages beside the pages that are related to them, and how near is near enough."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from monosashi.report.blocks import Cell, Figure, Section, Table
from monosashi.report.excerpts import excerpt
from monosashi.report.figures import DotRow, both, dot_rows
from monosashi.report.numerals import DASH, number, percent, percent_interval
from monosashi.report.tongue import Tongue
from monosashi.statistics.proportions import clopper_pearson

SHOWN, LONELY = 16, 12
Row = Mapping[str, Any]


def related_section(results: Mapping[str, Any], tongue: Tongue) -> Section | None:
    """How many pages have company, every direction with its floor, examples side by side."""
    found = results.get("related")
    if not found:
        return None
    pages = found["pages"]
    lonely = [page for page in pages if not any(page["related"].values())]
    said = tongue.say("related.found", n=number(len(pages)), some=number(len(pages) - len(lonely)),
                      alone=number(len(lonely)), k=found["k"],
                      how=tongue.say(f"related.by_{found['method']}"))  # fmt: skip
    shares = [_direction(name, floor, pages) for name, floor in found["floors"].items()]
    tables = [_floors(shares, found, tongue), _examples(pages, tongue)]
    return Section(
        "related", tongue.say("sections.related"), tongue.say("short.related"), said,
        [_figure([one for one in shares if one["n"]], tongue)],
        [*tables, *([_alone(lonely, tongue)] if lonely else [])],
        limits=tongue.limits("language.related_limits"),
    )  # fmt: skip


def _direction(name: str, floor: float | None, pages: Sequence[Row]) -> dict[str, Any]:
    source, _, target = name.partition("->")
    mine = [page for page in pages if page["language"] == source]
    some = sum(bool(page["related"].get(target)) for page in mine)
    return {"name": f"{source} → {target}", "floor": floor, "n": len(mine), "some": some}


def _figure(shares: Sequence[Row], tongue: Tongue) -> Figure:
    rows = [_row(one) for one in shares]
    title, caption = tongue.say("related.figure"), tongue.say("related.caption")
    axis = tongue.say("related.share")
    svg = both(dot_rows, rows, axis=axis, title=title, description=caption, span=(0.0, 1.0))
    cells = [[Cell(row.label), Cell(row.numbers, numeric=True)] for row in rows]
    return Figure(svg, caption, Table(title, [tongue.say("related.direction"), axis], cells))


def _row(one: Row) -> DotRow:
    """A share of pages with the exact interval for as many pages like these."""
    value, (low, high) = one["some"] / one["n"], clopper_pearson(one["some"], one["n"])
    return DotRow(one["name"], value, low, high, f"{percent(value)} {percent_interval(low, high)}")


def _floors(shares: Sequence[Row], found: Row, tongue: Tongue) -> Table:
    rows = [[Cell(one["name"]), _floor(one["floor"], tongue),
             *(Cell(number(n), numeric=True) for n in (one["some"], one["n"] - one["some"]))]
            for one in shares]  # fmt: skip
    columns = [tongue.say(f"related.{name}") for name in ("direction", "floor", "with", "without")]
    percentile, day = f"{found['percentile']:g}", str(found["floors_of"])[:10]
    note = tongue.say(f"related.floor_{found['floor_basis']}", percentile=percentile, day=day)
    return Table(tongue.say("related.floors"), columns, rows, note)


def _floor(value: float | None, tongue: Tongue) -> Cell:
    if value is None:
        return Cell(DASH, tongue.say("related.no_pairs"), missing=True)
    return Cell(number(value), numeric=True)


def _examples(pages: Sequence[Row], tongue: Tongue) -> Table:
    """Pages from all over the site, each with the nearest of its language and of others."""
    count = min(SHOWN, len(pages))
    chosen = [pages[place * len(pages) // count] for place in range(count)]
    texts = {page["id"]: page.get("text", "") for page in pages}
    rows = [[page_cell(page["id"], page.get("text", "")),
             _nearest(page, own=True, texts=texts, tongue=tongue),
             _nearest(page, own=False, texts=texts, tongue=tongue)] for page in chosen]  # fmt: skip
    columns = [tongue.say(f"related.{name}") for name in ("page", "own_language", "other_language")]
    note = tongue.say("related.examples_note", shown=count, total=number(len(pages)))
    return Table(tongue.say("related.examples"), columns, rows, note)


def _nearest(page: Row, *, own: bool, texts: Mapping[str, str], tongue: Tongue) -> Cell:
    """The first of the list of every language: how it begins, then its id and cosine."""
    firsts = [listed[0] for name, listed in page["related"].items()
              if (name == page["language"]) == own and listed]  # fmt: skip
    if not firsts:
        return Cell(DASH, tongue.say("related.nothing"), missing=True)
    shown = tongue.listing(tongue.say("related.scored", id=excerpt(one["id"]),
                                      score=number(one["score"])) for one in firsts)  # fmt: skip
    told = " / ".join(excerpt(text) for one in firsts if (text := texts.get(one["id"])))
    return Cell(told, shown) if told else Cell(shown)


def page_cell(name: str, text: str) -> Cell:
    """How a page begins, and its id; the id alone where there is no text."""
    return Cell(excerpt(text), excerpt(name)) if text else Cell(excerpt(name))


def _alone(lonely: Sequence[Row], tongue: Tongue) -> Table:
    rows = [[Cell(excerpt(page["id"])), Cell(excerpt(page.get("text", "")))]
            for page in lonely[:LONELY]]  # fmt: skip
    note = tongue.say("first_rows", shown=LONELY, total=len(lonely)) if len(lonely) > LONELY else ""
    columns = [tongue.say("related.page"), tongue.say("related.text")]
    return Table(tongue.say("related.lonely"), columns, rows, note)
