"""`monosashi shape partition`: whose is the spread, the topic's or the language's."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from monosashi.cli.options import DataOptions, OutputOptions, TextOptions
from monosashi.cli.shape_options import MEASURE, TESTS, ShapeOptions, ShuffleOptions

if TYPE_CHECKING:
    from monosashi.results import Result


def partition_command(
    path: Path | None = None,
    *,
    factors: Annotated[str | None, Parameter(group=MEASURE)] = None,
    covariates: Annotated[str | None, Parameter(group=MEASURE)] = None,
    margin: Annotated[bool, Parameter(group=MEASURE, negative="")] = False,
    clusters: Annotated[str | None, Parameter(group=MEASURE)] = None,
    raw: Annotated[bool, Parameter(group=TESTS, negative="")] = False,
    tests: ShuffleOptions = ShuffleOptions(),
    how: ShapeOptions = ShapeOptions(),
    data: DataOptions = DataOptions(),
    texts: TextOptions = TextOptions(),
    output: OutputOptions = OutputOptions(),
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
           "clusters": clusters, "raw": raw or None, **tests.arguments()}  # fmt: skip
    run = ShapeRun("shape partition", {"path": path}, own, how, data, texts, output).start()
    run.required("path")
    run.needs(factors=listed_names(factors))
    vectors = run.read()

    def measure() -> dict[str, Result]:
        from monosashi.shape import partition_variance

        return {"partition": partition_variance(
            vectors, listed_names(factors), by="margin" if margin else "terms",
            covariates=listed_names(covariates) or None, normalise=not how.no_normalise,
            method="raw" if raw else "freedman-lane", clusters=clusters, rng=how.seed,
            confidence=how.confidence, **tests.arguments())}  # fmt: skip

    return run.measure(measure)
