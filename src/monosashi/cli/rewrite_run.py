"""`monosashi rewrite run`: texts to a folder of rewritten texts."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from monosashi.cli.options import OUTPUT, Words, named_path
from monosashi.cli.rewrite_options import REWRITING, BudgetOptions, RewriteTexts, RewriteWays


def rewrite_run_command(
    path: Path,
    *,
    rewriter: Annotated[str, Parameter(group=REWRITING)],
    out: Annotated[Path, Parameter(group=OUTPUT, converter=named_path)],
    ways: RewriteWays = RewriteWays(),
    texts: RewriteTexts = RewriteTexts(),
    budget: BudgetOptions = BudgetOptions(),
    json: Annotated[bool, Parameter(group=OUTPUT, negative="")] = False,
    words: Annotated[Words | None, Parameter(group=OUTPUT)] = None,
) -> int:
    """Rewrite texts; answers are kept as they come, so that the same command goes on after a stop.

    Parameters
    ----------
    path
        jsonl(.gz), csv, tsv, parquet, arrow, txt or a folder of texts.
    rewriter
        openai:MODEL?url=ADDRESS, ollama:MODEL, apertium, recorded:FILE or rules.
    out
        Folder for the rewrite set (set.json, rewrites.jsonl).
    json
        Print one strict JSON object.
    words
        Language of the terminal.
    """
    from monosashi.cli.exit_codes import FINE, SERVICE_FAILED
    from monosashi.cli.progress_bar import embedding_progress
    from monosashi.cli.rewrite_options import chosen_rewriter
    from monosashi.cli.rewrite_screen import run_lines
    from monosashi.cli.rewrite_set_place import check_set_place
    from monosashi.cli.streams import print_json, show
    from monosashi.models.rewriters.rewriting import rewrite
    from monosashi.models.rewriters.summary import summarise_set
    from monosashi.words import choose_language, current_language

    choose_language(words or current_language())
    check_set_place(out)
    made = chosen_rewriter(rewriter)
    limits = budget.arguments()
    held = texts.read(path)
    with embedding_progress(made.name) as progress:
        found = rewrite(held, rewriter=made, dataset=texts.named(path), progress=progress,
                        **ways.arguments(made), **limits)  # fmt: skip
    found.save(out)
    summary = summarise_set(found)
    failed = sum(row["count"] for row in summary.statuses if row["status"] == "service")
    if json:
        print_json({**found.head(), "out": str(out),
                    "transformations": [dict(row) for row in summary.transformations],
                    "statuses": [dict(row) for row in summary.statuses]})  # fmt: skip
    else:
        show("\n".join(run_lines(summary, out, failed)))
    return SERVICE_FAILED if failed else FINE
