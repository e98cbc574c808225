"""The command to try after one about shape: it leads on, and runs as it stands."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from monosashi.cli.next_lines import guard_line

if TYPE_CHECKING:
    from monosashi.advice.shape_document import ShapeDocument
    from monosashi.cli.shape_run import ShapeRun

# of a partition: what the other run puts in place of the column that is now in the way
OTHER_RUN = {"shape.partition_inside_units": "within", "shape.partition_across_blocks": "whole"}


def shape_following(run: ShapeRun, result: ShapeDocument) -> str:
    """Keep the result; when it is kept, the run that tests the rest, or rules that guard it.

    Nothing where neither is to be had: the report is already written.
    """
    if run.output.out is None:
        return run.repeat.command(out=run.name.replace(" ", "-"))
    if run.name == "shape":
        return guard_line(run.output.out)
    other = other_run(run, result, run.output.out)
    return other or (guard_line(run.output.out) if _has_rules(result) else "")


def other_run(run: ShapeRun, result: ShapeDocument, out: Path) -> str:
    """The second run of a partition, for terms that this way of shuffling cannot test."""
    for found in result.findings():
        setting = OTHER_RUN.get(found.code)
        if setting is None:
            continue
        moved: dict[str, Any] = {"key": None, "whole": None, "within": None}
        moved[setting] = found.numbers["column"]
        repeat = replace(run.repeat, options={**run.repeat.options, **moved})
        return repeat.command(out=f"{out}-{setting}")
    return ""


def _has_rules(result: ShapeDocument) -> bool:
    from monosashi.advice.first_rules import first_rules
    from monosashi.embeddings import DataError

    try:
        return bool(first_rules(result.to_dict()))
    except DataError:
        return False
