"""`monosashi rewrite check`: what is in a rewrite set."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from monosashi.cli.options import OutputOptions

PAIRS = 20  # of a transformation, to see how they are


def rewrite_check_command(
    path: Path,
    *,
    title: str = "",
    output: Annotated[OutputOptions, Parameter(name="*")] = OutputOptions(),
) -> int:
    """Count what failed and why, with texts side by side; verifies the digest.

    Parameters
    ----------
    path
        Folder that rewrite run wrote.
    title
        Title of the report.
    """
    import shlex

    from monosashi.advice.rewrite_document import RewriteDocument
    from monosashi.cli.clock import now
    from monosashi.cli.exit_codes import FINE
    from monosashi.cli.output import deliver
    from monosashi.cli.run_folder import check_out
    from monosashi.cli.shape_repeat import ShapeRepeat
    from monosashi.models.rewriters.rewrite_set import RewriteSet
    from monosashi.models.rewriters.summary import summarise_set
    from monosashi.words import choose_language, current_language

    choose_language(output.words or current_language())
    check_out(output.out)
    found = summarise_set(RewriteSet.load(path))
    repeat = ShapeRepeat("rewrite check", {"path": path}, {"title": title})
    document = RewriteDocument(provenance=found.provenance, rewrites=found,
                               title=title or path.name, source=path.name,
                               command=repeat.command(), created=now())  # fmt: skip
    fewest = min((row["n_ok"] for row in found.transformations if row["n_ok"]), default=1)
    following = repeat.command(out="rewrite-check") if output.out is None else shlex.join(
        ["monosashi", "rate", "make", str(path), "--out", "rate", "--pairs",
         str(min(fewest, PAIRS))])  # fmt: skip
    deliver(document.to_dict(), document.tables(), output, settings=repeat.settings(),
            following=following)  # fmt: skip
    return FINE
