"""A partition on the terminal: every term beside chance."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from monosashi.cli.shape_columns import Lines
from monosashi.report.numerals import (
    DASH,
    ends,
    interval,
    number,
    percent,
    placed,
    sample_beside,
    share_estimate,
)
from monosashi.words import current_language, say
from monosashi.words.filling import p_digits

HEADS = ("term", "df_short", "r_squared_share_short", "share_by_chance_short",
         "adjusted_share_short", "p_value")  # fmt: skip
ALPHA = 0.05


def partition_lines(part: Mapping[str, Any]) -> Lines:
    """Terms, then what is left: share, the same by chance, adjusted R² with interval, p."""
    language = current_language()
    rows: Lines = [[say(f"shape.terms.{name}", language) for name in HEADS]]
    for row in part["rows"][:-1]:
        label = row["term"]
        if row["role"] == "residual":
            label = say("shape.terms.residual", language)
        share = DASH if row["r_squared"] is None else percent(row["r_squared"])
        chance = row["expected_r_squared"]
        rows.append([label, DASH if row["df"] is None else str(row["df"]), share,
                     "" if row["role"] == "residual" else DASH if chance is None else
                     percent(chance), _adjusted(row), _p(row, part)])  # fmt: skip
    return _with_samples(rows, part)


def _with_samples(rows: Lines, part: Mapping[str, Any]) -> Lines:
    """A column for this sample, where an interval left its value out."""
    samples = [None if _not_shown(row) else sample_beside(_held(row))
               for row in part["rows"][:-1]]  # fmt: skip
    if all(value is None for value in samples):
        return rows
    column = [say("shape.terms.this_sample", current_language()),
              *("" if value is None else number(value) for value in samples)]  # fmt: skip
    return [[*row[:-1], more, row[-1]] for row, more in zip(rows, column, strict=True)]


def _held(row: Mapping[str, Any]) -> dict[str, Any]:
    return {**share_estimate(row, "adjusted_"), "method": ""}


def _not_shown(row: Mapping[str, Any]) -> bool:
    """Whether the test shows no more than chance: a corrected size would read as more."""
    return row["p_value"] is not None and row["p_value"] >= ALPHA


def _adjusted(row: Mapping[str, Any]) -> str:
    held = _held(row)
    value = placed(held)
    if value is None:
        return "" if row["role"] == "residual" else DASH
    if _not_shown(row) and (sample := sample_beside(held)) is not None:
        return number(sample)
    return f"{number(value)} {interval(*ends(held))}".rstrip()


def _p(row: Mapping[str, Any], part: Mapping[str, Any]) -> str:
    if row["p_value"] is None:
        return "" if row["role"] == "residual" else DASH
    test = part["tests"][row["term"]]
    sign, digits = p_digits(row["p_value"], floor=not test["exact"] and test["exceedances"] == 0)
    return digits if sign == "=" else f"{sign} {digits}"
