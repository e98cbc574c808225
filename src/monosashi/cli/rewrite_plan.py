"""`monosashi rewrite plan`: what rewriting would take."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from monosashi.cli.options import OUTPUT, Words
from monosashi.cli.rewrite_options import REWRITING, BudgetOptions, RewriteTexts, RewriteWays


def rewrite_plan_command(
    path: Path,
    *,
    rewriter: Annotated[str, Parameter(group=REWRITING)],
    ways: RewriteWays = RewriteWays(),
    texts: RewriteTexts = RewriteTexts(),
    budget: BudgetOptions = BudgetOptions(),
    json: Annotated[bool, Parameter(group=OUTPUT, negative="")] = False,
    words: Annotated[Words | None, Parameter(group=OUTPUT)] = None,
) -> int:
    """Count calls, tokens and money before anything is sent.

    Parameters
    ----------
    path
        jsonl(.gz), csv, tsv, parquet, arrow, txt or a folder of texts.
    rewriter
        openai:MODEL?url=ADDRESS, ollama:MODEL, apertium, recorded:FILE or rules.
    json
        Print one strict JSON object.
    words
        Language of the terminal.
    """
    from monosashi.cli.exit_codes import FINE
    from monosashi.cli.placeholders import command_line
    from monosashi.cli.rewrite_options import chosen_rewriter
    from monosashi.cli.rewrite_screen import plan_lines
    from monosashi.cli.streams import print_json, show
    from monosashi.models.rewriters.plan import plan_rewrites
    from monosashi.words import choose_language, current_language

    choose_language(words or current_language())
    made = chosen_rewriter(rewriter)
    plan = plan_rewrites(texts.read(path), rewriter=made, dataset=texts.named(path),
                         **ways.arguments(made), **budget.arguments())  # fmt: skip
    if json:
        print_json(plan.to_dict())
        return FINE
    following = command_line(["monosashi", "rewrite", "run", str(path), "--rewriter", rewriter,
                              *repeated(ways, texts), "--out", "rewrites"])  # fmt: skip
    show("\n".join(plan_lines(plan, following)))
    return FINE


def repeated(ways: RewriteWays, texts: RewriteTexts) -> list[str]:
    """The options that were given, for the next command."""
    from dataclasses import asdict

    usual = {**asdict(RewriteWays()), **asdict(RewriteTexts())}
    given = {**asdict(ways), **asdict(texts)}
    return [word for name, value in given.items() if value != usual[name]
            for word in (f"--{name.replace('_', '-')}", str(value))]  # fmt: skip
