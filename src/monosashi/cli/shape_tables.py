"""`monosashi shape --demo-tables`: the two tables of the method's source, from their recipe."""

from __future__ import annotations

from monosashi.cli.options import OutputOptions


def show_source_tables(output: OutputOptions) -> int:
    """Print how V and R² react to a common direction and to tighter groups."""
    from monosashi.cli.exit_codes import FINE
    from monosashi.cli.streams import print_json, show
    from monosashi.results.tables import markdown_table
    from monosashi.shape.source_tables import source_tables
    from monosashi.words import choose_language, current_language

    choose_language(output.words or current_language())
    tables = source_tables()
    if output.printed == "json":
        print_json(tables)
    else:
        show("\n\n".join(markdown_table(name, rows) for name, rows in tables.items()))
    return FINE
