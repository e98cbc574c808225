"""`monosashi compare`: several models on the same items."""

from __future__ import annotations

from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter
from cyclopts.validators import Number

from monosashi.cli.audit import MEASURE
from monosashi.cli.options import DataOptions, OutputOptions

if TYPE_CHECKING:
    from monosashi.embeddings.panel import Panel


def compare_command(
    *paths: Path,
    groups: Annotated[str, Parameter(group=MEASURE)],
    data: DataOptions = DataOptions(),
    seed: Annotated[int, Parameter(group=MEASURE, validator=Number(gte=0))] = 0,
    title: str = "",
    output: OutputOptions = OutputOptions(),
) -> int:
    """Compare models: R² of the groups with paired differences, and who is tied with the best.

    Parameters
    ----------
    paths
        One file a model; or one text file with --vectors A.npz,B.npz.
    groups
        Column of group labels.
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
    from monosashi.words import choose_language, current_language

    choose_language(output.words or current_language())
    panel = read_panel(paths, data, seed)
    repeat = Repeat("compare", paths, {**asdict(data), "groups": groups, "seed": seed})
    result = compare(
        panel,
        groups,
        rng=seed,
        title=title or " / ".join(panel.names),
        command=repeat.command(),
        created=now(),
    )
    following = repeat.command(out="compare") if output.out is None else (
        f"monosashi report {output.out} --out {output.out}/report.html"
    )  # fmt: skip
    deliver(result.to_dict(), result.tables(), output, settings=repeat.settings(),
            following=following)  # fmt: skip
    return FINE


def read_panel(paths: tuple[Path, ...], data: DataOptions, seed: int) -> Panel:
    """Every model's set, named by its card or its file, aligned by id."""
    from monosashi.cli.reading import read_data
    from monosashi.cli.wrong_usage import WrongUsageError
    from monosashi.embeddings.panel import Panel

    vectors = data.vectors.split(",") if data.vectors else [None]
    if len(paths) == 1:
        paths = paths * len(vectors)
    elif len(vectors) == 1:
        vectors *= len(paths)
    if len(paths) < 2 or len(vectors) != len(paths):
        raise WrongUsageError("cli.errors.compare_needs")
    sets = []
    for path, column in zip(paths, vectors, strict=True):
        one = read_data(path, replace(data, vectors=column), key=None, language=None, seed=seed)
        name = one.model.name or file_stem(column or path)
        sets.append(replace(one, model=replace(one.model, name=name)))
    return Panel.of(*sets)


def file_stem(path: str | Path) -> str:
    """Name of a file without the endings of formats.

    >>> file_stem("pages.model-v1.5.npz"), file_stem("a/b.jsonl.gz")
    ('pages.model-v1.5', 'b')
    """
    name = Path(path).name
    for ending in (".gz", ".npz", ".npy", ".parquet", ".jsonl"):
        name = name.removesuffix(ending)
    return name
