"""`monosashi rewrite run`: texts to a folder of rewritten texts."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from monosashi.cli.options import OUTPUT, named_path
from monosashi.cli.rewrite_options import BudgetOptions, Printing, RewriteAsked


def rewrite_run_command(
    path: Path,
    *,
    asked: RewriteAsked,
    out: Annotated[Path, Parameter(group=OUTPUT, converter=named_path)],
    budget: BudgetOptions = BudgetOptions(),
    printing: Printing = Printing(),
) -> int:
    """Rewrite texts; answers are kept as they come, so that the same command goes on after a stop.

    Parameters
    ----------
    path
        jsonl(.gz), csv, tsv, parquet, arrow, txt or a folder of texts.
    out
        Folder for the rewrite set (set.json, rewrites.jsonl).
    """
    from collections import Counter

    from monosashi.cli.exit_codes import FINE, SERVICE_FAILED
    from monosashi.cli.progress_bar import embedding_progress
    from monosashi.cli.rewrite_screen import run_lines
    from monosashi.cli.rewrite_set_place import check_same_set, check_set_place
    from monosashi.cli.rewrite_unmade import left_unmade
    from monosashi.cli.streams import print_json, show
    from monosashi.models.rewriters.rewriting import rewrite
    from monosashi.models.rewriters.summary import summarise_set

    printing.start()
    check_set_place(out)
    limits, given = budget.arguments(), asked.arguments(path)
    check_same_set(out, given)
    with embedding_progress(given["rewriter"].name) as progress:
        found = rewrite(**given, **limits, progress=progress)
    found.save(out)
    summary = summarise_set(found)
    lost = Counter(one for row in found.rows if row.status == "service" for one in row.notes[-1:])
    failed = sum(row["count"] for row in summary.statuses if row["status"] == "service")
    if printing.json:
        print_json({**found.head(), "out": str(out),
                    "usable": summary.n_usable, "unusable": summary.unusable,
                    "transformations": [dict(row) for row in summary.transformations],
                    "statuses": [dict(row) for row in summary.statuses]})  # fmt: skip
    else:
        told = max(lost, key=lost.__getitem__, default="")
        show(
            "\n".join(
                run_lines(summary, out, failed, told, left_unmade(asked.ways, given["rewriter"]))
            )
        )
    return SERVICE_FAILED if failed or summary.unusable else FINE
