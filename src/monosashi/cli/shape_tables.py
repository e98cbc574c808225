"""`monosashi shape --demo-tables`: the two tables of the method's source, from their recipe."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from monosashi.cli.options import OutputOptions
from monosashi.cli.source_table_options import SourceTableOptions


def show_source_tables(output: OutputOptions, asked: SourceTableOptions) -> int:
    """Print how V, R² and neighbours react to a common direction and to tighter groups."""
    from monosashi.cli.exit_codes import FINE
    from monosashi.cli.streams import print_json, show
    from monosashi.results.tables import markdown_table
    from monosashi.shape.source_two_tables import source_tables
    from monosashi.words import choose_language, current_language, say

    choose_language(output.words or current_language())
    given = asked.arguments()
    tables = source_tables(**given)
    if output.printed == "json":
        print_json(tables)
        return FINE
    blocks = [markdown_table(say(f"cli.demo_tables.{name}"), _worded(rows))
              for name, rows in tables.items()]  # fmt: skip
    show("\n\n".join([_setting(given), *blocks]))
    return FINE


def refuse_without_tables(asked: SourceTableOptions) -> None:
    """Options of the tables without the tables are a slip."""
    from monosashi.cli.wrong_usage import WrongUsageError

    if asked.changed:
        raise WrongUsageError("cli.errors.demo_options", options=", ".join(asked.changed))


def _setting(given: Mapping[str, Any]) -> str:
    from monosashi.words import say

    direction = say(f"cli.demo_tables.{given['direction']}")
    numbers = {name: given[name] for name in ("groups", "size", "dimension", "rng")}
    return say("cli.demo_tables.setting", **numbers, spread=f"{given['spread']:g}",
               direction=direction)  # fmt: skip


def _worded(rows: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    return [{_heading(name): value for name, value in row.items()} for row in rows]


def _heading(name: str) -> str:
    from monosashi.words import say

    if name.startswith("knn_"):
        return say("cli.demo_tables.kept", k=name.removeprefix("knn_"))
    return say(f"cli.demo_tables.{name}")
