"""Section: what short queries with known answers find in one pool of several languages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from monosashi.report.blocks import Cell, Figure, Section, Table
from monosashi.report.figures import DotRow, both, dot_rows
from monosashi.report.numerals import ends, number, value_of, written
from monosashi.report.sections.repairs import CODES
from monosashi.report.tongue import Tongue

SHOWN = 8  # repairs a language in the figure
LOST = ("cross_alone", "cross_drop", "cross_language_drop", "cross_candidates_drop")
Rows = Sequence[Mapping[str, Any]]


def language_search_section(results: Mapping[str, Any], tongue: Tongue) -> Section | None:
    """MAP over the answers of all languages, recall in the own and in other languages."""
    found = results.get("language_search")
    if not found:
        return None
    rows = found["rows"]
    codes = _codes(results.get("repairs"))
    tables = [_levels(rows, codes, tongue), _lost(rows, codes, tongue), _gains(rows, codes, tongue)]
    return Section(
        "language_search",
        tongue.say("sections.language_search"),
        tongue.say("short.language_search"),
        _sentence(found, tongue),
        [_figure(rows, codes, tongue)],
        [table for table in tables if table.rows],
        limits=tongue.limits("report.language_search.limits"),
    )


def _codes(effect: Any) -> Mapping[str, str]:
    return effect.get("repairs", {}) if isinstance(effect, Mapping) else {}


def _sentence(found: Mapping[str, Any], tongue: Tongue) -> str:
    return tongue.join(
        tongue.say("language_search.sentence", source=row["language"], n=number(row["n"]),
                   map=number(value_of(row["map"]) or 0.0), own=_at_1(row["own"]),
                   cross=_at_1(row["cross"]))
        for row in found["rows"] if not row["repair"]
    )  # fmt: skip


def _at_1(recall: Any) -> str:
    return "–" if recall is None else number(value_of(recall["1"]) or 0.0)


def _name(row: Mapping[str, Any], codes: Mapping[str, str], tongue: Tongue) -> str:
    if not row["repair"]:
        return tongue.say("language_search.raw")
    code = codes.get(row["repair"])
    return tongue.say(f"repairs.{code}") if code in CODES else str(row["repair"])


def _figure(rows: Rows, codes: Mapping[str, str], tongue: Tongue) -> Figure:
    dots: list[DotRow] = []
    for language in dict.fromkeys(row["language"] for row in rows):
        mine = [row for row in rows if row["language"] == language]
        dots.append(DotRow(str(language)))
        dots += [DotRow(_name(row, codes, tongue), value_of(row["map"]), *ends(row["map"]),
                        written(row["map"]), "after" if row["repair"] else "before")
                 for row in mine[:SHOWN]]  # fmt: skip
    title = tongue.say("language_search.figure")
    caption = tongue.say("language_search.caption")
    svg = both(dot_rows, dots, axis="mAP", title=title, description=caption, span=(0, 1.02))
    cells = [[Cell(dot.label), Cell(dot.numbers, numeric=True)] for dot in dots if not dot.heading]
    return Figure(svg, caption, Table(title, [tongue.say("language.vectors"), "mAP"], cells))


def _levels(rows: Rows, codes: Mapping[str, str], tongue: Tongue) -> Table:
    cells = [[Cell(tongue.titled(str(row["language"]), _name(row, codes, tongue))),
              tongue.cell(row["map"]),
              *(tongue.cell(row[side]["1"] if row[side] else None) for side in ("own", "cross")),
              tongue.share(row["same_language_share"]), tongue.share(row["neutral_share"])]
             for row in rows]  # fmt: skip
    names = ("own_recall", "cross_recall", "same_language_share", "neutral_share")
    columns = [tongue.say("language_search.row"), "mAP",
               *(tongue.term("language", name) for name in names)]  # fmt: skip
    return Table(tongue.say("language_search.levels"), columns, cells)


def _lost(rows: Rows, codes: Mapping[str, str], tongue: Tongue) -> Table:
    """What mixing costs answers in other languages; results of earlier versions have no parts."""
    names = [name for name in LOST if name in rows[0]]
    cells = [[Cell(tongue.titled(str(row["language"]), _name(row, codes, tongue))),
              *(tongue.cell(row[name]) for name in names)]
             for row in rows if row["cross_drop"] is not None]  # fmt: skip
    columns = [tongue.say("language_search.row"),
               *(tongue.term("language", name) for name in names)]  # fmt: skip
    return Table(tongue.say("language_search.lost"), columns, cells)


def _gains(rows: Rows, codes: Mapping[str, str], tongue: Tongue) -> Table:
    cells = [[Cell(tongue.titled(str(row["language"]), _name(row, codes, tongue))),
              *(tongue.cell(row["gains"].get(name)) for name in ("map", "own", "cross")),
              Cell(tongue.listing(tongue.say(f"language.sign_{sign}") for sign in row["signs"]))]
             for row in rows if row["repair"]]  # fmt: skip
    columns = [tongue.say("language_search.row"), "mAP",
               *(tongue.term("language", name) for name in ("own_recall", "cross_recall")),
               tongue.say("language.signs")]  # fmt: skip
    return Table(tongue.say("language_search.gains"), columns, cells)
