"""`monosashi compare`: several models on the same items."""

from __future__ import annotations

import shlex
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from monosashi.cli.audit import MEASURE
from monosashi.cli.options import DataOptions, OutputOptions, TextOptions, at_least


def compare_command(
    *paths: Path,
    groups: Annotated[str, Parameter(group=MEASURE)],
    language: Annotated[str | None, Parameter(group=MEASURE)] = None,
    data: DataOptions = DataOptions(),
    texts: TextOptions = TextOptions(),
    seed: Annotated[int, at_least(0, MEASURE)] = 0,
    title: str = "",
    output: OutputOptions = OutputOptions(),
) -> int:
    """Compare models: R² of the groups with paired differences, and who is tied with the best.

    Parameters
    ----------
    paths
        One file a model; or one text file with --vectors A.npz,B.npz. --model A,B names them.
        Or one file of texts with --embedder A,B.
    groups
        Column of group labels.
    language
        Column of language codes, for --languages.
    seed
        Start of all random numbers.
    title
        Title of the report.
    """
    from monosashi.advice.comparison import compare
    from monosashi.cli.clock import now
    from monosashi.cli.exit_codes import FINE
    from monosashi.cli.output import deliver
    from monosashi.cli.panels import read_panel
    from monosashi.cli.repeat import Repeat
    from monosashi.cli.run_folder import check_out
    from monosashi.words import choose_language, current_language

    choose_language(output.words or current_language())
    check_out(output.out)
    panel = read_panel(paths, data, texts, language, seed)
    options = {
        **asdict(data),
        **asdict(texts),
        "groups": groups,
        "language": language,
        "seed": seed,
    }
    repeat = Repeat("compare", paths, options)
    result = compare(
        panel,
        groups,
        rng=seed,
        title=title or " / ".join(panel.names),
        command=repeat.command(),
        created=now(),
    )
    following = repeat.command(out="compare") if output.out is None else (
        shlex.join(["monosashi", "audit", str(paths[0]), "--groups", groups, "--out", "audit"])
    )  # fmt: skip
    deliver(result.to_dict(), result.tables(), output, settings=repeat.settings(),
            following=following)  # fmt: skip
    return FINE
