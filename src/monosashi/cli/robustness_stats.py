"""`monosashi robustness stats`: what rewriting costs, from a table of scores."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter

from monosashi.cli.options import OutputOptions
from monosashi.cli.robustness_options import MEASURE, HtebGenerator, StatisticsOptions


def robustness_stats_command(
    cube: Path,
    *,
    models: Annotated[Path | None, Parameter(group=MEASURE)] = None,
    unit: Annotated[Literal["dataset", "model", "cell"], Parameter(group=MEASURE)] = "dataset",
    zeros: Annotated[Literal["drop", "pratt"], Parameter(group=MEASURE)] = "drop",
    hteb_generator: HtebGenerator = None,
    statistics: StatisticsOptions = StatisticsOptions(),
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
    hteb_generator
        A generator that is HTEB's model with HTEB's prompts: only its numbers stand beside HTEB's.
        May be given several times.
    """
    from monosashi.cli.robustness_run import deliver_robustness, start
    from monosashi.robustness import robustness_statistics

    start(output)
    found = robustness_statistics(cube, models=models, unit=unit, zeros=zeros,
                                  confidence=statistics.confidence, rng=statistics.seed,
                                  hteb_generators=hteb_generator or ())  # fmt: skip
    given = {"models": models, "unit": unit, "zeros": zeros,
             "hteb_generator": hteb_generator, **statistics.given()}  # fmt: skip
    return deliver_robustness("robustness stats", {"cube": cube}, given, {"robustness": found},
                              output)  # fmt: skip
