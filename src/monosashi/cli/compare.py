"""`monosashi compare`: several models on the same items."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from monosashi.cli.audit import MEASURE
from monosashi.cli.options import DataOptions, OutputOptions, TextOptions, at_least
from monosashi.cli.query_options import QueryOptions
from monosashi.cli.shape_options import between

if TYPE_CHECKING:
    from monosashi.cli.asked_queries import AskedQueries

RUN = ("query", "Q0", "document", "rank", "score", "name")
VECTORS = (".npz", ".npy", ".parquet", ".safetensors", ".faiss")
LONGEST = 2_000  # bytes of a line


def compare_command(
    *paths: Annotated[Path, Parameter(name="--paths")],
    groups: Annotated[str | None, Parameter(group=MEASURE)] = None,
    margin: Annotated[float | None, between(0, 1)] = None,
    asked: QueryOptions = QueryOptions(),
    language: Annotated[str | None, Parameter(group=MEASURE)] = None,
    data: DataOptions = DataOptions(),
    texts: TextOptions = TextOptions(),
    seed: Annotated[int, at_least(0, MEASURE)] = 0,
    title: str = "",
    output: OutputOptions = OutputOptions(),
) -> int:
    """Compare models by paired differences: how they group items, and what they find.

    --groups compares R² of the groups. --queries with --gold compares recall, MRR and nDCG, and of
    two models, OLD NEW, says which queries gain and lose; without --gold how much of the lists
    stays. At least one of --groups and --queries is needed.

    Parameters
    ----------
    paths
        One file a model; or one text file with --vectors A.npz,B.npz. --model A,B names them.
        Or one file of texts with --embedder A,B.
    groups
        Column of group labels: how much of the spread they explain (R²).
    margin
        Largest difference in R² that would not matter: are models equivalent within it?
    language
        Column of language codes, for --languages.
    seed
        Start of all random numbers.
    title
        Title of the report.
    """
    from monosashi.advice.comparison import compare
    from monosashi.cli.asked_queries import check_query_options, read_asked_queries
    from monosashi.cli.chosen_models import text_settings
    from monosashi.cli.clock import now
    from monosashi.cli.compressed_models import compressed_models
    from monosashi.cli.embedding import embedders_of
    from monosashi.cli.exit_codes import FINE
    from monosashi.cli.output import deliver
    from monosashi.cli.panels import read_panel
    from monosashi.cli.repeat import Repeat
    from monosashi.cli.run_folder import check_out
    from monosashi.cli.same_queries import of_all_models
    from monosashi.cli.saved_sets import refuse_sets_as_vectors
    from monosashi.cli.wrong_usage import WrongUsageError
    from monosashi.words import choose_language, current_language

    choose_language(output.words or current_language())
    if groups is None and asked.queries is None:
        raise WrongUsageError("cli.errors.compare_by")
    check_query_options(asked, data, gold_needed=False)
    refuse_sets_as_vectors("compare", data.vectors, asked.queries_vectors)
    refuse_runs(paths)
    check_out(output.out)
    made_by = embedders_of(texts, data)
    plain = replace(data, cut=None, quantise=None)
    panel = read_panel(
        paths, plain, texts, language, seed, embedders=made_by, searched=asked.queries is not None
    )
    search = read_asked_queries(asked, plain, texts, made_by, models=len(panel))
    panel, search = of_all_models(panel, search, data)
    panel, search = compressed_models(panel, search, data)
    options = {
        **asdict(data),
        **text_settings(texts),
        **asked.settings(),
        "groups": groups,
        "margin": margin,
        "language": language,
        "seed": seed,
        "title": title,
    }
    repeat = Repeat("compare", paths, options)
    result = compare(
        panel,
        groups,
        **_search(search, asked),
        margin=margin,
        rng=seed,
        title=title or " / ".join(panel.names),
        source=", ".join(dict.fromkeys(path.name for path in paths)),
        command=repeat.command(),
        created=now(),
    )
    deliver(result.to_dict(), result.tables(), output, settings=repeat.settings(),
            following=_following(repeat, paths, groups, output))  # fmt: skip
    return FINE


def refuse_runs(paths: Sequence[Path]) -> None:
    """Lists that are already ranked hold no vectors to compare."""
    from monosashi.cli.placeholders import command_line, placeholder
    from monosashi.cli.wrong_usage import WrongUsageError

    runs = [str(path) for path in paths if is_run(path)]
    if runs:
        command = command_line(["monosashi", "retrieval", "--run", ",".join(runs), "--gold",
                                placeholder("gold")])  # fmt: skip
        raise WrongUsageError("cli.errors.compare_runs", paths=", ".join(runs), command=command)


def is_run(path: Path) -> bool:
    """Whether the first line is that of a TREC run: query, Q0, document, rank, score, name."""
    if path.suffix in VECTORS or not path.is_file():
        return False
    with path.open("rb") as file:
        parts = file.readline(LONGEST).split()
    return len(parts) == len(RUN) and parts[1].upper() in {b"Q0", b"0"}


def _search(found: AskedQueries | None, asked: QueryOptions) -> dict[str, Any]:
    """Queries of every model and gold, as `compare` takes them."""
    if found is None:
        return {}
    return {"queries": found.sets, "gold": found.gold, "query_groups": asked.query_groups,
            "document": asked.document, "exclude": asked.hidden,
            "left_out": found.left_out}  # fmt: skip


def _following(
    repeat: Any, paths: tuple[Path, ...], groups: str | None, output: OutputOptions
) -> str:
    """Keep the result; when it is kept, guard a switch, or look at one model."""
    if output.out is None:
        return str(repeat.command(out="compare"))
    if groups is None:
        return shlex.join(["monosashi", "gate", str(output.out), "--init", "gate.toml"])
    return shlex.join(["monosashi", "audit", str(paths[0]), "--groups", groups, "--out", "audit"])
