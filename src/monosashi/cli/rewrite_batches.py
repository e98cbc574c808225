"""`monosashi rewrite export` and `import`: requests and answers as files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from monosashi.cli.options import OUTPUT, named_path
from monosashi.cli.rewrite_options import REWRITING, Printing, RewriteAsked, RewriteWays

if TYPE_CHECKING:
    from monosashi.models.rewriters.wanted import Wanted


def rewrite_export_command(
    path: Path,
    *,
    asked: RewriteAsked,
    out: Annotated[Path, Parameter(group=OUTPUT, converter=named_path)],
    printing: Printing = Printing(),
) -> int:
    """Write the requests that are left, one a line, in the form of OpenAI's batches.

    Parameters
    ----------
    path
        jsonl(.gz), csv, tsv, parquet, arrow, txt or a folder of texts.
    out
        File for the requests.
    """
    from dataclasses import asdict

    from monosashi.cli.exit_codes import FINE
    from monosashi.cli.layout import wrap
    from monosashi.cli.next_lines import next_lines
    from monosashi.cli.rewrite_set_place import refuse_existing
    from monosashi.cli.streams import print_json, show
    from monosashi.models.rewriters.batch_files import export_batch
    from monosashi.models.rewriters.rewriting import opened
    from monosashi.words import say

    printing.start()
    refuse_existing(out)
    wanted = _wanted(path, asked)
    with opened(asked.ways.place) as store:
        made = export_batch(wanted, out, store)
    if printing.json:
        print_json({**asdict(made), "out": str(out)})
        return FINE
    key = "exported" if made.requests else "nothing_left"
    show("\n".join([*wrap(say(f"rewriting.screen.{key}", path=out, **asdict(made))),
                    *next_lines(_after_export(path, asked, out, made.requests))]))  # fmt: skip
    return FINE


def rewrite_import_command(
    path: Path,
    *,
    rewriter: Annotated[str, Parameter(group=REWRITING)],
    store: Annotated[str | None, Parameter(group=REWRITING)] = None,
    requests: Annotated[Path | None, Parameter(group=REWRITING)] = None,
    printing: Printing = Printing(),
) -> int:
    """Keep the answers that a batch interface gave, under the keys of their requests.

    Parameters
    ----------
    path
        The file of answers.
    rewriter
        The same openai:MODEL as for export.
    store
        File that keeps answers; default in the user's cache.
    requests
        The file that export wrote, where it was written with another store.
    """
    from dataclasses import asdict

    from monosashi.cli.exit_codes import FINE
    from monosashi.cli.next_lines import next_lines
    from monosashi.cli.placeholders import command_line, placeholder
    from monosashi.cli.rewrite_options import chosen_rewriter
    from monosashi.cli.rewrite_screen import imported_lines
    from monosashi.cli.rewrite_set_place import free_file
    from monosashi.cli.streams import print_json, show
    from monosashi.embeddings import DataError, fault
    from monosashi.models.rewriters.batch_answers import import_batch
    from monosashi.models.rewriters.chat import ChatRewriter
    from monosashi.models.rewriters.rewriting import opened

    printing.start()
    made = chosen_rewriter(rewriter)
    if not isinstance(made, ChatRewriter):
        raise DataError(fault("rewriting.errors.no_batch", generator=made.name))
    with opened(RewriteWays(store=store).place) as held:
        if held is None:
            raise DataError(fault("models.errors.store_none"))
        found = import_batch(path, made, held, requests)
    if printing.json:
        print_json(asdict(found))
        return FINE
    # further steps and attempts; where nothing is left, export names the run that asks for nothing
    more = command_line(["monosashi", "rewrite", "export", placeholder("file"), "--rewriter",
                         rewriter, *([] if store is None else ["--store", store]),
                         "--out", free_file("ask", ".jsonl")])  # fmt: skip
    show("\n".join([*imported_lines(found, made.model), *next_lines(more)]))
    return FINE


def _after_export(path: Path, asked: RewriteAsked, out: Path, requests: int) -> str:
    """Import the answers; or, where nothing is left to ask, put the set together."""
    from monosashi.cli.placeholders import command_line
    from monosashi.cli.rewrite_set_place import free_folder

    if not requests:
        return command_line(["monosashi", "rewrite", "run", str(path), *asked.repeated(), "--out",
                             free_folder("rewrites")])  # fmt: skip
    store = [] if asked.ways.store is None else ["--store", asked.ways.store]
    return command_line(["monosashi", "rewrite", "import", "answers.jsonl", "--rewriter",
                         asked.repeated()[1], "--requests", str(out), *store])  # fmt: skip


def _wanted(path: Path, asked: RewriteAsked) -> Wanted:
    from monosashi.models.rewriters.wanted import Wanted

    given = asked.arguments(path)
    return Wanted.of(given["texts"], given["transformations"], given["rewriter"], given["seeds"],
                     dataset=given["dataset"], language=None, targets=given["targets"],
                     order=given["order"])  # fmt: skip
