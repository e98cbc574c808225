"""`monosashi shape distances`: the shape of what has distances and no vectors."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter

from monosashi.cli.label_files import LabelOptions
from monosashi.cli.options import DistanceDataOptions, OutputOptions, TextOptions
from monosashi.cli.shape_options import (
    MEASURE,
    PERMUTATIONS,
    Column,
    CommonOptions,
    DistanceMeasureOptions,
    OrderOptions,
)

if TYPE_CHECKING:
    from monosashi.results import Result


def distances_command(
    path: Path | None = None,
    *,
    groups: Column = None,
    singletons: Annotated[Literal["keep", "drop"], Parameter(group=MEASURE)] = "keep",
    tests: OrderOptions = OrderOptions(),
    how: DistanceMeasureOptions = DistanceMeasureOptions(),
    data: DistanceDataOptions = DistanceDataOptions(),
    labels: LabelOptions = LabelOptions(),
    output: OutputOptions = OutputOptions(),
) -> int:
    """Measure R², W~ and the permutation test from a table of distances.

    W*d, PERMDISP and the test of width need vectors and are named as missing. Distances are
    squared: for cosines give sqrt(2 (1 - cos)).

    Parameters
    ----------
    path
        Square table, one row of distances an object (csv and tsv may hold names in the first row
        and column), or the condensed form as npy.
    groups
        Column of group labels, in --labels or beside the distances.
    singletons
        Objects alone in their group: keep them in R² and F, or leave them out everywhere.
    """
    from monosashi.cli.distance_files import read_distances, refuse_unknown_labels
    from monosashi.cli.shape_run import ShapeRun

    common = CommonOptions(how=how, data=data, labels=labels, texts=TextOptions(), output=output)
    own = {"groups": groups, "singletons": None if singletons == "keep" else singletons,
           **tests.arguments()}  # fmt: skip
    run = ShapeRun("shape distances", {"path": path}, own, common)
    file = run.start().required("path")
    if tests.restricted:
        run.needs(groups=groups)
    found = read_distances(file, labels, data, run.label_columns())
    refuse_unknown_labels(found, file, labels, groups)
    schemes = {
        **(tests.arguments() if groups else {}),
        "permutations": tests.permutations or PERMUTATIONS,
    }

    def measure() -> dict[str, Result]:
        from monosashi.shape.from_distances import measure_shape_from_distances

        return {"shape": measure_shape_from_distances(
            found.table, groups, ids=found.ids, columns=found.columns, singletons=singletons,
            confidence=how.confidence, rng=how.seed, **schemes)}  # fmt: skip

    return run.measure(measure, notices=found.notices)
