"""`monosashi rewrite select`: which generator to take."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from monosashi.cli.options import OUTPUT, at_least, named_path
from monosashi.cli.rewrite_options import REWRITING, Printing, RewriteTexts, RewriteWays


def rewrite_select_command(
    path: Path,
    *,
    rewriter: Annotated[list[str], Parameter(group=REWRITING, negative="")],
    judge: Annotated[str | None, Parameter(group=REWRITING)] = None,
    price: Annotated[list[str] | None, Parameter(group=REWRITING, negative="")] = None,
    sample: Annotated[int, at_least(1, REWRITING)] = 20,
    seed: Annotated[int, at_least(0, REWRITING)] = 0,
    ways: RewriteWays = RewriteWays(),
    texts: RewriteTexts = RewriteTexts(),
    out: Annotated[Path | None, Parameter(group=OUTPUT, converter=named_path)] = None,
    printing: Printing = Printing(),
) -> int:
    """Compare generators: failing answers, edit distance, cost and time, and a sample for people.

    Parameters
    ----------
    path
        A set of sentence pairs (--text s1,s2), or texts.
    rewriter
        A candidate; may be given several times.
    judge
        A chat model that rates every outcome from 1 to 5.
    price
        NAME=IN/OUT for a million tokens; may be given several times.
    sample
        Rewritings of every candidate for people.
    seed
        Draws the sample.
    out
        Folder for the tables, two sheets for people (as rate make writes them), and key.csv.
    """
    from monosashi.cli.exit_codes import FINE, SERVICE_FAILED
    from monosashi.cli.rewrite_common import common_ways
    from monosashi.cli.rewrite_options import chosen_rewriter
    from monosashi.cli.rewrite_prices import read_prices
    from monosashi.cli.rewrite_sample import rated_by_two
    from monosashi.cli.rewrite_screen import select_lines
    from monosashi.cli.streams import print_json, show
    from monosashi.cli.wrong_usage import WrongUsageError
    from monosashi.models.rewriters.chat import ChatRewriter
    from monosashi.models.rewriters.registry import made_by
    from monosashi.models.rewriters.selecting import select_rewriter
    from monosashi.robustness.rating.files import check_sheets, write_sheets

    printing.start()
    if out is not None:
        check_sheets(out)
    made = [chosen_rewriter(one) for one in rewriter]
    paid = read_prices(price, [one.name for one in made])
    rater = None if judge is None else chosen_rewriter(judge)
    if rater is not None and not isinstance(rater, ChatRewriter):
        raise WrongUsageError("cli.errors.rewrite_judge", given=judge)
    # of candidates with seeds of their own, those are asked for
    first = max(made, key=lambda one: made_by(one) == "recorded")
    asked = common_ways(ways, made).arguments(first)
    found = select_rewriter(texts.read(path), rewriters=made, judge=rater, sample=sample,
                            prices=paid, rng=seed, dataset=texts.named(path), **asked)  # fmt: skip
    if out is not None:
        found.save(out)
        write_sheets(rated_by_two(found, seed), out)
    if printing.json:
        print_json(found.to_dict())
    else:
        show("\n".join(select_lines(found, out)))
    return SERVICE_FAILED if found.unjudged else FINE
