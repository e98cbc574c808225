"""`monosashi shape correlate`: do groups that are spread more do better or worse."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter

from monosashi.cli.options import at_least
from monosashi.cli.shape_options import MEASURE, PERMUTATIONS, TESTS, Column, CommonOptions, Flag

if TYPE_CHECKING:
    from monosashi.results import Result


def correlate_command(
    path: Path | None = None,
    *,
    groups: Column = None,
    outcome: Column = None,
    ignore_size: Flag = False,
    interval: Annotated[Literal["fisher", "jackknife"], Parameter(group=MEASURE)] = "fisher",
    permutations: Annotated[int, at_least(1, TESTS)] = PERMUTATIONS,
    common: CommonOptions = CommonOptions(),
) -> int:
    """Correlate the spread of each group with what it achieved.

    Parameters
    ----------
    path
        npy, npz, parquet, jsonl(.gz), csv, tsv or a folder written by save; with --embedder texts.
    groups
        Column of group labels.
    outcome
        Column of numbers (1 and 0, or any score); averaged within each group.
    ignore_size
        Do not hold the size of the groups fixed.
    interval
        By Fisher's z, or by leaving out one group at a time.
    permutations
        Random arrangements of the outcomes over the groups.
    """
    from monosashi.cli.shape_run import ShapeRun

    own = {"groups": groups, "outcome": outcome, "ignore_size": ignore_size or None,
           "interval": None if interval == "fisher" else interval,
           "permutations": permutations}  # fmt: skip
    run = ShapeRun("shape correlate", {"path": path}, own, common).start()
    run.required("path")
    run.needs(groups=groups, outcome=outcome)
    vectors = run.read()

    def measure() -> dict[str, Result]:
        from monosashi.shape import correlate_spread

        return {"spread_correlation": correlate_spread(
            vectors, groups or "", outcome or "", size="ignore" if ignore_size else "partial",
            interval=interval, permutations=permutations, normalise=not common.how.no_normalise,
            confidence=common.how.confidence, rng=common.how.seed)}  # fmt: skip

    return run.measure(measure)
