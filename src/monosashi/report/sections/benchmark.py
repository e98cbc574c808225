"""Section: the synthetic benchmark, row by row."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from monosashi.report.blocks import Cell, Figure, Section, Table
from monosashi.report.figures import Course, DotRow, both, courses, dot_rows
from monosashi.report.numerals import MINUS, number, span
from monosashi.report.sentences import has_sentence, sentence
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
        [table for table in (_differences(found, tongue), _rows(found, tongue)) if table.rows],
        limits=tongue.limits("report.benchmark.limits"),
    )


def _counts(found: Mapping[str, Any], tongue: Tongue) -> Figure:
    rows = [DotRow(row["metric"], row["passed"], *_bar(row), f"{row['passed']}/{row['rows']}")
            for row in found["counts"]]  # fmt: skip
    title, caption = tongue.say("benchmark.figure"), tongue.say("benchmark.caption")
    most = max(row["rows"] for row in found["counts"])
    svg = both(dot_rows, rows, axis=tongue.term("fidelity", "passed"), title=title,
               description=caption, span=(0.0, float(most)), whole_labels=True)  # fmt: skip
    names = ("metric", "passed", "drawn_again", "one_repeat")
    cells = [[Cell(row["metric"]), Cell(f"{row['passed']}/{row['rows']}", numeric=True),
              Cell(span(row["low"], row["high"]), numeric=True),
              Cell(span(row["single_low"], row["single_high"]), numeric=True)]
             for row in found["counts"]]  # fmt: skip
    return Figure(svg, caption, Table(title, [tongue.term("fidelity", n) for n in names], cells))


def _bar(row: Mapping[str, Any]) -> tuple[float | None, float | None]:
    """No bar where no draw of the repeats moves the count: one of no width says nothing."""
    return (None, None) if row["low"] == row["high"] else (row["low"], row["high"])


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


def _differences(found: Mapping[str, Any], tongue: Tongue) -> Table:
    """Of every two measures, on the same draws of the repeats."""
    rows = [
        [Cell(row["metric_a"]), Cell(row["metric_b"]),
         Cell(_signed(row["difference"]), _within(row), numeric=True),
         Cell(_judged(row, tongue))]
        for row in found.get("differences", [])
    ]  # fmt: skip
    heads = ("metric_a", "metric_b", "difference")
    names = [*(tongue.term("fidelity", name) for name in heads), tongue.say("benchmark.verdict")]
    return Table(tongue.heading("fidelity", "benchmark_differences"), names, rows,
                 tongue.say("benchmark.differences_note"))  # fmt: skip


def _signed(count: int) -> str:
    return f"{count:+d}".replace("-", MINUS) if count else "0"


def _within(row: Mapping[str, Any]) -> str:
    return "" if row["low"] is None else f"[{_signed(row['low'])}, {_signed(row['high'])}]"


def _judged(row: Mapping[str, Any], tongue: Tongue) -> str:
    """A column of its own: four columns become cards on a narrow screen."""
    if row["low"] is None:
        return tongue.say("benchmark.few_repeats")
    apart = not row["low"] <= 0 <= row["high"]
    return tongue.say("benchmark.apart" if apart else "benchmark.not_told_apart")


def _wrapping(name: str) -> str:
    """A name of a measure that a narrow header can break."""
    return name.replace("_", " ").replace(":", ": ")


def _check(number: int, tongue: Tongue) -> str:
    """What a check draws, in words; in English the name that its authors gave it."""
    return sentence(f"fidelity.checks.{number}", tongue.language)


def _failed(told: str, tongue: Tongue) -> str:
    """``d=8: shape; real rounded: first`` in words."""
    pieces = [one.partition(": ") for one in told.split("; ") if one]
    return "; ".join(tongue.titled(_case(case, tongue),
                                   sentence(f"fidelity.criteria.{criterion}", tongue.language))
                     for case, _, criterion in pieces)  # fmt: skip


def _case(name: str, tongue: Tongue) -> str:
    """A dimension as it is, a case in words: ``real outlier, d=8``."""

    def word(part: str) -> str:
        key = f"fidelity.cases.{part.replace(' ', '_')}"
        return sentence(key, tongue.language) if has_sentence(key, tongue.language) else part

    return tongue.listing(word(part) for part in name.split(", "))


def _rows(found: Mapping[str, Any], tongue: Tongue) -> Table:
    metrics = [row["metric"] for row in found["counts"]]
    held = {(row["row"], row["metric"]): row for row in found["rows"]}
    names = list(dict.fromkeys((row["row"], row["check"], row["desideratum"])
                               for row in found["rows"]))  # fmt: skip
    cells = [[Cell(f"{label} {_check(check, tongue)}"), Cell(tongue.term("fidelity", asked)),
              *(Cell(PASSED if held[label, metric]["passed"] else FAILED,
                     _failed(held[label, metric]["failed"], tongue)) for metric in metrics)]
             for label, check, asked in names]  # fmt: skip
    columns = [tongue.term("fidelity", "row"), tongue.term("fidelity", "desideratum"),
               *(_wrapping(name) for name in metrics)]  # fmt: skip
    return Table(tongue.heading("fidelity", "benchmark_rows"), columns, cells,
                 tongue.say("benchmark.rows_note"))  # fmt: skip
