"""Section: which groups differ from which."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from monosashi.report.blocks import Cell, Figure, Section, Table
from monosashi.report.figures import DotRow, both, dot_rows
from monosashi.report.numerals import number
from monosashi.report.sections.p_values import p_cell
from monosashi.report.tongue import Tongue

ALL_PAIRS, EACH_END, ALPHA = 30, 12, 0.05
Rows = Sequence[Mapping[str, Any]]


def pairs_section(results: Mapping[str, Any], tongue: Tongue) -> Section | None:
    """R² and p of pairs: all of them, or both ends of many."""
    found = results.get("pairwise")
    if not found:
        return None
    known = sorted((row for row in found["pairs"] if row["r_squared"] is not None),
                   key=lambda row: (row["r_squared"], row["group_a"], row["group_b"]))  # fmt: skip
    shown = known if len(known) <= ALL_PAIRS else [*known[:EACH_END], *known[-EACH_END:]]
    return Section(
        "pairwise",
        tongue.say("sections.pairwise"),
        tongue.say("short.pairwise"),
        _sentence(found, tongue),
        [_figure(known, shown, tongue)] if known else [],
        [_table(found, shown, tongue)] if shown else [],
        limits=tongue.limits("report.pairwise.limits"),
    )


def _sentence(found: Mapping[str, Any], tongue: Tongue) -> str:
    tested = [row["p_adjusted"] for row in found["pairs"] if row["p_adjusted"] is not None]
    left_out = found.get("pairs_left_out") or 0
    if not tested:
        return tongue.say("pairwise.none")
    said = [tongue.say("pairwise.some", differing=sum(p < ALPHA for p in tested),
                       tested=len(tested), adjust=tongue.plain(found["adjust"]))]  # fmt: skip
    if left_out:
        said.append(tongue.say("pairwise.left_out", count=left_out))
    return tongue.join(said)


def _figure(known: Rows, shown: Rows, tongue: Tongue) -> Figure:
    rows = [_dot(row) for row in shown]
    if len(shown) < len(known):
        heads = [DotRow(tongue.say(f"pairwise.{end}", count=EACH_END))
                 for end in ("nearest", "farthest")]  # fmt: skip
        rows = [heads[0], *rows[:EACH_END], heads[1], *rows[EACH_END:]]
    title, caption = tongue.say("pairwise.figure"), tongue.say("pairwise.caption")
    svg = both(dot_rows, rows, axis=tongue.term("shape", "pair_r_squared"), title=title,
               description=caption, span=(-0.02, 1.02), whole_labels=True)  # fmt: skip
    cells = [[Cell(row.label), Cell(row.numbers, numeric=True)] for row in rows if not row.heading]
    columns = [tongue.say("pairwise.pair"), tongue.term("shape", "pair_r_squared")]
    return Figure(svg, caption, Table(title, columns, cells))


def _dot(row: Mapping[str, Any]) -> DotRow:
    sure = row["p_adjusted"] is not None and row["p_adjusted"] < ALPHA
    return DotRow(f"{row['group_a']} – {row['group_b']}", row["r_squared"],
                  numbers=number(row["r_squared"]), mark="after" if sure else "plain")  # fmt: skip


def _table(found: Mapping[str, Any], shown: Rows, tongue: Tongue) -> Table:
    names = ("group_a", "group_b", "n", "centroid_distance", "pair_r_squared", "p_value",
             "p_adjusted")  # fmt: skip
    rows = [[Cell(str(row["group_a"])), Cell(str(row["group_b"])),
             Cell(f"{row['n_a']} + {row['n_b']}", numeric=True),
             Cell(number(row["centroid_distance"]), numeric=True),
             Cell(number(row["r_squared"]), numeric=True),
             *(_p(row, name, found, tongue) for name in ("p_value", "p_adjusted"))]
            for row in shown]  # fmt: skip
    total = len(found["pairs"]) + (found.get("pairs_left_out") or 0)
    note = tongue.say("pairwise.ends", shown=len(shown), total=total) if len(shown) < total else ""
    columns = [tongue.term("shape", name) for name in names]
    return Table(tongue.say("pairwise.table"), columns, rows, note)


def _p(row: Mapping[str, Any], name: str, found: Mapping[str, Any], tongue: Tongue) -> Cell:
    if row[name] is None:
        why = found.get("reasons", {}).get(f"pairs.{row['group_a']}.{row['group_b']}")
        return tongue.cell(None, why)
    floor = not row["exact"] and row["p_value"] <= row["smallest_p"]
    return p_cell(row[name], tongue, floor=floor)
