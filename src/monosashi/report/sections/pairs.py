"""Section: which groups differ from which, and which lie in one another."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from monosashi.report.blocks import Cell, Figure, Section, Table
from monosashi.report.figures import DotRow, both, dot_rows
from monosashi.report.numerals import interval, number, percent
from monosashi.report.sections.p_values import p_cell
from monosashi.report.tongue import Tongue

ALL_PAIRS, EACH_END, ALPHA = 30, 12, 0.05
COLUMNS = ("n", "unbiased_distance", "epsilon_squared", "overlap", "p_value", "p_adjusted",
           "smallest_p")  # fmt: skip
Row = Mapping[str, Any]
Rows = Sequence[Row]


def pairs_section(results: Mapping[str, Any], tongue: Tongue) -> Section | None:
    """Distance and p of pairs: all of them, or both ends of many; the pairs that overlap most."""
    found = results.get("pairwise")
    if not found:
        return None
    measured = [row for row in found["pairs"] if row["distance_squared"] is not None]
    known = sorted(measured, key=lambda row: (row["distance_squared"], _pair(row)))
    shown = known if len(known) <= ALL_PAIRS else [*known[:EACH_END], *known[-EACH_END:]]
    tables = [_table(found, shown, tongue)] if shown else []
    return Section(
        "pairwise",
        tongue.say("sections.pairwise"),
        tongue.say("short.pairwise"),
        _sentence(found, tongue),
        [_figure(known, shown, tongue)] if known else [],
        [*tables, *_overlaps(found, tongue)],
        limits=tongue.limits("report.pairwise.limits"),
    )


def _sentence(found: Row, tongue: Tongue) -> str:
    if not found["tested"]:
        return tongue.say("pairwise.none")
    if found["undecided"]:
        most = max(row["permutations"] or 0 for row in found["pairs"])
        said = [tongue.say("pairwise.undecided", tested=found["tested"], permutations=most,
                           adjust=tongue.plain(found["adjust"]))]  # fmt: skip
    else:
        said = [tongue.say("pairwise.some", differing=found["significant"], tested=found["tested"],
                           adjust=tongue.plain(found["adjust"]))]  # fmt: skip
    if found["never"]:
        said.append(tongue.say("pairwise.never", count=found["never"]))
    if left_out := found.get("pairs_left_out") or 0:
        said.append(tongue.say("pairwise.left_out", count=left_out))
    return tongue.join(said)


def _figure(known: Rows, shown: Rows, tongue: Tongue) -> Figure:
    rows = [_dot(row) for row in shown]
    if len(shown) < len(known):
        heads = [DotRow(tongue.say(f"pairwise.{end}", count=EACH_END))
                 for end in ("nearest", "farthest")]  # fmt: skip
        rows = [heads[0], *rows[:EACH_END], heads[1], *rows[EACH_END:]]
    title, caption = tongue.say("pairwise.figure"), tongue.say("pairwise.caption")
    axis = tongue.term("shape", "unbiased_distance")
    svg = both(dot_rows, rows, axis=axis, title=title, description=caption, whole_labels=True)
    cells = [[Cell(row.label), Cell(row.numbers, numeric=True)] for row in rows if not row.heading]
    return Figure(svg, caption, Table(title, [tongue.say("pairwise.pair"), axis], cells))


def _distance(row: Row) -> float:
    """Of the centres, freed of what sampling adds; 0 where the square is not above it."""
    return float(max(row["distance_squared"], 0.0) ** 0.5)


def _dot(row: Row) -> DotRow:
    sure = row["p_adjusted"] is not None and row["p_adjusted"] < ALPHA
    low, high = row["distance_low"], row["distance_high"]
    text = f"{number(_distance(row))} {interval(low, high)}".rstrip()
    return DotRow(_pair(row), _distance(row), low, high, numbers=text,
                  mark="after" if sure else "plain")  # fmt: skip


def _pair(row: Row) -> str:
    return f"{row['group_a']} – {row['group_b']}"


def _table(found: Row, shown: Rows, tongue: Tongue) -> Table:
    total = len(found["pairs"]) + (found.get("pairs_left_out") or 0)
    cut = len(shown) < total
    said = [tongue.say("pairwise.ends", shown=len(shown), total=total)] if cut else []
    note = tongue.join([*said, tongue.say("pairwise.note")])
    columns = [tongue.say("pairwise.pair"), *(tongue.term("shape", name) for name in COLUMNS)]
    cells = [_cells(row, found, tongue) for row in shown]
    return Table(tongue.say("pairwise.table"), columns, cells, note)


def _cells(row: Row, found: Row, tongue: Tongue) -> list[Cell]:
    why = found.get("reasons", {}).get(f"pairs.{row['group_a']}.{row['group_b']}")
    ends = interval(row["distance_low"], row["distance_high"])
    if not ends:
        ends = tongue.why(found["reasons"].get(f"distance.{row['group_a']}.{row['group_b']}"))
    shared = tongue.share(row["overlap"], found.get("reasons", {}).get("overlap"))
    return [Cell(_pair(row)), Cell(f"{row['n_a']} + {row['n_b']}", numeric=True),
            Cell(number(_distance(row)), ends, numeric=True),
            tongue.cell(row["epsilon_squared"], why), shared,
            *(_p(row, name, why, tongue) for name in ("p_value", "p_adjusted")),
            tongue.cell(row["smallest_p"], why)]  # fmt: skip


def _p(row: Row, name: str, why: Row | None, tongue: Tongue) -> Cell:
    if row[name] is None:
        return tongue.cell(None, why)
    floor = not row["exact"] and row["p_value"] <= row["smallest_p"]
    return p_cell(row[name], tongue, floor=floor)


def _overlaps(found: Row, tongue: Tongue) -> list[Table]:
    """The pairs whose members list each other most, in both directions."""
    rows = [row for row in found["overlapping"] if row["overlap"]]
    if not rows:
        return []
    shares = ("neighbours_ab", "neighbours_ba", "overlap", "overlap_expected")
    cells = [[Cell(str(row["group_a"])), Cell(str(row["group_b"])),
              *(Cell(percent(row[name]), numeric=True) for name in shares)]
             for row in rows]  # fmt: skip
    columns = [tongue.term("shape", name) for name in ("group_a", "group_b", *shares)]
    return [Table(tongue.say("pairwise.overlaps"), columns, cells,
                  tongue.say("pairwise.overlaps_note", k=found["k"]))]  # fmt: skip
