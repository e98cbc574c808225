"""Tables of a choice: scores, and who is first when one weight changes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from monosashi.report.blocks import Cell, Table
from monosashi.report.numerals import number, percent, span
from monosashi.report.sentences import sentence
from monosashi.report.tongue import Tongue
from monosashi.words.criteria import criterion_name

Found = Mapping[str, Any]


def choice_tables(found: Found, tongue: Tongue) -> list[Table]:
    """Nothing without weights."""
    choice = found["choice"]
    return [] if choice is None else [_scores(choice, tongue), _changes(choice, tongue)]


def _say(name: str, tongue: Tongue) -> str:
    return sentence(f"choosing.page.{name}", tongue.language)


def _scores(choice: Found, tongue: Tongue) -> Table:
    order = sorted(choice["scores"], key=lambda name: -choice["scores"][name]["value"])
    columns = [_say(name, tongue) for name in ("model", "score", "rank", "first_in")]
    rows = [[Cell(model), _score(choice["scores"][model]),
             Cell(span(*choice["ranks"][model][1:]), numeric=True),
             Cell(percent(choice["win_shares"][model]), numeric=True)]
            for model in order]  # fmt: skip
    return Table(_say("choice", tongue), columns, rows, _say("choice_note", tongue))


def _score(one: Found) -> Cell:
    ends = "" if one["low"] is None else f"[{one['low']:.1f}, {one['high']:.1f}]"
    return Cell(f"{one['value']:.1f}", ends, numeric=True)


def _changes(choice: Found, tongue: Tongue) -> Table:
    columns = [_say(name, tongue) for name in ("weight", "factor", "leader", "lead")]
    rows = [[Cell(criterion_name(row["weight"], tongue.language)),
             Cell(number(row["factor"]), numeric=True), Cell(row["first"]),
             Cell(f"{row['lead']:.1f}", numeric=True)]
            for row in choice["sensitivity"]]  # fmt: skip
    return Table(_say("weights", tongue), columns, rows)
