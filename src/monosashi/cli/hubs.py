"""`monosashi hubs`: who crowds the neighbour lists, and what corrections do about it."""

from __future__ import annotations

import shlex
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from cyclopts import Group, Parameter

from monosashi.cli.hubs_options import CorrectionOptions, HubQueryOptions
from monosashi.cli.options import DataOptions, OutputOptions, TextOptions, at_least

if TYPE_CHECKING:
    from monosashi.advice.hubs_document import HubsDocument
    from monosashi.cli.hubs_measuring import Wanted

MEASURE = Group("Measure", sort_key=2)
K = 10


def hubs_command(
    *paths: Annotated[Path, Parameter(name="--paths")],
    asked: HubQueryOptions = HubQueryOptions(),
    k: Annotated[int, at_least(1, MEASURE)] = K,
    metric: Annotated[Literal["cosine", "euclidean"], Parameter(group=MEASURE)] = "cosine",
    corrections: CorrectionOptions = CorrectionOptions(),
    data: DataOptions = DataOptions(),
    texts: TextOptions = TextOptions(),
    seed: Annotated[int, at_least(0, MEASURE)] = 0,
    pictures: Annotated[Path | None, Parameter(group=MEASURE)] = None,
    title: str = "",
    output: OutputOptions = OutputOptions(),
) -> int:
    """Measure hubs: items that crowd everybody's neighbour lists, and items nobody lists.

    Of several files or saved sets: one table. With --compare: what each correction does to hubs,
    and with --queries and --gold to the answers.

    Parameters
    ----------
    paths
        npy, npz, parquet, jsonl(.gz), csv, tsv or folders written by save; with --embedder texts.
    k
        Length of the neighbour lists.
    metric
        Cosine, or Euclidean distances of the vectors as they are.
    seed
        Start of all random numbers.
    pictures
        Folder of png, jpeg or gif files that ids name: the report shows those of the worst hubs.
    title
        Title of the report.
    """
    from monosashi.cli.chosen_models import text_settings
    from monosashi.cli.clock import now
    from monosashi.cli.exit_codes import FINE
    from monosashi.cli.hubs_measuring import Wanted, measured_document
    from monosashi.cli.output import deliver
    from monosashi.cli.progress import clear_step, show_step
    from monosashi.cli.repeat import Repeat
    from monosashi.cli.run_folder import check_out
    from monosashi.cli.saved_sets import refuse_sets_as_vectors
    from monosashi.cli.thumbnails import with_thumbnails
    from monosashi.cli.wrong_usage import WrongUsageError
    from monosashi.words import choose_language, current_language

    choose_language(output.words or current_language())
    refuse_sets_as_vectors("hubs", data.vectors)
    if pictures is not None and not pictures.is_dir():
        raise WrongUsageError("cli.errors.no_pictures", path=pictures)
    wanted = Wanted(paths, k, metric, seed, asked, corrections, data, texts).check()
    check_out(output.out)
    own = {**asked.settings(), "k": k, "metric": None if metric == "cosine" else metric,
           **corrections.settings(), "seed": seed, "title": title,
           "pictures": None if pictures is None else str(pictures)}  # fmt: skip
    repeat = Repeat("hubs", paths, {**own, **asdict(data), **text_settings(texts)})
    show_step("hubs")
    result = measured_document(wanted, title=title, command=repeat.command(), created=now())
    clear_step()
    document = result.to_dict()
    if pictures is not None:
        document = with_thumbnails(document, pictures)
    deliver(document, result.tables(), output, settings=repeat.settings(),
            following=following(repeat, wanted, output), beside=_saved(wanted, result))  # fmt: skip
    return FINE


def _saved(wanted: Wanted, result: HubsDocument) -> str:
    """Where the correction was kept, and whether it surely harms here."""
    from monosashi.words import say

    place = wanted.corrections.save
    if place is None:
        return ""
    found: Any = result.parts.get("reductions")
    harmful = found is not None and found.harmful()
    name = "correction_saved_harms" if harmful else "correction_saved"
    return say(f"cli.screen.{name}", path=place)


def following(repeat: Any, wanted: Wanted, output: OutputOptions) -> str:
    """Compare corrections; keep the result; guard it."""
    if not wanted.compares:
        return f"{repeat.command()} --compare"
    if output.out is None:
        return str(repeat.command(out="hubs"))
    return shlex.join(["monosashi", "gate", str(output.out), "--init", "gate.toml"])
