"""Write a document's folder and print it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from monosashi.cli.layout import wrap
from monosashi.cli.next_lines import next_lines
from monosashi.cli.options import OutputOptions
from monosashi.cli.run_folder import write_run
from monosashi.cli.screen import document_screen
from monosashi.cli.streams import print_json, show
from monosashi.words import choose_language, current_language, say


def deliver(
    document: Mapping[str, Any],
    tables: Mapping[str, list[dict[str, Any]]],
    options: OutputOptions,
    *,
    settings: str,
    following: str,
    beside: str = "",
) -> None:
    """Write ``--out`` first, then print; the last line is the next command, if there is one.

    ``beside`` names what else was written.
    """
    choose_language(options.words or current_language())
    report = None if options.out is None else write_run(options.out, document, tables, settings)
    if options.printed == "json":
        print_json(document)
    elif options.printed == "markdown":
        print_markdown(document, tables)
    else:
        place = [] if report is None else wrap(say("cli.screen.report", path=report))
        also = wrap(beside) if beside else []
        tail = [*place, *also, *(next_lines(following) if following else [])]
        show("\n".join(document_screen(document, tail)))


def print_markdown(document: Mapping[str, Any], tables: Mapping[str, Any]) -> None:
    """Verdict, findings as a list, tables."""
    from monosashi.report.sentences import finding_sentences, verdict_sentence
    from monosashi.results.tables import markdown_table

    worded = [finding_sentences(finding) for finding in document["findings"]]
    lines = [f"- **{f.level_name}**: {f.headline}" for f in worded]
    parts = [f"## {verdict_sentence(document['verdict'])}", "\n".join(lines)]
    # a row for every query belongs into a file, not into a comment
    shown = {name: rows for name, rows in tables.items() if not name.endswith("per_query")}
    parts += [markdown_table(name, rows) for name, rows in shown.items()]
    show("\n\n".join(parts))
