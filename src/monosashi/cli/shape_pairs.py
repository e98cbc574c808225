"""`monosashi shape pairs`: which groups differ from which."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter

from monosashi.cli.options import DataOptions, OutputOptions, TextOptions
from monosashi.cli.shape_options import MEASURE, TESTS, ShapeOptions, ShuffleOptions

if TYPE_CHECKING:
    from monosashi.results import Result


def pairs_command(
    path: Path | None = None,
    *,
    groups: Annotated[str | None, Parameter(group=MEASURE)] = None,
    subset: Annotated[str | None, Parameter(group=MEASURE)] = None,
    adjust: Annotated[Literal["holm", "bh"], Parameter(group=TESTS)] = "holm",
    welch: Annotated[bool, Parameter(group=TESTS, negative="")] = False,
    tests: ShuffleOptions = ShuffleOptions(),
    how: ShapeOptions = ShapeOptions(),
    data: DataOptions = DataOptions(),
    texts: TextOptions = TextOptions(),
    output: OutputOptions = OutputOptions(),
) -> int:
    """Compare every two groups: distance of the centres, R² of the pair, adjusted p.

    Parameters
    ----------
    path
        npy, npz, parquet, jsonl(.gz), csv, tsv or a folder written by save; with --embedder texts.
    groups
        Column of group labels.
    subset
        Comma list of the groups to compare; default all.
    adjust
        holm keeps the chance of any false alarm, bh the share of false alarms.
    welch
        Shuffle W*d, which does not mistake unequal spread for a shift (for unequal sizes).
    """
    from monosashi.cli.comma_lists import listed_names
    from monosashi.cli.shape_run import ShapeRun

    own = {"groups": groups, "subset": subset, "adjust": None if adjust == "holm" else adjust,
           "welch": welch or None, **tests.arguments()}  # fmt: skip
    run = ShapeRun("shape pairs", {"path": path}, own, how, data, texts, output).start()
    run.required("path")
    run.needs(groups=groups)
    vectors = run.read()

    def measure() -> dict[str, Result]:
        from monosashi.shape import pairwise_groups

        return {"pairwise": pairwise_groups(
            vectors, groups or "", subset=listed_names(subset) or None, adjust=adjust,
            statistic="welch" if welch else "f", normalise=not how.no_normalise, rng=how.seed,
            **tests.arguments())}  # fmt: skip

    return run.measure(measure)
