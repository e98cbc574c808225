"""The table of a partition: every term with share, chance, adjusted R² and test."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from monosashi.report.blocks import Cell, Table
from monosashi.report.numerals import (
    DASH,
    ends,
    number,
    percent,
    percent_interval,
    placed,
    sample_beside,
    share_estimate,
    value_of,
)
from monosashi.report.sections.p_values import p_cell
from monosashi.report.tongue import Tongue

Row = Mapping[str, Any]
COLUMNS = ("term", "df", "r_squared_share", "share_by_chance", "adjusted_share",
           "partial_r_squared", "f", "p_value", "smallest_p")  # fmt: skip


def partition_table(found: Row, tongue: Tongue) -> Table:
    """Terms, residual and total; why a term has no test stands once, below."""
    rows = [_row(row, found, tongue) for row in found["rows"]]
    said = [tongue.say(f"partition.{'intervals' if found.get('clusters') else 'without'}")]
    if reasons := _untested(found, tongue):
        said.append(tongue.say("partition.untested", reasons="; ".join(reasons)))
    note = tongue.join(said)
    columns = [tongue.term("shape", name) for name in COLUMNS]
    return Table(tongue.say("partition.table"), columns, rows, note)


def _untested(found: Row, tongue: Tongue) -> list[str]:
    """Why terms have no test, each reason once: cells of the table have no room for it."""
    reasons = found.get("reasons", {})
    held = (reasons.get(f"tests.{row['term']}") for row in _factors(found))
    return list(dict.fromkeys(tongue.why(why) for why in held if why))


def _factors(found: Row) -> list[Row]:
    return [row for row in found["rows"] if row["role"] not in {"residual", "total"}]


def _row(row: Row, found: Row, tongue: Tongue) -> list[Cell]:
    """A term; residual and total have no test, so their places stay empty."""
    if row["role"] in {"residual", "total"}:
        label = Cell(tongue.term("shape", row["term"]))
        return [label, Cell(number(row["df"]), numeric=True), _share(row, tongue), *[Cell("")] * 6]
    reasons = found.get("reasons", {})
    why = reasons.get(f"tests.{row['term']}")
    lost = reasons.get(f"interval.{row['term']}")
    adjusted, partial = (_given(share_estimate(row, name), why, lost, tongue)
                         for name in ("adjusted_", "partial_"))  # fmt: skip
    known = reasons.get(f"f.{row['term']}")
    f = tongue.cell(None, known) if row["f"] is None and known else _given(row["f"], why, None,
                                                                           tongue)  # fmt: skip
    freedom, smallest = (_given(row[name], why, None, tongue) for name in ("df", "smallest_p"))
    expected = row.get("expected_r_squared")
    chance = _given(None, why, None, tongue) if expected is None else tongue.share(expected)
    share = _given(None, why, None, tongue) if row["r_squared"] is None else _share(row, tongue)
    return [Cell(row["term"]), freedom, share, chance, adjusted, partial, f,
            _p(row, found, why, tongue), smallest]  # fmt: skip


def _given(value: Any, why: Row | None, lost: Row | None, tongue: Tongue) -> Cell:
    """A value; the note below the table says why there is none, once for all cells."""
    if value_of(value) is None and why:
        return Cell(DASH, tongue.say("partition.see_below"), missing=True)
    return tongue.cell(value, lost)


def _share(row: Row, tongue: Tongue) -> Cell:
    """The share in this sample, as in the sentence and the bars, with its interval.

    Where the interval leaves it out, the corrected share to which it belongs stands below.
    """
    held = share_estimate(row)
    shown, between = percent(row["r_squared"]), percent_interval(*ends(held))
    if sample_beside(held) is None:
        return Cell(shown, between, numeric=True)
    corrected = percent(placed(held) or 0.0)
    below = tongue.say("partition.corrected", value=corrected, interval=between)
    return Cell(shown, numeric=True, below=below)


def _p(row: Row, found: Row, why: Row | None, tongue: Tongue) -> Cell:
    if row["p_value"] is None:
        return _given(None, why, None, tongue)
    test = found["tests"][row["term"]]
    return p_cell(row["p_value"], tongue, floor=not test["exact"] and test["exceedances"] == 0)
