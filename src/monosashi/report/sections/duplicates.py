"""Section: drafts beside the pages nearest to them, and what the thresholds promise."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from monosashi.report.blocks import Cell, Figure, Section, Table
from monosashi.report.figures import DotRow, both, dot_rows
from monosashi.report.numerals import DASH, number, percent, percent_interval
from monosashi.report.sections.related import page_cell
from monosashi.report.tongue import Tongue

SHOWN = 40  # rows of drafts beside pages
ORDER = ("duplicate", "abstained", "partly", "none")
FIGURES = ("precision", "recall", "false_alarms")
Row = Mapping[str, Any]


def duplicates_section(results: Mapping[str, Any], tongue: Tongue) -> Section | None:
    """How many drafts, every direction with its threshold, drafts and pages side by side."""
    found = results.get("duplicates")
    if not found:
        return None
    drafts = found["drafts"]
    count = sum(one["verdict"] == "duplicate" for one in drafts)
    how = tongue.say(f"duplicates.by_{found['method']}")
    said = tongue.say("duplicates.found", n=number(len(drafts)), count=number(count), how=how,
                      pages=number(sum(found["n_pages"].values())))  # fmt: skip
    proven = {name: held for name, held in found["thresholds"].items()
              if (_told(held) or {}).get("precision")}  # fmt: skip
    return Section(
        "duplicates", tongue.say("sections.duplicates"), tongue.say("short.duplicates"), said,
        [_figure(proven, found, tongue)] if proven else [],
        [_levels(found, tongue), _side_by_side(found, tongue)],
        limits=tongue.limits("language.duplicates_limits"),
    )  # fmt: skip


def _told(held: Row) -> Row | None:
    """Cross-validated where there were enough pages for that."""
    told: Row | None = held["held_out"] or held["fitted"]
    return told


def _figure(proven: Mapping[str, Row], found: Row, tongue: Tongue) -> Figure:
    rows = []
    for name, held in proven.items():
        value, low, high = (_told(held) or {})["precision"]
        said = f"{percent(value)} {percent_interval(low, high)}"
        rows.append(DotRow(_arrow(name), value, low, high, said))
    title = tongue.say("duplicates.figure")
    caption = tongue.say("duplicates.caption", precision=percent(found["precision"]),
                         share=percent(found["duplicate_share"]))  # fmt: skip
    axis = tongue.say("duplicates.precision")
    least = min(found["precision"], *(row.low or 0.0 for row in rows))
    svg = both(dot_rows, rows, axis=axis, title=title, description=caption,
               span=(max(0.0, least - 0.05), 1.0), line=found["precision"])  # fmt: skip
    cells = [[Cell(row.label), Cell(row.numbers, numeric=True)] for row in rows]
    return Figure(svg, caption, Table(title, [tongue.say("duplicates.direction"), axis], cells))


def _levels(found: Row, tongue: Tongue) -> Table:
    rows = [[Cell(_arrow(name)), _level(held, tongue), *_figures(_told(held), tongue)]
            for name, held in found["thresholds"].items()]  # fmt: skip
    names = ("direction", "level", *FIGURES, "known")
    columns = [tongue.say(f"duplicates.{name}") for name in names]
    note = tongue.say("duplicates.levels_note", share=percent(found["duplicate_share"]))
    return Table(tongue.say("duplicates.levels"), columns, rows, note)


def _level(held: Row, tongue: Tongue) -> Cell:
    if held["value"] is None:
        few = held["why"] == "too_few" and held["basis"] == "false_alarms"
        why = "too_few_pages" if few else held["why"]
        return Cell(DASH, tongue.say(f"duplicates.why_{why}"), missing=True)
    return Cell(
        number(held["value"]), tongue.say(f"duplicates.basis_{held['basis']}"), numeric=True
    )


def _figures(told: Row | None, tongue: Tongue) -> list[Cell]:
    if told is None:
        return [Cell(DASH, tongue.say("duplicates.unproven"), missing=True)] * (len(FIGURES) + 1)
    cells = []
    for name in FIGURES:
        if told[name] is None:
            why = "nothing_flagged" if told["n_known"] else "no_known"
            cells.append(Cell(DASH, tongue.say(f"duplicates.{why}"), missing=True))
            continue
        value, low, high = told[name]
        cells.append(Cell(percent(value), percent_interval(low, high), numeric=True))
    return [*cells, Cell(number(told["n_known"]), numeric=True)]


def _side_by_side(found: Row, tongue: Tongue) -> Table:
    ordered = sorted(found["drafts"], key=lambda one: ORDER.index(one["verdict"]))
    rows = [row for draft in ordered for row in _rows(draft, found, tongue)]
    names = ("draft", "page", "score", "verdict")
    columns = [tongue.say(f"duplicates.{name}") for name in names]
    note = tongue.say("first_rows", shown=SHOWN, total=len(rows)) if len(rows) > SHOWN else ""
    return Table(tongue.say("duplicates.side_by_side"), columns, rows[:SHOWN], note)


def _rows(draft: Row, found: Row, tongue: Tongue) -> Iterator[list[Cell]]:
    """Every page that is a duplicate, else the nearest one; the draft's text stands there once."""
    text = draft.get("text", "")
    for answer in draft["answers"]:
        level = found["thresholds"][f"{draft['language']}->{answer['language']}"]
        flagged = [page for page in answer["nearest"] if page["duplicate"]]
        for page in flagged or answer["nearest"][:1]:
            said = "same_text" if page["same_text"] else _verdict(page, answer, level)
            named = tongue.say("duplicates.in_language", id=page["id"], language=page["language"])
            yield [page_cell(draft["id"], text), page_cell(named, page["text"]),
                   Cell(number(page["score"]), _short(level, tongue), numeric=True),
                   Cell(tongue.say(f"duplicates.{said}"))]  # fmt: skip
            text = ""


def _verdict(page: Row, answer: Row, held: Row) -> str:
    """A page above a threshold is a candidate where no duplicate is known."""
    known = (_told(held) or {}).get("n_known")
    return "candidate" if page["duplicate"] and not known else str(answer["verdict"])


def _short(held: Row, tongue: Tongue) -> str:
    """The threshold that a cosine is held against."""
    if held["value"] is None:
        return tongue.say("duplicates.no_level")
    return tongue.say("duplicates.from", level=number(held["value"]))


def _arrow(key: str) -> str:
    return key.replace("->", " → ")
