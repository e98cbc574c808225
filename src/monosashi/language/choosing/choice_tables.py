"""A comparison of repairs as rows."""

from __future__ import annotations

from monosashi.language.bias_tables import estimate_row
from monosashi.language.choosing.choice import LanguageRepairChoice
from monosashi.language.choosing.option import RepairOption
from monosashi.results import Row, Tables

QUANTITIES = ("map", "map_optimistic", "gain", "drop", "recovery", "same_language",
              "same_language_optimistic", "loss", "overlap", "share", "behind", "over_blind",
              "gain_optimistic", "loss_optimistic")  # fmt: skip
BY_DIRECTION = ("recall", "recall_optimistic", "alone")


def choice_tables(choice: LanguageRepairChoice) -> Tables:
    """``repair_options`` and ``repair_directions``."""
    options = choice.options.values()
    return {
        "repair_options": [_row(choice, one) for one in options],
        "repair_directions": [row for one in options for row in _directions(one)],
    }


def _row(choice: LanguageRepairChoice, one: RepairOption) -> Row:
    row: Row = {"method": one.name, "kind": one.kind, "standing": one.standing,
                "picked": one.name == choice.pick, "query_role": choice.query_role}  # fmt: skip
    for name in QUANTITIES:
        found = estimate_row(getattr(one, name))
        row |= {name: found["value"], f"{name}_low": found["low"], f"{name}_high": found["high"]}
    return {**row, "tied": one.tied, "wins": one.wins, "gamed": ", ".join(one.gamed),
            "contrast": one.contrast, "queries_to_decide": one.queries_to_decide,
            **(vars(one.costs) if one.costs else {})}  # fmt: skip


def _directions(one: RepairOption) -> list[Row]:
    rows: list[Row] = []
    for pair in one.recall:
        names = {"method": one.name, "source": pair[0], "target": pair[1]}
        rows += [{**names, "quantity": f"{name}@1", **estimate_row(getattr(one, name)[pair])}
                 for name in BY_DIRECTION]  # fmt: skip
        change = one.change[pair]
        rows.append({**names, "quantity": "mcnemar_p", "value": change.p_value,
                     "gained": change.gained, "lost": change.lost})  # fmt: skip
    return rows
