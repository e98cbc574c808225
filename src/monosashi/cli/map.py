"""`monosashi map`: a set on two axes, what the map keeps, and a table for embedding-atlas."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from cyclopts import Group, Parameter

from monosashi.cli.options import DataOptions, OutputOptions, TextOptions, at_least, named_path

if TYPE_CHECKING:
    from monosashi.embeddings import EmbeddingSet

Projection = Literal["pca", "tsne"]
MEASURE = Group("Measure", sort_key=2)


def map_command(
    path: Path,
    *,
    data: DataOptions = DataOptions(),
    texts: TextOptions = TextOptions(),
    projection: Annotated[Projection, Parameter(group=MEASURE)] = "pca",
    groups: Annotated[str | None, Parameter(group=MEASURE)] = None,
    k: Annotated[int, at_least(1, MEASURE)] = 10,
    seed: Annotated[int, at_least(0, MEASURE)] = 0,
    export: Annotated[Path | None, Parameter(group=MEASURE, converter=named_path)] = None,
    title: str = "",
    output: OutputOptions = OutputOptions(),
) -> int:
    """Draw a set on two axes, say how many neighbours stay neighbours, export it to explore.

    Parameters
    ----------
    path
        npy, npz, parquet, jsonl(.gz), csv, tsv or a folder written by save; with --embedder texts.
    projection
        pca, or tsne (needs the extra maps).
    groups
        Column that the signs on the map stand for.
    k
        Length of the neighbour lists.
    seed
        Start of all random numbers.
    export
        Parquet file for embedding-atlas: texts, columns, x, y and the k nearest of every item.
    title
        Title of the report.
    """
    from monosashi.advice.embedding_map import measure_map
    from monosashi.advice.map_document import map_document
    from monosashi.cli.chosen_models import text_settings
    from monosashi.cli.clock import now
    from monosashi.cli.embedding import one_embedder, read_sets
    from monosashi.cli.exit_codes import FINE
    from monosashi.cli.output import deliver
    from monosashi.cli.progress import clear_step, show_step
    from monosashi.cli.repeat import Repeat
    from monosashi.cli.run_folder import check_out
    from monosashi.cli.saved_sets import refuse_sets_as_vectors
    from monosashi.words import choose_language, current_language

    choose_language(output.words or current_language())
    refuse_sets_as_vectors("map", data.vectors)
    check_out(output.out)
    check_export(export)
    own = {"projection": None if projection == "pca" else projection, "groups": groups, "k": k,
           "seed": seed, "export": None if export is None else str(export),
           "title": title}  # fmt: skip
    repeat = Repeat("map", path, {**own, **asdict(data), **text_settings(texts)})
    show_step("reading")
    (vectors,) = read_sets(path, data, texts, one_embedder(texts, data), seed=seed)
    show_step("map")
    found = measure_map(vectors, projection=projection, labels=groups, k=k, rng=seed)
    document = map_document(found, title=title or path.name, source=path.name,
                            command=repeat.command(), created=now())  # fmt: skip
    if export is not None:
        export_atlas(export, vectors, found, data.sample)
    clear_step()
    deliver(document.to_dict(), document.tables(), output, settings=repeat.settings(),
            following=_following(repeat, export, vectors, output),
            beside=_told(export, found, data.sample))  # fmt: skip
    return FINE


def check_export(export: Path | None) -> None:
    """Only Parquet holds lists of neighbours."""
    from monosashi.cli.run_folder import existing_folder
    from monosashi.cli.wrong_usage import WrongUsageError

    if export is None:
        return
    if export.suffix.lower() != ".parquet" or export.is_dir():
        raise WrongUsageError("map.usage.not_parquet", path=export)
    existing_folder(export.parent)


def export_atlas(path: Path, vectors: EmbeddingSet, found: Any, sample: int | None) -> None:
    """Every item that has a direction, with its nearest by cosine; what was drawn stands inside."""
    from monosashi.advice.facts import without_zero_rows
    from monosashi.neighbors import nearest
    from monosashi.stores.atlas import write_atlas

    held = without_zero_rows(vectors)
    about = {"projection": found.projection, "of": "unit vectors", "neighbours": "cosine, exact",
             "k": found.k, "rows": held.n, "sample": sample, "left_out": vectors.n - held.n,
             "seed": found.provenance.settings["rng"], "kept": found.kept.value,
             "kept_low": found.kept.low, "kept_high": found.kept.high,
             "model": held.model.name, "monosashi": found.provenance.version}  # fmt: skip
    lists = nearest(held.unit(), k=found.k, metric="cosine")
    write_atlas(path, held, found.coordinates, lists, about=about)


def _told(export: Path | None, found: Any, sample: int | None) -> str:
    """Where the table is, how many rows it has, and whether they are a sample."""
    from monosashi.words import say

    if export is None:
        return ""
    return say("map.screen.sampled" if sample else "map.screen.written", path=export, n=found.n)


def _following(repeat: Any, export: Path | None, vectors: Any, output: OutputOptions) -> str:
    """Explore what was exported; else export; else keep the report."""
    import shlex

    if export is not None:
        text = ["--text", "text"] if "text" in vectors.columns else []
        return shlex.join(["embedding-atlas", str(export), *text, "--x", "x", "--y", "y",
                           "--neighbors", "neighbors"])  # fmt: skip
    if output.out is None:
        return str(repeat.command(out="map"))
    return f"{repeat.command()} --export atlas.parquet"
