"""`monosashi shape --demo-tables`: the two tables of the method's source, from their recipe."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

from monosashi.cli.options import Format, Words


def shape_command(
    *,
    demo_tables: Annotated[bool, Parameter(negative="")] = False,
    format: Format = "markdown",  # noqa: A002 - the option's name
    json: Annotated[bool, Parameter(negative="")] = False,
    words: Words | None = None,
) -> int:
    """Show how V and R² react to a common direction and to tighter groups.

    Parameters
    ----------
    demo_tables
        Reproduce both tables from their generator (80 vectors, 20 groups, 50 dimensions).
    format
        markdown (also for text) or json.
    json
        Same as --format json.
    words
        Language of the output.
    """
    from monosashi.cli.exit_codes import FINE
    from monosashi.cli.streams import print_json, show
    from monosashi.cli.wrong_usage import WrongUsageError
    from monosashi.results.tables import markdown_table
    from monosashi.shape.source_tables import source_tables
    from monosashi.words import choose_language, current_language

    choose_language(words or current_language())
    if not demo_tables:
        raise WrongUsageError("cli.errors.shape_needs")
    tables = source_tables()
    if json or format == "json":
        print_json(tables)
    else:
        show("\n\n".join(markdown_table(name, rows) for name, rows in tables.items()))
    return FINE
