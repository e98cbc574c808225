"""The numbers of a command about shape in a few lines of the terminal."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from monosashi.cli.shape_columns import Lines, columns
from monosashi.cli.shape_pairs_screen import pairs_lines
from monosashi.cli.shape_partition_screen import partition_lines
from monosashi.report.numerals import (
    DASH,
    interval,
    number,
    sample_beside,
    written,
)
from monosashi.words import current_language, say
from monosashi.words.filling import p_digits

LEAST = 3


def shape_lines(document: Mapping[str, Any], room: int) -> list[str]:
    """A small table of what the first part measured, where a table says more than findings do."""
    if document.get("kind") not in {"shape", "comparison"}:
        return []
    for name, make in TABLES.items():
        if part := document["results"].get(name):
            return columns(make(part), max(room, LEAST))
    return []


def _term(name: str) -> str:
    return say(f"shape.terms.{name}", current_language())


def _heads(*names: str) -> list[str]:
    return [_term(name) for name in names]


def _p(value: float | None, *, floor: bool = False) -> str:
    if value is None:
        return DASH
    sign, digits = p_digits(value, floor=floor)
    return digits if sign == "=" else f"{sign} {digits}"


def _probe(part: Mapping[str, Any]) -> Lines:
    rows = [_heads("strength", "v", "r_squared", "knn_overlap")]
    for row in part["rows"]:
        shown = [DASH if row[name] is None else number(row[name])
                 for name in ("v", "r_squared", "knn_overlap")]  # fmt: skip
        rows.append([f"{row['value']:g}", *shown])
    return rows


def _dose(part: Mapping[str, Any]) -> Lines:
    rows = [_heads("stage", "mean_w_tilde")]
    for row in part["stages"]:
        ends = interval(row["low"], row["high"])
        rows.append([str(row["stage"]), f"{number(row['mean_w_tilde'])} {ends}".rstrip()])
    return rows


def _power(part: Mapping[str, Any]) -> Lines:
    if part["kind"] == "simulated_power":
        rows = [_heads("group_count", "group_size", "power")]
        rows += [[str(row["groups"]), str(row["group_size"]),
                  f"{number(row['power'])} {interval(row['low'], row['high'])}"]
                 for row in part["rows"]]  # fmt: skip
        return rows
    rows = [_heads("group_count", "detectable")]
    asked = part["n_groups"], part["detectable"]
    known = {row["groups"]: row["detectable"] for row in part["curve"]}
    if None not in asked:
        known[asked[0]] = asked[1]
    return rows + [[str(groups), f"{known[groups]:.2f}"] for groups in sorted(known)]


def _agreement(part: Mapping[str, Any]) -> Lines:
    names = ("knn_overlap", "rowwise_spearman", "distance_spearman", "linear_cka_debiased")
    return _quantities(part, names, _term("value"))


def _shape(part: Mapping[str, Any]) -> Lines:
    """What groups explain, and the same freed of chance."""
    names = ("r_squared", "epsilon_squared", "icc")
    return [] if part.get("r_squared") is None else _quantities(part, names, _term("value"))


def _input_output(part: Mapping[str, Any]) -> Lines:
    return _quantities(part, ("input", "output"), _term(part["statistic"]))


def _comparison(part: Mapping[str, Any]) -> Lines:
    """Each model on its own, and the places that the paired tests leave it."""
    first = part["statistics"][0]
    ranks = [row for row in part.get("ranks", ()) if row["statistic"] == first]
    if not ranks:
        return []
    rows = [[_term("model"), _term(first), say("report.comparison.rank_range")]]
    for row in sorted(ranks, key=lambda row: row["rank"]):
        low, high = row["rank_low"], row["rank_high"]
        level = written(part["levels"][row["model"]][first])
        rows.append([row["model"], level, str(low) if low == high else f"{low}–{high}"])
    return rows


def _quantities(part: Mapping[str, Any], names: Sequence[str], head: str) -> Lines:
    held = [part.get(name) for name in names]
    rows = [
        ["", head],
        *([_term(name), written(one)] for name, one in zip(names, held, strict=True)),
    ]
    return _beside(rows, held, number)


def _beside(
    rows: Lines, held: Sequence[Any], show: Callable[[float], str], *, place: int = 2
) -> Lines:
    """A column for this sample, where an interval left its value out and the corrected one stands.

    ``held`` are the estimates below the head of ``rows``.
    """
    samples = [sample_beside(one) for one in held]
    if all(value is None for value in samples):
        return rows
    column = [_term("this_sample"), *("" if value is None else show(value) for value in samples)]
    return [[*row[:place], more, *row[place:]] for row, more in zip(rows, column, strict=True)]


TABLES: Mapping[str, Callable[[Any], Lines]] = {
    "shape": _shape,
    "partition": partition_lines,
    "pairwise": pairs_lines,
    "probe": _probe,
    "dose": _dose,
    "agreement": _agreement,
    "input_output": _input_output,
    "power": _power,
    "comparison": _comparison,
}
