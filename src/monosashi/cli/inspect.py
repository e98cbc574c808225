"""`monosashi inspect`: what a file or folder holds, all that is wrong, and what to try next."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from monosashi.cli.options import DATA, OUTPUT, Format, Words


def inspect_command(
    path: Path,
    *,
    vectors: Annotated[str | None, Parameter(group=DATA)] = None,
    query_vectors: Annotated[str | None, Parameter(group=DATA)] = None,
    text: Annotated[str | None, Parameter(group=DATA)] = None,
    id: Annotated[str | None, Parameter(group=DATA)] = None,  # noqa: A002 - the option's name
    wide: Annotated[str | None, Parameter(group=DATA)] = None,
    encoding: Annotated[str | None, Parameter(group=DATA)] = None,
    default_language: Annotated[str | None, Parameter(group=DATA)] = None,
    format: Annotated[Format, Parameter(group=OUTPUT)] = "text",  # noqa: A002 - the option's name
    json: Annotated[bool, Parameter(group=OUTPUT, negative="")] = False,
    words: Annotated[Words | None, Parameter(group=OUTPUT)] = None,
) -> int:
    """Say what a file or folder holds and all that is wrong with it; exit 4 with faults.

    Parameters
    ----------
    path
        Vectors, texts, pages of a site, judgements or ranked lists, in any format.
    vectors
        Column of vectors, or file of arrays beside the texts; default all columns of vectors.
    query_vectors
        The same for the query side.
    text
        Column of texts; default all that look like texts.
    id
        Column of unique ids.
    wide
        Column that holds {language: text}, or a comma list of language columns.
    encoding
        Encoding of jsonl, csv, tsv, txt and md files that are not UTF-8, e.g. cp932.
    default_language
        Language of the pages of a site that name none.
    format
        text (one screen), markdown or json (both complete).
    json
        Same as --format json: one strict object.
    words
        Language of the output.
    """
    from monosashi.cli.exit_codes import DATA_CANNOT_BE_MEASURED, FINE
    from monosashi.cli.inspect_markdown import markdown_page
    from monosashi.cli.inspect_next import next_command
    from monosashi.cli.inspect_screen import screen
    from monosashi.cli.progress import clear_step, show_step
    from monosashi.cli.streams import print_json, show
    from monosashi.stores.inspecting import Questions, inspect_path
    from monosashi.words import choose_language, current_language

    choose_language(words or current_language())
    show_step("reading")
    asked = Questions(vectors, query_vectors, text, id, wide, encoding, default_language)
    found = inspect_path(path, asked)
    clear_step()
    following = next_command(path, found, asked)
    if json or format == "json":
        print_json({**found.to_dict(), "next": following})
    elif format == "markdown":
        show(markdown_page(found, following))
    else:
        show("\n".join(screen(found, following)))
    return DATA_CANNOT_BE_MEASURED if found.faults else FINE
