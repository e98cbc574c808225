"""`monosashi shape`: how vectors are spread, and how much of it their groups explain."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from cyclopts import Parameter

from monosashi.cli.shape_options import (
    MEASURE,
    Column,
    CommonOptions,
    Flag,
    OrderOptions,
    ShapeOptions,
)
from monosashi.cli.source_table_options import SourceTableOptions

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from monosashi.embeddings import EmbeddingSet
    from monosashi.results import Result

MOST_FOR_AUC = 5_000  # above, pairs are drawn at random and nothing is tested
# each arrangement sums the ranks of all pairs: some seconds in all, whatever the size
AUC_PERMUTATIONS = {2_000: 999, MOST_FOR_AUC: 99}


def shape_command(
    path: Path | None = None,
    *,
    groups: Column = None,
    key: Column = None,
    singletons: Annotated[Literal["keep", "drop"], Parameter(group=MEASURE)] = "keep",
    center: Annotated[Literal["centroid", "median"], Parameter(group=MEASURE)] = "centroid",
    tests: OrderOptions = OrderOptions(),
    demo_tables: Flag = False,
    demo: SourceTableOptions = SourceTableOptions(),
    common: CommonOptions = CommonOptions(),
) -> int:
    """Measure how vectors are spread, and how much of the spread their groups explain.

    With --groups: R² with interval and p, place and width, the spread of each group, the order of
    distances. The commands below answer further questions.

    Parameters
    ----------
    path
        npy, npz, parquet, jsonl(.gz), csv, tsv or a folder written by save; with --embedder texts.
    groups
        Column of group labels (topics, intents, questions).
    key
        Column that names what is said: rows sharing a key move together, as with --whole.
    singletons
        Objects alone in their group: keep them in R² and F, or leave them out everywhere.
    center
        Centre of the PERMDISP test.
    demo_tables
        Show both tables of the method's source from their generator, and stop; the options
        --demo-… ask for other numbers, dimensions and directions.
    """
    from monosashi.cli.shape_run import ShapeRun
    from monosashi.cli.shape_tables import refuse_without_tables, show_source_tables

    if demo_tables:
        return show_source_tables(common.output, demo)
    refuse_without_tables(demo)
    own = {"groups": groups, "key": key, "singletons": None if singletons == "keep" else singletons,
           "center": None if center == "centroid" else center}  # fmt: skip
    own |= tests.arguments()
    run = ShapeRun("shape", {"path": named_file(path)}, own, common).start()
    if tests.restricted:
        run.needs(groups=groups)
    vectors = run.read(key=key)
    shuffled = tests.arguments() | {"whole": tests.whole or key}
    return run.measure(
        lambda: _with_key(
            key if tests.whole is None else None,
            _parts,
            vectors,
            groups,
            shuffled,
            common.how,
            singletons=singletons,
            center=center,
        ),
        settings={"key": key} if key else {},
    )


def _with_key(
    key: str | None, measure: Callable[..., dict[str, Result | None]], *given: Any, **more: Any
) -> dict[str, Result | None]:
    """Measure; where keys hold several groups, say so of --key, which was asked for."""
    from monosashi.embeddings import DataError, Fault

    try:
        return measure(*given, **more)
    except DataError as error:
        first = error.faults[0]
        if key is None or first.code != "shape.errors.mixed_units":
            raise
        code = "cli.errors.shape_key_mixed"
        raise DataError(Fault(code, {**first.values, "key": key}, first.rows)) from None


def named_file(path: Path | None) -> Path:
    """The file; a misspelt command below `shape` is told from one."""
    from monosashi.cli.meant import meant_command
    from monosashi.cli.shape_commands import SHAPE_COMMANDS
    from monosashi.cli.wrong_usage import WrongUsageError

    if path is None:
        raise WrongUsageError("cli.errors.shape_needs")
    near = None if path.suffix or path.exists() else meant_command(str(path), list(SHAPE_COMMANDS))
    if near is not None:
        raise WrongUsageError("cli.errors.shape_command", given=path, near=near)
    return path


def _parts(
    vectors: EmbeddingSet,
    groups: str | None,
    shuffled: Mapping[str, Any],
    how: ShapeOptions,
    *,
    singletons: Literal["keep", "drop"],
    center: Literal["centroid", "median"],
) -> dict[str, Result | None]:
    """The shape, the order of distances where all pairs can be ranked, and the directions."""
    from monosashi.shape import count_directions, group_auc, measure_shape

    rest: dict[str, Any] = {"normalise": not how.no_normalise, "confidence": how.confidence}
    schemes = shuffled if groups is not None else {"permutations": shuffled["permutations"]}
    shape = measure_shape(vectors, groups, rng=how.seed, singletons=singletons, center=center,
                          **rest, **schemes)  # fmt: skip
    auc = None
    if groups is not None and singletons == "keep" and vectors.n <= MOST_FOR_AUC:
        most = next(count for size, count in AUC_PERMUTATIONS.items() if vectors.n <= size)
        few = min(shuffled["permutations"] or most, most)
        auc = group_auc(vectors, groups, rng=how.seed, **rest, **{**schemes, "permutations": few})
    return {"shape": shape, "group_auc": auc,
            "directions": count_directions(vectors, groups, **rest)}  # fmt: skip
