"""The numbers of `monosashi fidelity` in a few lines of the terminal."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from monosashi.cli.layout import WIDTH, cells, wrap
from monosashi.cli.shape_columns import Lines, columns
from monosashi.fidelity.surely_below import AT_LEAST_ONE, cut_at_one
from monosashi.report.cut_scores import score_interval, why_cut, why_cut_of
from monosashi.report.missing_intervals import missing_intervals
from monosashi.report.numerals import DASH, MINUS, ends, number, placed
from monosashi.report.sentences import reason_sentence
from monosashi.words import current_language, say

LEAST = 4
FIRST = ("clipped_density", "clipped_coverage", "precision", "recall", "density", "coverage")
SIDE_BY_SIDE = 2
FORMS = ("plain", "filtered", "corrected")
VALUES = ("value", "filtered", "corrected")  # the same, as rows of generators name them
PLAIN, CORRECTED = ".interval", "intervals"  # endings of reasons
LEAST_OF_TWO, MOST_OF_TWO = 0.01, 10  # beyond these two decimals are too few, or too long


def fidelity_lines(document: Mapping[str, Any], room: int) -> list[str]:
    """A line a metric, or a line a generator and form; then why numbers have no interval."""
    if document.get("kind") != "fidelity":
        return []
    results = document.get("results", {})
    if part := results.get("fidelity"):
        notes = [*_notes(part, PLAIN, CORRECTED), *_line(why_cut(part, _term))]
        wide = _scores(part)
        fits = max(map(cells, columns(wide, len(wide)))) <= WIDTH
        return [*columns(wide if fits else _closer(wide), max(room - len(notes), LEAST)), *notes]
    if part := results.get("generators"):
        return _of_generators(part, room)
    return []


def _of_generators(part: Mapping[str, Any], room: int) -> list[str]:
    """All forms where there is room for them, else the plain scores."""
    notes = [*_missing(part, "scores", *FORMS[1:]), *_cut(part, *VALUES)]
    plain = [*_missing(part, "scores"), *_cut(part, VALUES[0])]
    every = columns(_generators(part, FORMS), len(FORMS) * len(part["names"]) + 1)
    corrected = any(row.get("corrected") is not None for row in part["generators"])
    if corrected and len(every) + len(notes) <= room:
        return [*every, *notes]
    return [*columns(_generators(part, ("plain",)), max(room - len(plain), LEAST)), *plain]


def _notes(part: Mapping[str, Any], *endings: str) -> list[str]:
    """Why numbers have no interval: each reason once."""
    reasons = part.get("reasons", {})
    kept = [reason_sentence(why) for name, why in reasons.items()
            if name.endswith(endings)]  # fmt: skip
    return [line for text in dict.fromkeys(kept) for line in _lines(text)]


def _missing(part: Mapping[str, Any], *forms: str) -> list[str]:
    """The same of several generators, of the metrics that are shown, with their names."""
    shown = _leading(part["metrics"])[:SIDE_BY_SIDE]
    told = missing_intervals(part, forms, shown)
    return [line for who, why in told for line in _lines(f"{who}{reason_sentence(why)}")]


def _cut(part: Mapping[str, Any], *forms: str) -> list[str]:
    """What stands in the place of intervals above 1, told once, of the metrics that are shown."""
    shown = _leading(part["metrics"])[:SIDE_BY_SIDE]
    rows = [row for row in part["generators"] if row["metric"] in shown]
    return _line(next((why for form in forms if (why := why_cut_of(rows, form))), None))


def _line(why: Mapping[str, Any] | None) -> list[str]:
    return [] if why is None else _lines(reason_sentence(why))


def _lines(text: str) -> list[str]:
    return wrap(text, first="  · ", rest="    ")


def _term(name: str) -> str:
    return say(f"fidelity.terms.{name}", current_language())


def _leading(metrics: Sequence[str]) -> list[str]:
    return [name for name in FIRST if name in metrics] + [
        name for name in metrics if name not in FIRST
    ]


def _closer(rows: Lines) -> Lines:
    """The same with one blank between the numbers, so that no column is left out."""
    widths = [max(cells(row[place]) for row in rows) for place in range(1, len(rows[0]))]
    return [[row[0], " ".join(map(_padded, row[1:], widths))] for row in rows]


def _padded(text: str, width: int) -> str:
    return text + " " * (width - cells(text))


def _scores(part: Mapping[str, Any]) -> Lines:
    """Three intervals in a line have room for two decimals only."""
    forms = ["filtered", "corrected"] if part["corrected"] else []
    held = part["control"]
    spans = part.get("intervals", {})
    show, alone = (_brief, _two) if spans else (_written, number)
    reached = "brief_attainable" if spans else "short_attainable"
    heads = ["plain", *forms, *([reached] if held else [])]
    lines = [["", *(_term(name) for name in heads)]]
    for name in _leading(part["metrics"]):
        row = [name, _given(part["scores"][name], show)]
        row += [_given(spans.get(f"{form}.{name}", part[form].get(name)), show) for form in forms]
        lines.append([*row, *([_given(held["scores"].get(name), alone)] if held else [])])
    return lines


def _given(value: Any, show: Callable[[Any], str]) -> str:
    return DASH if value is None else show(value)


def _written(quantity: Any) -> str:
    return f"{number(placed(quantity) or 0.0)} {score_interval(*ends(quantity))}".rstrip()


def _two(value: float) -> str:
    """Two decimals, fewer of what is large; of what they cannot show, that it is not 0."""
    if 0 < abs(value) < LEAST_OF_TWO:
        return "<.01" if value > 0 else f">{MINUS}.01"  # as wide as two decimals
    places = 2 if abs(value) < MOST_OF_TWO else 1 if abs(value) < MOST_OF_TWO**2 else 0
    return f"{value + 0.0:.{places}f}".replace("-", MINUS)


def _brief(quantity: Any) -> str:
    """``0.79 [0.66,0.92]``."""
    low, high = ends(quantity)
    span = "" if low is None or high is None else f" [{_end(low)},{_end(high)}]"
    if cut_at_one(low, high):
        span = f" {AT_LEAST_ONE}"
    return f"{_two(placed(quantity) or 0.0)}{span}"


def _end(value: float) -> str:
    """Of nothing no decimals: two equal ends would claim an interval of no width."""
    return "0" if value == 0 else _two(value)


def _generators(part: Mapping[str, Any], forms: Sequence[str]) -> Lines:
    shown = _leading(part["metrics"])[:SIDE_BY_SIDE]
    several = len(forms) > 1
    named = [_term("form")] if several else []
    lines = [[_term("generator"), *named, *(name.replace("_", " ") for name in shown)]]
    for name in part["names"]:
        mine = {row["metric"]: row for row in part["generators"] if row["generator"] == name}
        for place, form in enumerate(forms):
            called = [_term(form)] if several else []
            lines.append([name if place == 0 else "", *called,
                          *(_with_interval(mine[metric], form) for metric in shown)])  # fmt: skip
    return lines


def _with_interval(row: Mapping[str, Any], form: str) -> str:
    names = ("value", "low", "high") if form == "plain" else (form, f"{form}_low", f"{form}_high")
    value, low, high = (row.get(name) for name in names)
    return DASH if value is None else f"{number(value)} {score_interval(low, high)}".rstrip()
