"""Section: the synthetic benchmark, row by row."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from monosashi.report.blocks import Cell, Figure, Section, Table
from monosashi.report.figures import Course, DotRow, both, courses, dot_rows
from monosashi.report.numerals import number
from monosashi.report.tongue import Tongue

SHOWN_CHECK, SHOWN_VARIANT, MOST = 7, "d=16", 4
PASSED, FAILED = "✓", "✗"


def benchmark_section(results: Mapping[str, Any], tongue: Tongue) -> Section | None:
    """Counts, the curve of the sphere, and every row."""
    found = results.get("fidelity_benchmark")
    if not found:
        return None
    figures = [_counts(found, tongue), _sphere(found, tongue)]
    return Section(
        "fidelity_benchmark",
        tongue.say("sections.fidelity_benchmark"),
        tongue.say("short.fidelity_benchmark"),
        tongue.say(
            "benchmark.sentence",
            rows=found["counts"][0]["rows"],
            checks=len(found["checks"]),
            repeats=found["repeats"],
        ),
        [figure for figure in figures if figure is not None],
        [_rows(found, tongue)],
        limits=tongue.limits("report.benchmark.limits"),
    )


def _counts(found: Mapping[str, Any], tongue: Tongue) -> Figure:
    rows = [DotRow(row["metric"], row["passed"], row["low"], row["high"],
                   f"{row['passed']}/{row['rows']}") for row in found["counts"]]  # fmt: skip
    title, caption = tongue.say("benchmark.figure"), tongue.say("benchmark.caption")
    most = max(row["rows"] for row in found["counts"])
    svg = both(dot_rows, rows, axis=tongue.term("fidelity", "passed"), title=title,
               description=caption, span=(0.0, float(most)), whole_labels=True)  # fmt: skip
    names = ("metric", "passed", "drawn_again", "one_repeat")
    cells = [[Cell(row["metric"]), Cell(f"{row['passed']}/{row['rows']}", numeric=True),
              Cell("–" if row["low"] is None else f"{row['low']}–{row['high']}", numeric=True),
              Cell(f"{row['single_low']}–{row['single_high']}", numeric=True)]
             for row in found["counts"]]  # fmt: skip
    return Figure(svg, caption, Table(title, [tongue.term("fidelity", n) for n in names], cells))


def _sphere(found: Mapping[str, Any], tongue: Tongue) -> Figure | None:
    """Where plain and corrected measures differ most: a sphere of 16 dimensions."""
    kept = [one for one in found["courses"]
            if one["check"] == SHOWN_CHECK and one["variant"] == SHOWN_VARIANT
            and None not in one["mean"]][:MOST]  # fmt: skip
    if not kept:
        return None
    lines = [Course(one["metric"], one["x"], one["mean"]) for one in kept]
    title, caption = tongue.say("benchmark.curve"), tongue.say("benchmark.curve_caption")
    axes = {"horizontal": tongue.say("benchmark.radius"),
            "vertical": tongue.say("benchmark.score")}  # fmt: skip
    svg = both(courses, lines, title=title, description=caption, **axes)
    cells = [[Cell(number(x), numeric=True), *(Cell(number(line.values[i]), numeric=True)
                                               for line in lines)]
             for i, x in enumerate(lines[0].places)]  # fmt: skip
    return Figure(svg, caption, Table(title, [axes["horizontal"], *(line.name for line in lines)],
                                      cells))  # fmt: skip


def _rows(found: Mapping[str, Any], tongue: Tongue) -> Table:
    metrics = [row["metric"] for row in found["counts"]]
    held = {(row["row"], row["metric"]): row for row in found["rows"]}
    names = list(dict.fromkeys((row["row"], row["name"], row["desideratum"])
                               for row in found["rows"]))  # fmt: skip
    cells = [[Cell(f"{label} {name}"), Cell(tongue.term("fidelity", asked)),
              *(Cell(PASSED if held[label, metric]["passed"] else FAILED,
                     held[label, metric]["failed"]) for metric in metrics)]
             for label, name, asked in names]  # fmt: skip
    columns = [tongue.term("fidelity", "row"), tongue.term("fidelity", "desideratum"), *metrics]
    return Table(tongue.term("fidelity", "benchmark_rows"), columns, cells,
                 tongue.say("benchmark.rows_note"))  # fmt: skip
