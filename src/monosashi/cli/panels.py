"""The sets of several models, aligned by id."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from monosashi.cli.options import DataOptions, TextOptions

if TYPE_CHECKING:
    from monosashi.embeddings import EmbeddingSet
    from monosashi.embeddings.panel import Panel
    from monosashi.models import Embedder, Role


def read_panel(
    paths: tuple[Path, ...],
    data: DataOptions,
    texts: TextOptions,
    language: str | None,
    seed: int,
    *,
    embedders: Sequence[Embedder],
    searched: bool = False,
) -> Panel:
    """Every model's set, named by --model, its card or its file, aligned by id.

    One file of texts is embedded by every model; without models there is a file of vectors for
    each. Ids that a model lacks are an error; with ``--invalid drop`` they are left out and
    counted. Documents that are ``searched`` by queries of their own are embedded as passages only,
    and need a direction.
    """
    from monosashi.cli.directions import with_direction
    from monosashi.cli.embedding import read_sets
    from monosashi.cli.wrong_usage import WrongUsageError
    from monosashi.embeddings import DataError, Fault
    from monosashi.embeddings.panel import Panel

    if embedders and (len(paths) != 1 or len(embedders) < 2):
        raise WrongUsageError("cli.errors.compare_embedders")
    role: Role | None = "passage" if searched else None
    sets = (
        read_sets(paths[0], data, texts, embedders, language=language, seed=seed, role=role)
        if embedders
        else read_files(paths, data, language, seed)
    )
    panel = Panel.of(*(with_direction(one, data) for one in sets) if searched else sets)
    missing = [note for note in panel.notices if note.code == "embeddings.notices.missing_ids"]
    if data.invalid == "error" and missing:
        raise DataError(*(Fault("cli.errors.compare_missing", note.values) for note in missing))
    return panel


def read_files(
    paths: tuple[Path, ...], data: DataOptions, language: str | None, seed: int
) -> list[EmbeddingSet]:
    """Read one set a model; the faults of all files come together."""
    from monosashi.cli.reading import read_data
    from monosashi.embeddings.errors import Faults

    sources, names = model_sources(paths, data)
    faults, sets = Faults(), []
    for (path, column), name in zip(sources, names, strict=True):
        options = replace(data, vectors=column, model=name)
        one = faults.attempt(read_data, path, options, language=language, seed=seed)
        if one is None:
            continue
        own = one.model.name or file_stem(column if len(set(paths)) == 1 and column else path)
        sets.append(replace(one, model=replace(one.model, name=own)))
    faults.raise_any()
    return sets


def model_sources(
    paths: tuple[Path, ...], data: DataOptions
) -> tuple[list[tuple[Path, str | None]], list[str | None]]:
    """Path and vectors of every model, and its name if one was given."""
    from monosashi.cli.wrong_usage import WrongUsageError

    columns = data.vectors.split(",") if data.vectors else [None]
    count = max(len(paths), len(columns))
    files = list(paths) * count if len(paths) == 1 else list(paths)
    wanted = columns * count if len(columns) == 1 else columns
    names: list[str | None] = [*data.model.split(",")] if data.model else [None] * count
    if count < 2 or len(files) != count or len(wanted) != count:
        raise WrongUsageError("cli.errors.compare_needs")
    if len(names) != count:
        raise WrongUsageError("cli.errors.compare_names", given=data.model, count=count)
    return list(zip(files, wanted, strict=True)), names


def file_stem(path: str | Path) -> str:
    """Name of a file without the endings of formats.

    >>> file_stem("pages.model-v1.5.npz"), file_stem("a/b.jsonl.gz")
    ('pages.model-v1.5', 'b')
    """
    name = Path(path).name
    for ending in (".gz", ".npz", ".npy", ".parquet", ".jsonl", ".csv", ".tsv"):
        name = name.removesuffix(ending)
    return name
