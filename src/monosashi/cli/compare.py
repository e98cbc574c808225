"""`monosashi compare`: several models on the same items."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from monosashi.cli.audit import MEASURE
from monosashi.cli.label_files import LabelOptions
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
    key: Annotated[str | None, Parameter(group=MEASURE)] = None,
    cube: Annotated[Path | None, Parameter(group=MEASURE)] = None,
    weights: Annotated[str | None, Parameter(group=MEASURE)] = None,
    as_queries: Annotated[bool, Parameter(group=MEASURE, negative="")] = False,
    margin: Annotated[float | None, between(0, 1)] = None,
    asked: QueryOptions = QueryOptions(),
    language: Annotated[str | None, Parameter(group=MEASURE)] = None,
    data: DataOptions = DataOptions(),
    labels: LabelOptions = LabelOptions(),
    texts: TextOptions = TextOptions(),
    seed: Annotated[int, at_least(0, MEASURE)] = 0,
    title: str = "",
    output: OutputOptions = OutputOptions(),
) -> int:
    """Compare models by paired differences: how they group items, and what they find.

    --groups compares R² of the groups. --queries with --gold compares recall, MRR and nDCG, and of
    two models, OLD NEW, says which queries gain and lose; without --gold how much of the lists
    stays. --key with --language compares what mixing languages costs, --cube what rewriting costs.
    At least one of these is needed; several stand in one table with hubs, size and speed, and
    --weights chooses by them.

    Parameters
    ----------
    paths
        One file a model; or one text file with --vectors A.npz,B.npz. --model A,B names them.
        Or one file of texts with --embedder A,B.
    groups
        Column of group labels: how much of the spread they explain (R²).
    key
        Column that is equal for translations: compares the language drop, with --language.
    cube
        Scores before and after rewriting (cube.csv of robustness), with models of the same names.
    weights
        Choose: what counts how much, as in retrieval=1,language=2,robustness=1.
    as_queries
        With --groups: compare the query side of models that have roles.
    margin
        Largest difference in R² that would not matter: are models equivalent within it?
    language
        Column of language codes, for --languages and --key.
    seed
        Start of all random numbers.
    title
        Title of the report.
    """
    from monosashi.advice.comparison import compare
    from monosashi.cli.after_comparison import following_comparison
    from monosashi.cli.chosen_models import text_settings
    from monosashi.cli.clock import now
    from monosashi.cli.compare_weights import listed_weights
    from monosashi.cli.compared_models import models_and_queries, refuse_comparison
    from monosashi.cli.exit_codes import FINE
    from monosashi.cli.names_in_file import names_in_file
    from monosashi.cli.output import deliver
    from monosashi.cli.repeat import Repeat
    from monosashi.cli.run_folder import check_out
    from monosashi.words import choose_language, current_language

    choose_language(output.words or current_language())
    refuse_comparison(groups, asked, data, as_queries=as_queries, key=key,
                      language=language, cube=cube)  # fmt: skip
    weighed = listed_weights(weights)
    refuse_runs(paths)
    check_out(output.out)
    panel, search, facts = models_and_queries(
        paths, data, texts, labels, asked, groups=groups, as_queries=as_queries, key=key,
        language=language, seed=seed)  # fmt: skip
    options = {
        **asdict(data),
        **text_settings(texts),
        **asked.settings(),
        **labels.settings(),
        "groups": groups,
        "key": key,
        "cube": None if cube is None else str(cube),
        "weights": weights,
        "as_queries": as_queries,
        "margin": margin,
        "language": language,
        "seed": seed,
        "title": title,
    }
    repeat = Repeat("compare", paths, options)
    with names_in_file(data, texts):
        result = compare(
            panel,
            groups,
            **_search(search, asked),
            key=key,
            language=language if key else None,
            cube=cube,
            facts=facts,
            weights=weighed,
            margin=margin,
            rng=seed,
            title=title or " / ".join(panel.names),
            source=", ".join(dict.fromkeys(path.name for path in paths)),
            command=repeat.command(),
            created=now(),
        )
    deliver(result.to_dict(), result.tables(), output, settings=repeat.settings(),
            following=following_comparison(repeat, result, output))  # fmt: skip
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
