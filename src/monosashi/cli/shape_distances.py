"""`monosashi shape distances`: the shape of what has distances and no vectors."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter

from monosashi.cli.options import DataOptions, OutputOptions, TextOptions, named_path
from monosashi.cli.shape_options import MEASURE, ShapeOptions, ShuffleOptions

if TYPE_CHECKING:
    from monosashi.results import Result


def distances_command(
    path: Path | None = None,
    *,
    labels: Annotated[Path | None, Parameter(group=MEASURE, converter=named_path)] = None,
    groups: Annotated[str | None, Parameter(group=MEASURE)] = None,
    singletons: Annotated[Literal["keep", "drop"], Parameter(group=MEASURE)] = "keep",
    tests: ShuffleOptions = ShuffleOptions(),
    how: ShapeOptions = ShapeOptions(),
    data: DataOptions = DataOptions(),
    output: OutputOptions = OutputOptions(),
) -> int:
    """Measure R², W~ and the permutation test from a table of distances.

    W*d, PERMDISP and the test of width need vectors and are named as missing. Distances are
    squared: for cosines give sqrt(2 (1 - cos)).

    Parameters
    ----------
    path
        Square table, one row of distances an object, or the condensed form as npy.
    labels
        Table (jsonl, csv, tsv, parquet) of the columns: by id where both files have ids, else one
        row an object in the same order.
    groups
        Column of group labels, in --labels or beside the distances.
    singletons
        Objects alone in their group: keep them in R² and F, or leave them out everywhere.
    """
    from monosashi.cli.distance_files import read_distances
    from monosashi.cli.shape_run import ShapeRun

    own = {"labels": None if labels is None else str(labels), "groups": groups,
           "singletons": None if singletons == "keep" else singletons,
           **tests.arguments()}  # fmt: skip
    run = ShapeRun("shape distances", {"path": path}, own, how, data, TextOptions(), output)
    file = run.start().required("path")
    if tests.within or tests.whole:
        run.needs(groups=groups)
    found = read_distances(file, labels, data)
    schemes = tests.arguments() if groups else {"permutations": tests.permutations}

    def measure() -> dict[str, Result]:
        from monosashi.shape.from_distances import measure_shape_from_distances

        return {"shape": measure_shape_from_distances(
            found.table, groups, ids=found.ids, columns=found.columns, singletons=singletons,
            confidence=how.confidence, rng=how.seed, **schemes)}  # fmt: skip

    return run.measure(measure, notices=found.notices)
