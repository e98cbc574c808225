"""`monosashi compare`: several models on the same items."""

from __future__ import annotations

import shlex
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from monosashi.cli.audit import MEASURE
from monosashi.cli.options import DataOptions, OutputOptions, at_least

if TYPE_CHECKING:
    from monosashi.embeddings.panel import Panel


def compare_command(
    *paths: Path,
    groups: Annotated[str, Parameter(group=MEASURE)],
    language: Annotated[str | None, Parameter(group=MEASURE)] = None,
    data: DataOptions = DataOptions(),
    seed: Annotated[int, at_least(0, MEASURE)] = 0,
    title: str = "",
    output: OutputOptions = OutputOptions(),
) -> int:
    """Compare models: R² of the groups with paired differences, and who is tied with the best.

    Parameters
    ----------
    paths
        One file a model; or one text file with --vectors A.npz,B.npz. --model A,B names them.
    groups
        Column of group labels.
    language
        Column of language codes, for --languages.
    seed
        Start of all random numbers.
    title
        Title of the report.
    """
    from monosashi.advice.comparison import compare
    from monosashi.cli.clock import now
    from monosashi.cli.exit_codes import FINE
    from monosashi.cli.output import deliver
    from monosashi.cli.repeat import Repeat
    from monosashi.cli.run_folder import check_out
    from monosashi.words import choose_language, current_language

    choose_language(output.words or current_language())
    check_out(output.out)
    panel = read_panel(paths, data, language, seed)
    options = {**asdict(data), "groups": groups, "language": language, "seed": seed}
    repeat = Repeat("compare", paths, options)
    result = compare(
        panel,
        groups,
        rng=seed,
        title=title or " / ".join(panel.names),
        command=repeat.command(),
        created=now(),
    )
    following = repeat.command(out="compare") if output.out is None else (
        shlex.join(["monosashi", "audit", str(paths[0]), "--groups", groups, "--out", "audit"])
    )  # fmt: skip
    deliver(result.to_dict(), result.tables(), output, settings=repeat.settings(),
            following=following)  # fmt: skip
    return FINE


def read_panel(
    paths: tuple[Path, ...], data: DataOptions, language: str | None, seed: int
) -> Panel:
    """Every model's set, named by --model, its card or its file, aligned by id.

    Ids that a model lacks are an error; with ``--invalid drop`` they are left out and counted.
    """
    from monosashi.cli.reading import read_data
    from monosashi.embeddings import DataError, Fault
    from monosashi.embeddings.errors import Faults
    from monosashi.embeddings.panel import Panel

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
    panel = Panel.of(*sets)
    missing = [note for note in panel.notices if note.code == "embeddings.notices.missing_ids"]
    if data.invalid == "error" and missing:
        raise DataError(*(Fault("cli.errors.compare_missing", note.values) for note in missing))
    return panel


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
