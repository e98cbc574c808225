"""`monosashi robustness stats`: what rewriting costs, from a table of scores."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter

from monosashi.cli.options import OutputOptions
from monosashi.cli.robustness_options import MEASURE, Seed, Share


def robustness_stats_command(
    cube: Path,
    *,
    models: Annotated[Path | None, Parameter(group=MEASURE)] = None,
    unit: Annotated[Literal["dataset", "model", "cell"], Parameter(group=MEASURE)] = "dataset",
    zeros: Annotated[Literal["drop", "pratt"], Parameter(group=MEASURE)] = "drop",
    confidence: Share = 0.95,
    seed: Seed = 0,
    title: str = "",
    output: Annotated[OutputOptions, Parameter(name="*")] = OutputOptions(),
) -> int:
    """Say what rewriting costs each model, how surely, and whether it changes their order.

    Parameters
    ----------
    cube
        csv, tsv, jsonl, json or parquet with model, dataset, transformation, original and
        transformed; scores.JSON of HTEB; or a folder of mteb results.
    models
        Table with model, family and parameters, for the effect of size.
    unit
        What the tests take as independent.
    zeros
        What the tests do with differences of 0.
    confidence
        Of the intervals.
    seed
        Start of the random numbers.
    title
        Title of the report.
    """
    from monosashi.cli.robustness_run import deliver_robustness, start
    from monosashi.robustness import robustness_statistics

    start(output)
    found = robustness_statistics(cube, models=models, unit=unit, zeros=zeros,
                                  confidence=confidence, rng=seed)  # fmt: skip
    given = {"models": models, "unit": unit, "zeros": zeros, "confidence": confidence,
             "seed": seed, "title": title or None}  # fmt: skip
    return deliver_robustness("robustness stats", {"cube": cube}, given, {"robustness": found},
                              output)  # fmt: skip
