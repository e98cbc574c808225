"""`monosashi shape pairs`: which groups differ from which."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter

from monosashi.cli.open_shuffle_options import OpenShuffleOptions
from monosashi.cli.shape_options import TESTS, Column, CommonOptions

if TYPE_CHECKING:
    from monosashi.results import Result


def pairs_command(
    path: Path | None = None,
    *,
    groups: Column = None,
    subset: Column = None,
    adjust: Annotated[Literal["holm", "bh"], Parameter(group=TESTS)] = "holm",
    welch: Annotated[bool, Parameter(group=TESTS, negative="")] = False,
    tests: OpenShuffleOptions = OpenShuffleOptions(),
    common: CommonOptions = CommonOptions(),
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
    from monosashi.cli.comma_lists import column_labels, listed_names
    from monosashi.cli.shape_run import ShapeRun

    own = {"groups": groups, "subset": subset, "adjust": None if adjust == "holm" else adjust,
           "welch": welch or None, **tests.given()}  # fmt: skip
    run = ShapeRun("shape pairs", {"path": path}, own, common).start()
    run.required("path")
    run.needs(groups=groups)
    vectors = run.read(key=tests.key)

    def measure() -> dict[str, Result]:
        from monosashi.cli.counting import counting
        from monosashi.shape import pairwise_groups

        chosen = listed_names(subset, column_labels(vectors, groups))
        return {"pairwise": pairwise_groups(
            vectors, groups or "", subset=chosen or None, adjust=adjust,
            statistic="welch" if welch else "f", normalise=not common.how.no_normalise,
            confidence=common.how.confidence, rng=common.how.seed,
            progress=counting("pairs"), **tests.arguments())}  # fmt: skip

    return run.measure(measure, settings={"key": tests.key} if tests.key else {})
