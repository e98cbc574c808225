"""`monosashi audit`: one space, the main job."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Group, Parameter

from monosashi.cli.label_files import LabelOptions
from monosashi.cli.options import DataOptions, Level, OutputOptions, TextOptions, at_least
from monosashi.cli.query_options import QueryOptions

if TYPE_CHECKING:
    from monosashi.advice import Audit
    from monosashi.cli.repeat import Repeat
    from monosashi.embeddings import Fault

MEASURE = Group("Measure", sort_key=2)


def audit_command(
    path: Path | None = None,
    *,
    data: DataOptions = DataOptions(),
    labels: LabelOptions = LabelOptions(),
    texts: TextOptions = TextOptions(),
    groups: Annotated[str | None, Parameter(group=MEASURE)] = None,
    key: Annotated[str | None, Parameter(group=MEASURE)] = None,
    language: Annotated[str | None, Parameter(group=MEASURE)] = None,
    asked: QueryOptions = QueryOptions(),
    k: Annotated[int, at_least(1, MEASURE)] = 10,
    permutations: Annotated[int, at_least(1, MEASURE)] = 999,
    seed: Annotated[int, at_least(0, MEASURE)] = 0,
    fail_on: Annotated[Level | None, Parameter(group=MEASURE)] = None,
    explain: Annotated[bool, Parameter(group=MEASURE, negative="")] = False,
    title: str = "",
    output: OutputOptions = OutputOptions(),
) -> int:
    """Measure one set of vectors: facts and hubs always, shape and language when columns allow.

    With --queries and --gold also the search: ranks, and the four layers they rest on.

    Parameters
    ----------
    path
        npy, npz, parquet, jsonl(.gz), csv, tsv or a folder written by save.
    groups
        Column of group labels (topics, intents): measures how much of the spread they explain.
    key
        Column that names what is said; rows sharing a key are translations or chunks. Of a site
        in several languages the paths name it.
    language
        Column of language codes. Of a site the paths name it.
    k
        Neighbours per list.
    permutations
        Random relabellings behind each p.
    seed
        Start of all random numbers.
    fail_on
        Exit with 3 when a finding is at this level or worse.
    explain
        Print the limits that turn numbers into levels, and stop.
    title
        Title of the report.
    """
    from monosashi.cli.after_audit import following_audit
    from monosashi.cli.asked_queries import check_query_options
    from monosashi.cli.chosen_models import text_settings
    from monosashi.cli.exit_codes import FINE, GATE_FAILED
    from monosashi.cli.output import deliver
    from monosashi.cli.repeat import Repeat
    from monosashi.cli.run_folder import check_out
    from monosashi.cli.saved_sets import refuse_sets_as_vectors
    from monosashi.cli.site_index import assumed_columns, site_columns
    from monosashi.cli.streams import show
    from monosashi.results import explain_thresholds

    if explain:
        show(explain_thresholds().rstrip("\n"))
        return FINE
    path = required_path(path)
    check_query_options(asked, data, gold_needed=True)
    refuse_sets_as_vectors("audit", data.vectors, asked.queries_vectors)
    check_out(output.out)
    given = key, language
    key, language = site_columns(path, data, *given)
    chosen = {"groups": groups, "key": key, "language": language, "k": k,
              "permutations": permutations, "seed": seed, "title": title}  # fmt: skip
    read = {**asdict(data), **labels.settings(), **text_settings(texts)}
    options = {**read, **asked.settings(), **chosen}
    repeat = Repeat("audit", path, options)
    result = _measure(path, data, texts, chosen, output, asked=asked, repeat=repeat,
                      labels=labels, assumed=assumed_columns(given, (key, language)))  # fmt: skip
    document = result.to_dict()
    deliver(document, result.tables(), output, settings=repeat.settings(),
            following=following_audit(result, repeat, output, (data, texts, asked)))  # fmt: skip
    levels = {"problem": {"problem"}, "warning": {"problem", "warning"}}.get(fail_on or "", set())
    return GATE_FAILED if levels & {f["level"] for f in document["findings"]} else FINE


def required_path(path: Path | None) -> Path:
    """A path must be given unless the command only explains."""
    from monosashi.cli.wrong_usage import WrongUsageError

    if path is None:
        raise WrongUsageError("cli.errors.no_path")
    return path


def _measure(
    path: Path,
    data: DataOptions,
    texts: TextOptions,
    chosen: dict[str, Any],
    output: OutputOptions,
    *,
    asked: QueryOptions,
    repeat: Repeat,
    labels: LabelOptions,
    assumed: Sequence[Fault],
) -> Audit:
    from dataclasses import replace

    from monosashi.advice import audit
    from monosashi.cli.asked_queries import read_asked_queries
    from monosashi.cli.clock import now
    from monosashi.cli.embedding import one_embedder, read_sets
    from monosashi.cli.labelled_rows import labelled
    from monosashi.cli.progress import clear_step, show_step
    from monosashi.cli.reading import wide_column
    from monosashi.words import choose_language, current_language

    choose_language(output.words or current_language())
    show_step("reading")
    key = wide_column(data, chosen["key"], "key")
    language = wide_column(data, chosen["language"], "language")
    made_by = one_embedder(texts, data)
    plain = replace(data, cut=None, quantise=None)  # the audit says what compression loses
    (vectors,) = read_sets(
        path, plain, texts, made_by, key=key, language=language, seed=chosen["seed"],
        role="passage" if asked.queries is not None and not (key and language) else None,
        prepare=lambda held: labelled(held, labels, data, [chosen["groups"], key, language]),
    )  # fmt: skip
    vectors = replace(vectors, notices=(*vectors.notices, *assumed))
    search = read_asked_queries(asked, plain, texts, made_by)
    result = audit(
        vectors,
        groups=chosen["groups"],
        key=key,
        language=language,
        queries=None if search is None else search.sets[0],
        gold=None if search is None else search.gold,
        query_groups=asked.query_groups,
        document=asked.document,
        exclude=asked.hidden,
        cut=data.cut,
        quantise=data.quantise,
        k=chosen["k"],
        permutations=chosen["permutations"],
        rng=chosen["seed"],
        title=chosen["title"] or path.name,
        source=path.name,
        command=repeat.command(),
        progress=show_step,
    )
    clear_step()
    return replace(result, created=now())
