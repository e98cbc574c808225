"""`monosashi shape partition`: whose is the spread, the topic's or the language's."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from monosashi.cli.open_shuffle_options import OpenShuffleOptions
from monosashi.cli.shape_options import TESTS, Column, CommonOptions, Flag

if TYPE_CHECKING:
    from monosashi.results import Result


def partition_command(
    path: Path | None = None,
    *,
    factors: Column = None,
    covariates: Column = None,
    margin: Flag = False,
    clusters: Column = None,
    raw: Annotated[bool, Parameter(group=TESTS, negative="")] = False,
    tests: OpenShuffleOptions = OpenShuffleOptions(),
    common: CommonOptions = CommonOptions(),
) -> int:
    """Share out the spread of vectors among several factors, e.g. topic and language.

    Parameters
    ----------
    path
        npy, npz, parquet, jsonl(.gz), csv, tsv or a folder written by save; with --embedder texts.
    factors
        Comma list of columns, in order; topic:language is an interaction.
    covariates
        Comma list of columns that enter first and are not tested; numbers count as numbers.
    margin
        Each factor after all others, instead of after those before it.
    clusters
        Column of independent units of the data: their jackknife gives the intervals.
    raw
        Shuffle the vectors themselves, not what the other factors leave of them.
    """
    from monosashi.cli.comma_lists import listed_names
    from monosashi.cli.shape_run import ShapeRun

    own = {"factors": factors, "covariates": covariates, "margin": margin or None,
           "clusters": clusters, "raw": raw or None, **tests.given()}  # fmt: skip
    run = ShapeRun("shape partition", {"path": path}, own, common).start()
    run.required("path")
    run.needs(factors=listed_names(factors))
    vectors = run.read(key=tests.key)

    def measure() -> dict[str, Result]:
        from monosashi.cli.counting import counting
        from monosashi.shape import partition_variance

        beside = listed_names(covariates, vectors.columns)
        return {"partition": partition_variance(
            vectors, listed_names(factors, vectors.columns), by="margin" if margin else "terms",
            covariates=beside or None,
            normalise=not common.how.no_normalise,
            method="raw" if raw else "freedman-lane", clusters=clusters, rng=common.how.seed,
            confidence=common.how.confidence, progress=counting("arrangements"),
            **tests.arguments())}  # fmt: skip

    return run.measure(measure, settings={"key": tests.key} if tests.key else {})
