"""What the commands about robustness have in common: start, document, screen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from monosashi.cli.options import OutputOptions
    from monosashi.results import Result


def start(output: OutputOptions) -> None:
    """Settle the language, and refuse a place that cannot hold a run."""
    from monosashi.cli.run_folder import check_out
    from monosashi.words import choose_language, current_language

    choose_language(output.words or current_language())
    check_out(output.out)


def deliver_robustness(
    name: str,
    files: Mapping[str, Path | Sequence[Path]],
    given: Mapping[str, Any],
    parts: Mapping[str, Result],
    output: OutputOptions,
    *,
    beside: str = "",
) -> int:
    """Put the parts into one document, write and print it; ``beside`` is for the screen alone."""
    from monosashi.advice.robustness_document import robustness_document
    from monosashi.cli.clock import now
    from monosashi.cli.exit_codes import FINE
    from monosashi.cli.output import deliver
    from monosashi.cli.robustness_options import unusual
    from monosashi.cli.shape_repeat import ShapeRepeat

    listed = [
        one for held in files.values() for one in ([held] if isinstance(held, Path) else held)
    ]
    source = ", ".join(path.name for path in listed)
    repeat = ShapeRepeat(name, dict(files), unusual(**given))
    result = robustness_document(parts, {"rng": given.get("seed", 0)}, source=source,
                                 title=given.get("title") or source, command=repeat.command(),
                                 created=now())  # fmt: skip
    # with a folder there is nothing left to write: the report lies in it
    following = repeat.command(out=name.replace(" ", "-")) if output.out is None else ""
    deliver(result.to_dict(), result.tables(), output, settings=repeat.settings(),
            following=following, beside=beside)  # fmt: skip
    return FINE
