"""`monosashi fidelity`: whether generated vectors look real, and whether they show all of it."""

from __future__ import annotations

import shlex
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any, Literal

from cyclopts import Group, Parameter

from monosashi.cli.options import DataOptions, OutputOptions, TextOptions, at_least, named_path
from monosashi.cli.shape_options import CONFIDENCE, between

MEASURE = Group("Measure", sort_key=2)
K = 5


def fidelity_command(
    *paths: Annotated[Path, Parameter(name="--paths")],
    k: Annotated[int, at_least(1, MEASURE)] = K,
    metrics: Annotated[str | None, Parameter(group=MEASURE)] = None,
    correct: Annotated[Literal["gicdm", "none"], Parameter(group=MEASURE)] = "gicdm",
    correction_intervals: Annotated[
        Literal["auto", "yes", "no"], Parameter(group=MEASURE)
    ] = "auto",
    metric: Annotated[Literal["euclidean", "cosine"], Parameter(group=MEASURE)] = "euclidean",
    classes: Annotated[str | None, Parameter(name="--class", group=MEASURE)] = None,
    knob: Annotated[str | None, Parameter(group=MEASURE)] = None,
    human: Annotated[Path | None, Parameter(group=MEASURE)] = None,
    confidence: Annotated[float, between(0, 1)] = CONFIDENCE,
    parts: Annotated[Path | None, Parameter(group=MEASURE, converter=named_path)] = None,
    data: DataOptions = DataOptions(),
    texts: TextOptions = TextOptions(),
    seed: Annotated[int, at_least(0, MEASURE)] = 0,
    title: str = "",
    output: OutputOptions = OutputOptions(),
) -> int:
    """Measure fidelity and coverage of generated vectors: monosashi fidelity REAL GENERATED.

    The first file holds the real vectors, every other one those of a generator. Of several
    generators: paired differences on the same reals.

    Parameters
    ----------
    paths
        npy, npz, parquet, jsonl(.gz), csv, tsv or folders written by save; with --embedder texts.
    k
        Neighbours that a ball reaches to.
    metrics
        Comma list; also symmetric_precision, symmetric_recall, precision_cover, recall_cover,
        alpha_precision, beta_recall, frechet, kernel_distance.
    correct
        Correct for hubs too, or not.
    correction_intervals
        Intervals of filtered and corrected scores: 20 further fits of the correction. auto: up to
        500 reals.
    metric
        Euclidean distances of the vectors as they are, or cosine.
    classes
        Column of classes: shares class by class (of one generator).
    knob
        Comma list of numbers, one a generator: a guidance strength, a temperature.
    human
        csv file with the columns generator and error_rate: the share of answers in which people
        took generated items for real (higher is better).
    parts
        Folder that keeps finished parts: a run that was killed goes on from there.
    confidence
        Confidence of all intervals.
    seed
        Start of all random numbers.
    title
        Title of the report.
    """
    from monosashi.advice.fidelity_document import FidelityDocument
    from monosashi.cli.chosen_models import text_settings
    from monosashi.cli.clock import now
    from monosashi.cli.exit_codes import FINE
    from monosashi.cli.fidelity_measuring import Wanted
    from monosashi.cli.output import deliver
    from monosashi.cli.progress import clear_step, show_step
    from monosashi.cli.repeat import Repeat
    from monosashi.cli.run_folder import check_out
    from monosashi.cli.saved_sets import refuse_sets_as_vectors
    from monosashi.words import choose_language, current_language

    choose_language(output.words or current_language())
    refuse_sets_as_vectors("fidelity", data.vectors)
    wanted = Wanted(paths, k, metrics, correct, metric, classes, knob, human, confidence, seed,
                    data, texts, correction_intervals, parts).check()  # fmt: skip
    check_out(output.out)
    usual = {"k": K, "seed": 0, "invalid": "error", "confidence": CONFIDENCE,
             "correct": "gicdm", "metric": "euclidean", "correction_intervals": "auto"}  # fmt: skip
    own = {"k": k, "metrics": metrics, "correct": correct, "metric": metric, "class": classes,
           "correction_intervals": correction_intervals,
           "knob": knob, "human": human, "confidence": confidence, "seed": seed,
           "parts": parts, "title": title}  # fmt: skip
    repeat = Repeat("fidelity", paths, {**own, **asdict(data), **text_settings(texts)}, usual)
    show_step("fidelity")
    part = wanted.measured()
    clear_step()
    result = FidelityDocument(
        provenance=part.provenance, part=part, title=title or wanted.title,
        source=", ".join(dict.fromkeys(path.name for path in paths)), command=repeat.command(),
        created=now(),
    )  # fmt: skip
    deliver(result.to_dict(), result.tables(), output, settings=repeat.settings(),
            following=_following(repeat, part.kind, output))  # fmt: skip
    return FINE


def _following(repeat: Any, kind: str, output: OutputOptions) -> str:
    """Keep the result; when it is kept, guard one generator, show several again."""
    if output.out is None:
        return str(repeat.command(out="fidelity"))
    if kind == "generators":
        return shlex.join(["monosashi", "report", str(output.out)])
    return shlex.join(["monosashi", "gate", str(output.out), "--init", "gate.toml"])
