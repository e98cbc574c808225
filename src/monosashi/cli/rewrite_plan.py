"""`monosashi rewrite plan`: what rewriting would take."""

from __future__ import annotations

from pathlib import Path

from monosashi.cli.rewrite_options import BudgetOptions, Printing, RewriteAsked


def rewrite_plan_command(
    path: Path,
    *,
    asked: RewriteAsked,
    budget: BudgetOptions = BudgetOptions(),
    printing: Printing = Printing(),
) -> int:
    """Count calls, tokens and money before anything is sent.

    Parameters
    ----------
    path
        jsonl(.gz), csv, tsv, parquet, arrow, txt or a folder of texts.
    """
    from monosashi.cli.exit_codes import FINE
    from monosashi.cli.placeholders import command_line
    from monosashi.cli.rewrite_screen import plan_lines
    from monosashi.cli.rewrite_set_place import free_folder
    from monosashi.cli.rewrite_unmade import left_unmade
    from monosashi.cli.streams import print_json, show
    from monosashi.models.rewriters.plan import plan_rewrites

    printing.start()
    given = asked.arguments(path)
    plan = plan_rewrites(**given, **budget.arguments())
    if printing.json:
        print_json(plan.to_dict())
        return FINE
    following = command_line(["monosashi", "rewrite", "run", str(path), *asked.repeated(),
                              *budget.repeated(), "--out", free_folder("rewrites")])  # fmt: skip
    show("\n".join(plan_lines(plan, following, left_unmade(asked.ways, given["rewriter"]))))
    return FINE
