"""`monosashi rate make`: blinded sheets on which people rate rewritings."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from monosashi.cli.options import OUTPUT, Words, at_least
from monosashi.cli.robustness_options import MEASURE, Seed


def rate_make_command(
    path: Path,
    *,
    out: Annotated[Path, Parameter(group=MEASURE)],
    pairs: Annotated[int, at_least(1, MEASURE)] = 100,
    raters: Annotated[int, at_least(2, MEASURE)] = 3,
    seed: Seed = 0,
    words: Annotated[Words | None, Parameter(group=OUTPUT)] = None,
) -> int:
    """Write one sheet a rater, with quality and fluency to fill in, and a key to keep from them.

    Parameters
    ----------
    path
        Folder that rewrite run wrote; or a table with transformation, original and rewritten.
    out
        Folder for the sheets.
    pairs
        Pairs of every transformation.
    raters
        People; all rate the same pairs, each in an order of their own.
    seed
        Start of the random numbers.
    words
        Language of the terminal.
    """
    import shlex

    from monosashi.cli.exit_codes import FINE
    from monosashi.cli.layout import wrap
    from monosashi.cli.next_lines import next_lines
    from monosashi.cli.streams import show
    from monosashi.robustness.rating import make_sheets
    from monosashi.robustness.rating.files import read_pairs, write_sheets
    from monosashi.words import choose_language, current_language, say

    choose_language(words or current_language())

    made = make_sheets(read_pairs(path), per_transformation=pairs, raters=raters, rng=seed)
    write_sheets(made, out)
    kinds = {(row["transformation"], row["generator"]) for row in made.key}
    checks = sum(bool(row["check"]) for row in made.key)
    told = [
        say(
            "cli.screen.rate_made",
            sheets=len(made.raters),
            items=len(made.raters[0]),
            kinds=len(kinds),
            checks=checks,
            path=out,
        ),
        say("cli.screen.rate_fill"),
        say("cli.screen.rate_key", path=out / "key.csv"),
    ]
    lines = [line for sentence in told for line in wrap(sentence)]
    show("\n".join([*lines, *next_lines(shlex.join(["monosashi", "rate", "read", str(out)]))]))
    return FINE
