"""Read the queries of every model, and the gold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from monosashi.cli.chosen_models import renamed
from monosashi.cli.directions import with_direction
from monosashi.cli.options import DataOptions, TextOptions
from monosashi.cli.query_options import QueryOptions
from monosashi.cli.saved_sets import is_saved
from monosashi.cli.told_apart import model_names

if TYPE_CHECKING:
    from monosashi.embeddings import EmbeddingSet, Gold
    from monosashi.models import Embedder

FILES = (".npz", ".npy")
NEEDS_QUERIES = ("gold", "queries_vectors", "query_id", "query_text", "query_groups", "document",
                 "exclude")  # fmt: skip


@dataclass(frozen=True)
class AskedQueries:
    """The queries of each model, in its query role, and what answers them (if that is known).

    ``left_out`` names for each model the queries that it lacks and that were left out for all.
    """

    sets: list[EmbeddingSet]
    gold: Gold | None
    left_out: Mapping[str, Sequence[str]] = field(default_factory=dict)


def check_query_options(options: QueryOptions, data: DataOptions, *, gold_needed: bool) -> None:
    """Refuse what cannot work before anything is read."""
    from monosashi.cli.wrong_usage import WrongUsageError

    if options.queries is None:
        given = [name for name in NEEDS_QUERIES if getattr(options, name) is not None]
        if given:
            names = ", ".join(f"--{name.replace('_', '-')}" for name in given)
            raise WrongUsageError("cli.errors.needs_queries", options=names)
        return
    if gold_needed and options.gold is None:
        raise WrongUsageError("cli.errors.needs_gold")
    if data.sample is not None:
        raise WrongUsageError("cli.errors.sample_and_queries")


def read_asked_queries(
    options: QueryOptions,
    data: DataOptions,
    texts: TextOptions,
    embedders: Sequence[Embedder],
    *,
    models: int = 1,
) -> AskedQueries | None:
    """Queries and gold, the faults of all files together; None without ``--queries``.

    The queries are as the models gave them: whoever compresses the documents compresses both.
    """
    from monosashi.embeddings.errors import Faults
    from monosashi.stores import read_gold

    if options.queries is None:
        return None
    faults = Faults()
    gold = None if options.gold is None else faults.attempt(read_gold, options.gold)
    if embedders:
        sets = faults.attempt(_embedded, options, data, texts, embedders)
    else:
        sets = faults.attempt(_read, options, data, models)
    faults.raise_any()
    return AskedQueries([with_direction(one, data) for one in sets or []], gold)


def _embedded(
    options: QueryOptions, data: DataOptions, texts: TextOptions, embedders: Sequence[Embedder]
) -> list[EmbeddingSet]:
    """One file of texts, embedded by every model in the query role."""
    from monosashi.cli.embedding import embed_texts, read_chosen_texts
    from monosashi.cli.wrong_usage import WrongUsageError

    paths = _listed(options.queries)
    if len(paths) != 1 or options.queries_vectors is not None:
        raise WrongUsageError("cli.errors.queries_one_file")
    columns = replace(texts, text=options.query_text or texts.text)
    held = read_chosen_texts(Path(paths[0] or ""), _plain(data, options), columns)
    names = model_names(data.model, texts, embedders)
    return [renamed(embed_texts(held, one, columns, "query"), name)
            for one, name in zip(embedders, names, strict=True)]  # fmt: skip


def _read(options: QueryOptions, data: DataOptions, models: int) -> list[EmbeddingSet]:
    """Vectors of every model: of one file or one each, in one column or one each."""
    from monosashi.cli.reading import read_data
    from monosashi.embeddings.errors import Faults

    paths = _for_each(_listed(options.queries), models)
    columns = _columns(options, data, models)
    names = _for_each(_listed(data.model), models)
    faults, sets = Faults(), []
    for path, column, name in zip(paths, columns, names, strict=True):
        own = is_saved(path) and options.queries_vectors is None  # it names its vectors itself
        chosen = replace(_plain(data, options), vectors=None if own else column, model=name)
        one = faults.attempt(read_data, Path(path or ""), chosen)
        if one is not None:
            sets.append(one)
    faults.raise_any()
    return sets


def _plain(data: DataOptions, options: QueryOptions) -> DataOptions:
    """How the file of queries is read: rows as they are, none left out but by --invalid."""
    nothing: dict[str, Any] = {"query_vectors": None, "wide": None, "languages": None, "cut": None,
                               "quantise": None}  # fmt: skip
    return replace(data, id=options.query_id or data.id, **nothing)


def _columns(options: QueryOptions, data: DataOptions, models: int) -> list[str | None]:
    """As named; else a column or array that is called the same in both files."""
    if options.queries_vectors is not None:
        return _for_each(_listed(options.queries_vectors), models)
    same = [None if name is None or name.endswith(FILES) else name
            for name in _listed(data.vectors)]  # fmt: skip
    return _for_each(same, models)


def _listed(names: str | None) -> list[str | None]:
    """Names of a comma list; a list of nothing has one place."""
    return [part.strip() for part in names.split(",") if part.strip()] if names else [None]


def _for_each(given: list[str | None], models: int) -> list[str | None]:
    """One for every model, or one for all."""
    from monosashi.cli.wrong_usage import WrongUsageError

    if len(given) not in {1, models}:
        raise WrongUsageError("cli.errors.queries_count", given=len(given), models=models)
    return given * models if len(given) == 1 else given
