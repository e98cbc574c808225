"""`monosashi robustness`: what the wording of texts does to models on your own tasks."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter

from monosashi.cli.options import TEXTS, OutputOptions
from monosashi.cli.rewrite_options import BudgetOptions
from monosashi.cli.robustness_options import MEASURE, HtebGenerator, StatisticsOptions
from monosashi.cli.robustness_tasks import TaskOptions, WordingOptions

PresetName = Literal["minimal", "support", "multilingual", "legal", "hteb"]


def robustness_command(
    *paths: Annotated[Path, Parameter(name="--paths")],
    embedder: Annotated[str, Parameter(group=TEXTS)] = "",
    store: Annotated[str | None, Parameter(group=TEXTS)] = None,
    tasks: TaskOptions = TaskOptions(),
    wording: WordingOptions = WordingOptions(),
    budget: BudgetOptions = BudgetOptions(),
    weights: Annotated[str | None, Parameter(group=MEASURE)] = None,
    preset: Annotated[PresetName | None, Parameter(group=MEASURE)] = None,
    like: Annotated[Literal["mteb", "hteb"], Parameter(group=MEASURE)] = "mteb",
    dose: Annotated[str | None, Parameter(group=MEASURE)] = None,
    models: Annotated[Path | None, Parameter(group=MEASURE)] = None,
    hteb_generator: HtebGenerator = None,
    statistics: StatisticsOptions = StatisticsOptions(),
    output: Annotated[OutputOptions, Parameter(name="*")] = OutputOptions(),
) -> int:
    """Score models on your tasks as they are and in other words, and choose one.

    With a file of queries and documents: the baseline, the same with rewritten queries, what each
    model loses on each axis, and which model comes first. `monosashi robustness stats` takes scores
    that are there already.

    Parameters
    ----------
    paths
        Files of tasks (query and document; s1, s2 and score; text and label …), BEIR or mteb
        folders, or suites (.toml).
    embedder
        Models, a comma list.
    store
        File that keeps vectors for the next run, or none; default in the user's cache.
    weights
        How your users write: original=1,lexical=2,length=1. Default: all alike.
    preset
        Transformations and weights for a usual need; what it leaves out is said.
    like
        Whose metric, where mteb and HTEB differ.
    dose
        Transformations from weak to strong: do wordings spread more along them?
    models
        Table with model, family and parameters, for the effect of size.
    hteb_generator
        A generator that is HTEB's model with HTEB's prompts: only its numbers stand beside HTEB's.
        May be given several times.
    """
    from monosashi.cli.robustness_measuring import measured
    from monosashi.cli.robustness_run import deliver_robustness, start

    start(output)
    own = {"embedder": embedder, "store": store, "weights": weights, "preset": preset,
           "like": like, "dose": dose, "models": models, "hteb_generator": hteb_generator,
           **statistics.given()}  # fmt: skip
    parts, given, took = measured(paths, tasks, wording, budget, own)
    files = {"paths": list(paths)}
    return deliver_robustness("robustness", files, given, parts, output, beside=took)
